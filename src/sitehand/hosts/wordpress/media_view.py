"""A file of a WordPress in the port's shape."""

from sitehand.hosts.wordpress.attachments import Attachments
from sitehand.hosts.wordpress.media_collections import list_collections
from sitehand.hosts.wordpress.resources import Json, name_fields
from sitehand.hosts.wordpress.states import read_moment
from sitehand.site.content import Rendered
from sitehand.site.media import Media, name_media_type, propose_alt_text


def build_media(files: Attachments, value: Json, *, full: bool = True, raw: bool = False) -> Media:
    """A file; `full` with its texts and details, `raw` with its texts as they were written."""
    item = Media(
        id=value["id"],
        date=read_moment(value["date_gmt"]),
        modified=read_moment(value["modified_gmt"]),
        slug=value["slug"],
        status="inherit",
        type="attachment",
        link=value["link"],
        title=_read_text(value["title"], raw=raw),
        author=value["author"],
        post=value["post"] or None,
        alt_text=value["alt_text"],
        media_type=name_media_type(value["mime_type"]),
        mime_type=value["mime_type"],
        source_url=value["source_url"],
        revision=name_fields(files.fields(value)),
    )
    if files.taxonomies:
        item["collections"] = list_collections(files, value)
    if proposed := propose_alt_text(value["alt_text"], value.get("media_details") or {}):
        item["proposed_alt_text"] = proposed
    if full:
        item["caption"], item["description"] = (_read_text(value[name], raw=raw) for name in ("caption", "description"))
        item["media_details"] = value["media_details"] or {}
    return item


def _read_text(value: Json, *, raw: bool) -> Rendered:
    text = Rendered(rendered=value["rendered"])
    return {**text, "raw": value["raw"]} if raw else text
