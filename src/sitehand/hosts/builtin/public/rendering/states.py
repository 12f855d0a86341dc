"""Looks of a block on small screens alone, or while a visitor is at its link: `style["@mobile"][":hover"]`."""

from collections.abc import Iterator

from sitehand.hosts.builtin.block_states import (
    POINTS,
    VIEWPORTS,
    WITH_LINK,
    list_names,
    name_class,
    name_look,
    name_variable,
)
from sitehand.hosts.builtin.public.rendering.looks import list_looks
from sitehand.hosts.builtin.public.rendering.slots import Attributes
from sitehand.hosts.builtin.public.rendering.values import write_value

NAMES = frozenset(name_look(*names) for names in list_names())


def list_state_classes(name: str, attributes: Attributes) -> Iterator[str]:
    """A class for each look."""
    yield from (name_class(look) for look, _ in _list_looks(name, attributes))


def list_state_styles(name: str, attributes: Attributes) -> Iterator[tuple[str, str]]:
    """Its value, in a variable."""
    yield from ((name_variable(look), value) for look, value in _list_looks(name, attributes))


def _list_looks(name: str, attributes: Attributes) -> Iterator[tuple[str, str]]:
    style = attributes.inner("style")
    if not any(key.startswith(("@", ":")) for key in style.values):
        return  # as of nearly every block
    for viewport in ("", *VIEWPORTS):
        here = style.inner(f"@{viewport}") if viewport else style
        if viewport:
            yield from _name_looks(viewport, "", here)
        for point in POINTS if name in WITH_LINK else ():
            yield from _name_looks(viewport, point, here.inner(f":{point}"))


def _name_looks(viewport: str, point: str, style: Attributes) -> Iterator[tuple[str, str]]:
    align = write_value(style.inner("typography").text("textAlign"))
    for css, value in (*list_looks(style), ("text-align", align)):
        if value and (look := name_look(viewport, point, css)) in NAMES:
            yield look, value
