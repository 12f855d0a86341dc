"""Rules over headings and text."""

import re
from collections.abc import Iterator
from itertools import pairwise

from sitehand.seo.page import Page
from sitehand.seo.rule import GOOGLE, Fault, Rule, Surroundings
from sitehand.seo.snippet import cut_words

HEADINGS = "https://www.w3.org/WAI/tutorials/page-structure/headings/"
HELPFUL = GOOGLE + "fundamentals/creating-helpful-content"
FEW_WORDS = 30
"""Google states no number; a page with fewer says little more than its title."""
_IDEOGRAPH, _SYLLABLE = re.compile("[⺀-\U0010ffff]"), re.compile("[\u0e00-\u109f\u1780-\u17ff]")
"""Characters of scripts without spaces: of East Asia; Thai, Lao, Tibetan, Burmese and Khmer."""


def check_heading_missing(page: Page, around: Surroundings) -> Iterator[Fault]:
    """No heading of level 1."""
    if not any(each.level == 1 for each in page.headings):
        yield Fault("The page has no h1.")


def check_heading_repeated(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Several headings of level 1."""
    main = [each.text for each in page.headings if each.level == 1]
    if len(main) > 1:
        yield Fault(f"{len(main)} h1: {cut_words(' | '.join(main), 300)}")


def check_heading_skipped(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A heading more than one level below the one before."""
    for number, (before, after) in enumerate(pairwise(page.headings)):
        if after.level > before.level + 1:
            yield Fault(f"h{before.level} is followed by h{after.level}: {after.text}", f"{number}")


def check_heading_empty(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A heading without text."""
    for number, each in enumerate(page.headings):
        if not each.text:
            yield Fault(f"An h{each.level} is empty.", f"{number}")


def check_text_thin(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Hardly any text."""
    words = count_words(page.text)
    if page.indexed and around.item.id and words < FEW_WORDS:
        yield Fault(f"The page has {words} words: {cut_words(page.text, 100)}")


def count_words(text: str) -> int:
    """About how many words a text has. Where scripts have no spaces, two ideographs are one, or five letters."""
    return max(len(text.split()), len(_IDEOGRAPH.findall(text)) // 2, len(_SYLLABLE.findall(text)) // 5)


RULES = (
    Rule("heading_missing", "warning", HEADINGS, check_heading_missing),
    Rule("heading_repeated", "info", HEADINGS, check_heading_repeated),
    Rule("heading_skipped", "info", HEADINGS, check_heading_skipped),
    Rule("heading_empty", "warning", HEADINGS, check_heading_empty),
    Rule("text_thin", "info", HELPFUL, check_text_thin),
)
