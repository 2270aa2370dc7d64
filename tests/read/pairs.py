"""Pairs of column names, the truth and the prediction of it, as people write them in eleven languages.

`python -m tests.read.layouts` counts for each how it is read in both orders, with labels alone and with scores.
"""

from ddcore.errors import InputError
from ddcore.read import ChoiceNeeded, read
from tests.read.judge import guesses
from tests.read.known import LABEL, TRUTH, P, codes, digits, text

PAIRS: dict[str, str] = {
    "English": """
        y_true y_pred | actual predicted | target prediction | label pred | truth guess | gold system
        ground_truth model_output | observed fitted | y y_hat | Actual Class,Predicted Class
        true_label predicted_label | outcome forecast | churned will_churn_predicted | reference test
        status model_decision | obs est | diagnosis ai_diagnosis | human model | expert classifier
        y_test y_test_pred | is_fraud is_fraud_pred | real estimated | class classified_as
        Defaulted,Predicted Default | readmitted predicted_readmission | biopsy algorithm | gt output
        response predicted.response | annotation inference | churn churn_prediction
    """,
    "German": """
        Wahrheit Vorhersage | tatsächlich vorhergesagt | Ist Prognose | Klasse Vorhersage_Klasse | echt geschätzt
        Kündigung Kündigung_Prognose | Ausfall Ausfall_vorhergesagt | wahrer_Wert Modell | Zielvariable Modellwert
        Ist-Klasse,Prognose-Klasse | tatsaechlich vorhergesagt | Diagnose KI_Diagnose | beobachtet prognostiziert
        Ergebnis Vorhersage | Befund Modellbefund | Betrug Betrug_Vorhersage | Storno Prognose_Storno
        Tatsächliche Klasse,Vorhergesagte Klasse | Referenz Modellausgabe | Label Vorhersage | Istwert Schätzung
    """,
    "French": """
        réel prédit | réalité prédiction | vérité prévision | classe_réelle classe_prédite | observé estimé
        reel predit | cible prediction | valeur_reelle valeur_predite | étiquette prédiction
        résilié prédiction_résiliation | défaut défaut_prédit | diagnostic diagnostic_ia | vrai prévu
        Classe réelle,Classe prédite | référence modèle | churn churn_prédit | fraude fraude_prédite
        observation prévision | vrai_label label_predit | issue pronostic
    """,
    "Spanish": """
        real predicho | churn_real churn_predicho | verdad predicción | clase_real clase_predicha
        observado estimado | valor_real valor_predicho | objetivo prediccion | etiqueta pronóstico
        realidad pronostico | real esperado_modelo | diagnóstico diagnóstico_modelo | fraude fraude_predicho
        impago predicción_impago | abandono abandono_predicho | Clase real,Clase predicha | verdadero predicho
        resultado predicción | referencia modelo | baja_real baja_predicha | moroso moroso_predicho
    """,
    "Portuguese": """
        real previsto | verdade previsão | classe_real classe_prevista | observado estimado_modelo
        valor_real valor_previsto | alvo predição | rótulo predição | resultado previsao | churn_real churn_previsto
        diagnóstico diagnóstico_ia | inadimplente inadimplente_previsto | fraude fraude_prevista
        verdadeiro predito | realidade previsao | Classe real,Classe predita | referência modelo
        evasão evasão_prevista | alvo previsto | rotulo predicao | desfecho predição
    """,
    "Italian": """
        reale previsto | verità previsione | classe_reale classe_prevista | osservato stimato
        valore_reale valore_predetto | obiettivo predizione | etichetta predizione | esito previsione
        abbandono abbandono_previsto | effettivo previsto | diagnosi diagnosi_modello | frode frode_prevista
        vero predetto | realtà previsione | insolvenza insolvenza_stimata | Classe reale,Classe predetta
        riferimento modello | target predetto | verita predizione | vera_classe predetta
    """,
    "Dutch": """
        werkelijk voorspeld | waarheid voorspelling | echte_klasse voorspelde_klasse | waargenomen geschat
        werkelijkheid voorspelling | doel voorspelling | klasse voorspelde_klasse | uitkomst voorspelling
        opgezegd opgezegd_voorspeld | fraude fraude_voorspeld | diagnose diagnose_model | feitelijk voorspeld
        label voorspelling | werkelijke_waarde voorspelde_waarde | Werkelijke klasse,Voorspelde klasse
        wanbetaling voorspelde_wanbetaling | referentie model | echt geschat | gemeten voorspeld
        resultaat prognose
    """,
    "Polish": """
        rzeczywista przewidywana | prawda prognoza | klasa_rzeczywista klasa_przewidywana | obserwowane szacowane
        rzeczywiste przewidziane | cel predykcja | etykieta predykcja | wynik prognoza | faktyczny przewidywany
        rezygnacja rezygnacja_prognoza | oszustwo oszustwo_predykcja | diagnoza diagnoza_modelu
        prawdziwa przewidziana | Klasa rzeczywista,Klasa przewidziana | wartość_rzeczywista wartość_prognozowana
        odniesienie model | prawdziwy przewidywany | stan_faktyczny prognoza | y_rzeczywiste y_przewidywane
        odejście odejście_prognozowane
    """,
    "Turkish": """
        gerçek tahmin | gercek tahmin | gerçek_sınıf tahmin_edilen_sınıf | gözlenen tahmin | hedef tahmin
        etiket tahmin | sonuç öngörü | gerçek_değer tahmini_değer | doğru tahmin | gerçek öngörülen
        Gerçek Sınıf,Tahmin Edilen Sınıf | kayıp kayıp_tahmini | dolandırıcılık dolandırıcılık_tahmini
        teşhis model_teşhisi | referans model | gerçekleşen tahmin_edilen | sinif tahmin
        gercek_deger tahmin_degeri | gözlem kestirim | terk terk_tahmini
    """,
    "Chinese": """
        真实 预测 | 真实值 预测值 | 实际 预测 | 真实标签 预测标签 | 实际类别 预测类别 | 标签 预测 | 真值 预测值
        观测 估计 | 目标 预测结果 | 实际结果 模型输出 | 是否流失 预测流失 | 诊断 模型诊断 | 欺诈 欺诈预测
        實際 預測 | 真實標籤 預測標籤 | 真实类别 模型预测 | 实际值 预测结果 | 是否违约 预测是否违约 | 参考 模型
        类别 预测类别
    """,
    "Japanese": """
        実際 予測 | 正解 予測 | 正解ラベル 予測ラベル | 真値 予測値 | 実測 予測 | 実績 予測 | 正解 推定 | 観測 推定
        目的変数 予測値 | 実測値 推定値 | 解約 解約予測 | 不正 不正予測 | 診断 AI診断
        実際のクラス 予測されたクラス | ラベル 予測 | 真のクラス 予測クラス | 結果 予測結果 | 正解クラス 推論結果
        教師ラベル モデル出力 | 実クラス 判定
    """,
}


