"""Rules over titles and descriptions.

Google states no length for either and cuts what does not fit, so that width is a warning at most. The bounds in pixels
are those of a desktop's result: 580 at 20 px for a title, 960 at 14 px for a description.
"""

from collections.abc import Iterator

from turbohtml import parse_fragment

from sitehand.seo.page import Page
from sitehand.seo.rule import GOOGLE, Fault, Fix, Rule, Surroundings
from sitehand.seo.snippet import DESCRIPTION_SIZE, DESCRIPTION_WIDTH, cut_text, cut_words
from sitehand.seo.widths import measure

TITLE, SNIPPET = GOOGLE + "appearance/title-link", GOOGLE + "appearance/snippet"
TITLE_SIZE, TITLE_WIDTH = 20, 580
MAX_TITLE = 300
"""Characters that `set_seo` takes."""
SHOWN = 200
"""Characters of a text that evidence shows."""


def check_title_missing(page: Page, around: Surroundings) -> Iterator[Fault]:
    """No title, or an empty one."""
    if any(page.titles):
        return
    heading = next((each.text for each in page.headings if each.level == 1), "")
    title = " ".join(parse_fragment(around.item.title).text.split()) or heading
    yield Fault("The page has no title.", fix=_set_seo(around, title=cut_words(title, MAX_TITLE)))


def check_title_repeated(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Several title elements: search engines take the first."""
    if len(page.titles) > 1:
        yield Fault(f"{len(page.titles)} title elements: {cut_words(' | '.join(page.titles), SHOWN)}")


def check_title_wide(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A title that is cut off in results."""
    title = next(iter(page.titles), "")
    width = measure(title, TITLE_SIZE)
    if width > TITLE_WIDTH:
        yield Fault(f"{width:.0f} px wide, {TITLE_WIDTH} are shown: {cut_words(title, SHOWN)}")


def check_description_missing(page: Page, around: Surroundings) -> Iterator[Fault]:
    """No description: search engines take some text of the page."""
    if page.indexed and not any(page.descriptions):
        yield Fault("The page has no description.", fix=_set_seo(around, description=cut_text(page.lead)))


def check_description_repeated(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Several descriptions."""
    if len(page.descriptions) > 1:
        yield Fault(f"{len(page.descriptions)} descriptions: {cut_words(' | '.join(page.descriptions), SHOWN)}")


def check_description_wide(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A description that is cut off in results."""
    description = next(iter(page.descriptions), "")
    width = measure(description, DESCRIPTION_SIZE)
    if width > DESCRIPTION_WIDTH:
        fix = _set_seo(around, description=cut_text(description))
        yield Fault(f"{width:.0f} px wide, {DESCRIPTION_WIDTH} are shown: {cut_words(description, SHOWN)}", fix=fix)


def check_language(page: Page, around: Surroundings) -> Iterator[Fault]:
    """The page does not say in which language it is. Where the home page does not either, it is the site's fault."""
    if not page.language and (around.has_language or not around.item.id):
        yield Fault("The html element has no lang.")


def _set_seo(around: Surroundings, **fields: str) -> Fix | None:
    """The call that sets fields of the item; None without an item or a value."""
    return Fix("set_seo", {"id": around.item.id, **fields}) if around.item.id and all(fields.values()) else None


RULES = (
    Rule("title_missing", "error", TITLE, check_title_missing),
    Rule("title_repeated", "warning", TITLE, check_title_repeated),
    Rule("title_wide", "warning", TITLE, check_title_wide),
    Rule("description_missing", "warning", SNIPPET, check_description_missing),
    Rule("description_repeated", "warning", SNIPPET, check_description_repeated),
    Rule("description_wide", "warning", SNIPPET, check_description_wide),
    Rule("language_missing", "warning", "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page", check_language),
)
