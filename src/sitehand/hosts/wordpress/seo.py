"""SEO fields of a WordPress: what its SEO plugin shows over REST among the meta of pages and posts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, cast

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.changes import read_there, stage_update
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.given_answers import GivenAnswer
from sitehand.hosts.wordpress.items import Items, name_type
from sitehand.hosts.wordpress.meta_fields import Known, read_empty_meta
from sitehand.hosts.wordpress.resources import ITEM_ROUTES, Json
from sitehand.hosts.wordpress.seo_plugins import PLUGINS, SeoPlugin, find_plugin
from sitehand.hosts.wordpress.seo_robots import Meta
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL
from sitehand.hosts.wordpress.states import name_revision
from sitehand.hosts.wordpress.transactions import StagedTransactions
from sitehand.site.kinds import KINDS
from sitehand.site.seo import NAMES, ItemSeo, SeoFields, merge_seo, show_seo

WORKING = ", ".join(plugin.name for plugin in PLUGINS)
HINT = f"Sitehand writes the fields of {WORKING} that are registered with show_in_rest."
JSON_LD = (
    "No SEO plugin has a field for JSON-LD: put a script of the type application/ld+json into a core/html block of"
    " the content instead."
)
X_CARD = "Without an X card X shows og_title, og_description and og_image: set these instead."


async def find_plugins(client: Client) -> list[str]:
    """The SEO plugins whose fields this WordPress shows for pages or posts; none where it does not tell."""
    found = [find_plugin(await _read_empty(client, route)) for route in ITEM_ROUTES.values()]
    return sorted({plugin.name for plugin in found if plugin is not None})


class WordPressSeo:
    """Implements `site.seo.SeoStore`. The fields are among `meta`, and so in the item's revision and undo."""

    def __init__(self, client: Client, resources: Sequence[Items], transactions: StagedTransactions) -> None:
        self._client = client
        self._resources = resources
        self._transactions = transactions

    async def get(self, item_id: int) -> ItemSeo:
        """The SEO fields of an item, also from the trash. Raises Problem(not_supported) for one that shows none."""
        resource, value = await self._transactions.find_item(self._resources, item_id)
        return self._show(resource, await self._complete(resource, value, {}))

    async def update(self, item_id: int, fields: SeoFields, by: str) -> ItemSeo:
        """Stage the given fields. Raises Problem(not_supported) for what the plugin does not show over REST."""
        resource, _ = await self._transactions.find_item(self._resources, item_id)
        async with self._transactions.joined() as stage:
            before = await self._complete(resource, await read_there(stage, resource, item_id), stage.schemas)
            if before["status"] == "trash":
                hint = "Send a status such as draft to restore it from the trash."
                raise Problem(Code.CONFLICT, f"This {KINDS[resource.kind].singular} is in the trash.", hint=hint)
            plugin, meta = _find_plugin(before), before["meta"]
            _check(plugin, meta, fields)
            sent = plugin.write(merge_seo(plugin.read(meta), fields), meta)
            step = stage_update(stage, resource, item_id, before, {"meta": sent} if sent else {})
            if step is None:
                return self._show(resource, before)
            item = _build(resource, step.after or before)
            step.answers.append(GivenAnswer(cast(dict[str, Any], item), lambda value: dict(_build(resource, value))))
            return item

    def _show(self, resource: Items, value: Json) -> ItemSeo:
        return self._transactions.show(resource, value["id"], value, partial(_build, resource))

    async def _complete(self, resource: Items, value: Json, known: Known) -> Json:
        """An item with all its meta; of one that the same call makes WordPress has told nothing yet."""
        if value["id"] < FIRST_PROVISIONAL:
            return value
        empty = await read_empty_meta(self._client, known, await resource.locate_route(value["id"]))
        return {**value, "meta": {**empty, **(value.get("meta") or {})}}


async def _read_empty(client: Client, route: str) -> Meta:
    try:
        return await read_empty_meta(client, {}, route)
    except Problem:
        return {}  # a firewall may refuse OPTIONS


def _find_plugin(value: Json) -> SeoPlugin:
    """The plugin whose fields an item shows."""
    meta = value.get("meta")
    plugin = find_plugin(meta) if isinstance(meta, Mapping) else None
    if plugin is None:
        message = f"This WordPress shows no SEO fields of {value['type']} {value['id']} over REST."
        raise Problem(Code.NOT_SUPPORTED, message, hint=HINT)
    return plugin


def _build(resource: Items, value: Json) -> ItemSeo:
    known = {
        "id": value["id"],
        "type": name_type(resource.kind, value),
        "status": value["status"],
        "link": value["link"],
    }
    revision, plugin = name_revision(resource.fields(value)), _find_plugin(value)
    return cast(ItemSeo, {**known, "revision": revision, **show_seo(plugin.read(value["meta"]))})


def _check(plugin: SeoPlugin, meta: Meta, fields: SeoFields) -> None:
    """Raise Problem(not_supported) for what could not be stored. What is empty is not there anyhow."""
    given = {name: getattr(fields, name) for name in NAMES if name in fields.model_fields_set}
    details = list(_find_unsupported(plugin, meta, {name: value for name, value in given.items() if value}))
    if details:
        names = [detail["path"] for detail in details]
        message = f"{plugin.name} does not show {', '.join(names)} over REST on this WordPress."
        hint = " ".join(_advise(names, plugin.list_fields(meta)))
        raise Problem(Code.NOT_SUPPORTED, message, hint=hint, details=details)


def _advise(refused: Sequence[str], writable: Sequence[str]) -> Iterator[str]:
    """What to do in place of setting these fields."""
    if "json_ld" in refused:
        yield JSON_LD
    if any(name.startswith("x_") for name in refused) and any(name.startswith("og_") for name in writable):
        yield X_CARD
    if any(name != "json_ld" for name in refused):
        yield HINT


def _find_unsupported(plugin: SeoPlugin, meta: Meta, given: Mapping[str, Any]) -> Iterator[Detail]:
    writable, directives = plugin.list_fields(meta), plugin.list_directives(meta)
    for name, value in given.items():
        if name not in writable:
            yield Detail(path=name, expected=f"one of {', '.join(writable)}", got=name)
        elif name == "robots" and (other := [each for each in value if each not in directives]):
            yield Detail(path=name, expected=f"some of {', '.join(directives)}", got=other[0])
        elif name == "focus_words" and (len(value) > plugin.most_words or any("," in each for each in value)):
            yield Detail(path=name, expected=f"at most {plugin.most_words}, without commas", got=", ".join(value)[:80])
