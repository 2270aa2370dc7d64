"""Trains the two models whose predictions ship as ddcore/samples/credit.csv, on applicants for credit.

Run it as `python -m tests.samples.train_credit credit_data.csv predictions.csv`, from the folder of the project; the
applicants are `credit_data` of the R package modeldata (MIT licence). Each is predicted by models that have not seen
them, in ten folds. Neither model is tuned; the columns that divide the applicants are among those that the models see.
"""

import sys

import numpy as np
import pandas as pd
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

SEED = 1
DIVIDE = ["Age", "Home", "Job", "Marital", "Records"]
"""The columns by which applicants are looked at in groups."""


def predictions(applicants: pd.DataFrame) -> pd.DataFrame:
    """Truth, the probability of bad credit by a logistic regression and by boosted trees, and the columns of groups."""
    features, bad = applicants.drop(columns="Status"), (applicants["Status"] == "bad").to_numpy()
    words = make_column_selector(dtype_exclude=np.number)
    numbers = make_column_selector(dtype_include=np.number)
    models = {
        "logistic": make_pipeline(
            make_column_transformer(
                (OneHotEncoder(handle_unknown="ignore"), words),
                (make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), numbers),
            ),
            LogisticRegression(C=0.1, max_iter=1000),
        ),
        "trees": make_pipeline(
            make_column_transformer(
                (OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), words), ("passthrough", numbers)
            ),
            HistGradientBoostingClassifier(learning_rate=0.05, max_iter=100, min_samples_leaf=40, random_state=SEED),
        ),
    }
    folds = StratifiedKFold(10, shuffle=True, random_state=SEED)
    scores = {
        name: cross_val_predict(model, features, bad, cv=folds, method="predict_proba")[:, 1].round(4)
        for name, model in models.items()
    }
    return pd.DataFrame({"Status": applicants["Status"], **scores, **applicants[DIVIDE]})


if __name__ == "__main__":
    predictions(pd.read_csv(sys.argv[1])).to_csv(sys.argv[2], index=False)
