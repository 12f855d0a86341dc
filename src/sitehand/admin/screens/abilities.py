"""Abilities: what plugins of a WordPress can do, and to which keys each is open."""

from collections.abc import Mapping, Sequence

from starlette.responses import Response

from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.visit import Visit, name_faults
from sitehand.errors import Code, Problem
from sitehand.operation.ability_policy import RANKS
from sitehand.operation.catalog import CATEGORIES
from sitehand.site.abilities import Ability

FAULTS = {
    "ability": "Enter the name of an ability, such as acme/close-shop, or a namespace, such as acme/*.",
    "category": "Choose a category.",
    "role": "Choose a role.",
}


async def show(visit: Visit) -> Response:
    """The rules, the form of a new one, and the abilities that the site has."""
    return await _page(visit, {}, {})


async def set_rule(visit: Visit) -> Response:
    """Open an ability or a namespace."""
    wanted = {name: visit.form.get(name, "").strip() for name in FAULTS}
    try:
        result = await visit.perform(wanted)
    except Problem as problem:
        if problem.code is Code.CONFLICT:
            return visit.redirect("/abilities", "abilities_full")
        faults = {name: FAULTS[name] for name in name_faults(problem)}
        return await _page(visit, faults, visit.form, status=400)
    return visit.redirect("/abilities", "abilities" if result["changed"] else "again")


async def remove_rule(visit: Visit) -> Response:
    """Close what a rule opened; one that is not there any more stays away."""
    wanted = visit.form.get("ability", "")
    if wanted not in {rule.ability for rule in visit.services.choices.abilities.policy().rules}:
        return visit.redirect("/abilities", "again")
    result = await visit.perform({"ability": wanted})
    return visit.redirect("/abilities", "abilities" if result["changed"] else "again")


async def _page(visit: Visit, faults: Mapping[str, str], values: Mapping[str, str], *, status: int = 200) -> Response:
    policy = visit.services.choices.abilities.policy()
    lacking, found = await _find_abilities(visit)
    return visit.page(
        "abilities.html",
        "Abilities",
        status=status,
        rules=policy.rules,
        lacking=lacking,
        abilities=[(each, policy.find(each["name"])) for each in found],
        categories=[(each, each) for each in CATEGORIES],
        roles=[(each, each) for each in RANKS],
        faults=faults,
        values=values,
    )


async def _find_abilities(visit: Visit) -> tuple[str, Sequence[Ability]]:
    """Why there are none to show, or the abilities of the site."""
    host = visit.services.operations.host
    capabilities = host.capabilities()
    if host.abilities is None or not capabilities.offers("abilities"):
        return capabilities.explain("abilities"), ()
    try:
        return "", await host.abilities.all()
    except Problem as problem:
        return problem.message, ()


SCREEN = Screen(
    "Abilities",
    "/abilities",
    (
        shows("/abilities", show),
        does("/abilities", set_rule, "set_ability_rule"),
        does("/abilities/remove", remove_rule, "remove_ability_rule"),
    ),
)
