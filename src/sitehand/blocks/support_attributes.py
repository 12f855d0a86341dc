"""The attributes that a block has because of its supports, in the order in which a release writes them.

Core's tables have them already; a `block.json` names the supports alone. PHP registers most of them before the editor
sees the block, and the editor adds the rest behind them.
Source: wp-includes/block-supports, in the order of wp-settings.php, and
https://github.com/WordPress/gutenberg/tree/trunk/packages/block-editor, `addAttribute` of each hook.
"""

from collections.abc import Mapping
from typing import Any

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.styles import pick
from sitehand.blocks.supports import ALIGNMENTS, BORDER, TYPOGRAPHY, has_colors, has_style

TEXT: Mapping[str, Any] = {"type": "string"}
OBJECT: Mapping[str, Any] = {"type": "object"}
ANCHOR_IN_HTML: Mapping[str, Any] = {"type": "string", "source": "attribute", "selector": "*", "attribute": "id"}
ALIGN: Mapping[str, Any] = {"type": "string", "enum": [*ALIGNMENTS, ""]}
LOOK = ("borderColor", "backgroundColor", "textColor", "gradient", "fontFamily", "fontSize", "fitText")
PLACE = ("align", "lock", "allowedBlocks", "anchor", "ariaLabel", "className")
LAST = ("style", "settings", "layout", "metadata")
ORDER: Mapping[Dialect, tuple[str, ...]] = {Dialect.V6_8: (*PLACE, *LOOK, *LAST), Dialect.V7_1: (*LOOK, *PLACE, *LAST)}
"""All attributes that supports add, in the editor's order."""
OF_EVERY_BLOCK = ("lock", "metadata")
"""What PHP adds to every block, behind the block's own."""
SINCE_7_1 = ("allowedBlocks", "fitText")


def list_support_attributes(supports: Mapping[str, Any], release: Dialect) -> dict[str, Mapping[str, Any]]:
    """The attributes that supports add, as `block.json` would define them."""
    wanted = _define_all(supports, release)
    names = dict.fromkeys([*OF_EVERY_BLOCK, *_list_by_php(supports, release), *ORDER[release]])
    return {
        name: wanted[name]
        for name in names
        if wanted.get(name) and (release is not Dialect.V6_8 or name not in SINCE_7_1)
    }


def _list_by_php(supports: Mapping[str, Any], release: Dialect) -> list[str]:
    """Names of the attributes that PHP registers, in its order. `style` appears with each support that needs it; the
    first counts.
    """
    color, typography, border = (supports.get(name) for name in ("color", "typography", BORDER))
    text, background = (
        color is True or bool(color and pick(color, name) is not False) for name in ("text", "background")
    )
    duotone = pick(supports, "filter.duotone") or pick(color, "__experimentalDuotone")
    newer = release is not Dialect.V6_8
    asked = (
        ("align", supports.get("align")),
        ("className", supports.get("customClassName", True)),
        ("style", text or background or any(pick(color, name) for name in ("gradients", "link", "button", "heading"))),
        ("backgroundColor", background),
        ("textColor", text),
        ("gradient", pick(color, "gradients")),
        ("style", any(pick(typography, name) for name in TYPOGRAPHY if name != "fitText")),
        ("fontSize", pick(typography, "fontSize")),
        ("fontFamily", pick(typography, "__experimentalFontFamily")),
        ("style", border),
        ("borderColor", border is True or pick(border, "color")),
        ("layout", supports.get("layout") or supports.get("__experimentalLayout")),
        ("style", duotone or any(supports.get(name) for name in ("position", "spacing", "dimensions", "background"))),
        ("ariaLabel", supports.get("ariaLabel")),
        ("anchor", newer and supports.get("anchor")),
        ("style", newer and supports.get("customCSS", True)),
    )
    return [name for name, wanted in asked if wanted]


def _define_all(supports: Mapping[str, Any], release: Dialect) -> dict[str, Mapping[str, Any]]:
    """A definition for each, empty where no support asks for it."""
    colors, typography = has_colors(supports.get("color")), supports.get("typography")
    border, own_css = supports.get(BORDER), release is not Dialect.V6_8 and supports.get("customCSS", True)
    asked = {
        "borderColor": border is True or pick(border, "color"),
        "backgroundColor": colors,
        "textColor": colors,
        "gradient": colors and pick(supports.get("color"), "gradients"),
        "fontFamily": pick(typography, "__experimentalFontFamily"),
        "fontSize": pick(typography, "fontSize"),
        "ariaLabel": supports.get("ariaLabel"),
        "className": supports.get("customClassName", True),
    }
    return {
        **{name: TEXT if has else {} for name, has in asked.items()},
        "fitText": {"type": "boolean"} if pick(typography, "fitText") else {},
        "align": ALIGN if supports.get("align") else {},
        "lock": OBJECT,
        "allowedBlocks": {"type": "array"} if supports.get("allowedBlocks") else {},
        "anchor": _define_anchor(release) if supports.get("anchor") else {},
        "style": OBJECT if has_style(supports) or own_css else {},
        "settings": OBJECT if supports.get("__experimentalSettings") else {},
        "layout": OBJECT if supports.get("layout") or supports.get("__experimentalLayout") else {},
        "metadata": OBJECT,
    }


def _define_anchor(release: Dialect) -> Mapping[str, Any]:
    return ANCHOR_IN_HTML if release is Dialect.V6_8 else TEXT
