"""How elements come into view: the first interaction of each, as an animation of CSS; the keyframes stand in the theme.

Without support for them, or for who wants no motion, the element is simply there.
"""

from collections.abc import Mapping
from typing import Any

from sitehand.elementor.interactions import CHOICES, list_stored, read_plain
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.sheet import MEDIA

SMALLER = ("tablet", "mobile")
"""Breakpoints that every site has, where what a wider one excludes begins anew."""
MOVES = {"fade": "2rem", "slide": "6rem", "scale": "0"}
"""How far an element comes from its direction."""


def style_interactions(part: Part, selector: str) -> None:
    """Write the animation of an element that has one which we draw: those of Pro are not."""
    plain = next((each for each in map(read_plain, list_stored(part.element)[:1]) if _is_drawn(each)), None)
    if plain is None:
        return
    for property, value in _list_starts(plain):
        part.canvas.sheet.add(selector, property, value)
    shown = True
    for breakpoint in MEDIA:
        name = breakpoint or "desktop"
        wanted = name not in plain["exclude"]
        if name == "desktop" or (wanted != shown and (name in plain["exclude"] or name in SMALLER)):
            for property, value in _list_animation(plain) if wanted else (("animation", "none"),):
                part.canvas.sheet.add(selector, property, value, breakpoint)
            # Wide screens take what the desktop has, and are the only ones that narrower ones do not follow.
            shown = shown if name == "widescreen" else wanted


def _is_drawn(plain: Mapping[str, Any]) -> bool:
    return all(plain[name] in options for name, options in CHOICES.items() if name != "easing")


def _list_starts(plain: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the element differs in before it is in view."""
    direction, move = plain["direction"].split("-"), MOVES[plain["effect"]]
    x = f"-{move}" if "left" in direction else move if "right" in direction else "0"
    y = f"-{move}" if "top" in direction else move if "bottom" in direction else "0"
    starts = {
        "--appear-x": x,
        "--appear-y": y,
        "--appear-opacity": "1" if plain["effect"] == "slide" else "0",
        "--appear-scale": "0" if plain["effect"] == "scale" else "1",
    }
    return list(starts.items())


def _list_animation(plain: Mapping[str, Any]) -> list[tuple[str, str]]:
    way = "reverse" if plain["type"] == "out" else "normal"
    scrolls = plain["trigger"] == "scrollIn"
    delay = 0 if scrolls else plain["delay"]
    animation = f"elementor-appear {plain['duration']}ms ease-in {delay}ms {way} both"
    by_scrolling = [("animation-timeline", "view()"), ("animation-range", "entry 10% cover 35%")] if scrolls else []
    return [("animation", animation), *by_scrolling]
