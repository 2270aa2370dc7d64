"""What columns and classes are called: one table of words a role, in the field's usual spellings and twelve languages.

An entry is a word ("true"), words that follow each other ("ground truth"), or the beginning or end of one ("predict*").
They are compared without case and accents; entries in Chinese or Japanese may stand anywhere in a name.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

# fmt: off
VOCABULARY: Mapping[str, Mapping[str, str]] = {
    "truth": {
        "English": (
            "true, truth, ytrue, actual, actuals, ground truth, groundtruth, gt, target, observed, obs, reference, "
            "ref, gold, golden, real, reality, y test, y val, y valid, test label, label test, test labels, test y, "
            "verified, confirmed, adjudicated, pathology, histology, biopsy, autopsy, human, annotat*, expert, "
            "outcome, from, occurrence, presence"
        ),
        "German": (
            "wahr, wahrheit, wahre, wahrer, wahres, tatsachlich*, tatsaechlich*, ist, istwert, ist wert, wirklich*, "
            "ziel, zielvariable, zielwert, zielklasse, soll, sollwert, soll wert, beobacht*, referenz, echt, echte"
        ),
        "French": (
            "vrai, vraie, vrais, verite, veritable, reel, reelle, reels, realite, cible, observe, observee, constate, "
            "effectif, effective"
        ),
        "Spanish": "verdad, verdadero, verdadera, reales, observado, observada, objetivo, cierto, efectivo",
        "Portuguese": "verdade, verdadeiro, verdadeira, observada, alvo, efetivo, ocorrencia, presenca",
        "Italian": (
            "vero, vera, veri, verita, reale, reali, effettivo, effettiva, osservato, osservata, obiettivo, bersaglio"
        ),
        "Dutch": (
            "waar, ware, waarheid, werkelijk*, echte, daadwerkelijk*, doel, doelvariabele, geobserveerd*, "
            "waargenomen, feitelijk*"
        ),
        "Polish": "prawda, prawdziw*, rzeczywist*, faktyczn*, cel, obserwowan*, zaobserwowan*, wzorzec, docelow*",
        "Turkish": "gercek*, hedef, gozlenen, asil",
        "Chinese": "真实, 真值, 实际, 目标, 观测, 真實, 實際",
        "Japanese": "正解, 実際, 実測, 実績, 目的変数, 真値, 真の",
        "Russian": "истина, факт, фактический, реальный",
    },
    "class": {
        "English": (
            "label, labels, class, classes, y, status, result, diagnosis, event, category, dependent, dv, disease"
        ),
        "German": "klasse, etikett, ergebnis, diagnose, zustand, kategorie, ereignis",
        "French": "classe, etiquette, resultat, diagnostic, etat, categorie, evenement",
        "Spanish": "clase, etiqueta, resultado, diagnostico, estado, categoria, evento",
        "Portuguese": "classe, rotulo, desfecho",
        "Italian": "etichetta, risultato, esito, diagnosi, stato",
        "Dutch": "klas, etiket, uitkomst, resultaat, categorie",
        "Polish": "klasa, etykieta, wynik, diagnoza, stan, kategoria",
        "Turkish": "sinif, etiket, sonuc, tani, durum",
        "Chinese": "标签, 類別, 类别, 结果, 诊断, 状态",
        "Japanese": "ラベル, クラス, 結果, 診断",
        "Russian": "класс, метка, диагноз",
    },
    "label": {
        "English": (
            "pred, preds, predict*, ypred, yhat, forecast*, fcst, fitted, estimate, estimated, estimates, guess, "
            "guessed, fits, best answer, most likely, scored, inferred, pgr, y hat, p hat, class hat, label hat, "
            "target hat, outcome hat, churn hat, into"
        ),
        "German": "vorhersag*, vorhergesagt*, prognos*, schatz*, schaetz*, geschatzt*, geschaetzt*, klassifiziert*",
        "French": "predi*, prevu, prevue, prevision*, pronosti*, estime, estimee, ajuste, ajustee",
        "Spanish": "pronostic*, estimado, estimada, previsto, prevista, ajustado",
        "Portuguese": "previs*, previst*",
        "Italian": "predett*, stimato, stimata, stima",
        "Dutch": "voorspel*, geschat*, schatting, verwacht*",
        "Polish": "predykcj*, przewid*, prognoz*, oszacowan*, szacowan*, dopasowan*",
        "Turkish": "tahmin*, ongor*, kestir*",
        "Chinese": "预测, 預測, 估计, 推断",
        "Japanese": "予測, 推定, 予想, 推論",
        "Russian": "прогноз*, предсказан*",
    },
    "decision": {
        "English": (
            "decision, decided, response, classified, classification, assigned, output, test, screening, ai, "
            "algorithm, machine, called, inference, hypothesis, detected, flagged, suggested, computed, automatic, "
            "automated, llm, gpt, outputs, verdict, alarm, alert, warning"
        ),
        "German": "entscheidung, ausgabe, zugeordnet*, ki, erkannt, warnung, alarm",
        "French": "sortie, reponse, ia, depistage, alerte, alarme",
        "Spanish": "respuesta, salida, prueba, aviso, alarma",
        "Portuguese": "decisao, saida, resposta",
        "Italian": "decisione, risposta, uscita, allarme, esame",
        "Dutch": "beslissing, uitvoer, toegewezen, advies, waarschuwing",
        "Polish": "decyzja, odpowiedz, przypisan*",
        "Turkish": "karar, yanit, cikti",
        "Chinese": "判定",
    },
    "score": {
        "English": (
            "score, scores, prob, probs, proba, probas, probab*, p, yscore, yprob, yproba, logit, logits, logodds, "
            "log odds, confidence, posterior, propensity, likelihood, softmax, sigmoid, decision function, pre, conf, "
            "oof, *score, *probability, raw formula val, phat, insight score, raw, lambda min, lambda 1se, scr, pd"
        ),
        "German": "wahrscheinlich*, konfidenz, wsk",
        "French": "vraisemblance, confiance",
        "Spanish": "verosimilitud, confianza, puntuacion, puntaje",
        "Portuguese": "confianca, pontuacao, escore",
        "Italian": "confidenza, punteggio",
        "Dutch": "kans, kansen, waarschijnlijk*, betrouwbaarheid",
        "Polish": "prawdopodob*, pewnosc, ocena, wskaznik",
        "Turkish": "olasilik*, skor*",
        "Chinese": "概率, 機率, 得分, 分数, 置信度",
        "Japanese": "確率, スコア, 信頼度, 得点",
        "Russian": "вероятность, оценка, скор",
    },
    "model": {
        "English": (
            "model, models, classifier, classifiers, algorithm, method, learner, estimator, model name, classifier "
            "name, model id, classifier id, workflow, workflow id, wflow id, learner id, pipeline"
        ),
        "German": "modell, verfahren, klassifikator",
        "French": "modele, classifieur",
        "Spanish": "modelo, clasificador",
        "Portuguese": "classificador",
        "Italian": "modello, classificatore",
        "Dutch": "classificator",
        "Polish": "klasyfikator",
        "Turkish": "siniflandirici",
        "Chinese": "模型",
        "Japanese": "モデル",
    },
    "kind of model": {
        "English": (
            "model, forest, rf, xgb, xgboost, gbm, gbt, lgbm, lightgbm, catboost, svm, svc, logreg, logistic, glm, "
            "gam, lasso, ridge, elasticnet, enet, net, nn, mlp, cnn, rnn, lstm, bert, knn, nb, bayes, lda, qda, tree, "
            "cart, boost, boosting, boosted, bagging, ensemble, stack, stacked, classifier, baseline, champion, "
            "challenger, resnet, transformer, m, a, b, c, d, clf, reader, rater, read, radiologist, lgb, cat, blend, "
            "blended, voting, maxent, brt, mars, ann, decision tree, log reg, random forest, naive bayes, ada boost, "
            "grad boost, extra trees, soft vote, floresta, foret, bosque, foresta, wald, arbre, arbol, arvore, baum, "
            "red, reseau"
        ),
    },
    "check": {
        "English": (
            "correct, incorrect, error, errors, match, matches, mismatch, right, wrong, changed, agree, agrees, "
            "agreement, is correct, confusion, same"
        ),
        "German": "richtig, korrekt, falsch, fehler, treffer, ubereinstimmung, uebereinstimmung",
        "French": "correcte, erreur, concordance",
        "Spanish": "correcto, correcta, acierto, coincide",
        "Portuguese": "correto, erro, acerto",
        "Italian": "corretto, corretta, errore",
        "Dutch": "correct, fout, juist",
        "Polish": "poprawn*, blad",
        "Turkish": "dogru mu, hata",
        "Chinese": "正确, 错误",
        "Japanese": "正誤, 一致",
    },
    "cost_fp": {"English": "cost fp, cost of fp, fp cost, cost false positive, false positive cost"},
    "cost_fn": {"English": "cost fn, cost of fn, fn cost, cost false negative, false negative cost"},
    "amount": {
        "English": "amount, amounts",
        "German": "betrag",
        "French": "montant",
        "Spanish": "importe",
        "Portuguese": "montante",
        "Italian": "importo",
        "Dutch": "bedrag",
        "Polish": "kwota",
        "Turkish": "tutar",
        "Chinese": "金额",
        "Japanese": "金額",
    },
    "currency": {
        "English": "eur, euro, euros, usd, gbp, chf, jpy, pln, try, cny, brl, mxn, dollar, dollars, pounds, yen, zl, k",
    },
    "id": {
        "English": (
            "id, ids, identifier, uuid, guid, case, case no, case number, row ids, rowindex, row index, inst, key"
        ),
        "German": "nr, nummer, kennung, aktenzeichen",
        "French": "numero, identifiant",
        "Spanish": "identificador",
        "Portuguese": "codigo",
        "Italian": "identificativo",
        "Dutch": "nummer, kenmerk",
        "Polish": "numer, identyfikator",
        "Turkish": "numara, kimlik",
        "Chinese": "编号",
        "Japanese": "番号",
    },
    "count": {
        "English": "n, count, counts, freq, frequency, cases, number, num, n cases, frequencies",
        "German": "anzahl, haufigkeit, haeufigkeit, falle, faelle",
        "French": "effectif, nombre, frequence",
        "Spanish": "frecuencia, cuenta, cantidad, numero",
        "Portuguese": "frequencia, contagem, quantidade",
        "Italian": "frequenza, conteggio, numero",
        "Dutch": "aantal, frequentie",
        "Polish": "liczba, liczebnosc, czestosc",
        "Turkish": "sayi, frekans, adet",
        "Chinese": "数量, 频数, 人数, 计数",
        "Japanese": "度数, 件数, 人数",
    },
    "date": {
        "English": "date, day, month, year, time, timestamp, period, quarter, week, ts, datetime",
        "German": "datum, tag, monat, jahr, zeit, zeitpunkt, quartal",
        "French": "jour, mois, annee, heure",
        "Spanish": "fecha, dia, mes, ano",
        "Portuguese": "data",
        "Italian": "giorno, mese, anno",
        "Dutch": "dag, maand, jaar",
        "Polish": "dzien, miesiac, rok",
        "Turkish": "tarih, gun, ay, yil",
        "Chinese": "日期, 时间",
        "Japanese": "日付, 年月, 時刻",
    },
    "place": {
        "English": (
            "site, region, country, state, city, hospital, clinic, branch, store, center, centre, district, ward, "
            "municipality, province, county"
        ),
        "German": "ort, standort, land, stadt, klinik, filiale, bezirk, gemeinde, kanton, provinz",
        "French": "ville, pays, hopital, agence, commune, departement",
        "Spanish": "ciudad, pais, sucursal, municipio, provincia",
        "Portuguese": "cidade, regiao",
        "Italian": "citta, paese, regione, ospedale, comune",
        "Dutch": "plaats, ziekenhuis, regio, gemeente",
        "Polish": "miasto, kraj, szpital, gmina, powiat",
        "Turkish": "sehir, ulke, hastane, bolge, ilce",
        "Chinese": "城市, 地区, 医院",
        "Japanese": "都市, 地域, 病院",
    },
    "run": {
        "English": "run, seed, repeat, run id, seed id",
        "German": "lauf, wiederholung",
    },
    "group": {
        "English": "group, segment, subgroup, slice, cohort, group id, segment id",
        "German": "gruppe, segment, kohorte",
        "French": "groupe",
        "Spanish": "grupo, segmento",
        "Italian": "gruppo",
        "Dutch": "groep",
        "Polish": "grupa",
        "Turkish": "grup",
    },
    "fold": {
        "English": "fold, resample, fold id",
    },
    "weight": {
        "English": (
            "weight, weights, sample weight, sample weights, sampling weight, sampling weights, survey weight, survey "
            "weights, design weight, design weights, case weight, case weights, row weight, row weights, observation "
            "weight, observation weights, obs weight, obs weights"
        ),
        "German": "gewicht, gewichtung",
        "French": "poids",
        "Spanish": "peso",
        "Dutch": "gewicht",
    },
    "cluster": {
        "English": "cluster, clusters, cluster id",
    },
    "price": {
        "English": "price, revenue, cost, costs, turnover, value, loan",
        "German": "summe, preis, umsatz, kosten",
        "French": "prix",
        "Spanish": "monto, precio",
        "Portuguese": "valor, preco",
        "Italian": "prezzo",
        "Dutch": "prijs",
        "Polish": "cena",
        "Turkish": "miktar, fiyat",
        "Chinese": "价格",
        "Japanese": "価格",
    },
}
"""The words for each role of a column. Those of "class" may name a truth or a prediction, those of "decision" a
prediction unless the truth is named beside; "kind of model" is part of a model's name, "check" says whether a
prediction was right, "price" names what could be an amount, "currency" what stands behind one."""

CLASSES: Mapping[str, Mapping[str, str]] = {
    "positive": {
        "English": (
            "1, true, t, yes, y, positive, pos, +, event, case, disease, diseased, sick, ill, abnormal, abnorm, bad, "
            "default, defaulted, fraud, fraudulent, spam, anomaly, anomalous, outlier, malignant, cancer, "
            "tumor, tumour, dead, died, death, deceased, churn, churned, failed, fail, defect, defective, infected, "
            "toxic, phishing, malware, malicious, delinquent, charged off, bought, purchased, converted, clicked, "
            "present, recurrence, relapse, detected, tested positive, test positive, reactive, "
            "pathogenic, likely pathogenic"
        ),
        "German": (
            "ja, wahr, positiv, krank, bosartig, betrug, gestorben, verstorben, tot, ausfall, gekundigt, gekuendigt"
        ),
        "French": "oui, vrai, positif, positive, malade, malin, fraude, decede, mort",
        "Spanish": (
            "si, verdadero, positivo, positiva, enfermo, enferma, maligno, muerto, fallecido, moroso, presente, "
            "detectado"
        ),
        "Portuguese": "sim, verdadeiro, doente, morto, obito",
        "Italian": "vero, malato, malata, morto, deceduto, frode",
        "Dutch": "waar, positief, ziek, kwaadaardig, overleden",
        "Polish": "tak, prawda, pozytywny, chory, zlosliwy, zmarl",
        "Turkish": "evet, dogru, pozitif, hasta, kotu huylu, olu",
        "Chinese": "是, 有, 阳性, 陽性, 恶性, 死亡, 正",
        "Japanese": "はい, 有り, あり, 悪性",
        "Russian": "да, истина, болен, положительный",
    },
    "negative": {
        "English": (
            "0, -1, false, f, no, n, negative, neg, -, control, controls, normal, norm, healthy, good, benign, alive, "
            "living, survived, survivor, paid, repaid, fully paid, ham, legit, legitimate, genuine, clean, safe, "
            "stayed, stay, retained, none, absent, nonevent, non event, existing, passed, pass, ok, okay, current, "
            "inlier, tested negative, test negative, likely benign"
        ),
        "German": (
            "nein, falsch, negativ, gesund, gutartig, lebend, lebt, uberlebt, ueberlebt, unauffallig, kontrolle, "
            "bezahlt"
        ),
        "French": "non, faux, negatif, negative, sain, saine, benin, vivant, temoin, paye",
        "Spanish": "falso, negativo, negativa, sano, sana, benigno, vivo, viva, pagado, ausente",
        "Portuguese": "nao, saudavel, pago",
        "Italian": "falso, sano, vivo, pagato",
        "Dutch": "nee, onwaar, negatief, gezond, goedaardig, levend, betaald",
        "Polish": "nie, falsz, negatywny, zdrowy, lagodny, zyje",
        "Turkish": "hayir, yanlis, negatif, saglikli, iyi huylu, sag",
        "Chinese": "否, 无, 無, 阴性, 陰性, 良性, 正常, 存活, 负",
        "Japanese": "いいえ, 無し, なし",
        "Russian": "нет, ложь, здоров, отрицательный",
    },
    "not": {
        "English": "no, not, non, without",
        "German": "kein, keine, keiner, nicht, ohne",
        "French": "pas, sans, non",
        "Spanish": "sin, no",
        "Portuguese": "sem, nao",
        "Italian": "senza",
        "Dutch": "geen, niet, zonder",
        "Polish": "bez, nie, brak",
        "Turkish": "degil",
    },
}
"""Values that mean the positive or the negative class by themselves, and words that make one of several the latter."""
# fmt: on

_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_EASTERN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@lru_cache(4096)
def folded(text: str) -> str:
    """A text without case and accents.

    >>> folded("Prédiction"), folded("GERÇEK"), folded("Größe")
    ('prediction', 'gercek', 'grosse')
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).translate(_LETTERS)


