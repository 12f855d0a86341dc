"""Elementor's kit on a WordPress: the settings of a post of its library, which the companion names."""

import asyncio
import json

from sitehand.elementor.kit_settings import DEFAULT_WIDTH, show_kit_settings, store_kit_settings
from sitehand.elementor.pages import read_page_settings
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.changes import stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.companion import INSTALL, NAMESPACE
from sitehand.hosts.wordpress.custom_item_resource import NO_ROUTE
from sitehand.hosts.wordpress.elementor_fields import SETTINGS, read_document
from sitehand.hosts.wordpress.elementor_library import Library, name_type
from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.states import name_revision
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.design import DesignEdit, Layer, StoredDesign
from sitehand.site.elementor_templates import KIT

ROUTE = f"/{NAMESPACE}/elementor/kit"
BELOW = (Layer("default", {"layout": {"wideSize": DEFAULT_WIDTH}}, {}),)


class WordPressKit:
    """Implements `site.design.DesignStore` for the kit alone."""

    def __init__(self, client: Client, library: Library, transactions: StagedTransactions) -> None:
        self._client = client
        self._library = library
        self._transactions = transactions

    async def get(self) -> StoredDesign:
        """The kit. Raises Problem(not_supported) where it cannot be seen."""
        number = await self._find()
        return self._build(_check(await self._transactions.read(self._library, number), number))

    async def change(self, change: DesignEdit) -> StoredDesign:
        """Stage what a change makes of its settings; the others stay."""
        number = await self._find()
        async with self._transactions.joined() as stage:
            before = _check(await stage.read(self._library, number), number)
            wanted, _ = await asyncio.to_thread(change, self._build(before))
            stored = read_page_settings(read_document(before).page_settings)
            settings = await asyncio.to_thread(store_kit_settings, stored, wanted)
            given = {} if settings == stored else {SETTINGS: json.dumps(settings, ensure_ascii=False)}
            step = stage_update(stage, self._library, number, before, given)
            return self._build(step.after or before if step else before)

    async def _find(self) -> int:
        try:
            number = int((await self._client.read(ROUTE)).value["id"])
        except Problem as problem:
            if problem.extra.get("upstream", {}).get("code") != NO_ROUTE:
                raise
            message = "Nobody tells which post Elementor's kit is: this needs Elementor and the companion."
            raise Problem(Code.NOT_SUPPORTED, message, hint=INSTALL) from problem
        if not number:
            hint = "Open Site Settings in Elementor once, and give the WordPress user the role Administrator."
            message = "Elementor has no kit yet, or the WordPress user may not edit it."
            raise Problem(Code.NOT_SUPPORTED, message, hint=hint)
        return number

    def _build(self, value: Json) -> StoredDesign:
        stored = read_page_settings(read_document(value).page_settings)
        own = Layer("custom", show_kit_settings(stored), {})
        return StoredDesign(value["id"], name_revision(self._library.fields(value)), own, BELOW)


def _check(value: Json | None, number: int) -> Json:
    """The post, which is a kit out of the trash. Raises Problem(not_supported)."""
    if value is None or value["status"] == "trash" or name_type(value) != KIT:
        hint = "Open Site Settings in Elementor once: it makes a new kit where there is none."
        raise Problem(Code.NOT_SUPPORTED, f"The post {number}, which Elementor names as its kit, is none.", hint=hint)
    return value
