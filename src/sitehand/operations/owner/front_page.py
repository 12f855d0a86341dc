"""Lists the pages that may be the front page or the posts page of a site."""

from typing import Literal, cast

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.site.settings import SiteSettings, SiteSettingsFields

Name = Literal["page_on_front", "page_for_posts"]
PAGES: tuple[Name, Name] = ("page_on_front", "page_for_posts")


async def check_front(ctx: Context, wanted: SiteSettingsFields) -> None:
    """Raise Problem(invalid_arguments) for pages that are missing, not public, or the same for both.

    A page that stays may be unpublished by now: visitors see the newest posts until it is published again.
    """
    given = wanted.model_dump(include={"show_on_front", *PAGES} & wanted.model_fields_set)
    stored = await ctx.host.settings.get() if given else None
    if stored is None or given.items() <= stored.items():
        return
    for name in PAGES:
        if given.get(name) and given[name] != stored[name]:
            await _check_page(ctx, name, given[name], stored["language"])
    _check_both(cast(SiteSettings, {**stored, **given}))


def _check_both(settings: SiteSettings) -> None:
    front, posts = settings["page_on_front"], settings["page_for_posts"]
    if settings["show_on_front"] == "page" and not front:
        raise _refuse("page_on_front", "the id of a page", front, "A page at / needs page_on_front.")
    if front and front == posts:
        raise _refuse("page_for_posts", "another page", posts, f"Page {posts} is the front page already.")


async def _check_page(ctx: Context, name: Name, page_id: int, language: str) -> None:
    try:
        page = await ctx.host.pages.get(page_id, "view")
    except Problem as problem:
        if problem.code != Code.NOT_FOUND:
            raise
        raise _refuse(name, "the id of a page", page_id, f"There is no page {page_id}.") from None
    if page["status"] != "publish":
        raise _refuse(name, "a published page", page_id, f"Page {page_id} is not published. Publish it first.")
    if page.get("locale") not in (None, language):
        message = f"Page {page_id} is in another locale than the site."
        raise _refuse(name, "a page in the language of the site", page_id, message)


def _refuse(name: str, expected: str, got: int, message: str) -> Problem:
    detail = Detail(path=name, expected=expected, got=str(got))
    hint = "Choose a published page in the language of the site. Content lists its id."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=[detail])