@lru_cache(4096)
def words(name: str) -> tuple[str, ...]:
    """The words of a name, folded; a hump of letters begins a word.

    >>> words("Model_A.Score"), words("trueLabel"), words("Kunden-Nr.")
    (('model', 'a', 'score'), ('true', 'label'), ('kunden', 'nr'))
    """
    return tuple(re.findall(r"[^\W_]+", folded(_HUMP.sub(" ", name))))


class _Entries(NamedTuple):
    """Words, and words that follow each other; beginnings and ends; what may stand anywhere; the longest in words."""

    plain: frozenset[tuple[str, ...]]
    beginnings: tuple[str, ...]
    ends: tuple[str, ...]
    eastern: tuple[str, ...]
    longest: int


@lru_cache(64)
def _entries(table: str, role: str) -> _Entries:
    """The entries of a role by their kinds."""
    languages = (VOCABULARY if table == "columns" else CLASSES)[role]
    entries = [entry.strip() for text in languages.values() for entry in text.split(",")]
    eastern = tuple(folded(entry) for entry in entries if _EASTERN.search(entry))
    plain = frozenset(words(entry) or (entry,) for entry in entries if "*" not in entry and entry not in eastern)
    return _Entries(
        plain,
        tuple(folded(entry[:-1]) for entry in entries if entry.endswith("*")),
        tuple(folded(entry[1:]) for entry in entries if entry.startswith("*")),
        eastern,
        max(map(len, plain), default=1),
    )


