"""The presets that WordPress itself brings, whatever the theme: names and values.

Source: `settings` of https://github.com/WordPress/wordpress-develop/blob/trunk/src/wp-includes/theme.json
"""

from typing import Any


def _presets(member: str, *entries: tuple[str, str, str]) -> list[dict[str, Any]]:
    return [{"slug": slug, "name": name, member: value} for slug, name, value in entries]


def _name(slug: str) -> str:
    """What WordPress calls a colour or gradient: the words of its slug."""
    return slug.replace("-", " ").capitalize()


COLORS = {
    "black": "#000000",
    "cyan-bluish-gray": "#abb8c3",
    "white": "#ffffff",
    "pale-pink": "#f78da7",
    "vivid-red": "#cf2e2e",
    "luminous-vivid-orange": "#ff6900",
    "luminous-vivid-amber": "#fcb900",
    "light-green-cyan": "#7bdcb5",
    "vivid-green-cyan": "#00d084",
    "pale-cyan-blue": "#8ed1fc",
    "vivid-cyan-blue": "#0693e3",
    "vivid-purple": "#9b51e0",
}
GRADIENTS = {
    "vivid-cyan-blue-to-vivid-purple": "rgb(6,147,227) 0%,rgb(155,81,224) 100%",
    "light-green-cyan-to-vivid-green-cyan": "rgb(122,220,180) 0%,rgb(0,208,130) 100%",
    "luminous-vivid-amber-to-luminous-vivid-orange": "rgb(252,185,0) 0%,rgb(255,105,0) 100%",
    "luminous-vivid-orange-to-vivid-red": "rgb(255,105,0) 0%,rgb(207,46,46) 100%",
    "very-light-gray-to-cyan-bluish-gray": "rgb(238,238,238) 0%,rgb(169,184,195) 100%",
    "cool-to-warm-spectrum": "rgb(74,234,220) 0%,rgb(151,120,209) 20%,rgb(207,42,186) 40%,rgb(238,44,130) 60%,"
    "rgb(251,105,98) 80%,rgb(254,248,76) 100%",
    "blush-light-purple": "rgb(255,206,236) 0%,rgb(152,150,240) 100%",
    "blush-bordeaux": "rgb(254,205,165) 0%,rgb(254,45,45) 50%,rgb(107,0,62) 100%",
    "luminous-dusk": "rgb(255,203,112) 0%,rgb(199,81,192) 50%,rgb(65,88,208) 100%",
    "pale-ocean": "rgb(255,245,203) 0%,rgb(182,227,212) 50%,rgb(51,167,181) 100%",
    "electric-grass": "rgb(202,248,128) 0%,rgb(113,206,126) 100%",
    "midnight": "rgb(2,3,129) 0%,rgb(40,116,252) 100%",
}
"""Their stops, from one corner to the other."""
FONT_SIZES = _presets(
    "size",
    ("small", "Small", "13px"),
    ("medium", "Medium", "20px"),
    ("large", "Large", "36px"),
    ("x-large", "Extra Large", "42px"),
)
SPACING_SIZES = _presets(
    "size",
    ("20", "2X-Small", "0.44rem"),
    ("30", "X-Small", "0.67rem"),
    ("40", "Small", "1rem"),
    ("50", "Medium", "1.5rem"),
    ("60", "Large", "2.25rem"),
    ("70", "X-Large", "3.38rem"),
    ("80", "2X-Large", "5.06rem"),
)
SHADOWS = _presets(
    "shadow",
    ("natural", "Natural", "6px 6px 9px rgba(0, 0, 0, 0.2)"),
    ("deep", "Deep", "12px 12px 50px rgba(0, 0, 0, 0.4)"),
    ("sharp", "Sharp", "6px 6px 0px rgba(0, 0, 0, 0.2)"),
    ("outlined", "Outlined", "6px 6px 0px -3px rgb(255, 255, 255), 6px 6px rgb(0, 0, 0)"),
    ("crisp", "Crisp", "6px 6px 0px rgb(0, 0, 0)"),
)
PALETTE = [(slug, _name(slug), color) for slug, color in COLORS.items()]
BLENDS = [(slug, _name(slug), f"linear-gradient(135deg,{stops})") for slug, stops in GRADIENTS.items()]
SETTINGS: dict[str, Any] = {
    "color": {"palette": _presets("color", *PALETTE), "gradients": _presets("gradient", *BLENDS)},
    "typography": {"fontSizes": FONT_SIZES},
    "spacing": {"spacingSizes": SPACING_SIZES},
    "shadow": {"presets": SHADOWS},
}
