"""Operations on rules of the owner that cannot be read: until they are removed, what they decide on is refused."""

from typing import Literal

from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.values import Input

RulesSetting = Literal["block_policy", "ability_policy", "operations_off"]


class UnreadableRules(Input):
    """The setting that holds the rules."""

    setting: RulesSetting


class RulesCleared(TypedDict):
    """The setting that was removed."""

    setting: str


@operation(category="site", access="owner")
async def clear_rules(ctx: Context, unreadable: UnreadableRules) -> RulesCleared:
    """Remove rules that cannot be read. The journal keeps them."""
    await ctx.services.owner.choices.clear(unreadable.setting)
    return RulesCleared(setting=unreadable.setting)
