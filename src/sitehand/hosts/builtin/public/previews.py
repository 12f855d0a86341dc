"""The page behind a preview link: an item as it was when the link was made, in the frame of the site as it is."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, text
from starlette.responses import Response

from sitehand.elementor.rendering.document import RenderedDocument
from sitehand.errors import Problem
from sitehand.guard.limits import seconds_to_wait
from sitehand.hosts.builtin.previews import Previewed, PreviewedPending
from sitehand.hosts.builtin.public.comments import NONE
from sitehand.hosts.builtin.public.elementor import add_policy, find_document
from sitehand.hosts.builtin.public.head import make_item_head
from sitehand.hosts.builtin.public.pending import ITEM
from sitehand.hosts.builtin.public.protection import Opening, client_of, tell_wait, unlock
from sitehand.hosts.builtin.public.queries import FOCUS, Article, first, read_article, read_size
from sitehand.hosts.builtin.public.rendering.page import render_page
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.hosts.builtin.renderings import kept, list_forms, prepare, render
from sitehand.hosts.builtin.stored_revisions import DRAWN, unfold_state
from sitehand.site.values import iso

HEADERS = {
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex, nofollow",
    # The address is the credential: no other site learns it.
    "Referrer-Policy": "no-referrer",
}
REVISION = text("SELECT state, texts FROM revisions WHERE id = :number AND item_id = :item AND revision = :revision")
BLOCKS = "<!-- wp:"
"""What a text with blocks has."""
NO_PICTURE = {"source_url": "", "alt_text": "", "details": "{}", "focus": ""}
PICTURE = f"SELECT source_url, alt_text, details, {FOCUS} AS focus FROM media WHERE id = :id"  # noqa: S608


OPEN = Opening(is_open=True)


class Shown(NamedTuple):
    """When a link expires, in epoch seconds, 0 for who need not know; whether it leads to a pending change."""

    expires: int
    is_pending: bool = False


async def show_preview(visit: Visit, token: str) -> Response:
    """The item that a link shows. 404 for a made-up link, which counts as a wrong guess; 410 when it has ended."""
    previewed = visit.services.previews.read(token)
    if isinstance(previewed, PreviewedPending):
        response = await _show_pending(visit, previewed)
    else:
        response = await (_show(visit, previewed) if previewed else _refuse(visit))
    response.headers.update(HEADERS)
    return response


async def _refuse(visit: Visit) -> Response:
    guesses, address = visit.services.guesses, client_of(visit)
    try:
        await guesses.check_guesses(address)
    except Problem as problem:
        response = await _tell(visit, 429, "Too many attempts", "Wait a minute, then open the link again.")
        tell_wait(response, seconds_to_wait(problem))
        return response
    await guesses.note_wrong_guess(address)
    return await visit.render("missing.html", status=404)


async def _show(visit: Visit, previewed: Previewed) -> Response:
    if visit.services.previews.is_over(previewed):
        return await _tell_over(visit)
    article = read_article(first(visit.database, ITEM, {"now": visit.now, "id": previewed.item}))
    state = await _read_state(visit, previewed)
    if article is None or state is None:
        return await _tell(
            visit, 410, "This preview is gone", "What the link showed was deleted, or is no longer kept."
        )
    if visit.unseen is not None:
        return await _show_state(visit, article, {**state, **visit.unseen}, Shown(0))
    return await _show_state(visit, article, state, Shown(previewed.expires))


async def _show_pending(visit: Visit, previewed: PreviewedPending) -> Response:
    """The item as a pending change would leave it."""
    if visit.services.previews.is_over(previewed):
        return await _tell_over(visit)
    pending = visit.services.pending
    found = await pending.find(previewed, visit.now) if pending else None
    if found is None:
        why = "The change was decided, or no longer fits the site."
        return await _tell(visit, 410, "This preview has ended", why)
    return await _show_state(visit, found.article, found.state, Shown(previewed.expires, is_pending=True))


async def _show_state(visit: Visit, article: Article, state: Mapping[str, Any], shown: Shown) -> Response:
    visit = replace(visit, item_locale=article.locale)
    opening = await unlock(visit, article) if visit.unseen is None else OPEN
    if not opening.is_open:
        return await _render(visit, replace(article, content="", excerpt=""), opening, shown)
    dressed = await _dress(visit, article, state)
    return await _render(visit, dressed, opening, shown, await find_document(visit, dressed, state))


async def _render(
    visit: Visit, article: Article, opening: Opening, shown: Shown, document: RenderedDocument | None = None
) -> Response:
    response = await visit.render(
        "item.html",
        status=opening.status,
        item=article,
        content=article.content,
        document=document,
        is_open=opening.is_open,
        comments=NONE,
        refused=opening.refused,
        head=make_item_head(visit, article, is_open=opening.is_open, canonical=""),
        address=visit.url(visit.path),
        preview_until=iso(datetime.fromtimestamp(shown.expires, UTC)) if shown.expires else "",
        preview_pending=shown.is_pending,
    )
    tell_wait(response, opening.wait)
    add_policy(response, document)
    return response


async def _tell_over(visit: Visit) -> Response:
    return await _tell(visit, 410, "This preview link has expired", "Ask for a new link.")


async def _tell(visit: Visit, status: int, heading: str, message: str) -> Response:
    """A page that says why there is nothing to see."""
    return await visit.render("ended.html", status=status, number=status, heading=heading, message=message)


async def _read_state(visit: Visit, previewed: Previewed) -> Mapping[str, Any] | None:
    """The fields that the revision kept; None when it is gone, or its texts are."""

    def read(connection: Connection) -> Mapping[str, Any] | None:
        row = connection.execute(REVISION, previewed._asdict()).mappings().first()
        return unfold_state(connection, row, DRAWN) if row else None

    state = await visit.database.visitors.read(read)
    return state if state and state["content"] is not None else None


async def _dress(visit: Visit, article: Article, state: Mapping[str, Any]) -> Article:
    """The item with the texts, date and picture of that state."""
    forms = list_forms(state)
    with kept(await prepare(forms.values())):
        done, _ = render(forms)
    pictures = visit.database.look_up(PICTURE, {"id": state["featured_media"]}, committed=True)
    picture = pictures[0] if pictures else NO_PICTURE
    dressed = replace(
        article,
        title=done["title_rendered"],
        content=done["content_rendered"],
        excerpt=done["excerpt_rendered"],
        date=state["date"] or article.date,
        image=picture["source_url"],
        image_alt=picture["alt_text"],
        image_size=read_size(picture["details"]),
        image_focus=picture["focus"],
        seo=state.get("seo", {}),
    )
    if BLOCKS not in state["content"]:
        return dressed
    return replace(dressed, content=(await render_page(visit, dressed, state)).html)
