"""Icons by WordPress's names, drawn by ourselves as lines: its own drawings are under another licence."""

from itertools import chain

from sitehand.hosts.builtin.public.rendering.icon_paths import FILLED, ICON_PATHS
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Attributes, Slot
from sitehand.hosts.builtin.public.rendering.supports import (
    OUTSIDE,
    list_preset_classes,
    list_styles,
    wrap,
    write_attributes,
)
from sitehand.hosts.builtin.public.rendering.values import write_styles, write_value

FILL = ' fill="currentColor"'


@renders("core/icon")
def draw_icon(block: Slot, scene: Scene) -> str:
    """The drawing in its colours; nothing for a name that WordPress does not have."""
    given = block.attributes
    namespace, _, name = given.text("icon").partition("/")
    path = ICON_PATHS.get(name) if namespace == "core" else None
    if not path:
        return ""
    margin = {"spacing": {"margin": given.inner("style").inner("spacing").values.get("margin")}}
    outside = {each: value for each, value in given.values.items() if each in OUTSIDE}
    around = Slot(block.name, Attributes({**outside, "style": margin}))
    return wrap(around, "div", _draw(block, path, filled=name in FILLED))


def _draw(block: Slot, path: str, *, filled: bool) -> str:
    given = block.attributes
    flips = [f"is-flip-{way}" for way in ("horizontal", "vertical") if given.flag(f"flip{way.capitalize()}")]
    attributes = write_attributes(
        viewBox="-2 -2 28 28",
        **{"class": " ".join([*list_preset_classes(given), *flips]), "style": _write_style(block)},
        **_name(given.text("ariaLabel")),
    )
    return f'<svg{attributes}><path d="{path}"{FILL if filled else ""}/></svg>'


def _name(label: str) -> dict[str, str]:
    return {"role": "img", "aria_label": label} if label else {"aria_hidden": "true", "focusable": "false"}


def _write_style(block: Slot) -> str:
    width = write_value(block.attributes.inner("style").inner("dimensions").values.get("width"))
    rotation = block.attributes.number("rotation", 0, -3600, 3600)
    own = (pair for pair in list_styles(block) if not pair[0].startswith("margin"))
    return write_styles(chain(own, [("width", width), ("rotate", f"{rotation}deg" if rotation else "")]))
