"""Trains the model whose predictions ship as ddcore/samples/iris.csv: the species of an iris by its sepals alone.

Run it as `python -m tests.samples.train_iris predictions.csv`, from the folder of the project. The flowers are those of
Anderson (1935) and Fisher (1936), as scikit-learn has them. Each is predicted by a model that has not seen it, in ten
folds; the model, linear discriminant analysis, is not tuned.
"""

import sys

import pandas as pd
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import StratifiedKFold, cross_val_predict

SEED = 1


def predictions() -> pd.DataFrame:
    """The species and the probability of each, a row a flower."""
    flowers = load_iris()
    folds = StratifiedKFold(10, shuffle=True, random_state=SEED)
    sepals = flowers.data[:, :2]
    scores = cross_val_predict(LinearDiscriminantAnalysis(), sepals, flowers.target, cv=folds, method="predict_proba")
    names = list(flowers.target_names)
    return pd.DataFrame({"species": [names[code] for code in flowers.target]}).join(
        pd.DataFrame(scores.round(4), columns=names)
    )


if __name__ == "__main__":
    predictions().to_csv(sys.argv[1], index=False)
