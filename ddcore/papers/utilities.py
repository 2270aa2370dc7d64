"""Document 004: Dyrland, Lundervold & Porta Mana (2022), How is the evaluation evaluated?"""

from functools import partial

from ddcore.measures import measure
from ddcore.papers.item import Compared, Item, Printed
from ddcore.papers.printed import rows
from ddcore.samples.stories import STORIES

STORY = STORIES["factory"]


def _table_1(key: str) -> Compared:
    """The scores of both classifiers on one measure."""
    printed = [row for row in rows("004_table1.csv") if row["what"] == "value" and row["key"] == key]
    return Compared.of(
        Printed.number(
            f"{key} of {row['classifier']}", row["printed"], float(measure(key)(STORY.models[row["classifier"]]))
        )
        for row in printed
    )


ITEMS: tuple[Item, ...] = tuple(
    Item(
        "004",
        "Table 1",
        f"{measure(key).name.lower()} of both classifiers",
        partial(_table_1, key),
        link="/utility?sample=factory",
    )
    for key in ("ACC", "BACC", "PPV", "F1", "MCC", "FM", "TPR", "TNR")
)
