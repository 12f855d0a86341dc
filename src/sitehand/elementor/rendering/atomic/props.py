"""Typed values as they are read to draw an element: `{"$$type": ..., "value": ...}`, never a wrong kind."""

from collections.abc import Mapping
from typing import Any

from sitehand.elementor.rendering.addresses import write_link
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.scalars import is_number

MAX_LAYERS = 8
"""Typed values within typed values that are looked into for a text."""


def read_value(value: Any) -> tuple[str, Any]:
    """The type and the plain value; an empty type for what has none."""
    if isinstance(value, dict) and isinstance(value.get("$$type"), str) and not value.get("disabled"):
        return value["$$type"], value.get("value")
    return "", None


def read_plain(value: Any) -> Any:
    """The plain value of a typed one."""
    return read_value(value)[1]


def read_object(value: Any) -> Mapping[str, Any]:
    """The members of a typed object, each typed again; none for anything else."""
    plain = read_plain(value)
    return plain if isinstance(plain, dict) else {}


def read_list(value: Any, most: int = 100) -> list[Any]:
    """The items of a typed list."""
    plain = read_plain(value)
    return plain[:most] if isinstance(plain, list) else []


def read_text(value: Any) -> str:
    """A text, of whatever version its type is: `html-v3` holds one in `content`."""
    for _ in range(MAX_LAYERS):
        kind, plain = read_value(value)
        if isinstance(plain, str):
            return plain
        if not kind.startswith("html") or not isinstance(plain, dict):
            return ""
        value = plain.get("content")
    return ""


def read_flag(value: Any) -> bool:
    """Whether a boolean is true."""
    return read_plain(value) is True


def read_number(value: Any) -> float | None:
    """A number that JavaScript keeps exactly."""
    plain = read_plain(value)
    return plain if is_number(plain) else None


def read_id(value: Any) -> int:
    """An id of the site; 0 for none."""
    number = read_number(value)
    return int(number) if number is not None and number > 0 else 0


def list_link_attributes(value: Any, references: References) -> dict[str, str]:
    """The attributes of a link to an address or to an item of the site; none where it leads nowhere."""
    link = read_object(value)
    kind, target = read_value(link.get("destination"))
    if kind == "query" and isinstance(target, dict):
        target = references.links.get(read_id(target.get("id")), "")
    address = write_link(target)
    blank = read_flag(link.get("isTargetBlank"))
    return {"href": address, "target": "_blank" if blank else "", "rel": "noopener" if blank else ""} if address else {}