def pairs(listed: str) -> list[tuple[str, str]]:
    """The pairs in a text: | between two, and a comma or a blank between the truth and the prediction.

    >>> pairs("y y_hat | Actual Class,Predicted Class")
    [('y', 'y_hat'), ('Actual Class', 'Predicted Class')]
    """
    lines = " | ".join(line.strip() for line in listed.strip().splitlines())
    split = [pair.strip().split("," if "," in pair else None) for pair in lines.split("|")]
    return [(truth, prediction) for truth, prediction in split]


def outcome(truth: str, prediction: str, *, first: bool, with_scores: bool) -> str:
    """right, asked or wrong: whether the column of the truth is taken as it, `first` or behind the prediction."""
    columns = [(truth, codes(TRUTH)), (prediction, digits(P) if with_scores else codes(LABEL))]
    try:
        file = read(text(dict(columns if first else columns[::-1])), name="pair.csv")
    except ChoiceNeeded as question:
        return "asked" if question.choice in ("truth", "positive", "score") else "wrong"
    except InputError:
        return "wrong"
    if any(role == "truth" for role, _ in guesses(file)):
        return "asked"
    return "right" if file.roles["truth"] == (truth,) else "wrong"


def outcomes(listed: str) -> dict[tuple[str, str], list[str]]:
    """For each pair labels alone with the truth first and last, then scores with the truth first and last."""
    ways = [(with_scores, first) for with_scores in (False, True) for first in (True, False)]
    return {
        pair: [outcome(*pair, first=first, with_scores=with_scores) for with_scores, first in ways]
        for pair in pairs(listed)
    }
