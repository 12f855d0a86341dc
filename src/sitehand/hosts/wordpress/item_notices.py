"""Notices about items that WordPress stores differently from what was sent."""

import asyncio

from sitehand.hosts.wordpress import states
from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.hosts.wordpress.stored import list_rewritten, name_blocks
from sitehand.site.content import Notice

REWRITTEN = "blocks_rewritten"


async def tell_rewritten_blocks(before: Json, kept: Json | None, sent: Fields, stored: Fields) -> list[Notice]:
    """An update of blocks is parsed and written anew by WordPress 6.8 and later, before it is stored."""
    if "content" not in sent:
        return []
    texts = (kept["content"]["raw"], before["content"]["raw"], sent["content"], stored["content"]) if kept else None
    paths = await asyncio.to_thread(list_rewritten, *texts) if texts else []
    if kept and paths:
        message = (
            f"WordPress wrote {name_blocks(paths)}, which this call did not change, in its own form: the same blocks, "
            f"and not the same bytes. Revision {kept['id']} in WordPress has them as they were."
        )
        return [Notice(code=REWRITTEN, message=message)]
    if sent["content"] == stored["content"]:
        return []
    message = "WordPress wrote the block markup in its own form: the same blocks, and not the same bytes."
    return [Notice(code=REWRITTEN, message=message)]


def tell_unseen(kind: str) -> Notice:
    """What is stored cannot be seen where there are no revisions."""
    message = f"WordPress keeps no revisions of this {kind}: it was compared by its blocks, and not by its bytes."
    return Notice(code="no_revisions", message=message)


def tell_date(before: Json | None, sent: Fields, after: Json) -> list[Notice]:
    """The date decides between publish and future, whichever was asked for, or was before."""
    wanted = sent.get("status") or (before["status"] if before is not None and "date" in sent else None)
    date, kind = states.read_moment(after["date_gmt"]), after["type"]
    if (wanted, after["status"]) == ("publish", "future"):
        message = f"The date {date} is in the future: the {kind} is scheduled for it (status future)."
        return [Notice(code="scheduled", message=message)]
    if (wanted, after["status"]) == ("future", "publish"):
        message = f"The date {date} has passed: the {kind} is published at once."
        return [Notice(code="published", message=message)]
    return []


def tell_race(what: str, kind: str) -> Notice:
    """Somebody else has written it."""
    return Notice(code="changed_meanwhile", message=f"{what} Look at the {kind} again.")
