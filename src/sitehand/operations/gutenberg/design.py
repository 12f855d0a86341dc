"""Operations on the design system: the presets that blocks name, and styles for all of a kind."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Literal, NotRequired

import pydantic_core
from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.design.checking import check_complete, check_design, check_references
from sitehand.blocks.design.merging import merge, prune, remove, write_references
from sitehand.blocks.design.presets import Preset, Presets, list_presets
from sitehand.blocks.design.stylesheet import merge_layers
from sitehand.errors import Code, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.design import JsonObject, Layer, StoredDesign
from sitehand.site.host import Host
from sitehand.site.values import Input

MAX_BYTES = 200_000
"""Limit on all that a site sets. Themes have 40,000."""
THEME_JSON: Literal[3] = 3


class ThemeDesign(TypedDict):
    """What the theme brings."""

    settings: JsonObject
    styles: JsonObject


class Design(TypedDict):
    """A design system. `settings` and `styles` are what the site has set; `presets` and `layout` are what holds.

    A preset's `origin` is default (WordPress), theme, or custom (this site). `theme` is there on request.
    """

    id: int
    revision: str
    version: Literal[3]
    settings: JsonObject
    styles: JsonObject
    presets: dict[str, list[Preset]]
    layout: JsonObject
    theme: NotRequired[ThemeDesign]


class DesignQuery(Input):
    """How much of it."""

    theme: bool = Field(False, description="with the theme's own settings and styles")


class DesignChanges(Input):
    """What to set and what to remove; the rest stays."""

    settings: dict[str, Any] = Field(default_factory=dict, description="as in theme.json; presets merge by slug")
    styles: dict[str, Any] = Field(default_factory=dict, description="as in theme.json")
    remove: list[str] = Field(
        default_factory=list, max_length=100, description="paths, such as settings.color.palette.accent; done first"
    )


async def find_design(host: Host, _arguments: Any) -> tuple[str, str]:
    """The one that there is."""
    return "design", str((await host.design.get()).id)


async def read_presets(ctx: Context) -> Presets:
    """The presets that blocks may name; none where the site does not show its design system, which judges nothing."""
    try:
        return list_presets(*_list_settings((await ctx.host.design.get()).layers))
    except Problem:
        return {}


@operation("GET /global-styles", category="gutenberg", access="read", remember=True)
async def get_design_system(ctx: Context, query: DesignQuery) -> Design:
    """Colours, fonts, sizes and spacing that blocks may name, widths, and styles of elements and blocks."""
    return show_design(await ctx.host.design.get(), theme=query.theme)


@operation(
    "PATCH /global-styles",
    category="gutenberg",
    access="write",
    needs="design",
    target=find_design,
    brief=tell_outcome,
    stored=True,
    destructive=True,
    idempotent=True,
    example={"settings": {"color": {"palette": [{"slug": "accent", "name": "Accent", "color": "#7a1434"}]}}},
)
async def set_design_system(ctx: Context, changes: DesignChanges) -> Design:
    """Change colours, fonts, sizes, widths or styles, in the form of theme.json. What you leave out stays."""
    given = {"settings": changes.settings, "styles": changes.styles}
    await asyncio.to_thread(check_given, given)  # before the transaction: others need not wait for it
    return show_design(
        await ctx.host.design.change(partial(merge_given, given=given, removed=name_places("remove", changes.remove)))
    )


def name_places(argument: str, paths: Iterable[str]) -> dict[str, str]:
    """Paths by the place of each in the argument that has them."""
    return {f"{argument}[{number}]": path for number, path in enumerate(paths)}


def check_given(given: JsonObject) -> None:
    """Check the settings and styles to merge. Raises Problem(invalid_arguments)."""
    check_size(given)
    check_design(given)


def merge_given(design: StoredDesign, given: JsonObject, removed: Mapping[str, str]) -> tuple[JsonObject, JsonObject]:
    """The site's settings and styles with what is given, and without paths. Raises Problem(invalid_arguments)."""
    left = remove({"settings": design.own.settings, "styles": design.own.styles}, removed)
    merged: JsonObject = {
        part: merge(left.get(part, {}), prune(write_references(given.get(part, {})))) for part in ("settings", "styles")
    }
    check_size(merged)
    settings, styles = merged["settings"], merged["styles"]
    check_complete(settings)
    new = list_presets(*_list_settings(design.below), ("custom", settings))
    check_references((design.own.styles, list_presets(*_list_settings(design.layers))), (styles, new))
    return settings, styles


def check_size(design: JsonObject) -> None:
    """Check that it stays small enough for each page to load. Raises Problem(invalid_arguments)."""
    size = len(pydantic_core.to_json(design))
    if size > MAX_BYTES:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"The design system would have {size:,} bytes.",
            hint=f"It may have {MAX_BYTES:,}. Remove presets or styles that nothing uses.",
        )


def show_design(design: StoredDesign, *, theme: bool = False) -> Design:
    """A design system as it is answered."""
    shown = Design(
        id=design.id,
        revision=design.revision,
        version=THEME_JSON,
        settings=design.own.settings,
        styles=design.own.styles,
        presets=list_presets(*_list_settings(design.layers)),
        layout=merge_layers([layer.settings for layer in design.layers]).get("layout", {}),
    )
    if theme:
        shown["theme"] = ThemeDesign(settings=design.below[-1].settings, styles=design.below[-1].styles)
    return shown


def _list_settings(layers: Iterable[Layer]) -> list[tuple[str, JsonObject]]:
    return [(layer.origin, layer.settings) for layer in layers]
