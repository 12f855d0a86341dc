"""Operations on Elementor's kit: global colours and fonts, and the width of the content.

On the built-in site they are a part of the design system, which blocks share: what is set here, blocks may name as
presets. On a WordPress Elementor keeps them by themselves.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.elementor.kit import (
    FONT_MEMBERS,
    ID,
    SYSTEM,
    KitColor,
    KitFont,
    camel,
    list_colors,
    list_fonts,
    name_entry,
)
from sitehand.errors import Code, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.gutenberg.design import check_given, merge_given, name_places
from sitehand.site.design import JsonObject, StoredDesign
from sitehand.site.elementor_kit import ElementorKit
from sitehand.site.host import Host
from sitehand.site.values import NOT_GIVEN, Input, NoArguments

MAX_ENTRIES = 100
SYSTEM_IDS, CUSTOM_IDS = f"ids: {', '.join(SYSTEM)}", "by id, or a title that an id is made of"
KitId = Annotated[str, Field(pattern=f"^{ID}$", max_length=60)]
Title = Annotated[str, Field(pattern=r"^[^<>\x00-\x1f]+$", max_length=100)]
"""As a preset's name: text for people."""


class Kit(TypedDict):
    """The kit. `container_width` is how wide the content of pages is."""

    id: int
    revision: str
    system_colors: list[KitColor]
    custom_colors: list[KitColor]
    system_fonts: list[KitFont]
    custom_fonts: list[KitFont]
    container_width: str


class ColorFields(Input):
    """A global colour; an id that is there is changed."""

    id: KitId = NOT_GIVEN
    title: Title = NOT_GIVEN
    color: str = Field(max_length=100)


class FontFields(Input):
    """A global font in CSS values; an id that is there is changed."""

    id: KitId = NOT_GIVEN
    title: Title = NOT_GIVEN
    font_family: str = Field(default=NOT_GIVEN, max_length=500)
    font_size: str = Field(default=NOT_GIVEN, max_length=100)
    font_weight: str = Field(default=NOT_GIVEN, max_length=20)
    font_style: str = Field(default=NOT_GIVEN, max_length=20)
    line_height: str = Field(default=NOT_GIVEN, max_length=100)
    letter_spacing: str = Field(default=NOT_GIVEN, max_length=100)
    text_transform: str = Field(default=NOT_GIVEN, max_length=20)
    text_decoration: str = Field(default=NOT_GIVEN, max_length=60)


Colors = Annotated[list[ColorFields], Field(max_length=MAX_ENTRIES)]
Fonts = Annotated[list[FontFields], Field(max_length=MAX_ENTRIES)]
Ids = Annotated[list[KitId], Field(max_length=MAX_ENTRIES)]


class KitChanges(Input):
    """What to set and what to remove; the rest stays. System entries are primary, secondary, text and accent."""

    system_colors: Colors = Field(default_factory=list, description=SYSTEM_IDS)
    custom_colors: Colors = Field(default_factory=list, description=CUSTOM_IDS)
    system_fonts: Fonts = Field(default_factory=list, description=SYSTEM_IDS)
    custom_fonts: Fonts = Field(default_factory=list, description=CUSTOM_IDS)
    container_width: str = Field(default=NOT_GIVEN, max_length=100, description="such as 1140px")
    remove_colors: Ids = Field(default_factory=list)
    remove_fonts: Ids = Field(default_factory=list)


of_kit = partial(operation, category="elementor", needs="elementor_kit")


def get_kit(host: Host) -> ElementorKit:
    """The kit of the site: a part of the design system, unless the site keeps it elsewhere."""
    return host.elementor_kit or ElementorKit("design", host.design)


async def find_kit(host: Host, _arguments: Any) -> tuple[str, str]:
    """The object that the kit is, or is a part of."""
    kit = get_kit(host)
    return kit.kind, str((await kit.store.get()).id)


@of_kit("GET /elementor/kit", access="read", remember=True)
async def get_elementor_kit(ctx: Context, _: NoArguments) -> Kit:
    """Read Elementor's global colours and fonts."""
    return show_kit(await get_kit(ctx.host).store.get())


