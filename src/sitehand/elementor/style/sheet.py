"""Plain CSS of one element: declarations, with `&:hover {}` for a state and `@media(--mobile) {}` for a breakpoint."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import tinycss2

from sitehand.elementor.atomic import BREAKPOINTS, STATES
from sitehand.elementor.catalogue.schema import AtomicCatalogue
from sitehand.elementor.findings import NOTHING, Fault
from sitehand.elementor.rendering.sheet import MEDIA
from sitehand.elementor.scalars import find_close
from sitehand.elementor.shared.names import Variable, name_variables
from sitehand.elementor.style import backgrounds, boxes, effects, layout, transforms
from sitehand.elementor.style.declaration import Declaration, Part, convert_plain
from sitehand.elementor.style.tokens import Untranslatable
from sitehand.elementor.typed import check_typed

MAX_CHARACTERS = 20_000
MAX_DEPTH = 32
MAX_FAULTS = 50
NO_VARIABLES: Mapping[str, Variable] = {}
_STATE = re.compile(r"&(?::|\.)([\w-]+)")
_LONG_NUMBER = re.compile(r"[0-9]{400,}")
"""Python reads none of over 4,300 digits, and no browser one of over 400."""
_BOUND = re.compile(r"(?:\w+\s+and\s+)?\(\s*(min|max)-width\s*:\s*(\d{1,9})(?:\.\d+)?px\s*\)")
_BREAKPOINT = re.compile(r"\(\s*--([\w-]+)\s*\)")
_SIDED = [
    f"{base}-{side}" for base in ("padding", "margin") for side in (*boxes.PHYSICAL, *boxes.SIDES, "inline", "block")
]
CONVERTERS: Mapping[str, Callable[[Declaration], dict[str, Part]]] = {
    **dict.fromkeys(boxes.KEYS, boxes.convert_box),
    **dict.fromkeys(_SIDED, boxes.convert_side),
    **dict.fromkeys((f"border-{side}-width" for side in (*boxes.PHYSICAL, *boxes.SIDES)), boxes.convert_side),
    **dict.fromkeys((f"border-{corner}-radius" for corner in boxes.ALL_CORNERS), boxes.convert_side),
    **dict.fromkeys((f"border-{side}" for side in (*boxes.PHYSICAL, *boxes.SIDES)), boxes.refuse_border_side),
    **dict.fromkeys((*boxes.PHYSICAL, "inset", "inset-inline", "inset-block"), boxes.convert_inset),
    **dict.fromkeys(("border", "outline"), boxes.convert_border),
    **dict.fromkeys(("gap", "row-gap"), boxes.convert_gap),
    "box-shadow": effects.convert_shadow,
    **dict.fromkeys(("filter", "backdrop-filter"), effects.convert_filter),
    "opacity": effects.convert_opacity,
    "transform": transforms.convert_transform,
    **dict.fromkeys(("transform-origin", "perspective-origin"), transforms.convert_origin),
    "perspective": transforms.convert_perspective,
    "transition": effects.convert_transition,
    "background": backgrounds.convert_background,
    "background-color": backgrounds.convert_color,
    "background-clip": backgrounds.convert_clip,
    "background-image": backgrounds.convert_image,
    **dict.fromkeys(
        (f"background-{name}" for name in ("size", "position", "repeat", "attachment")), backgrounds.convert_layout
    ),
    "flex": layout.convert_flex,
    **dict.fromkeys(("flex-grow", "flex-shrink", "flex-basis"), layout.convert_flex_part),
    **dict.fromkeys(layout.PAIRS, layout.convert_pair),
    "font": layout.convert_font,
    "line-height": layout.convert_line_height,
    "text-align": layout.convert_alignment,
    "grid-auto-flow": layout.convert_auto_flow,
    "object-position": layout.convert_object_position,
    **dict.fromkeys(("stroke", "stroke-width"), layout.convert_stroke),
}
"""The properties of CSS that are more than one property of Elementor's, or another."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What a style is at a breakpoint and in a state; "" is no state."""

    breakpoint: str
    state: str
    parts: dict[str, Part]


def convert_css(
    css: str,
    catalogue: AtomicCatalogue,
    breakpoint: str = BREAKPOINTS[0],
    *,
    variables: Mapping[str, Variable] = NO_VARIABLES,
) -> tuple[list[Variant], list[Fault]]:
    """The variants that plain CSS says, and a fault for each declaration that has no place in them: none is dropped.

    `var(--label)` refers to the variable of that label.
    """
    if len(css) > MAX_CHARACTERS or _measure_depth(css) > MAX_DEPTH:
        return [], [
            Fault("", "no_css", f"CSS of {MAX_CHARACTERS:,} characters at most, {MAX_DEPTH} levels deep", css[:80])
        ]
    if number := _LONG_NUMBER.search(css):
        return [], [Fault("", "no_css", "numbers that a browser can read", number[0][:80])]
    if breakpoint not in BREAKPOINTS:
        return [], [Fault("", "unknown_breakpoint", f"one of {', '.join(BREAKPOINTS)}", breakpoint)]
    sheet = _Sheet(catalogue, variables)
    sheet.read(css, breakpoint)
    return [Variant(*meta, parts) for meta, parts in sheet.variants.items()], sheet.faults


