"""Operations on the owner's policy: which writes need approval."""

from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.policy import Rule


class PolicySet(TypedDict):
    """The rule, in words."""

    rule: str


@operation(category="site", access="owner")
async def add_approval_rule(ctx: Context, rule: Rule) -> PolicySet:
    """Require approval for the writes that a rule fits."""
    _check_operation(ctx, rule)
    await _check_key(ctx, rule)
    plain = _plain(rule)
    await ctx.services.owner.choices.add_rule(plain)
    return PolicySet(rule=plain.describe())


@operation(category="site", access="owner")
async def remove_approval_rule(ctx: Context, rule: Rule) -> PolicySet:
    """Take a rule out of the policy; one that is not in it any more stays out."""
    plain = _plain(rule)
    await ctx.services.owner.choices.remove_rule(plain)
    return PolicySet(rule=plain.describe())


def _plain(rule: Rule) -> Rule:
    """The rule alone, without the options of the write."""
    return Rule(**{name: getattr(rule, name) for name in Rule.model_fields})


def _check_operation(ctx: Context, rule: Rule) -> None:
    """Raise Problem(invalid_arguments) for a rule on what is no write: it would look like a safeguard, and be none."""
    gate = ctx.services.gate
    writes = {each.name for each in gate.visible(ctx.caller) if not each.reads and not each.composed}
    if rule.operation is not None and rule.operation not in writes | set(gate.switched_off(ctx.caller)):
        raise _unknown("operation", "the name of a write", rule.operation)


async def _check_key(ctx: Context, rule: Rule) -> None:
    if rule.key_id is not None and not await ctx.services.keys.is_active(rule.key_id, now=ctx.now):
        raise _unknown("key_id", "the id of an active key", str(rule.key_id))


def _unknown(path: str, expected: str, got: str) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"{path}: expected {expected}, got {got}.",
        hint="Correct the rule. Nothing was changed.",
        details=[Detail(path=path, expected=expected, got=got)],
    )
