"""Operations on the owner's ability policy: which abilities of plugins are open, and to whom."""

from typing_extensions import TypedDict

from sitehand.operation.ability_policy import AbilityPattern, AbilityRule
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation


class AbilityRuleSet(TypedDict):
    """The ability or namespace, and what holds for it now, in words."""

    ability: str
    rule: str


@operation(category="site", access="owner")
async def set_ability_rule(ctx: Context, rule: AbilityRule) -> AbilityRuleSet:
    """Open an ability, or the abilities of a namespace, as a category and from a role on."""
    plain = AbilityRule(ability=rule.ability, category=rule.category, role=rule.role)
    await ctx.services.owner.choices.abilities.set(plain)
    return AbilityRuleSet(ability=plain.ability, rule=plain.describe())


@operation(category="site", access="owner")
async def remove_ability_rule(ctx: Context, pattern: AbilityPattern) -> AbilityRuleSet:
    """Remove the rule for an ability or a namespace, if there is one."""
    await ctx.services.owner.choices.abilities.remove(pattern.ability)
    return AbilityRuleSet(ability=pattern.ability, rule="closed")
