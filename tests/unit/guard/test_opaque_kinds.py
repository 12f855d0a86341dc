"""What nobody sees through, such as a run of an ability: rules on content hold it whatever they are about."""

from types import SimpleNamespace
from typing import Any, get_args

import pytest

from sitehand.errors import Code, Problem
from sitehand.guard.approvals import Approvals
from sitehand.guard.narrowing import NarrowingRule
from sitehand.guard.transitions import makes
from sitehand.operation.caller import Caller
from sitehand.operation.grants import Grants
from sitehand.operation.policy import Rule, Transition
from sitehand.operations.abilities import change_site_ability
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS

RUN = ObjectChange("ability_run", "acme/close-shop", "Close the shop", None, {"input": None})

HOST: Any = SimpleNamespace(kinds=KINDS)


class NoPace:
    """A caller that has changed nothing."""

    async def count(self, caller: str, since: str, until: str) -> int:
        """None."""
        return 0


@pytest.mark.parametrize("grants", [Grants(drafts_only=True), Grants(no_publish=True)])
def test_a_narrowed_key_runs_none(grants: Grants) -> None:
    """It could publish by it."""
    caller = Caller("key", "key:1", "Narrow", "editor", grants=grants)
    with pytest.raises(Problem) as refusal:
        NarrowingRule(HOST, NoPace()).check(caller, [RUN])
    assert refusal.value.code is Code.KEY_NARROWED


def test_every_approval_rule_on_content_is_about_it() -> None:
    """Whatever the rule says is done to content."""
    assert all(makes(transition, [RUN], KINDS) for transition in get_args(Transition))


@pytest.mark.parametrize(
    "rule",
    [
        Rule(category="content", transition="public"),
        Rule(category="media", role="editor"),
        Rule(operation="delete_page", transition="delete"),
    ],
)
def test_a_rule_on_a_category_or_an_operation_is_about_it(rule: Rule) -> None:
    """It may do what any operation does, and its own category is site; other writes are held by what names them."""
    approvals = Approvals(lambda: [rule], None, KINDS)  # type: ignore[arg-type]
    editor = Caller("key", "key:1", "Key", "editor")
    assert approvals.watch(editor, change_site_ability)([RUN]) == f"{rule.describe().capitalize()} need approval."
    assert approvals.watch(Caller("owner", "owner", "Owner", "admin"), change_site_ability)([RUN]) is None
    setting = ObjectChange("setting", "title", "Title", {"value": "a"}, {"value": "b"})
    assert approvals.watch(editor, change_site_ability)([setting]) is None