@lru_cache(16384)
def said_words(name: str, role: str) -> frozenset[str]:
    """The words of a name that speak for a role of `VOCABULARY`, without the digits at their ends.

    >>> sorted(said_words("y_true", "truth")), sorted(said_words("pred1", "label"))
    (['true'], ['pred'])
    """
    plain, beginnings, ends, eastern, longest = _entries("columns", role)
    own = tuple(word.rstrip("0123456789") or word for word in words(name))
    found = {
        word
        for size in range(1, longest + 1)
        for start in range(len(own) - size + 1)
        if own[start : start + size] in plain
        for word in own[start : start + size]
    }
    found |= {word for word in own if word.startswith(beginnings) or word.endswith(ends)}
    if not name.isascii():
        whole = folded(name)
        found |= {entry for entry in eastern if entry in whole}
    return frozenset(found)


def says(name: str, *roles: str) -> bool:
    """Whether a name has words of one of some roles.

    >>> says("Wahrscheinlichkeit", "score"), says("pathway", "truth"), says("预测概率", "score")
    (True, False, True)
    """
    return any(said_words(name, role) for role in roles)


def without_eastern(name: str, *roles: str) -> str:
    """A name without the Chinese and Japanese words of some roles, and without signs at its ends.

    >>> without_eastern("预测不及格概率(%)", "label", "score")
    '不及格'
    """
    for role in roles:
        for entry in _entries("columns", role).eastern:
            name = name.replace(entry, " ")
    return re.sub(r"^[\W_]+|[\W_]+$", "", name)


