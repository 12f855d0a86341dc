"""The style of a global class as CSS, in the form in which it is written."""

import re
from collections.abc import Mapping
from typing import Any

from sitehand.elementor.atomic import BREAKPOINTS
from sitehand.elementor.rendering.atomic.styles import list_declarations
from sitehand.elementor.rendering.canvas import References

_VARIABLE = re.compile(r"var\(--([\w-]{1,64})\)")
_NOTHING = References()


def show_style(variants: Any, labels: Mapping[str, str]) -> str:
    """Variants as CSS, with `&:hover {}` and `@media(--mobile) {}`; variables by the labels of their ids."""
    given = variants if isinstance(variants, list | tuple) else ()
    rules = [_show_variant(each) for each in given if isinstance(each, dict)]
    return _VARIABLE.sub(lambda found: f"var(--{labels.get(found[1], found[1])})", " ".join(filter(None, rules)))


def _show_variant(variant: Mapping[str, Any]) -> str:
    meta = variant.get("meta")
    breakpoint, state = (meta.get("breakpoint"), meta.get("state")) if isinstance(meta, dict) else (None, None)
    declared = list_declarations(variant.get("props"), _NOTHING)
    css = " ".join(f"{property}: {value};" for property, value in declared if value)
    if css and state:
        css = f"&{'.' if str(state).startswith('e--') else ':'}{state} {{ {css} }}"
    return f"@media(--{breakpoint}) {{ {css} }}" if css and breakpoint not in (None, BREAKPOINTS[0]) else css
