"""The owner's block policy, as it is stored."""

from pydantic import TypeAdapter

from sitehand.operation.block_policy import MAX_RULES, BlockPolicy, BlockRule
from sitehand.store.database import Database
from sitehand.store.rule_list import RuleForm, RuleList

FORM = RuleForm("block_policy", TypeAdapter(list[BlockRule]), lambda rule: rule.block, MAX_RULES, "block rules")


class BlockRules(RuleList[BlockRule]):
    """The rules on new blocks."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, FORM)

    def policy(self) -> BlockPolicy:
        """The rules for blocks that hold now."""
        return BlockPolicy(tuple(self.all()))
