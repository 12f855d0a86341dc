"""Values of WordPress's `style` attribute as CSS, where they are safe in one."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

SIDES = ("top", "right", "bottom", "left")
MAX_NUMBER = 10**9
_PRESET = re.compile(r"var:preset\|([a-z0-9-]{1,40})\|([A-Za-z0-9-]{1,60})")
_SAFE = re.compile(r"[\w\s.,%#()/*+-]{1,200}", re.ASCII)


def write_value(value: Any) -> str:
    """A value as CSS, its preset as a variable; empty for what is none or could load something."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}" if abs(value) <= MAX_NUMBER else ""  # JSON may hold one that no float can
    if not isinstance(value, str):
        return ""
    css = _PRESET.sub(lambda found: f"var(--wp--preset--{found[1]}--{found[2]})", value).strip()
    return css if _SAFE.fullmatch(css) and "url(" not in css.lower() and "/*" not in css else ""


def write_sides(prefix: str, value: Any, suffix: str = "") -> Iterator[tuple[str, str]]:
    """A value for all sides of a box, or one for each."""
    if isinstance(value, Mapping):
        yield from ((f"{prefix}-{side}{suffix}", write_value(value.get(side))) for side in SIDES)
    else:
        yield prefix + suffix, write_value(value)


def write_styles(styles: Iterator[tuple[str, str]]) -> str:
    """Declarations as the content of a style attribute, without those that are empty."""
    return ";".join(f"{name}:{value}" for name, value in styles if value)
