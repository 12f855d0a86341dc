"""Maps each element to the function that draws it."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from sitehand.elementor.rendering.canvas import Part

Draw = Callable[[Part], str]
MODULES = (
    *("layout", "atomic.boxes", "atomic.components", "atomic.media", "atomic.texts"),
    *("widgets.boxes", "widgets.buttons", "widgets.images", "widgets.lists", "widgets.meters", "widgets.panels"),
    *("widgets.quotes", "widgets.spaces", "widgets.texts", "widgets.videos"),
)
_drawers: dict[str, Draw] = {}


def draws(*kinds: str) -> Callable[[Draw], Draw]:
    """Make a function the one that draws the elements of these kinds, such as `heading`."""

    def register(function: Draw) -> Draw:
        _drawers.update(dict.fromkeys(kinds, function))
        return function

    return register


@cache
def load_drawers() -> Mapping[str, Draw]:
    """Every element that is drawn, by its kind."""
    for name in MODULES:
        import_module(f"{__package__}.{name}")
    return _drawers