@of_kit(
    "PATCH /elementor/kit",
    access="write",
    target=find_kit,
    brief=tell_outcome,
    stored=True,
    destructive=True,
    idempotent=True,
    example={"system_colors": [{"id": "primary", "color": "#7a1434"}]},
)
async def set_elementor_kit(ctx: Context, changes: KitChanges) -> Kit:
    """Change Elementor's global colours and fonts. On the built-in site colours are also presets for blocks."""
    # Before the transaction: the ids that the stored kit gives entries change nothing of their values.
    await asyncio.to_thread(check_given, {"settings": _write_settings(changes)})
    return show_kit(await get_kit(ctx.host).store.change(partial(change_kit, changes=changes)))


def change_kit(design: StoredDesign, changes: KitChanges) -> tuple[JsonObject, JsonObject]:
    """The design system with the changes. Raises Problem(invalid_arguments)."""
    removed = name_places("remove_colors", (f"settings.color.palette.{each}" for each in changes.remove_colors))
    removed |= name_places("remove_fonts", (f"settings.custom.typography.{each}" for each in changes.remove_fonts))
    return merge_given(design, {"settings": _write_settings(changes, show_kit(design))}, removed)


async def read_design(ctx: Context) -> StoredDesign | None:
    """The kit in the words of theme.json; None where the site has none, or does not show it."""
    if not ctx.host.capabilities().offers("elementor_kit"):
        return None
    try:
        return await get_kit(ctx.host).store.get()
    except Problem as problem:
        if problem.code is not Code.NOT_SUPPORTED:
            raise
        return None


def find_width(design: StoredDesign) -> str:
    """How wide the content of pages is; "" where nobody says."""
    widths = [layer.settings.get("layout", {}).get("wideSize") for layer in design.layers]
    return next(filter(None, reversed(widths)), "")


def choose_members(font: Mapping[str, Any]) -> dict[str, str]:
    """What a global font sets, without its id and title."""
    return {name: str(font[name]) for name in FONT_MEMBERS if name in font}


def show_kit(design: StoredDesign) -> Kit:
    """The kit of a design system."""
    colors, fonts = list(list_colors(design.own.settings)), list(list_fonts(design.own.settings))
    return Kit(
        id=design.id,
        revision=design.revision,
        system_colors=colors[: len(SYSTEM)],
        custom_colors=colors[len(SYSTEM) :],
        system_fonts=fonts[: len(SYSTEM)],
        custom_fonts=fonts[len(SYSTEM) :],
        container_width=find_width(design),
    )


def _write_settings(changes: KitChanges, kit: Kit | None = None) -> dict[str, Any]:
    """The settings to write, with ids that a kit knows; without one as CSS alone, which titles of fonts are not."""
    known_colors, known_fonts = (kit["custom_colors"], kit["custom_fonts"]) if kit else ((), ())
    colors = [*_name(changes.system_colors, (), "system_colors")]
    colors += _name(changes.custom_colors, known_colors, "custom_colors")
    fonts = [*_name(changes.system_fonts, (), "system_fonts")]
    fonts += _name(changes.custom_fonts, known_fonts, "custom_fonts")
    settings: dict[str, Any] = {}
    if colors:
        settings["color"] = {"palette": [_write_color(identifier, entry) for identifier, entry in colors]}
    if fonts:
        written = {identifier: _write_font(entry, titled=kit is not None) for identifier, entry in fonts}
        settings["custom"] = {"typography": written}
    if changes.container_width is not None:
        settings["layout"] = {"wideSize": changes.container_width}
    return settings


def _name(entries: Sequence[Any], stored: Sequence[Any], path: str) -> list[tuple[str, Any]]:
    """The entries by id. One without an id that has the title of none is new."""
    known = {each["title"]: each["id"] for each in stored}
    named: dict[str, Any] = {}
    for number, entry in enumerate(entries):
        place, system = f"{path}[{number}].id", path.startswith("system")
        identifier = name_entry(entry.id, entry.title or "", known, system=system, path=place)
        known.setdefault(entry.title or identifier, identifier)
        named[identifier] = entry
    return list(named.items())


def _write_color(identifier: str, entry: ColorFields) -> dict[str, Any]:
    titles = {"name": entry.title} if entry.title else {}
    return {"slug": identifier, **titles, "color": entry.color}


def _write_font(entry: FontFields, *, titled: bool) -> dict[str, Any]:
    given = {camel(name): getattr(entry, name) for name in FONT_MEMBERS if getattr(entry, name) is not None}
    return {**({"title": entry.title} if titled and entry.title else {}), **given}
