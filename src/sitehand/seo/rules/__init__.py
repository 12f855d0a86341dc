"""All rules over one page, each with a code that stays."""

from collections.abc import Iterator, Mapping

from sitehand.seo.page import Page
from sitehand.seo.rule import Found, Rule, Surroundings
from sitehand.seo.rules import addresses, content, head, images, indexing, links, structured_data, translations

PAGE_RULES: tuple[Rule, ...] = (
    *head.RULES,
    *content.RULES,
    *images.RULES,
    *links.RULES,
    *addresses.RULES,
    *indexing.RULES,
    *translations.RULES,
    *structured_data.RULES,
)
BY_CODE: Mapping[str, Rule] = {rule.code: rule for rule in PAGE_RULES}
MAX_FAULTS = 20
"""Findings of one rule on one page."""


def judge(page: Page, around: Surroundings) -> Iterator[Found]:
    """Everything that the rules find on a page. What is no page is judged by its status alone."""
    if page.status != 200:  # noqa: PLR2004 - OK
        yield from _check(BY_CODE["http_status"], page, around)
        return
    for rule in PAGE_RULES:
        yield from _check(rule, page, around)


def _check(rule: Rule, page: Page, around: Surroundings) -> Iterator[Found]:
    for number, fault in enumerate(rule.check(page, around)):
        if number < MAX_FAULTS:
            yield Found(rule.code, rule.severity, rule.source, fault)
