"""The owner's ability policy, as it is stored."""

from pydantic import TypeAdapter

from sitehand.operation.ability_policy import MAX_RULES, AbilityPolicy, AbilityRule
from sitehand.store.database import Database
from sitehand.store.rule_list import RuleForm, RuleList

FORM = RuleForm("ability_policy", TypeAdapter(list[AbilityRule]), lambda rule: rule.ability, MAX_RULES, "ability rules")


class AbilityRules(RuleList[AbilityRule]):
    """The rules on abilities."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, FORM)

    def policy(self) -> AbilityPolicy:
        """The rules for abilities that hold now."""
        return AbilityPolicy(tuple(self.all()))
