"""A design system as CSS: a variable and classes for each preset, and rules for elements and blocks.

Names are WordPress's. Source: https://developer.wordpress.org/themes/global-settings-and-styles/
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sitehand.blocks.design.fluid import write_font_size
from sitehand.blocks.design.presets import KINDS, PresetKind, Tree, pick_list
from sitehand.blocks.design.shape import STATES, is_font_title
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.styles import pick, write_css, write_slug, write_value

HEADINGS = "h1, h2, h3, h4, h5, h6"
ELEMENTS = {
    "link": "a:where(:not(.wp-element-button, .wp-block-button__link))",
    "button": ":is(.wp-element-button, .wp-block-button__link)",
    "heading": f":is({HEADINGS})",
    "caption": ":is(.wp-element-caption, figcaption)",
    "cite": "cite",
}
"""Selectors of elements that are not their name."""
BLOCKS = {
    "core/button": ".wp-block-button__link",
    "core/heading": f":is({HEADINGS})",
    "core/list": ":is(ul, ol)",
    "core/list-item": "li",
    "core/paragraph": "p",
    "core/table": ".wp-block-table > table",
}
"""Selectors of blocks that are not the class of their name. Source: `selectors` in their block.json."""
GAPS = ":is(.is-layout-flex, .is-layout-grid, .wp-block-columns, .wp-block-buttons, .wp-block-gallery)"


class Scopes(NamedTuple):
    """Where a theme shows text of all kinds, and where content with blocks, as selectors."""

    text: str
    content: str


def write_presets(settings: Sequence[Tree]) -> Iterator[str]:
    """Variables and classes of the presets of settings, of which later ones win; classes win over other rules."""
    fluid = merge_layers(settings)
    values = {
        (kind, write_slug(entry["slug"])): _write_preset(kind, entry, fluid)
        for kind in KINDS
        for layer in settings
        for entry in pick_list(layer, kind.path)
    }
    variables = [(f"--wp--preset--{kind.name}--{slug}", value) for (kind, slug), value in values.items()]
    yield write_rule(":root", [*variables, *_list_custom(fluid.get("custom") or {})])
    for kind, slug in values:
        variable = f"var(--wp--preset--{kind.name}--{slug}) !important"
        yield from (write_rule(f".has-{slug}-{end}", [(name, variable)]) for end, name in kind.classes)


def write_styles(styles: Tree, settings: Tree, scopes: Scopes) -> Iterator[str]:
    """The rules of styles: for the whole page, its elements, and its blocks with theirs."""
    yield write_rule("body", _list_declarations(styles))
    if gap := pick(styles, "spacing.blockGap"):
        yield write_rule(f"{scopes.content} {GAPS}", [("gap", write_value(gap))])
    yield from _write_elements(styles, scopes.text)
    for name, style in (styles.get("blocks") or {}).items():
        selector = f"{scopes.content} {select_block(name)}"
        gap = [("gap", write_value(value))] if (value := pick(style, "spacing.blockGap")) else []
        yield write_rule(selector, [*_list_declarations(style), *gap])
        yield from _write_elements(style, selector)
    for name, own in (settings.get("blocks") or {}).items():
        yield from _write_own_presets(f"{scopes.content} {select_block(name)}", own)


def select_block(name: str) -> str:
    """The selector of a block."""
    return BLOCKS.get(name) or f".wp-block-{name.removeprefix('core/').replace('/', '-')}"


def write_rule(selector: str, declarations: Iterable[tuple[str, Any]]) -> str:
    """A rule; nothing for one without declarations."""
    body = ";".join(f"{name}:{value}" for name, value in declarations)
    return f"{selector}{{{body}}}\n" if body else ""


def merge_layers(settings: Sequence[Tree]) -> dict[str, Any]:
    """What settings say that are no presets: later layers win, member by member."""
    merged: dict[str, Any] = {}
    for layer in settings:
        for name, value in layer.items():
            known = merged.get(name)
            merged[name] = {**known, **value} if isinstance(known, Mapping) and isinstance(value, Mapping) else value
    return merged


def _write_preset(kind: PresetKind, entry: Tree, settings: Tree) -> Any:
    return write_font_size(entry, settings) if kind.name == "font-size" else write_value(entry[kind.value])


def _write_own_presets(selector: str, settings: Tree) -> Iterator[str]:
    variables = (
        (f"--wp--preset--{kind.name}--{write_slug(entry['slug'])}", _write_preset(kind, entry, settings))
        for kind in KINDS
        for entry in pick_list(settings, kind.path)
    )
    yield write_rule(selector, variables)


def _write_elements(styles: Tree, scope: str) -> Iterator[str]:
    for name, style in (styles.get("elements") or {}).items():
        selector = f"{scope} {ELEMENTS.get(name, name)}"
        yield write_rule(selector, _list_declarations(style))
        yield from (
            write_rule(selector + state, _list_declarations(style[state])) for state in STATES if state in style
        )


def _list_declarations(style: Tree) -> list[tuple[str, Any]]:
    aligned = pick(style, "typography.textAlign")
    written = write_css(style, Dialect.V7_1).items()
    return [*written, *([("text-align", aligned)] if aligned else [])]


def _list_custom(custom: Tree, *above: str) -> Iterator[tuple[str, Any]]:
    for name, value in custom.items():
        names = (*above, name)
        if isinstance(value, Mapping):
            yield from _list_custom(value, *names)
        elif not is_font_title(names):
            yield "--".join(["--wp--custom", *map(write_slug, names)]), value
