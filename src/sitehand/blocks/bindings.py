"""Block bindings: attributes of a block whose values come from elsewhere, such as a field of the post.

Source: https://developer.wordpress.org/block-editor/reference-guides/block-api/block-bindings/
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sitehand.blocks.outline import Entry
from sitehand.blocks.reading import read_comment
from sitehand.errors import Code, Problem

OVERRIDES = "core/pattern-overrides"
"""The source that only opens an attribute to the references of a pattern: in the pattern it is written as always."""
ALL = "__default"
BINDABLE: Mapping[str, tuple[str, ...]] = {
    "core/paragraph": ("content",),
    "core/heading": ("content",),
    "core/image": ("id", "url", "title", "alt", "caption"),
    "core/button": ("url", "text", "linkTarget", "rel"),
    "core/post-date": ("datetime",),
    "core/navigation-link": ("url",),
    "core/navigation-submenu": ("url",),
}
"""The attributes that WordPress binds."""


def read_bindings(entry: Entry) -> dict[str, Mapping[str, Any]]:
    """Where the values of bound attributes come from: `{"source", "args"}`, by attribute."""
    metadata = read_comment(entry).get("metadata")
    given = metadata.get("bindings") if isinstance(metadata, dict) else None
    bound: dict[str, Mapping[str, Any]] = {}
    if isinstance(given, dict):
        bound = {name: one for name, one in given.items() if isinstance(one, dict)}
    every = bound.pop(ALL, None)
    if every and every.get("source") == OVERRIDES:
        bound = {**dict.fromkeys(BINDABLE.get(entry.block.name, ()), every), **bound}
    return bound


def check_unbound(entry: Entry, names: Iterable[str]) -> None:
    """Raises Problem(conflict) for an attribute whose value comes from elsewhere: WordPress shows that instead."""
    bound = read_bindings(entry)
    for name in names:
        source = bound.get(name, {}).get("source")
        if source and source != OVERRIDES:
            raise Problem(
                Code.CONFLICT,
                f"The {name} of the block {entry.path} ({entry.block.name}) is bound to {source}: "
                "what is written here is not shown.",
                hint="Change the value at its source, or remove the binding from metadata.bindings first.",
                extra={"bound": dict(bound[name])},
            )
