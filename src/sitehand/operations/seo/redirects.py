"""Operations on redirects, and on addresses at which visitors found nothing."""

from functools import partial

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.content import Deleted, Listing
from sitehand.site.host import Host
from sitehand.site.redirects import Missing, MissingQuery, NewRedirect, Redirect, RedirectQuery, RedirectStore
from sitehand.site.values import Id, Input

of_redirects = partial(operation, category="seo", needs="redirects")
writes_redirects = partial(of_redirects, access="write", brief=tell_outcome, stored=True)


class RedirectId(Input):
    """One redirect."""

    id: Id


def store_of(host: Host) -> RedirectStore:
    """The redirects of a host that offers them; the gate has seen to it that this one does."""
    if host.redirects is None:
        raise TypeError("The host offers redirects and has none.")
    return host.redirects


@of_redirects("GET /redirects", access="read", remember=True)
async def list_redirects(ctx: Context, query: RedirectQuery) -> Listing[Redirect]:
    """List redirects with their visits; automatic ones follow pages that moved."""
    return await store_of(ctx.host).find(query)


@of_redirects("GET /redirects/missing", access="read", remember=True)
async def list_missing_addresses(ctx: Context, query: MissingQuery) -> Listing[Missing]:
    """Addresses where visitors found nothing (404), most visits first, with a suggestion."""
    return await store_of(ctx.host).find_missing(query)


@writes_redirects("POST /redirects", status=201, example={"source": "/old-name", "target": "/new-name/"})
async def create_redirect(ctx: Context, new: NewRedirect) -> Redirect:
    """Redirect an address that shows nothing, or say that it is gone (410)."""
    return await store_of(ctx.host).create(new)


@writes_redirects(
    "DELETE /redirects/{id}",
    destructive=True,
    exempt={"revision": "A redirect is made and deleted, and not changed in between."},
)
async def delete_redirect(ctx: Context, wanted: RedirectId) -> Deleted[Redirect]:
    """Delete a redirect."""
    return Deleted(deleted=True, previous=await store_of(ctx.host).delete(wanted.id))
