"""Accordions, toggles and tabs as blocks."""

from collections.abc import Iterator
from typing import NamedTuple

from sitehand.blocks.making import NewBlock
from sitehand.exchange.to_blocks.registry import becomes_blocks
from sitehand.exchange.to_blocks.source import Look, Source
from sitehand.exchange.to_blocks.texts import HEADINGS, read_html

SHELL = Look(background="", padding="", border="")


class Panel(NamedTuple):
    """What opens, and its title in HTML."""

    title: str
    inner: list[NewBlock]


@becomes_blocks("accordion")
def convert_accordion(source: Source) -> list[NewBlock] | None:
    """Panels of texts, of which the first is open."""
    level = source.settings.text("title_html_tag", "div")
    return _make_panels(source, list(_list_texts(source)), level, opened=True, single=True)


@becomes_blocks("toggle")
def convert_toggle(source: Source) -> list[NewBlock]:
    """Texts that open, each by itself."""
    return [_make_details(panel, opened=False) for panel in _list_texts(source)]


@becomes_blocks("nested-accordion")
def convert_nested_accordion(source: Source) -> list[NewBlock] | None:
    """Convert an accordion of elements."""
    panels = list(_list_nested(source, "items", "item_title"))
    opened = source.settings.text("default_state", "expanded") == "expanded"
    single = source.settings.text("max_items_expended", "one") == "one"
    return _make_panels(source, panels, source.settings.text("title_tag", "div"), opened=opened, single=single)


@becomes_blocks("tabs")
def convert_tabs(source: Source) -> list[NewBlock] | None:
    """Convert tabs of texts."""
    return _make_tabs(source, list(_list_texts(source)))


@becomes_blocks("nested-tabs")
def convert_nested_tabs(source: Source) -> list[NewBlock] | None:
    """Convert tabs of elements."""
    return _make_tabs(source, list(_list_nested(source, "tabs", "tab_title")))


def _list_texts(source: Source) -> Iterator[Panel]:
    for number, row in enumerate(source.rows("tabs")):
        yield Panel(row.text("tab_title"), read_html(source, f"tabs.{number}.tab_content", row.text("tab_content")))


def _list_nested(source: Source, rows: str, title: str) -> Iterator[Panel]:
    titles, children = source.rows(rows), source.element.children
    for number in range(max(len(titles), len(children))):
        inner = source.convert(children[number : number + 1])
        yield Panel(titles[number].text(title) if number < len(titles) else str(number + 1), _unwrap(inner))


def _unwrap(inner: list[NewBlock]) -> list[NewBlock]:
    """What is in the one container of a panel, where that says nothing of its own."""
    plain = len(inner) == 1 and (inner[0].name, inner[0].attributes) == ("core/group", {"layout": {"type": "default"}})
    return list(inner[0].inner) if plain else inner


def _make_panels(
    source: Source, panels: list[Panel], level: str, *, opened: bool, single: bool
) -> list[NewBlock] | None:
    if not panels:
        return None
    if "core/accordion" not in source.site.release.blocks:
        return [_make_details(panel, opened=opened and not number) for number, panel in enumerate(panels)]
    number = int(level[1]) if level in HEADINGS else 3
    items = [_make_item(panel, number, opened=opened and panel is panels[0]) for panel in panels]
    heading = {"headingLevel": number} if number != 3 else {}  # noqa: PLR2004 - the block's own default
    return [source.make("core/accordion", {**heading, **({"autoclose": True} if single else {})}, SHELL, items)]


def _make_details(panel: Panel, *, opened: bool) -> NewBlock:
    return NewBlock("core/details", {"summary": panel.title, **({"showContent": True} if opened else {})}, panel.inner)


def _make_item(panel: Panel, level: int, *, opened: bool) -> NewBlock:
    heading = NewBlock("core/accordion-heading", {"title": panel.title, "level": level})
    parts = [heading, NewBlock("core/accordion-panel", {}, panel.inner)]
    return NewBlock("core/accordion-item", {"openByDefault": True} if opened else {}, parts)


def _make_tabs(source: Source, panels: list[Panel]) -> list[NewBlock] | None:
    """Tabs; on a release without them, panels that open one by one."""
    if "core/tabs" not in source.site.release.blocks:
        source.report.change(source.id, "tabs", "panels that open: this WordPress has no block for tabs")
        return _make_panels(source, panels, "div", opened=True, single=True)
    if not panels:
        return None
    titles = NewBlock("core/tab-list", {"tabs": [{"label": panel.title} for panel in panels]})
    contents = [NewBlock("core/tab-panel", {"label": panel.title}, panel.inner) for panel in panels]
    return [source.make("core/tabs", {}, SHELL, [titles, NewBlock("core/tab-panels", {}, contents)])]
