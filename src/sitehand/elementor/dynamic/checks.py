"""What is odd about a dynamic tag that is stored: never an error, since plugins register tags of their own."""

from collections.abc import Collection, Iterator
from typing import Any

from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.dynamic.known import KNOWN, TAKES
from sitehand.elementor.dynamic.tags import SHAPE, Tag, read_text, read_typed
from sitehand.elementor.findings import Fault

FOREIGN = "foreign_tag"
"""The fault of a tag that the catalogue does not know."""


def check_text(text: str, control: Control | None, path: str) -> Iterator[Fault]:
    """The faults of the tag of a classic setting, whose control is known or not."""
    tag = read_text(text)
    if tag is None:
        yield Fault(path, "odd_tag", f"one tag, such as {SHAPE}", text)
    else:
        yield from check_fit(tag, find_taken(control) if control else (), path)


def check_typed_tag(value: Any, taken: Collection[str], path: str) -> Iterator[Fault]:
    """The faults of a typed value that is a tag, where one of `taken` fits."""
    inner = value.get("value")
    tag = read_typed(value)
    if tag is None or (not isinstance(inner.get("settings", {}), dict) and inner["settings"] != []):
        yield Fault(f"{path}.value", "wrong_value", "an object of name, group, settings", inner)
    else:
        yield from check_fit(tag, taken, path)


def check_fit(tag: Tag, taken: Collection[str], path: str) -> Iterator[Fault]:
    """Whether the tag gives what is taken; all fits where that is not known."""
    known = KNOWN.get(tag.name)
    if known is None:
        yield Fault(path, FOREIGN, "a tag of list_dynamic_tags; a plugin may register others", tag.name)
    elif taken and not set(known.gives) & set(taken):
        yield Fault(path, "unfit_tag", f"a tag that gives {' or '.join(taken)}", tag.name)


def find_taken(control: Control) -> tuple[str, ...]:
    """What tags may give to a classic setting; nothing where it takes none."""
    return TAKES.get(control.type, ()) if control.dynamic else ()
