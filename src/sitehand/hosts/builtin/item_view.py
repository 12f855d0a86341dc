"""What an item of the built-in site has beyond its summary, in WordPress's shape."""

import json
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from markupsafe import Markup

from sitehand.hosts.builtin.listing import Columns
from sitehand.hosts.builtin.paths import build_link, quote_path
from sitehand.site.content import Body, Item, Rendered
from sitehand.site.item_kinds import PART_KINDS
from sitehand.site.locales import MAX_TITLE, Translation
from sitehand.store.json_text import NOTHING


def quote_link(row: Columns | Mapping[str, Any]) -> str:
    """Where an item is reached below the site, as an address has it."""
    path = row["path"]
    link = build_link(path, item_id=row["id"], item_type=row["type"], status=row["status"])
    return link if link is not path else quote_path(path)


def add_place(item: Item, row: Columns, site_url: str) -> None:
    """Add the locale, and the items that say the same in others, if there are any and the row has them."""
    if row["type"] in PART_KINDS:
        return
    item["locale"] = row["locale"]
    found = row["translations"] if "translations" in row.keys() else NOTHING  # noqa: SIM118 - a row has values
    if found != NOTHING:
        listed = sorted(json.loads(found), key=itemgetter("locale"))
        item["translations"] = {each["locale"]: _tell_translation(each, site_url) for each in listed}


def _tell_translation(row: Mapping[str, Any], site_url: str) -> Translation:
    title = Markup(row["title"]).striptags()[:MAX_TITLE]  # noqa: S704, text comes out
    return Translation(id=row["id"], link=site_url + quote_link(row), title=title)


def add_bodies(item: Item, row: Columns, *, raw: bool) -> None:
    """Add content, excerpt and the values of custom fields; of texts in `raw` how they were written, too."""
    protected = bool(row["protected"])
    item["content"] = Body(rendered=row["content_rendered"], protected=protected)
    item["excerpt"] = Body(rendered=row["excerpt_rendered"], protected=protected)
    if raw:
        item["content"]["raw"], item["excerpt"]["raw"] = row["content"], row["excerpt"]
    if row["fields"]:
        item["fields"] = json.loads(row["fields"])


def build_item(row: Columns, site_url: str, *, full: bool, raw: bool) -> Item:
    """What items of all types have, in WordPress's shape; `full` with their bodies, `raw` as they were written too."""
    item = Item(
        id=row["id"],
        date=row["date"],
        modified=row["modified"],
        slug=row["slug"],
        status=row["status"],
        type=row["type"],
        link=site_url + quote_link(row),
        title=Rendered(rendered=row["title_rendered"]),
        author=row["author"],
        featured_media=row["featured_media"],
        revision=row["revision"],
    )
    add_place(item, row, site_url)
    if full:
        add_bodies(item, row, raw=raw)
    if raw:
        item["title"]["raw"], item["protected"] = row["title"], bool(row["protected"])
    return item
