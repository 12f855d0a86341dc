"""Text, addresses and colours replaced wherever they stand, on decoded values: `\\/` and `\\u00e9` hide nothing."""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.document import Element, walk
from sitehand.elementor.draft import Draft
from sitehand.elementor.places import Path
from sitehand.elementor.scalars import is_color, is_keyword
from sitehand.elementor.typed import SCRIPT
from sitehand.errors import Code, Problem

KINDS = ("text", "address", "color")
READ = {"text", "textarea", "wysiwyg"}
"""Types of controls whose values people read."""
UNTOUCHED = {"id", "_id", "$$type", "_element_id", "_css_classes", "_cssid", "classes", "library", "__globals__"}
"""Members that name something, and are never text."""
_ENTITY = r"&(?:#\w+|[a-zA-Z]\w*);"
_TAG = re.compile(r"(<[^<>]*>)")
_MARKUP = re.compile(rf"<[^<>]*>|{_ENTITY}")
_SPELLINGS = {"&": f"(?:&amp;|(?!{_ENTITY})&)", "<": "&lt;", ">": "(?:>|&gt;)", "\u00a0": "(?:\u00a0|&nbsp;)"}
"""Characters that HTML spells otherwise, or in two ways."""


def replace_in_elementor(draft: Draft, old: str, new: str, kind: str = "text", element: str | None = None) -> list[str]:
    """Replace what people read ("text"), parts of addresses ("address") or one whole colour ("color").

    In the element with all that is in it, or in the document. Answers the ids of the elements that it changed.
    Tags and their attributes are no text; addresses are found in them too.
    """
    replace = _choose(kind, old, new)
    start = draft.find(element) if element else draft.root
    changed = []
    for each in [*([start] if start.parent else []), *walk(start)]:
        values = dict(_find_changes(each, kind, replace, draft.catalogue))
        if values:
            draft.replace(each, values)
            changed.append(each.id)
    return changed


def _choose(kind: str, old: str, new: str) -> Callable[[str], str]:
    """How a text is changed. Raises Problem(invalid_arguments) for what must not be written."""
    if kind not in KINDS or not old:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"Say what to replace, of the kind {', '.join(KINDS)}.",
            hint="Send kind, old and new.",
        )
    if kind == "color":
        if not new or not is_color(new):
            raise Problem(
                Code.INVALID_ARGUMENTS, f"`{new}` is not a valid CSS colour.", hint="Send one such as #2f6b3c."
            )
        return lambda text: new if text.strip().lower() == old.strip().lower() else text
    if kind == "address":
        if not re.search("[/.:#]", old):
            raise Problem(
                Code.INVALID_ARGUMENTS, f"`{old}` is not a valid part of an address.", hint="Name more of it."
            )
        if SCRIPT.match(new) or re.search(r"[\s<>\"']", new):
            raise Problem(
                Code.INVALID_ARGUMENTS, f"`{new}` is not a valid address.", hint="Send it without spaces and quotes."
            )
        return lambda text: text.replace(old, new)
    return lambda text: _replace_text(text, old, new)


def _replace_text(text: str, old: str, new: str) -> str:
    """Outside tags and entities, as it is written there: in HTML `&` is `&amp;`."""
    if not _MARKUP.search(text):
        return text.replace(old, new)
    written = html.escape(new, quote=False)
    spelt = "".join(_SPELLINGS.get(character, re.escape(character)) for character in old)
    # The second alternative takes entities whole, so that `amp` is not found in `&amp;`.
    pattern = re.compile(f"({spelt})|{_ENTITY}")
    parts = _TAG.split(text)
    parts[::2] = [pattern.sub(lambda found: written if found[1] else found[0], part) for part in parts[::2]]
    return "".join(parts)


def _find_changes(
    element: Element, kind: str, replace: Callable[[str], str], catalogue: Catalogue
) -> Iterator[tuple[Path, str]]:
    for path, text in find_texts(element):
        if (kind != "text" or is_read(element, path, text, catalogue)) and (changed := replace(text)) != text:
            yield path, changed


def find_texts(element: Element) -> Iterator[tuple[Path, str]]:
    """Every text in the settings and styles of an element that names nothing, with its path."""
    fields: Mapping[str, Any] = element.fields or {}
    waiting: list[tuple[Path, Any]] = [((name,), fields.get(name)) for name in ("settings", "styles")]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, dict):
            waiting += [((*path, name), each) for name, each in value.items() if name not in UNTOUCHED]
        elif isinstance(value, list):
            waiting += [((*path, number), each) for number, each in enumerate(value)]


def is_read(element: Element, path: Path, text: str, catalogue: Catalogue) -> bool:
    """Whether people read the text at a path."""
    if path[0] != "settings":
        return False
    if element.is_atomic:
        return _is_typed_text(element, path)
    found = catalogue.classic.types.get(element.kind)
    if found is None:
        return not is_keyword(text)
    controls: Mapping[str, Control] = found.controls
    control = None
    for key in path[1:]:
        if isinstance(key, str):
            setting = catalogue.classic.find_setting(controls, key)
            control = setting.control if setting else None
            controls = control.fields if control else {}
    return control is not None and control.type in READ


def _is_typed_text(element: Element, path: Path) -> bool:
    """Whether a path leads to the content of typed HTML."""
    value: Any = element.fields
    for key in path:
        if isinstance(value, dict) and str(value.get("$$type")).startswith("html"):
            return True
        value = value[key]  # the path was found in it
    return False
