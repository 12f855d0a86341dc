"""A comment of the built-in site in WordPress's shape, from its row."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from sitehand.hosts.builtin.paths import build_link
from sitehand.hosts.builtin.rendering import render_comment
from sitehand.hosts.builtin.tracked import COMMENT_STATE
from sitehand.site.comments import VISITORS_WORDS, Comment
from sitehand.site.content import Rendered
from sitehand.store.revision import name_state

Row = Mapping[str, Any]


def build_comment(row: Row, site_url: str, *, raw: bool) -> Comment:
    """One comment; `raw` with its text as it was written. The row has the path, type and status of its item too."""
    content = Rendered(rendered=render_comment(row["content"]).html)
    if raw:
        content["raw"] = row["content"]
    return Comment(
        id=row["id"],
        post=row["post"],
        parent=row["parent"],
        author=row["author"],
        author_name=row["author_name"],
        author_url=row["author_url"],
        date=row["date"],
        content=content,
        link=f"{site_url}{_find_link(row)}#comment-{row['id']}",
        status=row["status"],
        type=row["type"],
        untrusted=[] if row["author"] else list(VISITORS_WORDS),
        revision=name_state(row[name] for name in COMMENT_STATE),
    )


def _find_link(row: Row) -> str:
    item = {"item_id": row["post"], "item_type": row["item_type"], "status": row["item_status"]}
    return build_link(quote(row["path"]), **item)
