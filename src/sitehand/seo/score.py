"""Scores: how much of a page's or a site's rules hold, from 0 to 100, and what was taken off."""

from collections import Counter
from collections.abc import Iterable, Mapping

from sitehand.seo.rule import Severity

WEIGHTS: Mapping[Severity, int] = {"error": 15, "warning": 5, "info": 1}
"""What a rule takes off a page's score, once, however often it is broken there."""
WHOLE = 100


def score_page(broken: Iterable[tuple[str, Severity]]) -> int:
    """The score of a page, from its rules that found something."""
    return max(0, WHOLE - sum(WEIGHTS[severity] for _, severity in set(broken)))


def tell_parts(broken: Iterable[tuple[str, Severity]]) -> dict[str, int]:
    """What was taken off, by severity."""
    found: Counter[str] = Counter()
    for _, severity in set(broken):
        found[severity] += WEIGHTS[severity]
    return dict(found)
