"""Icons by the names of Font Awesome, drawn by ourselves as lines: no font is loaded from elsewhere.

An icon without a drawing is a dot, a sign of a company its first letter.
"""

import re

from sitehand.elementor.rendering.addresses import write_source
from sitehand.elementor.rendering.markup import escape, tag
from sitehand.elementor.rendering.settings import Settings

PATHS = {
    "star": "M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2 6.4 20.3l1.2-6.3L3 9.6l6.3-.8z",
    "check": "M4 12.5l5.5 5.5L20 6.5",
    "circle": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
    "check-circle": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.3l2.8 2.8L16 9.6",
    "check-square": "M4 4h16v16H4zM8 12.3l2.8 2.8L16 9.6",
    "times": "M5 5l14 14M19 5L5 19",
    "plus": "M12 4v16M4 12h16",
    "minus": "M4 12h16",
    "arrow-right": "M4 12h16M13 5l7 7-7 7",
    "arrow-left": "M20 12H4M11 5l-7 7 7 7",
    "arrow-up": "M12 20V4M5 11l7-7 7 7",
    "arrow-down": "M12 4v16M5 13l7 7 7-7",
    "chevron-right": "M9 4l8 8-8 8",
    "chevron-left": "M15 4l-8 8 8 8",
    "chevron-up": "M4 15l8-8 8 8",
    "chevron-down": "M4 9l8 8 8-8",
    "phone": "M5 3h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z",
    "envelope": "M3 5h18v14H3zM3 6l9 7 9-7",
    "map-marker": "M12 21c5-6 7-9 7-12a7 7 0 1 0-14 0c0 3 2 6 7 12zM12 6.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    "clock": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
    "calendar": "M4 5h16v16H4zM4 10h16M8 3v4M16 3v4",
    "user": "M12 3a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM4 21c0-4 3.5-6 8-6s8 2 8 6",
    "users": "M9 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2 20c0-4 3-5.5 7-5.5s7 1.5 7 5.5M16 4a4 4 0 0 1 0 8M18 15c3 .5 4 2 4 5",
    "heart": "M12 20C4 14 3 11 3 8.5a4.5 4.5 0 0 1 9-1.5 4.5 4.5 0 0 1 9 1.5C21 11 20 14 12 20z",
    "home": "M3 11l9-8 9 8M5 10v10h5v-6h4v6h5V10",
    "search": "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM15 15l6 6",
    "cog": "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M19 5l-3 3M8 16l-3 3",
    "lightbulb": "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1.5 2 1.5 4h5c0-2 .5-3 1.5-4A6 6 0 0 0 12 3z",
    "shield": "M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6z",
    "rocket": "M12 2c4 3 5 8 4 13H8C7 10 8 5 12 2zM8 11l-4 4v4l4-3M16 11l4 4v4l-4-3M12 18v4",
    "chart": "M4 20h16M6 20v-7M11 20V9M16 20V5",
    "lock": "M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4",
    "play": "M6 4l14 8-14 8z",
    "quote": "M4 6h6v6c0 4-2 5-4 6M14 6h6v6c0 4-2 5-4 6",
    "cart": "M2 4h3l3 11h11l2-8H6M9 19a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM18 19a1 1 0 1 0 0 2 1 1 0 0 0 0-2z",
    "info": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7v.5",
    "globe": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
    "bolt": "M13 2L4 14h7l-1 8 10-13h-7z",
    "leaf": "M5 20c0-10 5-16 16-16 0 11-5 15-13 14M5 20c2-5 5-8 9-10",
    "truck": "M2 6h12v11H2zM14 10h4l4 4v3h-8M6 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM18 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    "comment": "M3 4h18v13H10l-5 4v-4H3z",
    "image": "M3 4h18v16H3zM3 17l5-5 4 4 4-5 5 6M8 7.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
    "link": "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
    "trophy": "M7 3h10v6a5 5 0 0 1-10 0zM7 5H3c0 4 2 5 4 5M17 5h4c0 4-2 5-4 5M12 14v4M8 21h8",
    "award": "M12 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM9 14l-2 7 5-3 5 3-2-7",
    "briefcase": "M3 8h18v12H3zM8 8V4h8v4M3 13h18",
    "code": "M8 6l-6 6 6 6M16 6l6 6-6 6",
    "thumbs": "M7 10l4-7c2 0 3 1 2.5 3L13 9h7l-2 11H7zM3 10h4v10H3z",
    "instagram": "M4 4h16v16H4zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17 7v.5",
    "youtube": "M2 6h20v12H2zM10 9l5 3-5 3z",
}
ALIKE = {
    alias: name
    for name, aliases in {
        "chevron-right": "angle-right angle-double-right caret-right",
        "chevron-left": "angle-left angle-double-left caret-left",
        "chevron-down": "angle-down caret-down",
        "chevron-up": "angle-up caret-up",
        "arrow-right": "long-arrow-right",
        "arrow-left": "long-arrow-left",
        "times": "close xmark",
        "map-marker": "map-pin location-dot map-marked",
        "envelope": "mail-bulk at paper-plane envelope-open",
        "phone": "mobile fax headset",
        "user": "user-circle user-tie",
        "users": "user-friends people-arrows",
        "cog": "gear cogs tools wrench",
        "shield": "user-shield",
        "quote": "quote-left quote-right",
        "cart": "shopping-cart shopping-bag shopping-basket",
        "info": "info-circle question-circle",
        "chart": "chart-line chart-bar chart-pie",
        "comment": "comments comment-dots",
        "award": "medal certificate",
        "leaf": "seedling",
        "truck": "shipping-fast",
        "bolt": "tachometer",
        "thumbs": "thumbs-up",
        "play": "play-circle",
        "heart": "hand-holding-heart",
        "calendar": "calendar-check",
        "circle": "dot-circle",
        "image": "images camera",
        "lock": "unlock key",
        "code": "laptop-code",
        "briefcase": "suitcase",
    }.items()
    for alias in aliases.split()
}
"""Names of icons that are drawn as another."""
LETTERS = {
    **{"facebook": "f", "twitter": "t", "x-twitter": "X", "linkedin": "in", "pinterest": "p", "google": "G"},
    **{"whatsapp": "w", "telegram": "t", "tiktok": "t", "vimeo": "v", "github": "gh", "reddit": "r", "wordpress": "W"},
}
"""The letters that stand for the icons of companies."""
_NAME = re.compile(r"fa-([a-z0-9-]{1,40})\b")
_ENDING = re.compile(r"-(?:alt|o|f|p|square|in|plus-g|v|play|line)$")


