"""Settings of the propositions of document 003 that are wrong on purpose."""

from functools import cached_property

from ddcore.papers.propositions import Setting


class ByScore(Setting):
    """The scores are taken for their likelihood ratio."""

    @cached_property
    def by_ratio(self):
        return self.by_score


class Turned(Setting):
    """The scores are taken for their likelihood ratio, and turned round."""

    @cached_property
    def by_ratio(self):
        return self.by_score.rescored(-self.by_score.score)
