"""What the theme of the built-in site brings to its design system, as theme.css draws it."""

from sitehand.blocks.design.defaults import SETTINGS
from sitehand.site.design import Layer

SERIF = 'Charter, "Bitstream Charter", "Sitka Text", Cambria, Georgia, serif'
SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
MONO = 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace'
COLOR_TOKENS = {
    "base": "--ground",
    "raised": "--raised",
    "contrast": "--text",
    "quiet": "--quiet",
    "line": "--line",
    "accent": "--link",
    "mark": "--mark",
}
"""The theme's colours by slug, and the variables that theme.css draws with."""
FONT_TOKENS = {"serif": "--serif", "sans": "--sans", "mono": "--mono"}
CONTENT_SIZE, WIDE_SIZE = "44rem", "60rem"
PALETTE = (
    ("base", "Base", "#fdfdfc"),
    ("raised", "Raised", "#f3f4f2"),
    ("contrast", "Contrast", "#1d2327"),
    ("quiet", "Quiet", "#566069"),
    ("line", "Line", "#dcdfdc"),
    ("accent", "Accent", "#14507a"),
    ("mark", "Mark", "#a4232a"),
)
FONTS = (("sans", "Sans serif", SANS), ("serif", "Serif", SERIF), ("mono", "Monospace", MONO))
PALETTE_PRESETS = [{"slug": slug, "name": name, "color": color} for slug, name, color in PALETTE]
THEME = Layer(
    "theme",
    {
        "color": {"palette": PALETTE_PRESETS},
        "typography": {
            "fontFamilies": [{"slug": slug, "name": name, "fontFamily": font} for slug, name, font in FONTS]
        },
        "layout": {"contentSize": CONTENT_SIZE, "wideSize": WIDE_SIZE},
    },
    {
        "color": {"background": "var(--wp--preset--color--base)", "text": "var(--wp--preset--color--contrast)"},
        "typography": {"fontFamily": "var(--wp--preset--font-family--sans)", "lineHeight": "1.6"},
        "elements": {"link": {"color": {"text": "var(--wp--preset--color--accent)"}}},
    },
)
THEME_LAYERS = (Layer("default", SETTINGS, {}), THEME)
