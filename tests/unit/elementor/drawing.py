"""Documents drawn for tests, each checked to be well-formed and harmless."""

import json
import re
from html.parser import HTMLParser
from typing import Any

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.plain import type_value
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.rendering.document import RenderedDocument, render_text
from sitehand.elementor.rendering.markup import VOID
from sitehand.hosts.builtin.public.rendered_documents import clean

CATALOGUE = load_catalogue()
KINDS = sorted({*CATALOGUE.classic.types, *CATALOGUE.atomic.types})
SILENT = {
    *("section", "column", "container", "e-div-block", "e-flexbox", "e-grid", "spacer", "menu-anchor", "sidebar"),
    *("e-tab", "e-tab-content", "e-tabs-menu", "e-tabs-content-area", "e-component"),
    *(f"e-background-video{part}" for part in ("", "-content", "-controls", "-play", "-pause")),
}
"""Elements that hold others, that only make room, or whose words a site has elsewhere."""
DANGER = re.compile(r"<script|<iframe|\son[a-z]+=|(?:href|src)=.?(?:javascript|data):", re.IGNORECASE)


class Checker(HTMLParser):
    """Fails for elements that are not closed in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Note an element that is to be closed."""
        if tag not in VOID | {"wbr"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the last one."""
        assert self.open and self.open.pop() == tag


def draw(*elements: dict[str, Any], **references: Any) -> RenderedDocument:
    """A document of these elements, which is well-formed."""
    found = render_text(json.dumps(elements), "", References(**references), clean)
    check(found)
    return found


def check(found: RenderedDocument) -> None:
    """Fail for what is not well-formed, could run, or is no UTF-8."""
    assert (found.html + found.css).encode() is not None
    checker = Checker()
    checker.feed(found.html)
    assert checker.open == []
    assert not DANGER.search(found.html)
    assert "<" not in found.css
    assert found.css.count("{") == found.css.count("}")


def element(kind: str, settings: Any, *children: dict[str, Any], identifier: str = "aaaaaa1") -> dict[str, Any]:
    """An element of a kind."""
    made = make_example(kind, CATALOGUE) if kind in KINDS else {"elType": "widget", "widgetType": kind}
    made = {name: value for name, value in made.items() if name in ("elType", "widgetType")}
    return {"id": identifier, **made, "settings": settings, "elements": list(children)}


def make_typed_example(kind: str) -> dict[str, Any]:
    """The catalogue's example, its values typed as they are stored."""
    made = {"id": "aaaaaa1", **make_example(kind, CATALOGUE)}
    found = CATALOGUE.atomic.types.get(kind)
    if found:
        made["settings"] = {name: type_value(found.props[name], value) for name, value in made["settings"].items()}
    return made
