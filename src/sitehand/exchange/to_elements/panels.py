"""Accordions, details and tabs as widgets."""

from typing import NamedTuple

from sitehand.blocks.outline import Entry
from sitehand.blocks.styles import pick
from sitehand.exchange.to_elements.boxes import BARE
from sitehand.exchange.to_elements.registry import Part, becomes_elements
from sitehand.exchange.to_elements.source import Source
from sitehand.exchange.to_elements.texts import is_text


class Panel(NamedTuple):
    """A title, and the block whose blocks open."""

    title: str
    body: Source


@becomes_elements("details")
def convert_details(source: Source) -> list[Part]:
    """A toggle of one text; an accordion of one container where it holds more than text."""
    panel, shown = Panel(source.text("summary") or "Details", source), bool(source.attributes.get("showContent"))
    if not shown and _hold_texts([panel]):
        return [_make_texts(source, [panel], "toggle", {})]
    return [_make_nested(source, [panel], "accordion", {}, opened=shown)]


@becomes_elements("accordion")
def convert_accordion(source: Source) -> list[Part] | None:
    """An accordion."""
    items = [_find(source, entry) for entry in source.entry.inner]
    panels = [each for each in items if each]
    if not panels or len(panels) != len(items):
        return None
    number = source.attributes.get("headingLevel", 3)
    parts = (source.open(entry) for entry in source.entry.inner)
    states = [bool(item.attributes.get("openByDefault")) for item in parts]
    single = {"max_items_expended": "one" if source.attributes.get("autoclose") else "multiple"}
    if any(states[1:]):
        source.report.change(source.path, "openByDefault", "the first item alone open")
    if states[0] and single["max_items_expended"] == "one" and _hold_texts(panels):
        return [{**_make_texts(source, panels, "accordion", {"title_html_tag": f"h{number}"})}]
    return [_make_nested(source, panels, "accordion", {"title_tag": f"h{number}", **single}, opened=any(states))]


def _find(source: Source, item: Entry) -> Panel | None:
    if tuple(each.block.name for each in item.inner) != PARTS:
        return None
    heading, panel = map(source.open, item.inner)
    if heading.attributes.get("level", 3) == source.attributes.get("headingLevel", 3):
        heading.attributes.names.add("level")
    return Panel(heading.text("title"), panel)


PARTS = ("core/accordion-heading", "core/accordion-panel")


@becomes_elements("tabs")
def convert_tabs(source: Source) -> list[Part] | None:
    """Convert tabs."""
    bodies = [entry for each in source.entry.inner if each.block.name == "core/tab-panels" for entry in each.inner]
    lists = [each for each in source.entry.inner if each.block.name == "core/tab-list"]
    labels = source.open(lists[0]).attributes.get("tabs") if lists else None
    titles = [str(pick(label, "label") or "") for label in labels] if isinstance(labels, list) else []
    names = [entry.block.name for entry in (*source.entry.inner, *bodies)]
    if (
        not bodies
        or len(titles) != len(bodies)
        or names != ["core/tab-list", "core/tab-panels", *["core/tab-panel"] * len(bodies)]
    ):
        return None
    tabs = [Panel(title, source.open(entry)) for title, entry in zip(titles, bodies, strict=True)]
    for tab in tabs:
        tab.body.choice("label", (tab.title,))
    if _hold_texts(tabs):
        return [_make_texts(source, tabs, "tabs", {})]
    return [_make_nested(source, tabs, "tabs", {}, opened=True)]


def _hold_texts(panels: list[Panel]) -> bool:
    return all(is_text(panel.body.entry.inner) for panel in panels)


def _make_texts(source: Source, panels: list[Panel], kind: str, settings: Part) -> Part:
    """A widget whose panels are texts."""
    rows = [{"tab_title": panel.title, "tab_content": _write_inner(panel.body)} for panel in panels]
    return source.widget(kind, {"tabs": rows, **settings})


def _make_nested(source: Source, panels: list[Panel], kind: str, settings: Part, *, opened: bool) -> Part:
    """A widget whose panels are containers."""
    nested, name, title = NESTED[kind]
    state = {} if kind == "tabs" else {"default_state": "expanded" if opened else "all_collapsed"}
    made = source.widget(nested, {name: [{title: panel.title} for panel in panels], **state, **settings})
    return {**made, "elements": [_make_body(panel) for panel in panels]}


NESTED = {"tabs": ("nested-tabs", "tabs", "tab_title"), "accordion": ("nested-accordion", "items", "item_title")}
"""By what they are: the widget of containers, its rows, and their titles."""


def _make_body(panel: Panel) -> Part:
    settings = {"content_width": "full", "padding": dict(BARE)}
    return {"elType": "container", "settings": settings, "elements": panel.body.convert(panel.body.entry.inner)}


def _write_inner(body: Source) -> str:
    return "\n".join(body.open(entry).read_html() for entry in body.entry.inner)
