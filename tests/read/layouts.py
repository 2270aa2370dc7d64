"""Prediction files in the forms in which tools write them, and what the reader makes of each.

`python -m tests.read.layouts` writes the tables of README.md beside this file.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.read.judge import MUST_ASK, THINGS, Layout, Outcome, Right, outcome
from tests.read.known import (
    AGE,
    AMOUNT,
    CASES,
    DATE,
    FEATURE,
    FOLD,
    LABEL,
    LABELS,
    OFTEN,
    ONE,
    OTHER,
    REGION,
    TRUTH,
    Expected,
    P,
    Q,
    attribute_file,
    codes,
    comma,
    digits,
    feather,
    json_lines,
    json_text,
    numbered,
    of_predicted,
    orc,
    parquet,
    sheet_rows,
    stata,
    text,
    words,
    workbook,
)
from tests.read.pairs import PAIRS, outcomes

PLACE = Path(__file__).with_name("README.md")

LAYOUTS: list[Layout] = []


def add(
    name: str,
    tool: str,
    source: str,
    content: bytes,
    truth: str,
    positive: str,
    models: tuple[Expected, ...] = ONE,
    *,
    file: str = "predictions.csv",
    **right: Any,
) -> None:
    LAYOUTS.append(Layout(name, tool, source, content, file, Right(truth, positive, models, **right)))


def two(one: str = "", other: str = "", cut: float | None = 0.5) -> tuple[Expected, ...]:
    return Expected.of(P, cut=cut, name=one), Expected.of(Q, cut=cut, name=other)


def taken(mask: Any, values: Sequence[str]) -> list[str]:
    return [value for value, is_taken in zip(values, mask, strict=True) if is_taken]


C, PRED, SCORE = codes(TRUTH), codes(LABEL), digits(P)
NOT = digits(1 - P)
OF_PREDICTED = digits(of_predicted(P))
YES, SAYS_YES = words(TRUTH, "Yes", "No"), words(LABEL, "Yes", "No")
SMALL_YES, SAYS_SMALL_YES = words(TRUTH, "yes", "no"), words(LABEL, "yes", "no")
ODDS = np.round(np.log(P / (1 - P)), 4)
LOG_ODDS = digits(ODDS)
ROW = numbered()
THOUSANDTHS = np.round(P * 1000)
RISK = (Expected.of(THOUSANDTHS, cut=None),)

# scikit-learn and habits around it

SKLEARN = "sklearn.metrics: y_true, y_pred, y_score"
add("sklearn-y", "scikit-learn", SKLEARN, text({"y_true": C, "y_pred": PRED, "y_score": SCORE}), "y_true", "1")
add(
    "sklearn-y-test",
    "scikit-learn",
    "user guide, model evaluation: y_test, predict, predict_proba",
    text({"y_test": C, "y_pred": PRED, "y_proba": SCORE}),
    "y_test",
    "1",
)
add(
    "sklearn-frame-index",
    "scikit-learn, pandas",
    "pandas.DataFrame.to_csv writes the index without a name",
    text({"": numbered(0), "y_test": C, "y_pred": PRED}),
    "y_test",
    "1",
    LABELS,
    label=("y_pred",),
)
add(
    "sklearn-labels-before-truth",
    "scikit-learn, pandas",
    "pandas.DataFrame.to_csv of {predicted, actual}",
    text({"predicted": PRED, "actual": C}),
    "actual",
    "1",
    LABELS,
    label=("predicted",),
)
add(
    "sklearn-proba-frame",
    "scikit-learn, pandas",
    "DataFrame(clf.predict_proba(X)): columns 0 and 1 in the order of classes_",
    text({"0": NOT, "1": SCORE, "target": C}),
    "target",
    "1",
    score=("1",),
)
add(
    "sklearn-proba-columns",
    "scikit-learn",
    "predict_proba: a column a class, in the order of classes_",
    text({"id": ROW, "proba_0": NOT, "proba_1": SCORE, "y_true": C}),
    "y_true",
    "1",
    score=("proba_1",),
)
add(
    "sklearn-decision-function",
    "scikit-learn",
    "decision_function: above 0 is the second class",
    text({"y_true": C, "decision_function": LOG_ODDS}),
    "y_true",
    "1",
    (Expected.of(ODDS, cut=0),),
    alternatives=((Expected.of(ODDS, cut=None),),),
    score=("decision_function",),
)
add(
    "sklearn-cross-val",
    "scikit-learn",
    "cross_val_predict(method='predict_proba') beside the number of the split",
    text({"fold": FOLD, "y": C, "y_prob": SCORE}),
    "y",
    "1",
)
add(
    "sklearn-two-estimators",
    "scikit-learn",
    "RocCurveDisplay.from_predictions of several estimators",
    text({"y_true": C, "LogisticRegression": SCORE, "RandomForestClassifier": digits(Q)}),
    "y_true",
    "1",
    two("LogisticRegression", "RandomForestClassifier"),
    score=("LogisticRegression", "RandomForestClassifier"),
)
add(
    "sklearn-breast-cancer",
    "scikit-learn",
    "load_breast_cancer: target_names malignant, benign; predict_proba by class",
    text(
        {
            "mean radius": AMOUNT,
            "diagnosis": words(TRUTH, "malignant", "benign"),
            "prob_benign": NOT,
            "prob_malignant": SCORE,
        }
    ),
    "diagnosis",
    "malignant",
    score=("prob_malignant",),
)
add(
    "sklearn-minus-one",
    "scikit-learn",
    "OutlierDetection and linear models: labels 1 and -1",
    text({"y": words(TRUTH, "1", "-1"), "y_hat": words(LABEL, "1", "-1"), "score": LOG_ODDS}),
    "y",
    "1",
    (Expected.of(ODDS, label=LABEL),),
)
add(
    "sklearn-bool",
    "scikit-learn, pandas",
    "to_csv writes True and False",
    text({"is_fraud": words(TRUTH, "True", "False"), "predicted": words(LABEL, "True", "False"), "probability": SCORE}),
    "is_fraud",
    "True",
)
add(
    "sklearn-groundtruth",
    "scikit-learn",
    "classification_report of ground truth and predictions",
    text({"Ground Truth": SMALL_YES, "Prediction": SAYS_SMALL_YES}),
    "Ground Truth",
    "yes",
    LABELS,
    label=("Prediction",),
)

# H2O

H2O = "docs.h2o.ai, predict: predict, then the probability of each class"
add("h2o-p0-p1", "H2O", H2O, text({"predict": PRED, "p0": NOT, "p1": SCORE, "churn": C}), "churn", "1", score=("p1",))
add(
    "h2o-words",
    "H2O",
    "R package modelimpact, predictions: predict, No, Yes, Churn",
    text({"predict": SAYS_YES, "No": NOT, "Yes": SCORE, "Churn": YES}),
    "Churn",
    "Yes",
    score=("Yes",),
)
add(
    "h2o-driverless",
    "H2O Driverless AI",
    "scoring: target.class columns",
    text({"Churn": YES, "Churn.No": NOT, "Churn.Yes": SCORE}),
    "Churn",
    "Yes",
    score=("Churn.Yes",),
)
add(
    "h2o-truth-first",
    "H2O",
    "as_data_frame() of cbind(test['default'], predict)",
    text({"default": C, "predict": PRED, "p0": NOT, "p1": SCORE}, quoted=True),
    "default",
    "1",
    score=("p1",),
)

# PyCaret

add(
    "pycaret-predicted-class",
    "PyCaret",
    "predict_model: prediction_label, prediction_score (of the predicted class)",
    text(
        {"WeekofPurchase": AGE, "PriceCH": FEATURE, "Purchase": YES, "prediction_label": SAYS_YES}
        | {"prediction_score": OF_PREDICTED}
    ),
    "Purchase",
    "Yes",
    (Expected.of(label=LABEL),),
    score=("prediction_score",),
    label=("prediction_label",),
)
add(
    "pycaret-raw-score",
    "PyCaret",
    "predict_model(raw_score=True): prediction_score_0, prediction_score_1",
    text({"default": C, "prediction_label": PRED, "prediction_score_0": NOT, "prediction_score_1": SCORE}),
    "default",
    "1",
    score=("prediction_score_1",),
)
add(
    "pycaret-old",
    "PyCaret 2",
    "predict_model: Label, Score",
    text({"Age": AGE, "target": C, "Label": PRED, "Score": OF_PREDICTED}),
    "target",
    "1",
    (Expected.of(label=LABEL),),
    score=("Score",),
    label=("Label",),
)

# SageMaker, Amazon

add(
    "sagemaker-batch-no-header",
    "SageMaker XGBoost",
    "batch transform, join_source Input: the input row, then the score; no header",
    text({"y": C, "a": AGE, "b": AMOUNT, "s": SCORE}, header=False),
    "column 1",
    "1",
    score=("column 4",),
)
add(
    "sagemaker-label-score-no-header",
    "SageMaker XGBoost",
    "batch transform, output_filter $[0,-1]: label and score; no header",
    text({"y": C, "s": SCORE}, header=False),
    "column 1",
    "1",
    score=("column 2",),
)
add(
    "sagemaker-autopilot",
    "SageMaker Autopilot",
    "inference response: predicted_label, probability (of it), probabilities, labels",
    text(
        {"y": SMALL_YES, "predicted_label": SAYS_SMALL_YES, "probability": OF_PREDICTED}
        | {"probabilities": [f"[{no}, {yes}]" for no, yes in zip(NOT, SCORE, strict=True)]}
        | {"labels": ["['no', 'yes']"] * CASES}
    ),
    "y",
    "yes",
    (Expected.of(label=LABEL),),
    score=("probability",),
    label=("predicted_label",),
)
add(
    "sagemaker-linear-learner",
    "SageMaker Linear Learner",
    "inference formats: predicted_label, score (JSON lines)",
    json_lines(
        {"label": int(true), "score": float(score), "predicted_label": int(score >= 0.5)}
        for true, score in zip(TRUTH, P, strict=True)
    ),
    "label",
    "1",
    file="out.jsonl",
    label=("predicted_label",),
    score=("score",),
)
add(
    "amazon-ml",
    "Amazon Machine Learning",
    "reading the batch prediction output: trueLabel, bestAnswer, score",
    text({"trueLabel": C, "bestAnswer": PRED, "score": [f"{score:.6E}" for score in P]}),
    "trueLabel",
    "1",
)
add(
    "fraud-detector",
    "Amazon Fraud Detector",
    "batch predictions: EVENT_ID, EVENT_TIMESTAMP, model_insightscore 0 to 1000",
    text(
        {"EVENT_ID": ROW, "EVENT_TIMESTAMP": DATE, "EVENT_LABEL": words(TRUTH, "fraud", "legit")}
        | {"fraud_model_insightscore": digits(THOUSANDTHS, 0)}
    ),
    "EVENT_LABEL",
    "fraud",
    RISK,
    score=("fraud_model_insightscore",),
)

# Weka

WEKA_TRUE, WEKA_SAYS = words(TRUTH, "2:yes", "1:no"), words(LABEL, "2:yes", "1:no")
WEKA_ERROR = words(TRUTH != LABEL, "+", "")
add(
    "weka-csv",
    "Weka",
    "weka.classifiers.evaluation.output.prediction.CSV: inst#, actual, predicted, error, prediction",
    text({"inst#": ROW, "actual": WEKA_TRUE, "predicted": WEKA_SAYS, "error": WEKA_ERROR, "prediction": OF_PREDICTED}),
    "actual",
    "2:yes",
    (Expected.of(label=LABEL),),
    score=("prediction",),
    label=("predicted",),
    or_positive=("yes",),
)
add(
    "weka-csv-distribution",
    "Weka",
    "the same with -distribution: one header, a column for each class, * at the predicted one",
    text(
        {"inst#": ROW, "actual": WEKA_TRUE, "predicted": WEKA_SAYS, "error": WEKA_ERROR}
        | {"distribution": [("" if says else "*") + no for says, no in zip(LABEL, NOT, strict=True)]}
        | {"": [("*" if says else "") + yes for says, yes in zip(LABEL, SCORE, strict=True)]}
    ),
    "actual",
    "2:yes",
    (Expected.of(label=LABEL),),
    alternatives=(LABELS,),
    label=("predicted",),
    or_positive=("yes",),
)
add(
    "weka-plain",
    "Weka",
    "PlainText (-p 0): a title, columns aligned with blanks",
    (
        "=== Predictions on test data ===\n\n    inst#     actual  predicted error prediction\n"
        + "".join(
            f"{row:>9} {true:>10} {says:>10} {error:>5} {score}\n"
            for row, true, says, error, score in zip(
                ROW, WEKA_TRUE, WEKA_SAYS, words(TRUTH != LABEL, "+", " "), digits(of_predicted(P), 3), strict=True
            )
        )
        + "\n"
    ).encode(),
    "actual",
    "2:yes",
    (Expected.of(np.where(LABEL, 1, -1) * (np.round(of_predicted(P), 3) - 0.5) + 0.5, label=LABEL),),
    file="predictions.txt",
    score=("prediction",),
    label=("predicted",),
    or_positive=("yes",),
)
add(
    "weka-arff",
    "Weka",
    "filter AddClassification in ARFF: classification, distribution_no, distribution_yes",
    attribute_file(
        {
            "age": ("numeric", AGE),
            "class": ("{no,yes}", SMALL_YES),
            "classification": ("{no,yes}", SAYS_SMALL_YES),
            "distribution_no": ("numeric", NOT),
            "distribution_yes": ("numeric", SCORE),
        }
    ),
    "class",
    "yes",
    file="predictions.arff",
    score=("distribution_yes",),
)

# R

add(
    "caret-resamples",
    "caret",
    "trainControl(savePredictions='final', classProbs=TRUE): pred, obs, classes, rowIndex, Resample",
    text(
        {"pred": SAYS_SMALL_YES, "obs": SMALL_YES, "no": NOT, "yes": SCORE, "rowIndex": ROW}
        | {"Resample": [f"Fold{fold}" for fold in FOLD]},
        quoted=True,
    ),
    "obs",
    "yes",
    score=("yes",),
)
add(
    "caret-class1",
    "caret",
    "twoClassSim: Class1, Class2; the first level is the event, which the file does not say",
    text(
        {"": ROW, "pred": words(LABEL, "Class1", "Class2"), "obs": words(TRUTH, "Class1", "Class2")}
        | {"Class1": SCORE, "Class2": NOT, "rowIndex": ROW, "mtry": ["2"] * CASES}
        | {"Resample": [f"Fold{fold}" for fold in FOLD]},
        quoted=True,
    ),
    "obs",
    "Class1",
    score=("Class1",),
    asks=frozenset({"positive"}),
)
add(
    "tidymodels-augment",
    "tidymodels",
    "parsnip::augment: .pred_class, .pred_no, .pred_yes",
    text({".pred_class": SAYS_SMALL_YES, ".pred_no": NOT, ".pred_yes": SCORE, "age": AGE, "purchase": SMALL_YES}),
    "purchase",
    "yes",
    score=(".pred_yes",),
)
add(
    "tidymodels-collect",
    "tidymodels",
    "tune::collect_predictions: .pred_No, .pred_Yes, id, .row, truth, .config",
    text(
        {".pred_class": SAYS_YES, ".pred_No": NOT, ".pred_Yes": SCORE, "id": [f"Fold{fold}" for fold in FOLD]}
        | {"Churn": YES, ".row": ROW, ".config": ["pre0_mod0_post0"] * CASES}
    ),
    "Churn",
    "Yes",
    score=(".pred_Yes",),
)
add(
    "yardstick-two-class",
    "tidymodels",
    "yardstick::two_class_example: truth, Class1, Class2, predicted",
    text(
        {"truth": words(TRUTH, "Class1", "Class2"), "Class1": SCORE, "Class2": NOT}
        | {"predicted": words(LABEL, "Class1", "Class2")}
    ),
    "truth",
    "Class1",
    score=("Class1",),
    asks=frozenset({"positive"}),
)
add(
    "mlr3",
    "mlr3",
    "PredictionClassif as.data.table: row_ids, truth, response, prob.pos, prob.neg",
    text(
        {"row_ids": ROW, "truth": words(TRUTH, "pos", "neg"), "response": words(LABEL, "pos", "neg")}
        | {"prob.pos": SCORE, "prob.neg": NOT}
    ),
    "truth",
    "pos",
    score=("prob.pos",),
)
add(
    "mlr3-sonar",
    "mlr3",
    "tsk('sonar'): classes M and R, truth, response, prob.M, prob.R",
    text(
        {"row_ids": ROW, "truth": words(TRUTH, "M", "R"), "response": words(LABEL, "M", "R"), "prob.M": SCORE}
        | {"prob.R": NOT}
    ),
    "truth",
    "M",
    score=("prob.M",),
    asks=frozenset({"positive"}),
)
add(
    "r-glm-fitted",
    "R",
    "write.csv(data.frame(y, fitted = fitted(fit))): names of rows in quotes",
    text({"": ROW, "y": C, "fitted": SCORE}, quoted=True),
    "y",
    "1",
)
add(
    "r-broom",
    "R, broom",
    "augment.glm(type.predict='response'): .fitted, .resid, .hat, .sigma, .cooksd, .std.resid",
    text(
        {"am": C, "wt": AMOUNT, ".fitted": SCORE, ".resid": digits(TRUTH - P), ".hat": FEATURE}
        | {".sigma": digits(np.full(CASES, 0.81) + P / 50), ".cooksd": digits((TRUTH - P) ** 2 / 9)}
        | {".std.resid": digits((TRUTH - P) * 1.1)}
    ),
    "am",
    "1",
    score=(".fitted",),
)
add(
    "r-rocr",
    "R, ROCR",
    "ROCR.simple: predictions, labels",
    text({"predictions": SCORE, "labels": C}),
    "labels",
    "1",
    score=("predictions",),
)
add(
    "r-auc-churn",
    "R, AUC",
    "data(churn): predictions, predictions2, churn",
    text({"predictions": SCORE, "predictions2": digits(Q), "churn": C}),
    "churn",
    "1",
    two(),
    score=("predictions", "predictions2"),
)
add(
    "r-random-forest",
    "R, randomForest",
    "predicted and votes of the object, a column a class",
    text({"y": SMALL_YES, "predicted": SAYS_SMALL_YES, "no": NOT, "yes": SCORE}, quoted=True),
    "y",
    "yes",
    score=("yes",),
)
add(
    "r-write-csv2",
    "R",
    "write.csv2: semicolons and decimal commas",
    text({"obs": C, "pred": comma(SCORE)}, ";", quoted=False),
    "obs",
    "1",
)
add(
    "r-proc-asah",
    "R, pROC",
    "data(aSAH): outcome Good or Poor, s100b",
    text({"gos6": AGE, "outcome": words(TRUTH, "Poor", "Good"), "gender": REGION, "age": AGE, "s100b": digits(P * 2)}),
    "outcome",
    "Poor",
    (Expected.of(P, cut=None),),
    score=("s100b",),
    asks=frozenset({"models"}),
)
add(
    "r-na",
    "R",
    "write.csv writes NA for a missing value",
    text({"truth": [*C[:100], *["NA"] * 20], "prob": SCORE}),
    "truth",
    "1",
    (Expected.of(P[:100], TRUTH[:100]),),
    positives=float(TRUTH[:100].sum()),
    asks=frozenset({"models"}),
)

# SAS, SPSS, Stata and others of their kind

add(
    "sas-enterprise-miner",
    "SAS Enterprise Miner",
    "Predictive Modeling: F_, I_, P_, U_, R_ before the name of the target, _WARN_",
    text(
        {"BAD": C, "F_BAD": C, "I_BAD": PRED, "P_BAD0": NOT, "P_BAD1": SCORE, "R_BAD0": digits(P - TRUTH)}
        | {"R_BAD1": digits(TRUTH - P), "U_BAD": PRED, "_WARN_": [""] * CASES}
    ),
    "BAD",
    "1",
    or_truth="F_BAD",
    score=("P_BAD1",),
)
add(
    "sas-em-fixed",
    "SAS Enterprise Miner",
    "Fixed Variable Names: EM_CLASSIFICATION, EM_EVENTPROBABILITY, EM_PROBABILITY",
    text({"ATTRITION": C, "EM_CLASSIFICATION": PRED, "EM_EVENTPROBABILITY": SCORE, "EM_PROBABILITY": OF_PREDICTED}),
    "ATTRITION",
    "1",
    score=("EM_EVENTPROBABILITY",),
)
add(
    "sas-logistic-predprobs",
    "SAS",
    "PROC LOGISTIC OUTPUT PREDPROBS=INDIVIDUAL: _FROM_, _INTO_, IP_0, IP_1",
    text({"default": C, "age": AGE, "_FROM_": C, "_INTO_": PRED, "IP_0": NOT, "IP_1": SCORE}),
    "default",
    "1",
    or_truth="_FROM_",
    score=("IP_1",),
)
add(
    "sas-logistic-phat",
    "SAS",
    "PROC LOGISTIC OUTPUT OUT= P=phat: _LEVEL_ and phat",
    text({"remiss": C, "cell": FEATURE, "_LEVEL_": ["1"] * CASES, "phat": SCORE}),
    "remiss",
    "1",
    score=("phat",),
)
add(
    "sas-codes",
    "SAS",
    "formats: 1 Yes, 2 No",
    text({"disease": words(TRUTH, "1", "2"), "phat": SCORE}),
    "disease",
    "1",
    score=("phat",),
    asks=frozenset({"positive"}),
)
add(
    "spss-regression",
    "SPSS Statistics",
    "LOGISTIC REGRESSION /SAVE=PRED PGROUP: PRE_1, PGR_1",
    text({"age": AGE, "default": C, "PRE_1": SCORE, "PGR_1": PRED}),
    "default",
    "1",
    score=("PRE_1",),
)
add(
    "spss-modeler-logistic",
    "SPSS Modeler",
    "Logistic nugget: $L-target, $LP-target (of the predicted class), $LRP-target (raw propensity)",
    text({"churn": C, "$L-churn": PRED, "$LP-churn": OF_PREDICTED, "$LRP-churn": SCORE}),
    "churn",
    "1",
    score=("$LRP-churn",),
    label=("$L-churn",),
)
add(
    "spss-modeler-c5",
    "SPSS Modeler",
    "C5.0 nugget: $C-target, $CC-target (confidence of the predicted class)",
    text({"Drug": YES, "$C-Drug": SAYS_YES, "$CC-Drug": OF_PREDICTED}),
    "Drug",
    "Yes",
    (Expected.of(label=LABEL),),
    score=("$CC-Drug",),
    label=("$C-Drug",),
)
add(
    "spss-german",
    "SPSS Statistics",
    "SAVE TRANSLATE /TYPE=CSV in a German locale: semicolons, decimal commas",
    text(
        {"Ausfall": words(TRUTH, "Ja", "Nein"), "PRE_1": comma(digits(P, 4)), "PGR_1": words(LABEL, "Ja", "Nein")}, ";"
    ),
    "Ausfall",
    "Ja",
    score=("PRE_1",),
)
add(
    "stata-predict",
    "Stata",
    "predict p, pr; export delimited",
    text({"make": [f"car {row}" for row in ROW], "foreign": words(TRUTH, "Foreign", "Domestic"), "p": SCORE}),
    "foreign",
    "Foreign",
    score=("p",),
    asks=frozenset({"positive"}),
)
add(
    "stata-phat",
    "Stata",
    "logit died ...; predict phat; predict xb, xb",
    text({"died": C, "age": AGE, "phat": SCORE, "xb": LOG_ODDS}),
    "died",
    "1",
    alternatives=((Expected.of(name="phat"), Expected.of(ODDS, cut=None, name="xb")),),
    score=("phat",),
)
add(
    "jmp",
    "JMP",
    "Save Probability Formula: Lin[], Prob[], Most Likely",
    text({"Churn": YES, "Lin[Yes]": LOG_ODDS, "Prob[Yes]": SCORE, "Prob[No]": NOT, "Most Likely Churn": SAYS_YES}),
    "Churn",
    "Yes",
    score=("Prob[Yes]",),
)
add(
    "minitab",
    "Minitab",
    "Binary Logistic Regression, storage: EPRO1, the event probability",
    text({"Default": YES, "Income": AMOUNT, "EPRO1": SCORE}),
    "Default",
    "Yes",
    score=("EPRO1",),
)
add(
    "matlab",
    "MATLAB",
    "[YPred, scores] = predict(mdl, X); writetable: scores_1, scores_2",
    text({"YTest": C, "YPred": PRED, "scores_1": NOT, "scores_2": SCORE}),
    "YTest",
    "1",
    score=("scores_2",),
)

# Google Cloud

add(
    "vertex-json-lines",
    "Vertex AI AutoML",
    "batch prediction to Cloud Storage: instance, prediction.classes, prediction.scores",
    json_lines(
        {"instance": {"age": age, "churn": true}, "prediction": {"classes": ["no", "yes"], "scores": [1 - p, p]}}
        for age, true, p in zip(AGE, SMALL_YES, P.tolist(), strict=True)
    ),
    "churn",
    "yes",
    or_truth="instance.churn",
    file="prediction.results-00000-of-00001.jsonl",
)
add(
    "vertex-custom",
    "Vertex AI",
    "custom model: instance is the list of features, here with a key; prediction one number",
    json_lines(
        {"instance": {"id": row, "label": int(true)}, "prediction": p}
        for row, true, p in zip(ROW, TRUTH, P.tolist(), strict=True)
    ),
    "label",
    "1",
    or_truth="instance.label",
    file="predictions.jsonl",
)
add(
    "automl-tables",
    "Google AutoML Tables",
    "batch prediction as CSV: target_class_score",
    text({"Age": AGE, "Churn": YES, "Churn_No_score": NOT, "Churn_Yes_score": SCORE}),
    "Churn",
    "Yes",
    score=("Churn_Yes_score",),
)
add(
    "automl-tables-bank",
    "Google AutoML Tables",
    "the tutorial's Deposit, 1 or 2: Deposit_1_score, Deposit_2_score",
    text({"Deposit": words(TRUTH, "2", "1"), "Deposit_1_score": NOT, "Deposit_2_score": SCORE}),
    "Deposit",
    "2",
    score=("Deposit_2_score",),
    asks=frozenset({"positive"}),
)
add(
    "bigquery-json",
    "BigQuery ML",
    "ML.PREDICT: predicted_label, predicted_label_probs (label, prob), exported as JSON lines",
    json_lines(
        {"predicted_churned": says, "predicted_churned_probs": probs, "churned": true}
        for says, true, probs in zip(
            PRED,
            C,
            [[{"label": "1", "prob": p}, {"label": "0", "prob": round(1 - p, 4)}] for p in P.tolist()],
            strict=True,
        )
    ),
    "churned",
    "1",
    file="bq-results.json",
)
add(
    "bigquery-csv",
    "BigQuery ML",
    "the same saved from the console as CSV: the array as text",
    text(
        {"predicted_label": PRED, "label": C}
        | {
            "predicted_label_probs": [
                json.dumps([{"label": "1", "prob": str(p)}, {"label": "0", "prob": str(round(1 - p, 4))}])
                for p in P.tolist()
            ]
        }
    ),
    "label",
    "1",
    alternatives=(LABELS,),
    label=("predicted_label",),
)

# DataRobot, KNIME, Orange, Spark, RapidMiner

add(
    "datarobot-batch",
    "DataRobot",
    "docs.datarobot.com, Output formats: target_class_PREDICTION, THRESHOLD, POSITIVE_CLASS",
    text(
        {"churn_Yes_PREDICTION": SCORE, "churn_No_PREDICTION": NOT, "churn_PREDICTION": SAYS_YES}
        | {"THRESHOLD": ["0.5"] * CASES, "POSITIVE_CLASS": ["Yes"] * CASES}
        | {"DEPLOYMENT_APPROVAL_STATUS": ["APPROVED"] * CASES, "churn": YES}
    ),
    "churn",
    "Yes",
    score=("churn_Yes_PREDICTION",),
)
add(
    "datarobot-isbadbuy",
    "DataRobot",
    "the same with the codes of the documentation's example",
    text(
        {"IsBadBuy": C, "isbadbuy_1_PREDICTION": SCORE, "isbadbuy_0_PREDICTION": NOT, "isbadbuy_PREDICTION": PRED}
        | {"THRESHOLD": ["0.5"] * CASES, "POSITIVE_CLASS": ["1"] * CASES}
    ),
    "IsBadBuy",
    "1",
    score=("isbadbuy_1_PREDICTION",),
)
add(
    "datarobot-training",
    "DataRobot",
    "training predictions: Row ID, Partition, Cross-Validation Prediction",
    text(
        {"Row ID": numbered(0), "Partition": [f"{fold}.0" for fold in FOLD], "readmitted": C}
        | {"Cross-Validation Prediction": SCORE}
    ),
    "readmitted",
    "1",
    score=("Cross-Validation Prediction",),
)
add(
    "knime",
    "KNIME",
    "Logistic Regression Predictor: P (target=value), Prediction (target)",
    text(
        {"row ID": [f"Row{row}" for row in ROW], "Churn": C, "P (Churn=0)": NOT, "P (Churn=1)": SCORE}
        | {"Prediction (Churn)": PRED}
    ),
    "Churn",
    "1",
    score=("P (Churn=1)",),
)
add(
    "knime-confidence",
    "KNIME",
    "Random Forest Predictor: Prediction (target) (Confidence), of the predicted class",
    text(
        {"diagnosis": words(TRUTH, "malignant", "benign"), "P (diagnosis=malignant)": SCORE}
        | {"P (diagnosis=benign)": NOT, "Prediction (diagnosis)": words(LABEL, "malignant", "benign")}
        | {"Prediction (diagnosis) (Confidence)": OF_PREDICTED}
    ),
    "diagnosis",
    "malignant",
    score=("P (diagnosis=malignant)",),
)
ORANGE = {"age": AGE, "churn": SMALL_YES, "Logistic Regression": SAYS_SMALL_YES, "Logistic Regression (no)": NOT}
ORANGE |= {"Logistic Regression (yes)": SCORE}
add(
    "orange-three-rows",
    "Orange",
    "Save Data as .tab: names, types and flags in three rows",
    text(
        {
            name: [kind, flag, *ORANGE[name]]
            for name, kind, flag in zip(
                ORANGE,
                ["continuous", "no yes", "no yes", "continuous", "continuous"],
                ["", "class", "meta", "meta", "meta"],
                strict=True,
            )
        },
        "\t",
    ),
    "churn",
    "yes",
    file="predictions.tab",
    score=("Logistic Regression (yes)",),
)
add(
    "orange-prefixes",
    "Orange",
    "a single header row with prefixes: C#, cD#, mD#, mC#",
    text(
        {
            "C#age": AGE,
            "cD#churn": SMALL_YES,
            "mD#Logistic Regression": SAYS_SMALL_YES,
            "mC#Logistic Regression (no)": NOT,
            "mC#Logistic Regression (yes)": SCORE,
        }
    ),
    "churn",
    "yes",
    score=("mC#Logistic Regression (yes)",),
    or_truth="cD#churn",
)
add(
    "orange-two-learners",
    "Orange",
    "Test and Score, Predictions: learner, learner (class)",
    text(
        {"heart disease": C, "Logistic Regression": PRED, "Tree": codes(OTHER), "Logistic Regression (0)": NOT}
        | {"Logistic Regression (1)": SCORE, "Tree (0)": digits(1 - Q), "Tree (1)": digits(Q), "Fold": FOLD}
    ),
    "heart disease",
    "1",
    two("Logistic Regression", "Tree"),
    score=("Logistic Regression (1)", "Tree (1)"),
)
VECTOR = [f"[{no},{yes}]" for no, yes in zip(NOT, SCORE, strict=True)]
add(
    "spark-csv",
    "Spark ML",
    "LogisticRegressionModel.transform: rawPrediction, probability, prediction; vectors as text",
    text(
        {"label": [f"{code}.0" for code in C], "rawPrediction": [f"[{-odds},{odds}]" for odds in ODDS]}
        | {"probability": VECTOR, "prediction": [f"{code}.0" for code in PRED]}
    ),
    "label",
    "1",
    alternatives=((Expected.of(ODDS, label=LABEL),),),
    score=("probability",),
)
add(
    "spark-json",
    "Spark ML",
    "toJSON of the same: a dense vector is {type: 1, values}",
    json_lines(
        {
            "label": float(true),
            "probability": {"type": 1, "values": [round(1 - p, 4), p]},
            "prediction": float(p >= 0.5),
        }
        for true, p in zip(TRUTH, P.tolist(), strict=True)
    ),
    "label",
    "1",
    file="part-00000.json",
    alternatives=(LABELS,),
)
add(
    "rapidminer",
    "RapidMiner",
    "Apply Model: prediction(label), confidence(class)",
    text({"Churn": SMALL_YES, "prediction(Churn)": SAYS_SMALL_YES, "confidence(no)": NOT, "confidence(yes)": SCORE}),
    "Churn",
    "yes",
    score=("confidence(yes)",),
)
add(
    "rapidminer-export",
    "RapidMiner",
    "Write CSV: semicolons, quotes, prediction first",
    text(
        {"id": ROW, "prediction(Survived)": SAYS_YES, "confidence(Yes)": SCORE, "confidence(No)": NOT, "Survived": YES},
        ";",
        quoted=True,
    ),
    "Survived",
    "Yes",
    score=("confidence(Yes)",),
)

# More platforms

add(
    "azure-ml-designer",
    "Azure ML",
    "Score Model: Scored Labels, Scored Probabilities",
    text(
        {"age": AGE, "income": words(TRUTH, ">50K", "<=50K"), "Scored Labels": words(LABEL, ">50K", "<=50K")}
        | {"Scored Probabilities": SCORE}
    ),
    "income",
    ">50K",
    score=("Scored Probabilities",),
    asks=frozenset({"positive"}),
)
add(
    "azure-ml-codes",
    "Azure ML",
    "Score Model on 0 and 1",
    text({"Scored Labels": PRED, "Scored Probabilities": SCORE, "Churn": C}),
    "Churn",
    "1",
    score=("Scored Probabilities",),
)
add(
    "mlflow-eval-table",
    "MLflow",
    "mlflow.evaluate: eval_results_table.json, pandas orient='split'",
    json_text(
        {
            "columns": ["age", "target", "prediction"],
            "data": [[int(age), int(true), int(says)] for age, true, says in zip(AGE, TRUTH, LABEL, strict=True)],
        }
    ),
    "target",
    "1",
    LABELS,
    file="eval_results_table.json",
    label=("prediction",),
)
add(
    "catboost-columns",
    "CatBoost",
    "--output-columns SampleId,Probability,Class,Label: tab-separated",
    text({"SampleId": numbered(0), "Probability": SCORE, "Class": PRED, "Label": C}, "\t"),
    "Label",
    "1",
    file="output.tsv",
    score=("Probability",),
    label=("Class",),
)
add(
    "catboost-raw",
    "CatBoost",
    "default output: SampleId, RawFormulaVal, Label",
    text({"SampleId": numbered(0), "RawFormulaVal": LOG_ODDS, "Label": C}, "\t"),
    "Label",
    "1",
    (Expected.of(ODDS, cut=0),),
    file="output.tsv",
    alternatives=((Expected.of(ODDS, cut=None),),),
    score=("RawFormulaVal",),
)
add(
    "lightgbm-text",
    "LightGBM",
    "data file without header, label first; the result of prediction pasted beside it",
    text({"y": C, "s": [f"{p:.16f}" for p in P]}, "\t", header=False),
    "column 1",
    "1",
    score=("column 2",),
    file="LightGBM_predict_result.txt",
)
add(
    "fastai",
    "fastai",
    "learn.get_preds: preds (a column a class), targs",
    text({"targs": C, "preds_0": NOT, "preds_1": SCORE}),
    "targs",
    "1",
    score=("preds_1",),
)
add(
    "hf-pipeline",
    "Hugging Face",
    "text-classification pipeline: label LABEL_1, score of that label",
    json_lines(
        {"text": f"document {row}", "true_label": int(true), "label": f"LABEL_{int(says)}", "score": p}
        for row, true, says, p in zip(ROW, TRUTH, LABEL, of_predicted(P).tolist(), strict=True)
    ),
    "true_label",
    "1",
    (Expected.of(label=LABEL),),
    file="results.jsonl",
    score=("score",),
    label=("label",),
)
add(
    "hf-sentiment",
    "Hugging Face",
    "sentiment-analysis pipeline: POSITIVE or NEGATIVE, score of it",
    text(
        {"sentence": [f"sentence {row}" for row in ROW], "gold": words(TRUTH, "POSITIVE", "NEGATIVE")}
        | {"label": words(LABEL, "POSITIVE", "NEGATIVE"), "score": OF_PREDICTED}
    ),
    "gold",
    "POSITIVE",
    (Expected.of(label=LABEL),),
    score=("score",),
    label=("label",),
)
add(
    "keras",
    "Keras",
    "y_pred = model.predict(x): probabilities under the name of predictions",
    text({"y_true": [f"{code}.0" for code in C], "y_pred": [f"{p:.7e}" for p in P]}),
    "y_true",
    "1",
    score=("y_pred",),
)
add(
    "keras-brackets",
    "Keras",
    "list(model.predict(x)) in a frame: each value an array of one",
    text({"label": C, "pred": [f"[{p}]" for p in SCORE]}),
    "label",
    "1",
    score=("pred",),
)
add(
    "alteryx",
    "Alteryx",
    "Score tool: Score_ and each class",
    text({"Churn": YES, "Score_No": NOT, "Score_Yes": SCORE}),
    "Churn",
    "Yes",
    score=("Score_Yes",),
)
add(
    "dataiku",
    "Dataiku",
    "scoring recipe: proba_ and each class, prediction",
    text({"churn": C, "age": AGE, "proba_0": NOT, "proba_1": SCORE, "prediction": PRED}),
    "churn",
    "1",
    score=("proba_1",),
)
add(
    "dataiku-evaluation",
    "Dataiku",
    "evaluation recipe: prediction_correct beside them",
    text(
        {"churn": words(TRUTH, "True.", "False."), "proba_False.": NOT, "proba_True.": SCORE}
        | {"prediction": words(LABEL, "True.", "False."), "prediction_correct": words(TRUTH == LABEL, "true", "false")}
    ),
    "churn",
    "True.",
    score=("proba_True.",),
)
add(
    "snowflake-object",
    "Snowflake ML",
    "CLASSIFICATION PREDICT: an object with class and probability in one column",
    text(
        {"IS_CHURNED": words(TRUTH, "True", "False")}
        | {
            "PREDICTIONS": [
                json.dumps(
                    {"class": str(bool(p >= 0.5)), "logs": None, "probability": {"False": round(1 - p, 4), "True": p}}
                )
                for p in P.tolist()
            ]
        }
    ),
    "IS_CHURNED",
    "True",
    alternatives=(LABELS,),
    score=("PREDICTIONS",),
)
add(
    "snowpark",
    "Snowpark ML",
    "modeling API: OUTPUT_label, PREDICT_PROBA_0, PREDICT_PROBA_1",
    text({"LABEL": C, "OUTPUT_LABEL": PRED, "PREDICT_PROBA_0": NOT, "PREDICT_PROBA_1": SCORE}),
    "LABEL",
    "1",
    score=("PREDICT_PROBA_1",),
)
add(
    "teradata",
    "Teradata",
    "TD_DecisionForestPredict: id, prediction, prob_0, prob_1, accumulated columns",
    text({"id": ROW, "prediction": PRED, "prob_0": NOT, "prob_1": SCORE, "survived": C}),
    "survived",
    "1",
    score=("prob_1",),
)
add(
    "oracle",
    "Oracle ML for SQL",
    "PREDICTION, PREDICTION_PROBABILITY (of the predicted class)",
    text(
        {"CUST_ID": numbered(101_501), "AFFINITY_CARD": C, "PREDICTION": PRED, "PREDICTION_PROBABILITY": OF_PREDICTED}
    ),
    "AFFINITY_CARD",
    "1",
    (Expected.of(label=LABEL),),
    score=("PREDICTION_PROBABILITY",),
    label=("PREDICTION",),
)
add(
    "tibco",
    "TIBCO Data Science",
    "Predictor: PRED_LOR, CONF_LOR (confidence in the predicted value), INFO_LOR",
    text(
        {"churn": SMALL_YES, "PRED_LOR": SAYS_SMALL_YES, "CONF_LOR": OF_PREDICTED}
        | {"INFO_LOR": [json.dumps({"no": float(no), "yes": float(yes)}) for no, yes in zip(NOT, SCORE, strict=True)]}
    ),
    "churn",
    "yes",
    (Expected.of(label=LABEL),),
    score=("CONF_LOR",),
    label=("PRED_LOR",),
)
add(
    "ml-net",
    "ML.NET",
    "BinaryClassificationCatalog: Label, PredictedLabel, Score (margin), Probability",
    text(
        {"Label": words(TRUTH, "True", "False"), "PredictedLabel": words(LABEL, "True", "False"), "Score": LOG_ODDS}
        | {"Probability": SCORE}
    ),
    "Label",
    "True",
    alternatives=((Expected.of(), Expected.of(ODDS, label=LABEL)), (Expected.of(), Expected.of(ODDS, cut=None))),
    score=("Probability",),
)
add(
    "qlik-predict",
    "Qlik Predict",
    "prediction dataset: target_predicted, target_no, target_yes",
    text(
        {"AccountID": ROW, "Churned": SMALL_YES, "Churned_predicted": SAYS_SMALL_YES, "Churned_no": NOT}
        | {"Churned_yes": SCORE}
    ),
    "Churned",
    "yes",
    score=("Churned_yes",),
)
add(
    "mljar",
    "MLJAR",
    "predict_all: prediction_0, prediction_1, label",
    text({"target": C, "prediction_0": NOT, "prediction_1": SCORE, "label": PRED}),
    "target",
    "1",
    score=("prediction_1",),
    label=("label",),
)
add(
    "autogluon",
    "AutoGluon",
    "predict_proba as a frame: a column a class, named as it",
    text({"class": SMALL_YES, "no": NOT, "yes": SCORE}),
    "class",
    "yes",
    score=("yes",),
)
add(
    "ludwig",
    "Ludwig",
    "target_predictions, target_probabilities_class, target_probability (of the predicted class)",
    text(
        {"churn": words(TRUTH, "True", "False"), "churn_predictions": words(LABEL, "True", "False")}
        | {"churn_probabilities_False": NOT, "churn_probabilities_True": SCORE, "churn_probability": OF_PREDICTED}
    ),
    "churn",
    "True",
    score=("churn_probabilities_True",),
)
add(
    "nannyml",
    "NannyML",
    "load_synthetic_car_loan_dataset: id, car_value, ..., repaid, timestamp, y_pred_proba, y_pred",
    text(
        {"id": numbered(0), "car_value": AMOUNT, "debt_to_income_ratio": FEATURE, "y_pred_proba": SCORE, "y_pred": PRED}
        | {"repaid": C, "timestamp": [f"{date} 00:00:00.000" for date in DATE]}
    ),
    "repaid",
    "1",
    score=("y_pred_proba",),
)
add(
    "arize",
    "Arize",
    "Schema: prediction_id, prediction_ts, prediction_label, prediction_score, actual_label",
    text(
        {"prediction_id": [f"p-{row}" for row in ROW], "prediction_ts": numbered(1_700_000_000)}
        | {"prediction_label": words(LABEL, "fraud", "not_fraud"), "prediction_score": SCORE}
        | {"actual_label": words(TRUTH, "fraud", "not_fraud")}
    ),
    "actual_label",
    "fraud",
    score=("prediction_score",),
)
add(
    "evidently",
    "Evidently",
    "ColumnMapping: target, prediction (the probability)",
    text({"age": AGE, "target": C, "prediction": SCORE}),
    "target",
    "1",
    score=("prediction",),
)
add(
    "wandb-table",
    "Weights & Biases",
    "Tables quickstart: id, image, guess, truth, score_ and each class",
    text(
        {"id": ROW, "guess": words(LABEL, "cat", "other"), "truth": words(TRUTH, "cat", "other")}
        | {"score_other": NOT, "score_cat": SCORE}
    ),
    "truth",
    "cat",
    score=("score_cat",),
    asks=frozenset({"positive"}),
)
add(
    "fasttext",
    "fastText",
    "predict-prob: __label__ and the probability of the predicted label",
    text(
        {"gold": words(TRUTH, "__label__spam", "__label__ham"), "pred": words(LABEL, "__label__spam", "__label__ham")}
        | {"prob": OF_PREDICTED},
        "\t",
    ),
    "gold",
    "__label__spam",
    (Expected.of(label=LABEL),),
    file="predictions.tsv",
    score=("prob",),
    label=("pred",),
)
add(
    "kaggle-oof",
    "Kaggle",
    "out-of-fold predictions: id, target, oof_ and each model",
    text({"id": ROW, "target": C, "oof_lgb": SCORE, "oof_xgb": digits(Q)}),
    "target",
    "1",
    two("lgb", "xgb"),
    score=("oof_lgb", "oof_xgb"),
)

# Spreadsheets and the habits of countries

JA, SAGT_JA = words(TRUTH, "ja", "nein"), words(LABEL, "ja", "nein")
HUNDREDTHS = np.round(P * 100, 2) / 100
PERCENT = [f"{100 * p:.2f}" for p in P]
add(
    "excel-german",
    "Excel",
    "Save as CSV with German regional settings: semicolons, decimal commas, Windows-1252",
    text({"Kündigung": JA, "Vorhersage": SAGT_JA, "Wahrscheinlichkeit": comma(SCORE)}, ";", encoding="cp1252"),
    "Kündigung",
    "ja",
    score=("Wahrscheinlichkeit",),
)
add(
    "excel-french",
    "Excel",
    "the same with French settings",
    text(
        {"prédit": words(LABEL, "oui", "non"), "réel": words(TRUTH, "oui", "non"), "probabilité": comma(SCORE)},
        ";",
        encoding="cp1252",
    ),
    "réel",
    "oui",
    score=("probabilité",),
)
add(
    "excel-spanish",
    "Excel",
    "the same with Spanish settings, UTF-8 with a byte order mark",
    text(
        {"real": words(TRUTH, "sí", "no"), "predicción": words(LABEL, "sí", "no"), "probabilidad": comma(SCORE)},
        ";",
        encoding="utf-8-sig",
    ),
    "real",
    "sí",
    score=("probabilidad",),
)
add(
    "excel-percent",
    "Excel",
    "cells formatted as percent are saved as shown: 87.25%",
    text({"churned": C, "score": [f"{each}%" for each in PERCENT]}),
    "churned",
    "1",
    score=("score",),
)
add(
    "excel-percent-german",
    "Excel",
    "the same in Germany: 87,25 %",
    text({"Ausfall": JA, "Risiko": [f"{each.replace('.', ',')} %" for each in PERCENT]}, ";"),
    "Ausfall",
    "ja",
    score=("Risiko",),
)
add(
    "excel-sep-line",
    "Excel",
    "a first line sep=; tells Excel the separator",
    text({"truth": C, "score": SCORE}, ";", before="sep=;\n"),
    "truth",
    "1",
)
add(
    "excel-thousands",
    "Excel",
    "numbers formatted with thousands separators: 1,293 beside 999",
    text({"default": C, "score": [f"{round(p * 2000):,}" for p in P]}),
    "default",
    "1",
    (Expected.of(np.round(P * 2000), cut=None),),
    asks=frozenset({"models"}),
    score=("score",),
)
add(
    "excel-thousands-german",
    "Excel",
    "the same in Germany: 1.293 beside 999",
    text({"Ausfall": JA, "Punkte": [f"{round(p * 2000):,}".replace(",", ".") for p in P]}, ";"),
    "Ausfall",
    "ja",
    (Expected.of(np.round(P * 2000), cut=None),),
    asks=frozenset({"models"}),
    score=("Punkte",),
)
add(
    "excel-unicode-text",
    "Excel",
    "Save as Unicode Text: UTF-16, tabs",
    text({"truth": C, "score": SCORE}, "\t", encoding="utf-16"),
    "truth",
    "1",
    file="predictions.txt",
)
add(
    "comma-quoted-decimal",
    "Google Sheets",
    "CSV of a sheet with a European locale: commas between, decimal commas within quotes",
    text({"hospital_death": C, "y_pred": PRED, "y_prob": comma(SCORE)}),
    "hospital_death",
    "1",
    score=("y_prob",),
)
add(
    "blank-after-comma",
    "typed by hand",
    "a blank after each comma (RFC 4180: spaces are part of a field)",
    text({"id": ROW, "truth": SMALL_YES, "score": SCORE}).replace(b",", b", "),
    "truth",
    "yes",
)
add(
    "comment-lines",
    "R, gnuplot, NIST",
    "lines that start with # before the header",
    text({"truth": C, "score": SCORE}, before="# model: gbm 3\n# made on 2024-05-01\n"),
    "truth",
    "1",
)
add(
    "title-line",
    "report export",
    "a title and an empty line before the header",
    text({"case": ROW, "outcome": SMALL_YES, "probability": SCORE}, before="Churn model, scores of May 2024\n\n"),
    "outcome",
    "yes",
    score=("probability",),
)
add(
    "units-row",
    "instrument export",
    "a row of units below the header",
    text({"disease": ["-", *C], "age": ["years", *AGE], "score": ["a.u.", *SCORE]}),
    "disease",
    "1",
    score=("score",),
)
add(
    "totals-row",
    "Excel",
    "a row of totals below the data",
    text({"id": [*ROW, "Total"], "churned": [*C, "45"], "score": [*SCORE, f"{P.mean():.4f}"]}),
    "churned",
    "1",
    score=("score",),
)
XLSX = "predictions.xlsx"
TABLE = sheet_rows({"id": ROW, "churned": SMALL_YES, "prediction": SAYS_SMALL_YES, "probability": SCORE})
add(
    "workbook",
    "openpyxl, pandas",
    "DataFrame.to_excel: one sheet, header in row 1",
    workbook(("Sheet1", TABLE)),
    "churned",
    "yes",
    file=XLSX,
    score=("probability",),
)
add(
    "workbook-title",
    "Excel",
    "two rows of titles above the table",
    workbook(("Scores", [["Churn model"], ["made on", "2024-05-01"], *TABLE])),
    "churned",
    "yes",
    file=XLSX,
    score=("probability",),
)
add(
    "workbook-at-c4",
    "Excel",
    "a table that starts at C4",
    workbook(("Scores", TABLE), at="C4"),
    "churned",
    "yes",
    file=XLSX,
    score=("probability",),
)
add(
    "workbook-hidden-first",
    "Excel",
    "a hidden sheet before the visible one",
    workbook(("lookup", sheet_rows({"truth": C[::-1], "score": SCORE})), ("Scores", TABLE), hidden=("lookup",)),
    "churned",
    "yes",
    file=XLSX,
    score=("probability",),
)
add(
    "workbook-percent",
    "Excel",
    "numbers shown as percent are fractions in the file",
    workbook(("Scores", TABLE), form="0.0%"),
    "churned",
    "yes",
    file=XLSX,
    score=("probability",),
)
add(
    "workbook-booleans",
    "Excel",
    "TRUE and FALSE",
    workbook(("Scores", sheet_rows({"Fraud": [bool(each) for each in TRUTH], "Score": SCORE}))),
    "Fraud",
    "True",
    file=XLSX,
    score=("Score",),
)
add(
    "workbook-read-me-sheet",
    "Excel",
    "a sheet of notes before the data",
    workbook(("Read me", [["Scores of the churn model"], ["See sheet Scores"]]), ("Scores", TABLE)),
    "churned",
    "yes",
    file=XLSX,
    score=("probability",),
)
add(
    "pipes",
    "database client",
    "psql --no-align and others: | between",
    text({"account": ROW, "churned": C, "score": SCORE}, "|"),
    "churned",
    "1",
    score=("score",),
)

# JSON, Parquet

RECORDS = [{"y_true": int(true), "y_score": p} for true, p in zip(TRUTH, P.tolist(), strict=True)]
add(
    "json-records",
    "pandas",
    "to_json(orient='records')",
    json_text(RECORDS),
    "y_true",
    "1",
    file="predictions.json",
)
add(
    "json-columns",
    "pandas",
    "to_json(): {column: {index: value}}",
    json_text({name: {str(row): record[name] for row, record in enumerate(RECORDS)} for name in RECORDS[0]}),
    "y_true",
    "1",
    file="predictions.json",
)
add(
    "json-lists",
    "json.dump",
    "to_dict('list'): {column: [values]}",
    json_text({name: [record[name] for record in RECORDS] for name in RECORDS[0]}),
    "y_true",
    "1",
    file="predictions.json",
)
add(
    "json-enveloped",
    "web APIs",
    "records under one key, beside facts of the run",
    json_text({"model": "gbm 3", "created": "2024-05-01", "predictions": RECORDS}),
    "y_true",
    "1",
    file="predictions.json",
)
add(
    "json-lines",
    "pandas",
    "to_json(orient='records', lines=True)",
    json_lines(RECORDS),
    "y_true",
    "1",
    file="predictions.jsonl",
)
add(
    "parquet-bool",
    "pandas, polars",
    "to_parquet: booleans and doubles",
    parquet({"is_fraud": TRUTH, "fraud_probability": P}),
    "is_fraud",
    "True",
    file="predictions.parquet",
    score=("fraud_probability",),
)
add(
    "parquet-list",
    "polars, Spark",
    "a list column of probabilities",
    parquet({"label": TRUTH.astype(int), "probability": [[1 - p, p] for p in P.tolist()]}),
    "label",
    "1",
    file="predictions.parquet",
    score=("probability",),
)
add(
    "feather",
    "pandas, polars, R arrow",
    "to_feather: the Arrow file format",
    feather({"y_true": TRUTH.astype(int), "y_prob": P}),
    "y_true",
    "1",
    file="predictions.feather",
    score=("y_prob",),
)
add(
    "orc",
    "Hive, Spark",
    "a table stored as ORC",
    orc({"label": TRUTH.astype(int), "score": P}),
    "label",
    "1",
    file="part-00000.orc",
    score=("score",),
)
add(
    "stata-file",
    "Stata, pandas",
    "save: .dta of version 118",
    stata({"id": np.arange(CASES), "died": TRUTH.astype(np.int8), "phat": P}),
    "died",
    "1",
    file="predictions.dta",
    score=("phat",),
)
add(
    "stata-value-labels",
    "Stata, pandas",
    "label values: the classes are words, stored as numbers",
    stata({"relapse": SMALL_YES, "age": np.array(AGE, float), "p": P}, labelled=("relapse",)),
    "relapse",
    "yes",
    file="predictions.dta",
    score=("p",),
)

# What a row is

CELLS = LABELS[0].counts
TP, FP, FN, TN = (str(int(each)) for each in CELLS or ())
MANY = 1_000
MANY_CELLS = (Expected((), 120, None, CELLS),)
add(
    "tally",
    "SQL",
    "GROUP BY truth, prediction: a row a cell, with its count",
    text({"actual": ["0", "0", "1", "1"], "predicted": ["0", "1", "0", "1"], "n": [TN, FP, FN, TP]}),
    "actual",
    "1",
    MANY_CELLS,
    label=("predicted",),
)
add(
    "tally-freq",
    "R, SAS",
    "as.data.frame(table(truth, prediction)): Freq",
    text(
        {"truth": ["no", "yes", "no", "yes"], "prediction": ["no", "no", "yes", "yes"], "Freq": [TN, FN, FP, TP]},
        quoted=True,
    ),
    "truth",
    "yes",
    MANY_CELLS,
    label=("prediction",),
)
TENTH = np.round(P, 1)
BINS = sorted(
    {(bool(true), float(score)) for true, score in zip(TRUTH, TENTH, strict=True)}, key=lambda each: each[::-1]
)
add(
    "tally-of-scores",
    "SQL",
    "GROUP BY truth, ROUND(score, 1): scores with their counts",
    text(
        {"churned": [str(int(true)) for true, _ in BINS], "score": [f"{score:.1f}" for _, score in BINS]}
        | {"count": [str(int(np.sum((true == TRUTH) & (score == TENTH)))) for true, score in BINS]}
    ),
    "churned",
    "1",
    (Expected.of(TENTH),),
    score=("score",),
)
add(
    "confusion-matrix",
    "scikit-learn, pandas",
    "DataFrame(confusion_matrix(...), index=['actual no', ...], columns=['predicted no', ...])",
    text({"": ["actual no", "actual yes"], "predicted no": [TN, FN], "predicted yes": [FP, TP]}),
    "",
    "yes",
    MANY_CELLS,
    or_positive=("actual yes", "predicted yes"),
)
add(
    "confusion-crosstab",
    "pandas",
    "crosstab(actual, predicted).to_csv: the name of the rows, then the classes",
    text({"actual": ["0", "1"], "0": [TN, FN], "1": [FP, TP]}),
    "",
    "1",
    MANY_CELLS,
)
add(
    "cells-of-models",
    "spreadsheet",
    "a row a model: model, TP, FP, FN, TN",
    text(
        {"model": ["logit", "forest"]}
        | {
            name: [str(int(one)), str(int(other))]
            for name, one, other in zip(("TP", "FP", "FN", "TN"), CELLS or (), Expected.of(Q).counts or (), strict=True)
        }
    ),
    "",
    "positive",
    (Expected(("logit",), 120, None, CELLS), Expected(("forest",), 120, None, Expected.of(Q).counts)),
)
add(
    "cells-of-studies",
    "R, mada; RevMan",
    "AuditC: names, TP, FN, FP, TN, a row a study",
    text(
        {"names": ["Smith 1998", "Jones 2004"], "TP": [TP, "28"], "FN": [FN, "17"], "FP": [FP, "21"], "TN": [TN, "54"]}
    ),
    "",
    "positive",
    (Expected(("Smith",), 120, None, CELLS), Expected(("Jones",), 120, None, Expected.of(Q).counts)),
)
LONG_MODELS = ["logit"] * CASES + ["forest"] * CASES
LONG = {"id": ROW * 2, "model": LONG_MODELS, "truth": C * 2, "score": SCORE + digits(Q)}
add(
    "long",
    "tidy data",
    "pivot_longer: a row a case and model",
    text(LONG),
    "truth",
    "1",
    two("logit", "forest"),
    score=("score",),
)
add(
    "long-two-keys",
    "OpenML, benchmarks",
    "algorithm and feature set name a model",
    text(
        {"sample_id": ROW * 4, "algorithm": LONG_MODELS * 2, "features": ["basic"] * 2 * CASES + ["all"] * 2 * CASES}
        | {"y_true": C * 4, "y_prob": [*LONG["score"], *digits(P**2), *digits(Q**2)]}
    ),
    "y_true",
    "1",
    (
        *two("logit", "forest"),
        Expected.of(np.round(P**2, 4), name="logit"),
        Expected.of(np.round(Q**2, 4), name="forest"),
    ),
    score=("y_prob",),
)
add(
    "long-tunings",
    "caret",
    "savePredictions='all': a row a case and tuning (mtry)",
    text(
        {"pred": SAYS_SMALL_YES + words(OTHER, "yes", "no"), "obs": SMALL_YES * 2, "no": NOT + digits(1 - Q)}
        | {"yes": LONG["score"], "rowIndex": ROW * 2, "mtry": ["2"] * CASES + ["7"] * CASES}
        | {"Resample": [f"Fold{fold}" for fold in FOLD * 2]},
        quoted=True,
    ),
    "obs",
    "yes",
    two("2", "7"),
    score=("yes",),
)
HALVES = [str(each // 60 + 1) for each in range(CASES)]
add(
    "folds",
    "mlr3, tidymodels",
    "a column of folds divides one model's cases",
    text({"fold": HALVES, "truth": C, "score": SCORE}),
    "truth",
    "1",
)
add(
    "readers",
    "reader studies",
    "biopsy beside the readers' calls and an AI score",
    text(
        {"patient": ROW, "biopsy": words(TRUTH, "malignant", "benign"), "reader1": words(OTHER, "malignant", "benign")}
        | {"AI_score": SCORE}
    ),
    "biopsy",
    "malignant",
    (Expected.of(None, label=OTHER, name="reader1"), Expected.of(name="AI")),
    score=("AI_score",),
    label=("reader1",),
)

# Classes in words and codes

for name, tool, truth, positive, negative, asks in (
    ("benign", "UCI breast cancer", "diagnosis", "malignant", "benign", ""),
    ("letters", "UCI breast cancer (WDBC)", "diagnosis", "M", "B", ""),
    ("alive", "SEER", "status", "Dead", "Alive", ""),
    ("control", "case-control study", "group", "case", "control", ""),
    ("attack", "NSL-KDD", "class", "attack", "normal", ""),
    ("paid", "Lending Club", "loan_status", "Charged Off", "Fully Paid", ""),
    ("healthy", "clinical study", "diagnosis", "disease", "healthy", ""),
    ("good", "German credit", "credit", "bad", "good", "positive"),
    ("spam", "SMS Spam Collection", "type", "spam", "ham", ""),
    ("fail", "quality control", "result", "fail", "pass", "positive"),
    ("survived", "Titanic", "Survived", "1", "0", ""),
    ("income", "UCI adult", "income", ">50K", "<=50K", "positive"),
    ("colours", "invented", "truth", "red", "blue", "positive"),
):
    add(
        f"words-{name}",
        tool,
        f"classes {positive} and {negative}",
        text({truth: words(TRUTH, positive, negative), "predicted": words(LABEL, positive, negative), "score": SCORE}),
        truth,
        positive,
        score=("score",),
        asks=frozenset({asks} - {""}),
    )
    often = [value for value, is_taken in zip(SCORE, OFTEN, strict=True) if is_taken]
    add(
        f"words-{name}-often",
        tool,
        f"the same, {positive} more often than not",
        text(
            {"score": often, truth: taken(OFTEN, words(TRUTH, positive, negative))},
        ),
        truth,
        positive,
        (Expected.of(P[OFTEN], TRUTH[OFTEN]),),
        score=("score",),
        asks=frozenset({asks} - {""}),
    )
DIGIT = [str((each * 7) % 10) for each in range(CASES)]
IS_THREE = np.array([digit == "3" for digit in DIGIT])
THREE_SCORE = np.round(np.where(IS_THREE, 0.1 + P * 0.8, P * 0.5), 4)
IS_CALLED_THREE = IS_THREE | (THREE_SCORE > 0.375)


def probability(digit: str) -> list[str]:
    """Of a digit that is not 3: most of what is left where it is the true one."""
    rest = 1 - THREE_SCORE
    shares = [1 / 9 if three else 0.6 if true == digit else 0.05 for true, three in zip(DIGIT, IS_THREE, strict=True)]
    return digits(rest * shares, 6)


add(
    "ten-classes",
    "scikit-learn, load_digits",
    "predict_proba of ten classes: which one is asked about is not in the file",
    text(
        {
            "digit": DIGIT,
            "prediction": ["3" if call else each for each, call in zip(DIGIT, IS_CALLED_THREE, strict=True)],
        }
        | {f"proba_{digit}": digits(THREE_SCORE) if digit == 3 else probability(str(digit)) for digit in range(10)}
    ),
    "digit",
    "3",
    (Expected.of(THREE_SCORE, IS_THREE, label=IS_CALLED_THREE),),
    alternatives=((Expected.of(THREE_SCORE, IS_THREE),), (Expected.of(THREE_SCORE, IS_THREE, cut=None),)),
    positives=float(IS_THREE.sum()),
    asks=frozenset({"positive"}),
)
SPECIES = ["setosa" if true else ("virginica", "versicolor")[row % 2] for row, true in enumerate(TRUTH)]
add(
    "three-classes",
    "tidymodels, iris",
    ".pred_ and each of three species",
    text(
        {"Species": SPECIES, ".pred_setosa": SCORE, ".pred_versicolor": digits((1 - P) * 0.6, 5)}
        | {".pred_virginica": digits((1 - P) * 0.4, 5)}
    ),
    "Species",
    "setosa",
    (Expected.of(P, cut=None),),
    asks=frozenset({"positive"}),
)

# Several models, their other forms, and what is told of them


SECOND = digits(Q)
ORDER = {"P (Churn=0)": NOT, "P (Churn=1)": SCORE, "Prediction (Churn)": PRED}
AGAIN = {"P (Churn=0) (#1)": digits(1 - Q), "P (Churn=1) (#1)": SECOND, "Prediction (Churn) (#1)": codes(OTHER)}
add(
    "knime-two-models",
    "KNIME",
    "a second predictor node appends (#1) to the names of its columns",
    text({"row ID": [f"Row{row}" for row in ROW], "Churn": C} | ORDER | AGAIN),
    "Churn",
    "1",
    two(),
    score=("P (Churn=1)", "P (Churn=1) (#1)"),
    label=("Prediction (Churn)", "Prediction (Churn) (#1)"),
)
add(
    "spss-modeler-two-nuggets",
    "SPSS Modeler",
    "two nuggets in one stream: $L- and $C- with their confidences ($LP-, $CC-) and propensities ($LRP-, $CRP-)",
    text(
        {"response": C, "$L-response": PRED, "$LP-response": OF_PREDICTED, "$LRP-response": SCORE}
        | {"$C-response": codes(OTHER), "$CC-response": digits(of_predicted(Q)), "$CRP-response": SECOND}
    ),
    "response",
    "1",
    two(),
    score=("$LRP-response", "$CRP-response"),
    label=("$L-response", "$C-response"),
)
add(
    "catboost-raw-and-probability",
    "CatBoost",
    "--output-columns SampleId,RawFormulaVal,Probability,Class,Label",
    text({"SampleId": numbered(0), "RawFormulaVal": LOG_ODDS, "Probability": SCORE, "Class": PRED, "Label": C}, "\t"),
    "Label",
    "1",
    file="output.tsv",
    score=("Probability",),
    label=("Class",),
)
HALF = np.round(np.linspace(-1, 1, CASES), 4)
add(
    "pytorch-two-logits",
    "PyTorch",
    "the two outputs of a network before softmax, and their argmax",
    text({"target": C, "logit_0": digits(HALF - ODDS), "logit_1": digits(HALF), "pred": codes(ODDS >= 0)}),
    "target",
    "1",
    (Expected.of(ODDS, cut=0),),
    label=("pred",),
)
add(
    "ibm-autoai",
    "IBM watsonx AutoAI",
    "batch output: predictions, fields, values, with a list of probabilities",
    json_text(
        {
            "predictions": [
                {
                    "fields": ["Age", "Risk", "prediction", "probability"],
                    "values": [
                        [int(age), true, says, [round(1 - p, 4), p]]
                        for age, true, says, p in zip(
                            *(AGE, words(TRUTH, "Risk", "No Risk"), words(LABEL, "Risk", "No Risk"), P.tolist()),
                            strict=True,
                        )
                    ],
                }
            ]
        }
    ),
    "Risk",
    "Risk",
    file="output.json",
    label=("prediction",),
)
add(
    "tidymodels-workflow-set",
    "tidymodels, workflowsets",
    "collect_predictions of several workflows: wflow_id, .row",
    text(
        {"wflow_id": ["recipe_glm"] * CASES + ["recipe_xgb"] * CASES, ".row": ROW * 2, "readmit": SMALL_YES * 2}
        | {".pred_yes": SCORE + SECOND, ".pred_no": digits(1 - np.concatenate([P, Q]))}
    ),
    "readmit",
    "yes",
    two("glm", "xgb"),
    score=(".pred_yes",),
)
add(
    "turkish-percent",
    "Excel, Turkish",
    "the sign of percent stands before the number",
    text(
        {"Müşteri No": ROW, "Gerçek Durum": words(TRUTH, "evet", "hayır")}
        | {"Olasılık": [f"%{each}" for each in comma(digits(100 * P, 2))]},
        ";",
    ),
    "Gerçek Durum",
    "evet",
    score=("Olasılık",),
)
add(
    "judges",
    "language models as judges",
    "JSON lines: the verdict and the confidence of each judge beside the label of a person",
    json_lines(
        {"human": {"label": true}, "judges": {"a1": {"verdict": one, "confidence": p}, "b2": {"verdict": other} | q}}
        for true, one, p, other, q in zip(
            *(words(TRUTH, "toxic", "safe"), words(LABEL, "toxic", "safe"), of_predicted(P).tolist()),
            *(words(OTHER, "toxic", "safe"), [{"confidence": each} for each in of_predicted(Q).tolist()]),
            strict=True,
        )
    ),
    "label",
    "toxic",
    two("a1", "b2"),
    file="judges.jsonl",
    label=("judges.a1.verdict", "judges.b2.verdict"),
)
add(
    "species",
    "R, dismo and biomod2, Portuguese",
    "presence and absence beside the suitability of each model",
    text({"ocorrencia": words(TRUTH, "presente", "ausente"), "maxent": comma(SCORE), "floresta": comma(SECOND)}, ";"),
    "ocorrencia",
    "presente",
    two("maxent", "floresta"),
    score=("maxent", "floresta"),
)
add(
    "weka-tested-positive",
    "Weka, diabetes.arff",
    "classes tested_negative and tested_positive",
    text({"actual": words(TRUTH, "tested_positive", "tested_negative"), "prediction": SCORE}),
    "actual",
    "tested_positive",
    score=("prediction",),
)
SPAN = {"rf_pred_lower": digits(P * 0.9), "rf_pred_upper": digits(P * 0.9 + 0.1), "rf_pred_std": digits(P * 0 + 0.05)}
add(
    "spread-beside-prediction",
    "Python, ensembles",
    "a prediction with its interval and spread, beside the number that the truth was cut from",
    text({"y_true": digits(0.7 * TRUTH + 0.2 * P), "y_binary": C, "rf_pred": SCORE} | SPAN),
    "y_binary",
    "1",
    score=("rf_pred",),
)
add(
    "score-in-percent-beside-probability",
    "Python, pandas",
    "the probability and the same as a score from 0 to 100",
    text({"true_label": C, "probability": SCORE, "risk_score": digits(100 * P, 1), "prediction": PRED}),
    "true_label",
    "1",
    score=("probability",),
    label=("prediction",),
)
add(
    "score-of-one-class-against-controls",
    "Python, pandas",
    "the mean probability of the disease, beside its label and Control",
    text({"true_label": words(TRUTH, "ADHD", "Control"), "mean_prob_adhd": SCORE}),
    "true_label",
    "ADHD",
    score=("mean_prob_adhd",),
)
add(
    "pathogenic",
    "ClinVar, VEP",
    "Pathogenic and Benign",
    text({"True_Label": words(TRUTH, "Pathogenic", "Benign"), "RF_Score": SCORE}),
    "True_Label",
    "Pathogenic",
    score=("RF_Score",),
)
add(
    "invalid-tests",
    "diagnostic studies, Spanish",
    "a test that was not valid in some cases",
    text(
        {"RT-PCR (referencia)": words(TRUTH, "Detectado", "No detectado")}
        | {"Test": [*words(LABEL[:110], "Positivo", "Negativo"), *["No válido"] * 10]},
        ";",
    ),
    "RT-PCR (referencia)",
    "Detectado",
    (Expected.of(None, TRUTH[:110], label=LABEL[:110]),),
    positives=float(TRUTH[:110].sum()),
    asks=frozenset({"models"}),
    label=("Test",),
)
add(
    "totals-of-all-sites",
    "spreadsheets",
    "a tally whose last row adds up all sites",
    text(
        {"site": [*(site for site in ("Oslo", "Bergen") for _ in range(4)), "All sites"]}
        | {"biopsy": ["positive", "positive", "negative", "negative"] * 2 + [""]}
        | {"mri": ["positive", "negative"] * 4 + [""], "n": ["20", "10", "5", "30", "10", "5", "10", "30", "120"]}
    ),
    "biopsy",
    "positive",
    (Expected((), 120, None, (30, 15, 15, 60)),),
    label=("mri",),
)

add(
    "psql",
    "PostgreSQL, Amazon Redshift",
    "psql prints a rule of dashes below the names, pipes between cells and the number of rows below",
    "\n".join(
        [" id  | churn | predicted_churn", "-----+-------+-----------------"]
        + [
            f" {row:>3} | {true}     | {says}"
            for row, true, says in zip(ROW, *(words(TRUTH, "t", "f"), words(LABEL, "t", "f")), strict=True)
        ]
        + [f"({CASES} rows)", ""]
    ).encode(),
    "churn",
    "t",
    LABELS,
    file="psql.txt",
    label=("predicted_churn",),
)
add(
    "markdown",
    "Markdown, issue trackers",
    "a table of pipes with a rule below its names",
    "".join(
        f"| {' | '.join(row)} |\n" for row in [("y_true", "y_prob"), ("---", "---"), *zip(C, SCORE, strict=True)]
    ).encode(),
    "y_true",
    "1",
    file="table.md",
    score=("y_prob",),
)
add(
    "confusion-actual-predicted",
    "pandas",
    "each class with Actual or Predicted before it",
    b",Predicted No Churn,Predicted Churn\nActual No Churn,61,14\nActual Churn,15,30\n",
    "",
    "Churn",
    (Expected((), 120, None, (30, 14, 15, 61)),),
)
add(
    "alarms",
    "registers of alarms, Italian",
    "the alarm is the probability at a threshold of its own",
    text(
        {"evento osservato": words(TRUTH, "sì", "no"), "prob.": comma(SCORE), "allarme": words(P >= 0.4, "sì", "no")},
        ";",
    ),
    "evento osservato",
    "sì",
    (Expected.of(label=P >= 0.4),),
    score=("prob.",),
    label=("allarme",),
)
add(
    "other-scores-beside-probabilities",
    "Python, pandas",
    "features that are called scores",
    text({"nps_score": AGE, "credit_score": AMOUNT, "churn_real": C, "prob_churn": SCORE}),
    "churn_real",
    "1",
    score=("prob_churn",),
)
add(
    "autogluon-income",
    "AutoGluon",
    "predict_proba has a column a class, called as the class",
    text(
        {
            "class": words(TRUTH, ">50K", "<=50K"),
            "class_pred": words(LABEL, ">50K", "<=50K"),
            "<=50K": NOT,
            ">50K": SCORE,
        }
    ),
    "class",
    ">50K",
    score=(">50K",),
    label=("class_pred",),
)
add(
    "libsvm",
    "LIBSVM",
    "svm-predict -b 1: labels 1 -1 and the probability of each, beside the truth",
    text({"gold": words(TRUTH, "+1", "-1"), "labels": words(LABEL, "1", "-1"), "1": SCORE, "-1": NOT}, " "),
    "gold",
    "1",
    file="svm.txt",
    or_positive=("+1",),
    score=("1",),
    label=("labels",),
)
add(
    "letters-of-yes",
    "French",
    "O and N for oui and non",
    text({"résiliation constatée": words(TRUTH, "O", "N"), "proba": SCORE}, ";"),
    "résiliation constatée",
    "O",
    score=("proba",),
)
add(
    "labels-twice",
    "language models",
    "the answer and what was read from it are the same labels",
    text({"true_label": C, "predicted_label": PRED, "raw_response": PRED}),
    "true_label",
    "1",
    LABELS,
    label=("predicted_label",),
)
add(
    "class-in-chinese-name",
    "spreadsheets, Chinese",
    "the name of the score holds its class",
    text({"期末结果": words(TRUTH, "不及格", "及格"), "预测不及格概率(%)": digits(100 * P, 2)}),
    "期末结果",
    "不及格",
    (Expected.of(cut=None),),
    score=("预测不及格概率(%)",),
)

# Values that are no values

add(
    "sentinel",
    "SPSS, surveys",
    "-999 for a missing score",
    text({"truth": C, "score": [*SCORE[:118], "-999", "-999"]}),
    "truth",
    "1",
    (Expected.of(P[:118], TRUTH[:118]),),
    positives=float(TRUTH[:118].sum()),
    asks=frozenset({"models"}),
)
for name, word in (("question-mark", "?"), ("dot", "."), ("dash", "-"), ("unknown", "unknown")):
    add(
        f"missing-{name}",
        {"?": "ARFF, UCI", ".": "SAS, Stata", "-": "spreadsheets", "unknown": "registries"}[word],
        f"{word} for a truth that is not known",
        text({"truth": [*C[:110], *[word] * 10], "score": SCORE}),
        "truth",
        "1",
        (Expected.of(P[:110], TRUTH[:110]),),
        positives=float(TRUTH[:110].sum()),
        asks=frozenset({"models"}),
    )
add(
    "spellings",
    "merged files",
    "true beside 1, false beside 0",
    text(
        {"churned": [("true", "false", "1", "0")[(not true) + 2 * (row % 2)] for row, true in enumerate(TRUTH)]}
        | {"score": SCORE}
    ),
    "churned",
    "1",
    score=("score",),
    or_positive=("true",),
)
add(
    "nfc-nfd",
    "files of macOS",
    "sí composed and decomposed",
    text({"real": [("sí", "si\u0301")[row % 2] if true else "no" for row, true in enumerate(TRUTH)], "score": SCORE}),
    "real",
    "sí",
)

# Traps

add(
    "trap-features",
    "any tool",
    "features between 0 and 1 beside predicted_label and predicted_proba",
    text(
        {"recency": FEATURE, "share": digits(1 - np.array(FEATURE, float) / 2), "target": C, "predicted_label": PRED}
        | {"predicted_proba": SCORE}
    ),
    "target",
    "1",
    score=("predicted_proba",),
)
add(
    "trap-correct",
    "any tool",
    "a column says whether the prediction is correct",
    text({"y_true": C, "y_pred": PRED, "correct": codes(TRUTH == LABEL), "y_score": SCORE}),
    "y_true",
    "1",
    score=("y_score",),
)
add(
    "trap-outcome",
    "any tool",
    "outcome is TP, FP, FN or TN",
    text(
        {"true_label": C, "predicted_label": PRED, "score": SCORE}
        | {
            "outcome": [
                ("T" if true == says else "F") + ("P" if says else "N") for true, says in zip(TRUTH, LABEL, strict=True)
            ]
        }
    ),
    "true_label",
    "1",
    score=("score",),
)
add(
    "trap-constant",
    "any tool",
    "a threshold repeated in each row, a version, a weight of one",
    text({"y": C, "score": SCORE, "threshold": ["0.5"] * CASES, "version": ["3"] * CASES, "weight": ["1"] * CASES}),
    "y",
    "1",
    score=("score",),
)
add(
    "trap-complement",
    "any tool",
    "prob_neg and prob_pos without a class of this name",
    text({"label": C, "prob_neg": NOT, "prob_pos": SCORE}),
    "label",
    "1",
    score=("prob_pos",),
)
add(
    "trap-prob-0-alone",
    "any tool",
    "prob_0 alone: of class 0",
    text({"label": C, "prob_0": NOT}),
    "label",
    "1",
    score=("prob_0",),
)
add(
    "trap-error",
    "any tool",
    "the absolute error and the squared error beside the score",
    text({"actual": C, "probability": SCORE, "abs_error": digits(abs(TRUTH - P)), "brier": digits((TRUTH - P) ** 2)}),
    "actual",
    "1",
    score=("probability",),
)
add(
    "trap-split",
    "any tool",
    "a column split with train and test",
    text({"split": [("train", "test")[row % 3 == 0] for row in range(CASES)], "target": C, "prediction": SCORE}),
    "target",
    "1",
    score=("prediction",),
)
add(
    "transactions",
    "fraud monitoring",
    "ids, times, amounts and a score from 0 to 999",
    text(
        {"transaction_id": numbered(9_100_000), "date": DATE, "amount": AMOUNT, "merchant": REGION, "is_fraud": C}
        | {"fraud_score": digits(THOUSANDTHS, 0)}
    ),
    "is_fraud",
    "1",
    RISK,
    score=("fraud_score",),
)
add(
    "compas",
    "ProPublica, COMPAS",
    "two_year_recid, decile_score 1 to 10, score_text",
    text(
        {"id": ROW, "sex": words(np.arange(CASES) % 4 > 0, "Male", "Female"), "age": AGE, "priors_count": numbered(0)}
        | {"decile_score": [str(int(p * 10) + 1) for p in P]}
        | {"score_text": [("Low", "Medium", "High")[int(p * 2.999)] for p in P], "two_year_recid": C}
    ),
    "two_year_recid",
    "1",
    (Expected.of(np.floor(P * 10), cut=None),),
    score=("decile_score",),
)
add(
    "llm-judge",
    "evaluations of language models",
    "human_label and model_label, reasons in words",
    text(
        {"id": ROW, "question": [f"Is claim {row} true?" for row in ROW], "model_label": SAYS_SMALL_YES}
        | {"human_label": SMALL_YES, "reason": [f"because of {region}, and more" for region in REGION]}
    ),
    "human_label",
    "yes",
    LABELS,
    label=("model_label",),
)


def cells(*values: object) -> str:
    return "| " + " | ".join(str(value).replace("|", "\\|") for value in values) + " |\n"


def document(found: dict[str, Outcome], named: dict[str, Counter[str]]) -> str:
    """The README: what became of each layout, by its name, and of the pairs of names, by language."""
    whole = Counter(each.worst for each in found.values())
    lines = [
        "# What the reader makes of the files that tools write\n\n",
        "Made by `python -m tests.read.layouts`. Each layout holds the same 120 cases in the form in which a tool "
        "writes them, so that what is right is known: the column of the truth, its positive class, the models with "
        "their counts, and the direction of their scores.\n\n",
        "**right** is right without a question. **asked** is a question, or a guess that stands with the answer. "
        f"**{MUST_ASK}** is a question about what the file does not say. **refused** is an error that names no choice. "
        "**wrong** differs from what is right in silence.\n\n",
        f"Of {len(found)} layouts {whole['right']} are right at once, {whole['asked']} are asked about, "
        f"{whole['refused']} refused and {whole['wrong']} wrong.\n\n",
        cells("thing", *(states := ("right", MUST_ASK, "asked", "refused", "wrong"))),
        cells(*["---"] * 6),
    ]
    for thing in THINGS:
        counted = Counter(each.states[thing] for each in found.values())
        lines.append(cells(thing, *(counted[state] for state in states)))
    lines += ["\n## Layouts\n\n", cells("layout", "tool", "form", *THINGS), cells(*["---"] * 7)]
    for layout in LAYOUTS:
        states_of = found[layout.name].states
        lines.append(cells(layout.name, layout.tool, layout.source, *(states_of[thing] for thing in THINGS)))
    lines += [
        "\n## Pairs of names\n\n",
        "The name of the truth and of the prediction in both orders, with labels and with scores: four files a pair. "
        "asked is a question which column is the truth, wrong is the wrong one without a question.\n\n",
        cells("language", "pairs", "right", "asked", "wrong"),
        cells(*["---"] * 5),
    ]
    for language, counted in named.items():
        lines.append(cells(language, counted.total() // 4, counted["right"], counted["asked"], counted["wrong"]))
    total = sum(named.values(), Counter[str]())
    lines.append(cells("all", total.total() // 4, total["right"], total["asked"], total["wrong"]))
    return "".join(lines)


def measured() -> tuple[dict[str, Outcome], dict[str, Counter[str]]]:
    """What became of each layout, and how often each thing became of the pairs of each language."""
    found = {layout.name: outcome(layout) for layout in LAYOUTS}
    named = {
        language: Counter(each for states in outcomes(listed).values() for each in states)
        for language, listed in PAIRS.items()
    }
    return found, named


if __name__ == "__main__":
    PLACE.write_text(document(*measured()))
