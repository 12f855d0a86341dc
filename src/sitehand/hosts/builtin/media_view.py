"""A file of the built-in site in WordPress's shape, from its row."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.hosts.builtin.following import read_terms
from sitehand.hosts.builtin.media_details import SOURCES
from sitehand.hosts.builtin.rendering import render_excerpt, render_title
from sitehand.hosts.builtin.tracked import MEDIA_STATE
from sitehand.site.content import Rendered
from sitehand.site.media import Media, MediaQuery, name_media_type, propose_alt_text
from sitehand.store.revision import name_state

Row = Mapping[str, Any]
TEXTS = ("caption", "description")


def build_all(rows: Sequence[Row], query: MediaQuery, site_url: str, max_bytes: int) -> list[Media]:
    """The files of a list; where their texts have more bytes than fit, they are left out and named in `omitted`."""
    raw, room = query.context == "edit", max_bytes
    found = []
    for row in rows:
        room -= sum(len(row[name].encode()) for name in TEXTS)
        fits = query.detail == "full" and room >= 0
        found.append(build_one(row, site_url, raw=raw, full=fits))
        if query.detail == "full" and not fits:
            found[-1]["omitted"] = list(TEXTS)
    return found


def build_one(row: Row, site_url: str, *, raw: bool, full: bool = True) -> Media:
    """One file; `full` with its texts and details, `raw` with its texts as they were written."""
    item, details = _build_summary(row, site_url), json.loads(row["details"])
    details |= {SOURCES: row[SOURCES]} if SOURCES in row else {}
    if row["sha256"]:
        item["sha256"] = row["sha256"]
    if item["media_type"] == "image":
        item["focal_point"] = {"x": row["focal_x"] / 100, "y": row["focal_y"] / 100}
    if proposed := propose_alt_text(row["alt_text"], details):
        item["proposed_alt_text"] = proposed
    if full:
        item["caption"], item["description"] = (_render(row[name], raw=raw) for name in TEXTS)
        item["media_details"] = _show_details(row, details, item["source_url"])
    if raw:
        item["title"]["raw"] = row["title"]
    return item


def _build_summary(row: Row, site_url: str) -> Media:
    address = f"{site_url}{row['source_url']}" if row["sha256"] else row["source_url"]
    return Media(
        id=row["id"],
        date=row["date"],
        modified=row["modified"] or row["date"],
        slug=row["slug"],
        status="inherit",
        type="attachment",
        link=address,
        title=Rendered(rendered=render_title(row["title"]).html),
        author=row["author"],
        post=row["parent"] or None,
        alt_text=row["alt_text"],
        media_type=name_media_type(row["mime_type"]),
        mime_type=row["mime_type"],
        source_url=address,
        collections=read_terms(row["collected"]),
        revision=name_state(row[name] for name in MEDIA_STATE),
    )


def _render(text: str, *, raw: bool) -> Rendered:
    rendered = Rendered(rendered=render_excerpt(text).html)
    return {**rendered, "raw": text} if raw else rendered


def _show_details(row: Row, details: Mapping[str, Any], address: str) -> dict[str, Any]:
    """What is known of a file; each size of an image with its address."""
    if "sizes" not in details:
        return dict(details)
    folder, _, file = address.rpartition("/")
    sizes = {name: {**size, "source_url": f"{folder}/{size['file']}"} for name, size in details["sizes"].items()}
    full = {"width": details["width"], "height": details["height"], "mime_type": row["mime_type"]}
    return {**details, "sizes": {**sizes, "full": {"file": file, **full, "source_url": address}}}
