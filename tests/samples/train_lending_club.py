"""Trains the two models whose predictions ship as ddcore/samples/lending_club.csv, on loans of Lending Club.

Run it as `python -m tests.samples.train_lending_club loans.csv predictions.csv`, from the folder of the project; the
loans are `lending_club` of the R package modeldata (MIT licence). Each loan is predicted by models that have not seen
it, in ten folds. Neither model is tuned.
"""

import sys

import numpy as np
import pandas as pd
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

SEED = 1


def predictions(loans: pd.DataFrame) -> pd.DataFrame:
    """Truth and the probability of a bad loan by a logistic regression and by boosted trees, a row a loan."""
    features, bad = loans.drop(columns="Class"), (loans["Class"] == "bad").to_numpy()
    words = make_column_selector(dtype_exclude=np.number)
    numbers = make_column_selector(dtype_include=np.number)
    models = {
        "logistic": make_pipeline(
            make_column_transformer(
                (OneHotEncoder(handle_unknown="ignore", min_frequency=20), words), (StandardScaler(), numbers)
            ),
            LogisticRegression(C=0.1, max_iter=1000),
        ),
        "trees": make_pipeline(
            make_column_transformer(
                (OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), words), ("passthrough", numbers)
            ),
            HistGradientBoostingClassifier(learning_rate=0.03, max_iter=150, min_samples_leaf=60, random_state=SEED),
        ),
    }
    folds = StratifiedKFold(10, shuffle=True, random_state=SEED)
    scores = {
        name: cross_val_predict(model, features, bad, cv=folds, method="predict_proba")[:, 1].round(6)
        for name, model in models.items()
    }
    return pd.DataFrame({"Class": loans["Class"], **scores})


if __name__ == "__main__":
    predictions(pd.read_csv(sys.argv[1])).to_csv(sys.argv[2], index=False)
