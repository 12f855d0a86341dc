"""A whole document as HTML and CSS."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from sitehand.elementor.components.baking import resolve_settings
from sitehand.elementor.document import Element
from sitehand.elementor.parsing import read_document
from sitehand.elementor.rendering.background import style_background
from sitehand.elementor.rendering.canvas import Canvas, Part, References
from sitehand.elementor.rendering.characters import replace_halves
from sitehand.elementor.rendering.dynamic import fill_settings
from sitehand.elementor.rendering.frame import name_element
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.others import draw_other
from sitehand.elementor.rendering.registry import load_drawers
from sitehand.elementor.rendering.settings import Settings
from sitehand.elementor.rendering.shared import style_shared
from sitehand.elementor.rendering.style import Style

ROOT = ".elementor"
BLANK_TEMPLATES = ("elementor_canvas",)
BARE_TEMPLATES = ("elementor_canvas", "elementor_header_footer", "page-no-title")
LEFT_OUT = "Parts of this page are not shown: it has more elements than a page can show."


class RenderedDocument(NamedTuple):
    """The HTML of a document, the rules of its own, and how the page shows it.

    `digest`: the SHA-256 of the rules, in base64, by which the policy of the page allows them.
    `has_title`: the title of the item stands above; `is_blank`: neither header nor footer of the site are shown.
    """

    html: str
    css: str
    digest: str
    has_title: bool = True
    is_blank: bool = False


def render_document(
    root: Element, page_settings: str, references: References, clean: Callable[[str], str]
) -> RenderedDocument:
    """A document that was read. `clean` makes stored HTML safe. What exceeds the bounds is left out, and it says so."""
    canvas = Canvas(references, clean, draw_element)
    page = read_page_settings(page_settings)
    style = Style(canvas.sheet, ROOT, page)
    style.sides("padding", "", "padding")
    style_background(style, "background", "")
    style_shared(references, canvas.sheet, ROOT)
    html = "".join(draw_element(child, canvas, 1) for child in root.children)
    if canvas.ended or canvas.sheet.ended:
        html += tag("p", LEFT_OUT, class_="left-out")
    template = page.text("template")
    has_title = not page.flag("hide_title") and template not in BARE_TEMPLATES
    css = canvas.sheet.write()
    digest = b64encode(sha256(css.encode()).digest()).decode()
    return RenderedDocument(html, css, digest, has_title, template in BLANK_TEMPLATES)


def render_text(data: str, page_settings: str, references: References, clean: Callable[[str], str]) -> RenderedDocument:
    """A document as it is stored. Raises Problem for a text that is none."""
    root = read_document(replace_halves(data))
    return render_document(root, replace_halves(page_settings), references, clean)


def draw_element(element: Element, canvas: Canvas, depth: int) -> str:
    """The HTML of an element with what is in it; nothing for an item that is no object."""
    if element.fields is None or canvas.full:
        return ""
    settings = Settings(_resolve_settings(element, canvas))
    style = Style(canvas.sheet, f"{ROOT} .{name_element(element)}", settings)
    part = Part(element, canvas, depth, settings, style)
    room = canvas.room
    return canvas.take(load_drawers().get(element.kind, draw_other)(part), room)


def _resolve_settings(element: Element, canvas: Canvas) -> Mapping[str, Any]:
    """The settings as they are shown: with the values of the instance around, and what dynamic tags say."""
    shown = element.settings if canvas.instance is None else resolve_settings(element.settings, canvas.instance)
    return fill_settings(element, shown, canvas.say) if canvas.references.facts else shown


def read_page_settings(stored: str) -> Settings:
    """The settings of the page; none where they cannot be read."""
    try:
        found = json.loads(stored) if stored else {}
    except (ValueError, RecursionError):
        found = {}
    return Settings(found if isinstance(found, dict) else {})
