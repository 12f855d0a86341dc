"""The design system of a WordPress: the user's global styles of the active theme, over those of the theme.

WordPress keeps lists of presets apart by origin; to callers each layer has plain lists.
"""

import re
from collections.abc import Container, Mapping
from typing import Any, cast
from urllib.parse import unquote

from sitehand.blocks.design.presets import ORIGINS
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.changes import read_there, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.design_origins import join_origins, part_origins, pick_origin
from sitehand.hosts.wordpress.resources import (
    EDIT,
    Action,
    Fields,
    Json,
    Request,
    Unmade,
    describe_fields,
    name_fields,
)
from sitehand.hosts.wordpress.shown import STYLES
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.changes import ObjectChange
from sitehand.site.design import DesignEdit, JsonObject, Layer, StoredDesign

ROUTE, THEMES = "/wp/v2/global-styles", "/wp/v2/themes"
PARTS = ("settings", "styles")
LABEL = "Design system"
_NUMBER = re.compile(r"/global-styles/(\d+)")


class GlobalStyles(Unmade):
    """Implements `resources.Resource` for what the user has set for a theme; each theme has one of its own."""

    kind = "design"
    least = STYLES
    hint = "get_design_system shows the design system of the active theme."

    def __init__(self, client: Client) -> None:
        self._client = client

    async def read(self, object_id: int) -> Json | None:
        return _take((await self._client.read(f"{ROUTE}/{object_id}", EDIT)).value)

    async def read_written(self, object_id: int, answered: Any, before: Json | None) -> Json | None:
        return _take(answered)

    def fields(self, value: Json) -> Fields:
        return {"title": LABEL, **{part: value[part] for part in PARTS}}

    def request(self, action: Action, object_id: int, body: Json) -> Request:
        return Request("POST", f"{ROUTE}/{object_id}", body)

    def write_body(self, given: Fields) -> Json:
        return {part: given[part] for part in PARTS if part in given}

    def predict(self, before: Json | None, body: Json) -> Json:
        return {**(before or {}), **body}

    def describe(
        self, object_id: int, before: Fields | None, after: Fields | None, sent: Container[str]
    ) -> list[ObjectChange]:
        return describe_fields("design", object_id, "title", before, after)


class WordPressDesign:
    """Implements `site.design.DesignStore`."""

    def __init__(self, client: Client, styles: GlobalStyles, transactions: StagedTransactions) -> None:
        self._client = client
        self._styles = styles
        self._transactions = transactions

    async def get(self) -> StoredDesign:
        """What the user has set, over the theme."""
        number, below = await self._read_theme()
        value = await self._transactions.read(self._styles, number)
        return self._build(value or {}, below)

    async def change(self, change: DesignEdit) -> StoredDesign:
        """Stage what a change makes of it."""
        number, below = await self._read_theme()
        async with self._transactions.joined() as stage:
            before = await read_there(stage, self._styles, number)
            wanted = dict(zip(PARTS, change(self._build(before, below)), strict=True))
            wanted["settings"] = part_origins(wanted["settings"], before["settings"])
            step = stage_update(stage, self._styles, number, before, wanted)
            return self._build(step.after or before if step else before, below)

    async def _read_theme(self) -> tuple[int, tuple[Layer, ...]]:
        """The number of the user's styles, and the layers that they lie on."""
        themes = (await self._client.read(THEMES, {"status": "active"})).value
        links = themes[0].get("_links", {}).get("wp:user-global-styles", ()) if themes else ()
        found = _NUMBER.search(unquote(links[0]["href"])) if links else None
        if found is None:
            raise Problem(
                Code.NOT_SUPPORTED,
                "The active theme of this WordPress has no global styles, or the connected user may not edit them.",
                hint="Global styles need WordPress 6.1 or later and a user who may edit the theme.",
            )
        theme = (await self._client.read(f"{ROUTE}/themes/{themes[0]['stylesheet']}")).value
        return int(found[1]), _read_layers(theme)

    def _build(self, value: Json, below: tuple[Layer, ...]) -> StoredDesign:
        settings, styles = value["settings"], value["styles"]
        own = Layer("custom", join_origins(settings), styles)
        return StoredDesign(value["id"], name_fields(self._styles.fields(value)), own, below)


def _take(value: Json) -> Json:
    # PHP writes an object without members as a list.
    return {"id": value["id"], **{part: value[part] or {} for part in PARTS}}


def _read_layers(theme: Mapping[str, Any]) -> tuple[Layer, ...]:
    """WordPress's own presets, and the theme's with all that it says beside."""
    settings: JsonObject = theme.get("settings") or {}
    default, its_own, _ = ORIGINS
    return (
        Layer(default, pick_origin(settings, default), {}),
        Layer(its_own, pick_origin(settings, its_own), cast(JsonObject, theme.get("styles") or {})),
    )
