"""Our drawings of the icons that WordPress 7.1 names, as lines on a square of 24."""

from sitehand.elementor.rendering.icons import PATHS

CIRCLE = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"
STAR = "M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3L12 17.2 6.4 20.3l1.2-6.3L3 9.6l6.3-.8z"
DIAMOND = "M15 6l6 6-6 6-6-6zM9 6l-6 6 6 6"
SHARED = (  # noqa: SIM905 - a long list of plain names reads best as text
    "arrow-down arrow-left arrow-right arrow-up calendar cart check chevron-down chevron-left chevron-right"
    " chevron-up comment envelope home image info map-marker plus quote search shield"
).split()
"""The names that Elementor's icons have too, with the same meaning."""
ICON_PATHS = {
    **{name: PATHS[name] for name in SHARED},
    "arrow-down-left": "M17 7L7 17M7 8v9h9",
    "arrow-down-right": "M7 7l10 10M17 8v9H8",
    "arrow-up-left": "M17 17L7 7M7 16V7h9",
    "arrow-up-right": "M7 17L17 7M8 7h9v9",
    "at-symbol": "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM16 8v5c0 4 5 4 5-1a9 9 0 1 0-4 7.5",
    "audio": "M9 18V5l10-2v13M6.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM16.5 13.5a2.5 2.5 0 1 0 0 5 "
    "2.5 2.5 0 0 0 0-5z",
    "bell": "M6 17V10a6 6 0 0 1 12 0v7M4 17h16M10 20h4",
    "block-default": "M4 8h16v11H4zM6 8V5h4v3M14 8V5h4v3",
    "block-meta": "M4 5h16v14H4zM4 9h16M8 13h8M8 16h5",
    "block-table": "M4 5h16v14H4zM4 10h16M12 10v9",
    "capture-photo": "M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
    "capture-video": "M3 7h12v10H3zM15 11l6-3v8l-6-3",
    "category": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
    "caution": f"{CIRCLE}M12 7v6M12 16v.5",
    "chart-bar": "M6 20v-7M12 20V4M18 20V9",
    "chevron-down-small": "M8 10l4 4 4-4",
    "chevron-left-small": "M14 8l-4 4 4 4",
    "chevron-right-small": "M10 8l4 4-4 4",
    "chevron-up-small": "M8 14l4-4 4 4",
    "chevron-up-down": "M8 9l4-4 4 4M8 15l4 4 4-4",
    "cover": "M4 4h16v16H4zM10 4h7v8l-3.5-3-3.5 3z",
    "create": "M12 5v14M5 12h14",
    "desktop": "M3 5h18v11H3zM9 20h6M12 16v4",
    "download": "M12 4v11M7 11l5 5 5-5M4 20h16",
    "drawer-left": "M4 5h16v14H4zM10 5v14",
    "drawer-right": "M4 5h16v14H4zM14 5v14",
    "error": "M12 4l9 16H3zM12 10v4M12 17v.5",
    "external": "M18 13v6H5V6h6M14 4h6v6M20 4l-9 9",
    "file": "M3 6h6l2 2h10v11H3z",
    "gallery": "M7 4h13v13H7zM4 8v12h12M7 14l4-4 4 4 2-2 3 3",
    "group": "M4 4h10v10H4zM10 14v6h10V10h-6",
    "heading": "M7 4h10v16l-5-4-5 4z",
    "help": f"{CIRCLE}M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.5",
    "key": "M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l9-9M16 7l3 3",
    "language": "M3 5h10M8 3v2M11 5c0 5-4 8-8 9M5 8c1 3 4 5 7 6M11 21l5-11 5 11M13 17h6",
    "menu": "M4 7h16M4 12h16M4 17h16",
    "mobile": "M7 3h10v18H7zM11 18h2",
    "more-horizontal": "M5 12h.01M12 12h.01M19 12h.01M4 11.5h2v1H4zM11 11.5h2v1h-2zM18 11.5h2v1h-2z",
    "more-vertical": "M11.5 4h1v2h-1zM11.5 11h1v2h-1zM11.5 18h1v2h-1z",
    "next": "M6 6l6 6-6 6M12 6l6 6-6 6",
    "paragraph": "M13 20V4M17 20V4M19 4H10a4 4 0 0 0 0 9h3",
    "payment": "M3 6h18v12H3zM3 10h18M6 15h4",
    "pencil": "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
    "people": "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2 20c0-4 3-5.5 7-5.5s7 1.5 7 5.5M16 5a3.5 3.5 0 0 1 0 7"
    "M18 15c3 .5 4 2 4 5",
    "plus-circle": f"{CIRCLE}M12 8v8M8 12h8",
    "previous": "M18 6l-6 6 6 6M12 6l-6 6 6 6",
    "published": f"{CIRCLE}M8 12.3l2.8 2.8L16 9.6",
    "receipt": "M5 3v18l2.5-2 2.5 2 2-2 2 2 2.5-2 2.5 2V3zM8 8h8M8 12h8",
    "rss": "M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M5 17h2v2H5z",
    "scheduled": f"{CIRCLE}M12 7v5l3.5 2",
    "settings": "M4 8h9M17 8h3M4 16h3M11 16h9M15 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 14a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    "shadow": "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 3v2"
    "M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4",
    "share": "M18 4v4h-2V4zM18 16v4h-2v-4zM6 10v4H4v-4zM6 12l10-6M6 12l10 6",
    "shuffle": "M4 7h4l8 10h4M4 17h4l2-2.5M14 9.5L16 7h4M18 5l2 2-2 2M18 15l2 2-2 2",
    "star-empty": STAR,
    "star-filled": STAR,
    "star-half": f"{STAR}M12 3v14",
    "store": "M4 10v10h16V10M3 10l2-6h14l2 6zM10 20v-6h4v6",
    "styles": f"{CIRCLE}M12 3a9 9 0 0 1 0 18z",
    "symbol": DIAMOND,
    "symbol-filled": DIAMOND,
    "table": "M4 5h16v14H4zM4 10h16M4 14.5h16M12 5v14",
    "tablet": "M5 3h14v18H5zM11 18h2",
    "tag": "M4 4h8l8 8-8 8-8-8zM8 7.5v1",
    "tip": "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1.5 2 1.5 4h5c0-2 .5-3 1.5-4A6 6 0 0 0 12 3z",
    "upload": "M12 16V5M7 9l5-5 5 5M4 20h16",
    "verse": "M17 4C10 6 6 11 5 20M5 20h6M17 4c1 6-2 11-9 12",
}
FILLED = frozenset({"star-filled", "symbol-filled"})
