"""Blocks: which blocks writes may add, and what to use instead of those that they may not."""

from collections.abc import Mapping

from starlette.responses import Response

from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.visit import Visit, name_faults
from sitehand.errors import Code, Problem
from sitehand.operation.block_policy import HTML

FAULTS = {
    "block": "Enter the name of a block, such as core/html, or a namespace, such as acme/*.",
    "action": "Choose an action.",
    "replacement": "Enter at most 200 characters.",
}
ACTIONS = [("refuse", "refuse"), ("warn", "allow and warn"), ("allow", "allow")]
WORDS = dict(ACTIONS)


async def show(visit: Visit) -> Response:
    """The rules, and the form of a new one."""
    return _page(visit, {}, {})


async def set_rule(visit: Visit) -> Response:
    """Set the rule for a block or a namespace."""
    wanted = {name: visit.form.get(name, "").strip() for name in FAULTS}
    try:
        result = await visit.perform(wanted)
    except Problem as problem:
        if problem.code is Code.CONFLICT:
            return visit.redirect("/blocks", "blocks_full")
        faults = {name: FAULTS[name] for name in name_faults(problem)}
        return _page(visit, faults, visit.form, status=400)
    return visit.redirect("/blocks", "blocks" if result["changed"] else "again")


async def remove_rule(visit: Visit) -> Response:
    """Remove a rule; one that is not there any more stays away."""
    wanted = visit.form.get("block", "")
    if wanted not in {rule.block for rule in visit.services.choices.blocks.policy().rules}:
        return visit.redirect("/blocks", "again")
    result = await visit.perform({"block": wanted})
    return visit.redirect("/blocks", "blocks" if result["changed"] else "again")


def _page(visit: Visit, faults: Mapping[str, str], values: Mapping[str, str], *, status: int = 200) -> Response:
    rules = visit.services.choices.blocks.policy().rules
    return visit.page(
        "blocks.html",
        "Blocks",
        status=status,
        rules=[(rule, WORDS[rule.action]) for rule in rules],
        html_rule=any(rule.block == HTML for rule in rules),
        actions=ACTIONS,
        faults=faults,
        values=values,
    )


SCREEN = Screen(
    "Blocks",
    "/blocks",
    (
        shows("/blocks", show),
        does("/blocks", set_rule, "set_block_rule"),
        does("/blocks/remove", remove_rule, "remove_block_rule"),
    ),
)
