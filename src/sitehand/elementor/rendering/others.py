"""Elements that are not drawn, such as those of Pro: their words are shown, under a class that names them."""

from collections.abc import Iterator
from typing import Any

from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.links import wrap_link
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.settings import Settings

TITLES = ("title", "title_text", "title_text_a", "heading", "headline", "bio_heading", "top_bar_title")
TEXTS = (
    *("description", "description_text", "description_text_a", "text", "content", "sub_title", "inner_text", "quote"),
    *("bio_description", "bio_title", "top_bar_subtitle", "announcement_text"),
)
LABELS = ("field_label", "item_title", "tab_title", "name", "label", "title", "text")
BUTTONS = ("button", "button_text", "link_text", "cta_text")
LINKS = ("link", "cta_link")
MAX_ROWS = 100


def draw_other(part: Part) -> str:
    """The words of an element, and the elements in it."""
    words = "".join(_list_words(part)) + _draw_button(part)
    shown = tag("div", words, class_="elementor-other") if words else ""
    return draw_widget(part, shown + "".join(part.children()))


def _draw_button(part: Part) -> str:
    words = next((part.html(name) for name in BUTTONS if part.settings.text(name)), "")
    button = tag("span", words, class_="elementor-button elementor-size-sm")
    link = next((part.settings.object(name) for name in LINKS if part.settings.object(name).text("url")), Settings({}))
    return wrap_link(link, button, class_="elementor-other-link") if words else ""


def _list_words(part: Part) -> Iterator[str]:
    for names, wrap in ((TITLES, "elementor-other-title"), (TEXTS, "elementor-other-text")):
        found = next((name for name in names if part.settings.text(name)), "")
        if found:
            part.style.color(f"{found}_color", f" .{wrap}")
            yield tag("div", part.html(found), class_=wrap)
    items = "".join(tag("li", words) for words in _list_labels(part))
    if items:
        yield tag("ul", items, class_="elementor-other-list")


def _list_labels(part: Part) -> Iterator[str]:
    """What the rows of a repeater are called, such as the fields of a form."""
    rows: list[Any] = [row for value in part.settings.values.values() if isinstance(value, list) for row in value]
    for row in rows[:MAX_ROWS]:
        settings = Settings(row if isinstance(row, dict) else {})
        label = next((settings.text(name) for name in LABELS if settings.text(name)), "")
        if label:
            yield part.canvas.clean(label)
