"""Ids of elements: seven hexadecimal digits, unique in a document.

A copy gets ids of its own, and what in it names one of the old follows: local styles and the classes that name them,
custom CSS, interactions.
"""

import re
from collections.abc import Collection, Iterable, Mapping

from sitehand.elementor.document import Element, walk, write
from sitehand.elementor.interactions import list_ids
from sitehand.elementor.parsing import read_items, rewrite
from sitehand.elementor.places import merge_members
from sitehand.elementor.seed import make_hex

ID = re.compile("[0-9a-f]{7,8}")
_REFERENCE = re.compile(
    r'(?<=")[\w-]+(?=")'  # a whole string
    r"|(?<=\be-)[0-9a-f]{7,8}(?=-[0-9a-f]{7})"  # the id of a local style
    r"|(?<=\belementor-element-)[0-9a-f]{7,8}\b"  # a class in custom CSS
)


_STYLE = re.compile(r"e-[0-9a-f]{7,8}-[0-9a-f]{7}|[a-z]{1,3}-(?=[\w-]*\d)[\w-]+")
"""Ids of local styles. What looks like a key of Elementor's JSON is none, and would be taken for it."""


def make_id(taken: Collection[str]) -> str:
    """A new id."""
    while (made := make_hex()) in taken:
        pass
    return made


def renew_ids(elements: Iterable[Element], taken: set[str], *, keep_new: bool = False) -> None:
    """Give these elements and all in them new ids, which join `taken`; with `keep_new` good ones that are free stay."""
    every = [each for element in elements for each in (element, *walk(element)) if each.fields is not None]
    new_ids, follow = [], {}
    for element in every:
        keep = keep_new and ID.fullmatch(element.id) is not None and element.id not in taken
        made = element.id if keep else make_id(taken)
        taken.add(made)
        new_ids.append(made)
        if made != element.id:
            follow.update(_map_references(element, made))
    # Only now, with all new ids known: what names an element may stand before it.
    for element, made in zip(every, new_ids, strict=True):
        _rename(element, made, follow)


def _map_references(element: Element, made: str) -> dict[str, str]:
    """What names this element or its styles, and what will."""
    styles = (element.fields or {}).get("styles")
    local = [style for style in styles if _STYLE.fullmatch(style)] if isinstance(styles, dict) else []
    names = {style: f"e-{made}-{make_hex()}" for style in local}
    if not ID.fullmatch(element.id):
        return names
    interactions = (each for each in list_ids(element) if element.id in each)
    return {**names, **{each: each.replace(element.id, made) for each in interactions}, element.id: made}


def renew_text(text: str, taken: set[str], *, keep_new: bool = False) -> str:
    """The text of elements, with new ids."""
    elements = read_items(text)
    renew_ids(elements, taken, keep_new=keep_new)
    return ",".join(map(write, elements))


def _rename(element: Element, made: str, follow: Mapping[str, str]) -> None:
    shell = _REFERENCE.sub(lambda found: follow.get(found[0], found[0]), element.shell)
    if made != element.id:
        shell = merge_members(shell, 0, {"id": made})
    rewrite(element, shell)
