"""The site's design system as a stylesheet: after the theme's own, so that its rules win."""

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from sitehand.blocks.design.presets import Preset, list_presets
from sitehand.blocks.design.stylesheet import Scopes, merge_layers, write_presets, write_rule, write_styles
from sitehand.blocks.styles import pick, write_slug
from sitehand.elementor.kit import list_variables
from sitehand.hosts.builtin.design_row import READ, build_design
from sitehand.hosts.builtin.design_theme import COLOR_TOKENS, CONTENT_SIZE, FONT_TOKENS, WIDE_SIZE
from sitehand.hosts.builtin.public.luminance import needs_dark_text
from sitehand.site.design import StoredDesign
from sitehand.store.database import Database

SCOPES = Scopes(text=":is(.content, .page-header, .card)", content=".content")
LIGHT_TEXT, DARK_TEXT = "#fff", "#15191c"
TEXT, GROUND = COLOR_TOKENS["contrast"], COLOR_TOKENS["base"]


class Sheet(NamedTuple):
    """A stylesheet, and what its address changes with."""

    body: bytes
    version: str


def find_sheet(database: Database) -> Sheet:
    """The stylesheet of the design system as it is committed."""
    (row,) = database.look_up(READ, {}, committed=True)
    return make_sheet(row["settings"], row["styles"])


@lru_cache(maxsize=8)
def make_sheet(settings: str, styles: str) -> Sheet:
    """The stylesheet of a stored row."""
    body = write_sheet(build_design(settings, styles)).encode()
    return Sheet(body, sha256(body).hexdigest()[:8])


def write_sheet(design: StoredDesign) -> str:
    """Presets, what the theme's own variables become, and styles."""
    settings = [layer.settings for layer in design.layers]
    presets = list_presets(*((layer.origin, layer.settings) for layer in design.layers))
    parts = [
        *write_presets(settings),
        *(_write_readable(preset, design) for preset in presets["color"]),
        write_rule(":root", list_variables(design.own.settings)),
        write_rule(":root", [*_list_colors(design, presets["color"]), *_list_fonts(presets["font-family"])]),
        *_write_widths(design),
        *write_styles(design.own.styles, design.own.settings, SCOPES),
    ]
    return "".join(parts)


def is_light_only(design: StoredDesign) -> bool:
    """Whether the site has chosen colours of its own: the theme's dark ones do not fit beside them."""
    own = {preset["slug"] for preset in list_presets(("custom", design.own.settings))["color"]}
    return not own.isdisjoint(COLOR_TOKENS) or bool(pick(design.own.styles, "color"))


def _list_colors(design: StoredDesign, palette: list[Preset]) -> list[tuple[str, str]]:
    """The theme draws with the palette, or the palette follows the theme into the dark."""
    tokens = [(preset, COLOR_TOKENS[preset["slug"]]) for preset in palette if preset["slug"] in COLOR_TOKENS]
    if is_light_only(design):
        return [("color-scheme", "light"), *((token, preset["value"]) for preset, token in tokens)]
    return [(f"--wp--preset--color--{write_slug(preset['slug'])}", f"var({token})") for preset, token in tokens]


def _list_fonts(fonts: list[Preset]) -> list[tuple[str, str]]:
    own = [preset for preset in fonts if preset["origin"] == "custom" and preset["slug"] in FONT_TOKENS]
    return [(FONT_TOKENS[preset["slug"]], preset["value"]) for preset in own]


def _write_widths(design: StoredDesign) -> list[str]:
    layout = merge_layers([layer.settings for layer in design.layers])["layout"]
    content, wide = layout["contentSize"], layout["wideSize"]
    named = (("--wp--style--global--content-size", content), ("--wp--style--global--wide-size", wide))
    measure = [("--measure", content)] if content != CONTENT_SIZE else []
    room = [("--wide", f"min({wide}, 100vw - 2 * var(--gap))")] if wide != WIDE_SIZE else []
    return [write_rule(":root", [*named, *measure]), write_rule(".content", room)]


def _write_readable(preset: Preset, design: StoredDesign) -> str:
    """Text on a background of the palette, where its author has chosen no colour for it.

    On a colour that follows the theme into the dark it is one that does so too.
    """
    dark = needs_dark_text(preset["value"])
    if dark is None:
        return ""
    follows = preset["slug"] in COLOR_TOKENS and not is_light_only(design)
    dark_text, light_text = (f"var({TEXT})", f"var({GROUND})") if follows else (DARK_TEXT, LIGHT_TEXT)
    selector = f".content .has-{write_slug(preset['slug'])}-background-color"
    return write_rule(selector, [("color", dark_text if dark else light_text)])
