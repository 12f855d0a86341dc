"""Operations on the owner's block policy: which blocks writes may add."""

from typing_extensions import TypedDict

from sitehand.operation.block_policy import BlockName, BlockRule
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation


class BlockRuleSet(TypedDict):
    """The block or namespace, and what holds for it now, in words."""

    block: str
    rule: str


@operation(category="site", access="owner")
async def set_block_rule(ctx: Context, rule: BlockRule) -> BlockRuleSet:
    """Allow, discourage or refuse a block, or the blocks of a namespace, in what writes add."""
    plain = BlockRule(block=rule.block, action=rule.action, replacement=rule.replacement)
    await ctx.services.owner.choices.blocks.set(plain)
    return BlockRuleSet(block=plain.block, rule=plain.describe())


@operation(category="site", access="owner")
async def remove_block_rule(ctx: Context, name: BlockName) -> BlockRuleSet:
    """Remove the rule for a block or a namespace, if there is one."""
    await ctx.services.owner.choices.blocks.remove(name.block)
    return BlockRuleSet(block=name.block, rule="no rule")
