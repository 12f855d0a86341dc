"""list_site_abilities asks the site only for callers to whom something may be open."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sitehand.operation.ability_policy import AbilityPolicy, AbilityRule
from sitehand.operation.caller import Caller
from sitehand.operation.context import Context
from sitehand.operations.abilities import list_site_abilities
from sitehand.site.abilities import Ability, AbilityQuery

SHOP = Ability(name="shop/find-prices", label="Find prices", description="", operation="read_site_ability")
TO_ADMINS = AbilityRule(ability="shop/*", category="content", role="admin")
TO_DESIGNERS = AbilityRule(ability="shop/*", category="gutenberg", role="author")
TO_EDITORS = AbilityRule(ability="shop/*", category="content", role="editor")


class Counted:
    """A site with one ability, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def all(self) -> Sequence[Ability]:
        """It."""
        self.asked += 1
        return [SHOP]


@pytest.mark.parametrize(
    ("rules", "found", "asked"),
    [((), [], 0), ((TO_ADMINS, TO_DESIGNERS), [], 0), ((TO_EDITORS,), [SHOP], 1)],
)
async def test_nobody_asks_the_site_in_vain(rules: tuple[AbilityRule, ...], found: list[Ability], asked: int) -> None:
    """Without a rule that admits the caller by role and category, the list is empty at once."""
    store = Counted()
    services: Any = SimpleNamespace(
        owner=SimpleNamespace(choices=SimpleNamespace(abilities=SimpleNamespace(policy=lambda: AbilityPolicy(rules)))),
        gate=SimpleNamespace(categories=lambda caller: ("content",)),
    )
    editor = Caller("key", "key:1", "Key", "editor")
    ctx = cast(Context, SimpleNamespace(services=services, caller=editor, host=SimpleNamespace(abilities=store)))
    listing = await list_site_abilities(ctx, AbilityQuery.model_validate({}))
    assert (list(listing.items), listing.total, store.asked) == (found, len(found), asked)
