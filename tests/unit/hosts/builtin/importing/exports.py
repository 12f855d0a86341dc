"""Writes small WordPress exports for tests."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Small</title>
<link>https://small.example</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://small.example</wp:base_blog_url>
<wp:author><wp:author_login>ann</wp:author_login><wp:author_display_name>Ann Lee</wp:author_display_name></wp:author>
"""
TAIL = "</channel>\n</rss>\n"


def cdata(text: str) -> str:
    """Text as WordPress writes it; `]]>` is split over two sections."""
    return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"


def item(
    source_id: int,
    type_: str = "page",
    *,
    title: str = "",
    content: str = "",
    uses: Sequence[tuple[str, str, str]] = (),
    meta: Mapping[str, str] | None = None,
    extra: str = "",
    **fields: object,
) -> str:
    """One item; `fields` are elements with the prefix `wp:`, `uses` are (taxonomy, slug, name)."""
    values: dict[str, object] = {
        "status": "publish",
        "post_date_gmt": "2020-01-02 03:04:05",
        "post_name": f"item-{source_id}",
        "post_parent": 0,
    } | fields
    lines = [f"<wp:{name}>{escape(str(value))}</wp:{name}>" for name, value in values.items()]
    lines += [f"<category domain={quoteattr(t)} nicename={quoteattr(s)}>{cdata(n)}</category>" for t, s, n in uses]
    lines += [
        f"<wp:postmeta><wp:meta_key>{escape(key)}</wp:meta_key><wp:meta_value>{cdata(value)}</wp:meta_value></wp:postmeta>"
        for key, value in (meta or {}).items()
    ]
    return (
        f"<item><title>{escape(title)}</title><dc:creator>ann</dc:creator>"
        f"<content:encoded>{cdata(content)}</content:encoded><wp:post_id>{source_id}</wp:post_id>"
        f"<wp:post_type>{type_}</wp:post_type>" + "".join(lines) + extra + "</item>\n"
    )


def comment(source_id: int, content: str = "Hi", status: str = "1", type_: str = "", **fields: object) -> str:
    """One comment of an item; `fields` are elements with the prefix `wp:comment_`."""
    values = {"id": source_id, "author": "Otto", "approved": status, "type": type_, **fields}
    values = {"date_gmt": f"2020-01-03 00:00:{source_id % 60:02}", "parent": 0, **values}
    lines = [f"<wp:comment_{name}>{escape(str(value))}</wp:comment_{name}>" for name, value in values.items()]
    return f"<wp:comment>{''.join(lines)}<wp:comment_content>{cdata(content)}</wp:comment_content></wp:comment>"


def category(slug: str, parent: str = "", name: str = "", source_id: int = 0) -> str:
    """One declared category."""
    return (
        f"<wp:category><wp:term_id>{source_id or ''}</wp:term_id><wp:category_nicename>{slug}</wp:category_nicename>"
        f"<wp:category_parent>{parent}</wp:category_parent><wp:cat_name>{name or slug}</wp:cat_name></wp:category>\n"
    )


def menu(slug: str) -> str:
    """One declared menu."""
    return (
        f"<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>{slug}</wp:term_slug>"
        f"<wp:term_name>{slug.title()}</wp:term_name></wp:term>\n"
    )


def menu_item(
    source_id: int, kind: str, target: object, *, menu: str = "main", parent: int = 0, **fields: object
) -> str:
    """One menu item. `kind` is `page`, `post`, `category` or `custom`, whose target is a URL."""
    types = {"custom": "custom", "category": "taxonomy"}
    meta = {
        "_menu_item_type": types.get(kind, "post_type"),
        "_menu_item_object": kind,
        "_menu_item_object_id": str(source_id if kind == "custom" else target),
        "_menu_item_url": str(target) if kind == "custom" else "",
        "_menu_item_menu_item_parent": str(parent),
        "_menu_item_classes": 'a:1:{i:0;s:0:"";}',
    }
    title = str(fields.pop("title", ""))
    values: dict[str, Any] = {"menu_order": source_id} | fields
    return item(source_id, "nav_menu_item", title=title, uses=[("nav_menu", menu, menu)], meta=meta, **values)


def write_export(folder: Path, *parts: str, name: str = "export.xml") -> Path:
    """The parts as one file."""
    path = folder / name
    path.write_text(HEAD + "".join(parts) + TAIL, encoding="utf-8")
    return path
