"""What a WordPress shows to visitors, in a built-in site: the same items, terms and comments under the same ids."""

import json
from html import unescape
from typing import Any

from sqlalchemy import delete, insert

from sitehand.hosts.builtin.renderings import list_forms
from sitehand.hosts.builtin.tables import authors, comments, item_fields, item_terms, items, media, terms
from tests.statements import execute
from tests.unit.hosts.builtin.public.site import Site
from tests.wordpress.site import WordPress

ITEMS = """SELECT JSON_OBJECT('id', ID, 'type', post_type, 'title', post_title, 'content', post_content,
    'excerpt', post_excerpt, 'slug', post_name, 'date', DATE_FORMAT(post_date_gmt, '%Y-%m-%dT%TZ'),
    'footnotes', (SELECT meta_value FROM wp_postmeta WHERE post_id = ID AND meta_key = 'footnotes'),
    'modified', DATE_FORMAT(post_modified_gmt, '%Y-%m-%dT%TZ'), 'parent', post_parent, 'menu_order', menu_order,
    'author', post_author, 'featured_media', coalesce(meta_value, 0))
    FROM wp_posts LEFT JOIN wp_postmeta ON post_id = ID AND meta_key = '_thumbnail_id'
    WHERE post_status = 'publish' AND post_type IN ('post', 'page')"""
MEDIA = """SELECT JSON_OBJECT('id', ID, 'source_url', guid, 'mime_type', post_mime_type, 'title', post_title,
    'date', '2026-01-01T00:00:00Z')
    FROM wp_posts WHERE post_type = 'attachment'"""
TERMS = """SELECT JSON_OBJECT('id', t.term_id, 'taxonomy', taxonomy, 'slug', slug, 'name', name, 'parent', parent,
    'description', description)
    FROM wp_terms t JOIN wp_term_taxonomy USING (term_id) WHERE taxonomy IN ('category', 'post_tag')"""
ITEM_TERMS = """SELECT JSON_OBJECT('item_id', object_id, 'term_id', term_id) FROM wp_term_relationships
    JOIN wp_term_taxonomy USING (term_taxonomy_id) WHERE taxonomy IN ('category', 'post_tag')"""
COMMENTS = """SELECT JSON_OBJECT('id', comment_ID, 'post', comment_post_ID, 'parent', comment_parent, 'author_name',
    comment_author, 'author_url', comment_author_url, 'content', comment_content,
    'date', DATE_FORMAT(comment_date_gmt, '%Y-%m-%dT%TZ')) FROM wp_comments WHERE comment_approved = '1'"""


async def mirror(wordpress: WordPress, site: Site) -> None:
    """Fill an empty site."""
    await execute(site.database, delete(authors))
    await site.insert(authors, id=1, name="admin", slug="admin", bio="")
    for row in _read(wordpress, MEDIA):
        await site.insert(media, **row)
    for row in _read(wordpress, TERMS):
        await site.insert(terms, **{**row, "name": unescape(row["name"])})
    for row in _read(wordpress, ITEMS):
        notes = row.pop("footnotes")
        await execute(site.database, insert(items).values(_fill(row)))
        if notes:
            await site.insert(item_fields, item_id=row["id"], data=json.dumps({"footnotes": notes}), digest="0")
    for row in _read(wordpress, ITEM_TERMS):
        await site.insert(item_terms, **row)
    for row in _read(wordpress, COMMENTS):
        await site.insert(comments, status="approved", **row)


def _read(wordpress: WordPress, query: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in wordpress.run_sql(" ".join(query.split())).splitlines()]


def _fill(row: dict[str, Any]) -> dict[str, Any]:
    forms = {column: function(text).html for column, (function, text) in list_forms(row).items()}
    path = f"/{row['date'][:7].replace('-', '/')}/{row['slug']}/" if row["type"] == "post" else f"/{row['slug']}/"
    known = {"status": "publish", "path": path, "revision": "0" * 16, "featured_media": int(row["featured_media"])}
    return {**row, **forms, **known}