def find_icon(settings: Settings, name: str, older: str = "icon") -> Settings:
    """The icon of an element: one that an older version named in a text stays until Elementor has moved it."""
    moved = settings.object("__fa4_migrated").values
    text = settings.text(older)
    return Settings({"value": text}) if text and name not in moved else settings.object(name)


def draw_icon(icon: Settings) -> str:
    """An icon `{value, library}`. A file of its own is a picture."""
    stored = icon.values.get("value")
    if isinstance(stored, dict):
        source = write_source(stored.get("url"))
        return tag("img", src=source, alt="", class_="e-icon", loading="lazy") if source else ""
    found = _NAME.findall(stored) if isinstance(stored, str) else []
    return draw_named_icon(found[-1]) if found else ""


def name_icon(icon: Settings) -> str:
    """The name of an icon in words, such as `Facebook`."""
    found = _NAME.findall(icon.text("value"))
    return _ENDING.sub("", found[-1]).replace("-", " ").capitalize() if found else ""


def draw_named_icon(name: str) -> str:
    """An icon by its name, such as `star`."""
    name = name.replace("-alt-", "-")
    short = _ENDING.sub("", name)
    if short in LETTERS or name in LETTERS:
        letters = LETTERS.get(name) or LETTERS[short]
        return tag("span", escape(letters), class_="e-icon e-icon-letter", aria_hidden="true")
    known = next((each for each in (name, ALIKE.get(name), ALIKE.get(short), short) if each in PATHS), "circle")
    path = tag("path", d=PATHS[known])
    return tag("svg", path, class_=f"e-icon e-icon-{known}", viewBox="0 0 24 24", aria_hidden="true")
