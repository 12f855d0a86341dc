"""A page or post on its own, and the password that some of them ask for."""

from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from sitehand.errors import Code, Problem
from sitehand.guard.limits import seconds_to_wait
from sitehand.hosts.builtin.passwords import password_matches
from sitehand.hosts.builtin.public.answers import date_header
from sitehand.hosts.builtin.public.body import CLOSED, Body, draw_body
from sitehand.hosts.builtin.public.comments import NONE, fetch_comments
from sitehand.hosts.builtin.public.elementor import add_policy
from sitehand.hosts.builtin.public.head import make_item_head
from sitehand.hosts.builtin.public.markdown import answer_markdown, find_markdown_path, has_markdown
from sitehand.hosts.builtin.public.queries import Article, find_article
from sitehand.hosts.builtin.public.visit import Visit

MAX_FORM_BYTES = 4096


class Opening(NamedTuple):
    """Whether an item may be shown; what to tell who gave a wrong password, with the status of the answer.

    `wait` is after how many seconds another password is looked at, None when it is now.
    """

    is_open: bool
    refused: str = ""
    status: int = 200
    wait: int | None = None


async def show_article(visit: Visit) -> Response | None:
    """The item with this permalink; a protected one shows its form until the right password comes with the request."""
    article = find_article(visit.database, visit.now, visit.path)
    if article is None:
        if visit.is_post:
            raise refuse_form()
        return None
    opening = await unlock(visit, article)
    body = await draw_body(visit, article) if opening.is_open else CLOSED
    if visit.wants_markdown and has_markdown(article, body):
        return await answer_markdown(visit, article, body)
    response = await _render(visit, article, opening, body)
    response.headers["Vary"] = "Accept"
    if article.protected:
        response.headers["Cache-Control"] = "no-store"
    return response


def refuse_form() -> HTTPException:
    """The refusal of a form that was sent to a page which asks for no password."""
    return HTTPException(405, headers={"Allow": "GET, HEAD"})


async def unlock(visit: Visit, article: Article) -> Opening:
    """What the request may see: a password opens one answer, and the next request asks again.

    Raises HTTPException: 405 for a password that nobody asked for; 413 for a form that is too large.
    """
    if not visit.is_post:
        return Opening(not article.protected)
    if not article.protected:
        raise refuse_form()
    if visit.password is None:
        raise HTTPException(413)
    try:
        is_open = await try_password(visit, article)
    except Problem as problem:
        return Opening(False, problem.message, 429, seconds_to_wait(problem))
    return Opening(True) if is_open else Opening(False, "The password is wrong.", 403)


def tell_wait(response: Response, wait: int | None) -> None:
    """Say when to come back, where that is not now."""
    if wait:
        response.headers["Retry-After"] = str(wait)


async def try_password(visit: Visit, article: Article) -> bool:
    """Whether the password is right. Raises Problem(too_many_failures) past the wrong ones of one client address."""
    address = client_of(visit)
    await visit.services.guesses.check_guesses(address)
    is_right = password_matches(article.password, visit.password or "")
    if not is_right:
        await visit.services.guesses.note_wrong_guess(address)
    return is_right


def client_of(visit: Visit) -> str:
    """The address that wrong guesses are counted against."""
    return visit.request.client.host if visit.request.client else "unknown"


async def read_password(request: Request) -> str | None:
    """The password in the form that came with the request; empty without a form, None when that is too large.

    To be asked before anything is read: a client may send its form as slowly as it likes.
    """
    if request.method != "POST":
        return ""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > MAX_FORM_BYTES:
                return None
    except Problem as problem:
        if problem.code is Code.BODY_TOO_LARGE:
            return None
        raise HTTPException(408, headers=problem.headers) from problem
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    return fields.get("password", [""])[0]


async def _render(visit: Visit, article: Article, opening: Opening, body: Body) -> Response:
    is_open = opening.is_open
    is_below = is_open and not body.has_comments
    comments = await fetch_comments(visit.database, article.id) if is_below else NONE
    markdown = find_markdown_path(article, body)
    response = await visit.render(
        "item.html",
        status=opening.status,
        item=article,
        content=body.html,
        document=body.document,
        is_open=is_open,
        comments=comments,
        refused=opening.refused,
        head=make_item_head(visit, article, is_open=is_open, canonical=visit.link(article.path), markdown=markdown),
        address=visit.url(article.path),
        preview_until="",
    )
    tell_wait(response, opening.wait)
    add_policy(response, body.document)
    # No moment tells when a comment was approved or withdrawn, or what else blocks show has changed.
    if not (comments.total or article.has_blocks or article.has_document):
        response.headers["Last-Modified"] = date_header(max(article.modified, article.date))
    return response
