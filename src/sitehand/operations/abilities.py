"""Operations on abilities that plugins of the site registered. Which are open, the owner says: none, by default."""

from functools import partial

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import Promise
from sitehand.site.abilities import (
    Ability,
    AbilityCall,
    AbilityDetails,
    AbilityId,
    AbilityQuery,
    AbilityResult,
    AbilityRun,
    AbilityStore,
)
from sitehand.site.content import Listing, take_page
from sitehand.site.host import Host

EXEMPT: dict[Promise, str] = {
    "undo": "WordPress does not tell what an ability changed.",
    "verified": "What an ability changed cannot be read back.",
}
# Open to every role: each ability has a category and a role of its own, which `_admit` checks.
of_abilities = partial(operation, category="site", everyone=True, needs="abilities")
reads_abilities = partial(of_abilities, access="read")
runs_abilities = partial(of_abilities, access="write", destructive=True, exempt=EXEMPT)


def store_of(host: Host) -> AbilityStore:
    """The abilities of a host that offers them; the gate has seen to it that this one does."""
    if host.abilities is None:
        raise TypeError("The host offers abilities and has none.")
    return host.abilities


@reads_abilities("GET /abilities")
async def list_site_abilities(ctx: Context, query: AbilityQuery) -> Listing[Ability]:
    """List abilities of plugins that the owner opened to this key."""
    policy, categories = ctx.services.owner.choices.abilities.policy(), ctx.services.gate.categories(ctx.caller)
    words = query.search.casefold()
    every = await store_of(ctx.host).all() if policy.admits_anywhere(ctx.caller, categories) else ()
    found = [
        each
        for each in every
        if policy.admits(each["name"], ctx.caller, categories)
        and words in f"{each['name']} {each['label']} {each['description']}".casefold()
    ]
    return take_page(found, query)


@reads_abilities("GET /ability")
async def describe_site_ability(ctx: Context, wanted: AbilityId) -> AbilityDetails:
    """An ability's schemas, and the operation that runs it."""
    _admit(ctx, wanted)
    return await store_of(ctx.host).get(wanted.name)


@reads_abilities("GET /ability/run")
async def read_site_ability(ctx: Context, call: AbilityCall) -> AbilityResult:
    """Run an ability whose `operation` in list_site_abilities is read_site_ability."""
    _admit(ctx, call)
    return await store_of(ctx.host).read(call)


@runs_abilities("POST /ability/run")
async def change_site_ability(ctx: Context, call: AbilityCall) -> AbilityRun:
    """Run an ability whose `operation` in list_site_abilities is change_site_ability. Cannot be undone."""
    _admit(ctx, call)
    return await store_of(ctx.host).run(call, "change")


@runs_abilities("DELETE /ability/run", idempotent=True)
async def destroy_site_ability(ctx: Context, call: AbilityCall) -> AbilityRun:
    """Run an ability whose `operation` in list_site_abilities is destroy_site_ability. Cannot be undone."""
    _admit(ctx, call)
    return await store_of(ctx.host).run(call, "destroy")


def _admit(ctx: Context, wanted: AbilityId) -> None:
    """Raise Problem(ability_not_open) unless the owner opened it to such a caller."""
    policy = ctx.services.owner.choices.abilities.policy()
    policy.check(wanted.name, ctx.caller, ctx.services.gate.categories(ctx.caller))