def is_denial(value: str) -> bool:
    """Whether a value says no only as it denies something: "not valid", but not "no" and not "negative".

    >>> is_denial("No válido"), is_denial("negativo"), is_denial("no")
    (True, False, False)
    """
    own = words(value)
    return sense(value) is False and len(own) > 1 and own not in _entries("classes", "negative").plain


@lru_cache(4096)
def sense(value: str) -> bool | None:
    """Whether a value says yes (True) or no (False) by itself; None if it does not say.

    >>> [sense(value) for value in ("yes", "0", "Class1", "nein", "no-recurrence", "non-smoker", "LABEL_1", "<=50K")]
    [True, False, None, False, False, False, True, False]
    """
    text = value.strip()
    if (behind := re.fullmatch(r"(?:_*label[ _]*|\d+:)(.+)", text, re.IGNORECASE)) is not None:
        text = behind[1]
    own = words(text) or (text,)
    if text in ("-1", "-1.0"):
        return False
    if re.fullmatch(r"[<>≤≥]=?\s*[$€£]?\d[\d.,]*\s*\w{0,6}", text):
        return text[:1] in (">", "≥")
    for role, meaning in (("positive", True), ("negative", False)):
        entries = _entries("classes", role)
        if own in entries.plain or folded(text) in entries.eastern:
            return meaning
    return False if len(own) > 1 and own[:1] in _entries("classes", "not").plain else None


