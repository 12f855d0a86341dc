"""A page or post on its own, and the password that some of them ask for."""

from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from sitehand.errors import Code, Problem
from sitehand.guard.limits import seconds_left
from sitehand.hosts.builtin.passwords import password_matches
from sitehand.hosts.builtin.public.answers import date_header
from sitehand.hosts.builtin.public.comments import NONE, fetch_comments
from sitehand.hosts.builtin.public.queries import Article, find_article
from sitehand.hosts.builtin.public.rendering.page import render_page
from sitehand.hosts.builtin.public.visit import Visit

MAX_FORM_BYTES = 4096


async def show_article(visit: Visit) -> Response | None:
    """The item with this permalink; a protected one shows its form until the right password comes with the request."""
    article = find_article(visit.database, visit.now, visit.path)
    if visit.is_post:
        return await _open_article(visit, article)
    if article is None:
        return None
    response = await _render(visit, article, is_open=not article.protected)
    if article.protected:
        response.headers["Cache-Control"] = "no-store"
    return response


async def _open_article(visit: Visit, article: Article | None) -> Response:
    """One answer with the content, kept nowhere; the next request asks again."""
    if article is None or not article.protected:
        raise HTTPException(405, headers={"Allow": "GET, HEAD"})
    if visit.password is None:
        raise HTTPException(413)
    try:
        is_open = await try_password(visit, article)
    except Problem as problem:
        response = await _render(visit, article, is_open=False, refused=problem.message, status=429)
        response.headers["Retry-After"] = str(max(1, seconds_left(problem.extra["reset"])))
        return response
    refused = "" if is_open else "The password is wrong."
    response = await _render(visit, article, is_open=is_open, refused=refused, status=200 if is_open else 403)
    response.headers["Cache-Control"] = "no-store"
    return response


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


async def _render(visit: Visit, article: Article, *, is_open: bool, refused: str = "", status: int = 200) -> Response:
    comments = await fetch_comments(visit.database, article.id) if is_open else NONE
    content = await render_page(visit, article) if is_open and article.has_blocks else article.content
    response = await visit.render(
        "item.html",
        status=status,
        item=article,
        content=content,
        is_open=is_open,
        comments=comments,
        refused=refused,
        canonical=visit.link(article.path),
        address=visit.url(article.path),
        preview_until="",
    )
    # No moment tells when a comment was approved or withdrawn, or what else blocks show has changed.
    if not comments.total and not article.has_blocks:
        response.headers["Last-Modified"] = date_header(max(article.modified, article.date))
    return response