class _Sheet:
    """Reads rules from the outermost inwards, with a stack of its own."""

    def __init__(self, catalogue: AtomicCatalogue, variables: Mapping[str, Variable]) -> None:
        self._catalogue = catalogue
        self._variables = variables
        self.variants: dict[tuple[str, str], dict[str, Part]] = {}
        self.faults: list[Fault] = []

    def read(self, css: Any, breakpoint: str) -> None:
        waiting = [(css, breakpoint, "")]
        while waiting:
            content, breakpoint, state = waiting.pop(0)
            for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
                if node.type == "declaration":
                    self._declare(node, breakpoint, state)
                elif node.type == "error":
                    self.faults.append(Fault("", "no_css", "declarations such as color: red;", node.message))
                else:
                    waiting += self._enter(node, breakpoint, state)

    def _enter(self, node: Any, breakpoint: str, state: str) -> Iterator[tuple[Any, str, str]]:
        """What a nested rule is about."""
        prelude = tinycss2.serialize(node.prelude).strip()
        if node.type == "at-rule":
            found = _BREAKPOINT.fullmatch(prelude) if node.lower_at_keyword == "media" and node.content else None
            if found and found[1] in BREAKPOINTS and breakpoint == BREAKPOINTS[0]:
                yield node.content, found[1], state
            else:
                meant = find_close(found[1], BREAKPOINTS) if found else _find_breakpoint(prelude)
                close = f"@media(--{meant})" if isinstance(meant, str) else NOTHING
                expected = f"@media(--name) with one of {', '.join(BREAKPOINTS)}, outermost"
                self.faults.append(Fault(f"@{node.at_keyword} {prelude}", "unknown_rule", expected, prelude, close))
            return
        found = _STATE.fullmatch(prelude)
        if found and found[1] in STATES and not state:
            yield node.content, breakpoint, found[1]
        else:
            meant = find_close(prelude.lstrip("&:.")[:20], STATES)
            close = f"&{'.' if meant.startswith('e--') else ':'}{meant}" if isinstance(meant, str) else NOTHING
            expected = f"&: and one of {', '.join(STATES)}"
            self.faults.append(Fault(prelude, "unknown_rule", expected, prelude, close))

    def _declare(self, node: Any, breakpoint: str, state: str) -> None:
        if len(self.faults) >= MAX_FAULTS:
            return  # it is refused anyway
        parts = self.variants.setdefault((breakpoint, state), {})
        text = f"{node.name}: {tinycss2.serialize(node.value).strip()}"
        try:
            made = {name: self._refer(name, part) for name, part in self._convert(node, parts).items()}
        except Untranslatable as why:
            self.faults.append(Fault(node.lower_name, "no_property", str(why), text))
            return
        wrong = [fault for name, part in made.items() for fault in self._check(name, part)]
        if wrong:
            self.faults.append(Fault(node.lower_name, "no_property", wrong[0].expected, text))
            return
        for name, part in made.items():
            parts[name] = join_parts(parts.get(name), part)

    def _convert(self, node: Any, before: Mapping[str, Part]) -> dict[str, Part]:
        name = node.lower_name
        if not tinycss2.serialize(node.value).strip():
            raise Untranslatable(f"`{name}` has no value")
        if name not in CONVERTERS and name not in self._catalogue.style_props:
            close = find_close(name, [*CONVERTERS, *self._catalogue.style_props], 0.8)
            raise Untranslatable(
                f"Elementor's styles have no `{name}`" + (f"; perhaps `{close}`" if isinstance(close, str) else "")
            )
        if node.important:
            raise Untranslatable("Elementor's styles have no !important")
        return CONVERTERS.get(name, convert_plain)(Declaration(name, node.value, self._catalogue, before))

    def _refer(self, name: str, part: Part) -> Part:
        """The part with variables by id, where the property takes them; else the text stays."""
        named = part._replace(value=name_variables(part.value, self._variables))
        return part if any(self._check(name, named)) else named

    def _check(self, name: str, part: Part) -> Iterator[Fault]:
        return check_typed(self._catalogue.style_props[name], part.value, name)


def _find_breakpoint(prelude: str) -> Any:
    """The breakpoint whose bound is nearest to the one of a media query."""
    asked = _BOUND.fullmatch(prelude)
    bounds = [(name, found) for name, media in MEDIA.items() if (found := _BOUND.fullmatch(media))]
    near = [(abs(int(found[2]) - int(asked[2])), name) for name, found in bounds if asked and found[1] == asked[1]]
    return min(near)[1] if near else NOTHING


def join_parts(old: Part | None, new: Part) -> Part:
    """What a property is after two declarations."""
    if old is None or not new.partial:
        return new
    return Part(boxes.join_values(old.value, new.value), old.partial)


def _measure_depth(css: str) -> int:
    """How deep brackets are at most, those in strings too: the library writes them with a call for each level."""
    return max(accumulate(_STEP.get(character, 0) for character in css), default=0)


_STEP = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
