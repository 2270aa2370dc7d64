"""What the papers print otherwise than it is: these items, and no others."""

import pytest

from ddcore.papers import rows

ERRATA = {
    "000": [
        "Table 4, Appendices A.1, A.3: TP and FN without positives",
        "Table 4, Appendices A.2, A.4: TN and FP without negatives",
        "Table 4: where the mean of accuracy is highest and lowest",
        "Table 2: domain of Cohen's kappa",
        "Table 4, Appendix A.19: kappa without positives",
        "Appendix A.19: interval of θ for kappa without negatives",
        "Table 2: domains of F1 and of the threat score",
        "Table 4: the threat score with one positive",
        "Appendix A.8: extremes of FPR, written with FNR",
        "Appendix A.11: interval of θ for FDR",
        "Appendix A.17: extremes of balanced accuracy, written with Acc",
        "Table 5: the rows FN and FP",
        "Table 5: 672 of Banknote Authentication",
        "Section 4: F1 baseline of Bank Marketing in the text",
        "Section 5.1: the rescaled measure where all draws have one mean",
    ],
    "001": [
        "Table 4, footnote b: kappa at P = 0",
        "Section 5.1: the rescaled measure where all draws have one mean",
    ],
    "002": [
        "Table 2: the harmonic form of PF1 and NF1",
        "Table 2: O(1/n²) of PPV, NPV, MRK and MCC",
        "Section 2: skipping terms that are not defined",
        "Table 4: definition of PPV^b",
        "Table 4: AUC^b and its mean",
        "Equation (1): g^mode and a guess that is perfect",
        "Appendix B: E[ACC] = 1/2 for which guesser",
        "Appendix A.1, (14), (15): slope of D in the first lines",
        "Appendix A.2, (26): slope of D along y",
        "Appendix A.2: bounds of MRK^b and MCC^b",
        "Appendix A.2: 8/243 in digits for NF1^b",
    ],
    "003": [
        "Section 2.1: costs called profits",
        "Table 4.1: F1 by TPR and FPR",
        "Section 4.1: markedness in words",
        "Chapter 4: the distance of CC in its introduction",
        "Section 4.1: the corner of CC",
        "Definition 2: monotone measures as a part of class M",
        "Table 4.2: A(t) of PPV and FDR",
        "Proposition 10: its second condition",
        "Table 4.3: γ2 of Jaccard's index",
        "Appendix A: the second identity",
        "Appendix B: the code of Figures 4.6 to 4.8",
        "Section 4.6: measures that do not depend on the share of positives",
        "Section 4.7: accuracy where negatives are more frequent",
        "Section 5.1: the area of a curve that is not concave",
        "Table 7.1: which model is better with a region",
        "Section 7.3: the cost of predicting positive, H1",
        "Proposition 15, Corollary 13: where t0 would be above t1",
        "Corollary 13: its condition",
        "Figure 9.3: its take rate, a sigmoid",
        "Section 9.4: Proposition 18 for the rates of the simulation",
        "Section 9.4: enrolled as a share of the approved",
        "Section 9.4: what the best cut-offs add",
        "Table 9.3: the rows of the cut-offs and of the system",
        "Section 9.4: twice the profit by the system",
    ],
    "004": [
        "Section 3.3: Matthews correlation in terms of C00 and C11",
        "Section 3.3: whether balanced accuracy ranks as payoffs do",
        "Section 1: errors of 25 % still rank better than every measure",
        "Section 4.2: the error from which on accuracy is more reliable",
    ],
}
"""The items that differ, in the order of their document."""


@pytest.mark.parametrize("document", ERRATA)
def test_what_differs_is_the_errata_each_with_its_reason_and_proof(document):
    of_document = [row for row in rows() if row.document == document]
    differing = [row for row in of_document if row.status == "differs"]
    assert [row.item for row in differing] == ERRATA[document]
    assert all(row.why and row.proof and row.link for row in differing)
    assert all(row.why for row in of_document if row.status == "cannot be had")