def without(name: str, *roles: str) -> str:
    """The words of a name that speak for none of some roles, as one text.

    >>> without("churn_pred", "label"), without("y_all_prob", "score")
    ('churn', 'y_all')
    """
    spoken: Iterable[str] = frozenset().union(*(said_words(name, role) for role in roles))
    return "_".join(word for word in words(name) if (word.rstrip("0123456789") or word) not in spoken)


def _without_currency(name: str, role: str) -> tuple[str, ...]:
    """The words of a name; of an amount without those of its currency."""
    own = words(name)
    while role == "amount" and len(own) > 1 and own[-1:] in _entries("columns", "currency").plain:
        own = own[:-1]
    return own


@lru_cache(16384)
def is_called(name: str, role: str) -> bool:
    """Whether a name is one of those of a role, and has no other words but of a currency.

    >>> is_called("sample_weight", "weight"), is_called("Betrag (€)", "amount"), is_called("amount_eur", "amount")
    (True, True, True)
    """
    entries = _entries("columns", role)
    return _without_currency(name, role) in entries.plain or (not name.isascii() and folded(name) in entries.eastern)


@lru_cache(16384)
def ends_as(name: str, role: str) -> bool:
    """Whether the last word of a name, but for a currency, is one of those of a role.

    >>> ends_as("Patient ID", "id"), ends_as("Kunden-Nr.", "id"), ends_as("identity", "id")
    (True, True, False)
    """
    return _without_currency(name, role)[-1:] in _entries("columns", role).plain or is_called(name, role)
