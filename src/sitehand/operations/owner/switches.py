"""Operations on what the owner has switched off: single operations, and all writes at once."""

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.values import Input, NoArguments


class SwitchChoice(Input):
    """Names of operations to switch on and off; the others stay as they are."""

    on: list[str] = Field(default_factory=list)
    off: list[str] = Field(default_factory=list)


class Switched(TypedDict):
    """What was asked to be on, and what off."""

    on: list[str]
    off: list[str]


class WritesState(TypedDict):
    """Whether all writes but the owner's are paused."""

    writes_paused: bool


@operation(category="site", access="owner")
async def switch_operations(ctx: Context, choice: SwitchChoice) -> Switched:
    """Switch operations on or off for everybody but the owner."""
    gate = ctx.services.gate
    known = {*(each.name for each in gate.visible(ctx.caller)), *gate.switched_off(ctx.caller)}
    if unknown := sorted({*choice.on, *choice.off} - known):
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"There is no operation {unknown[0]}.",
            hint="Name operations as introspect lists them.",
            details=[Detail(path="off" if unknown[0] in choice.off else "on", expected="an operation", got=unknown[0])],
        )
    await ctx.services.owner.choices.switch(on=choice.on, off=choice.off)
    return Switched(on=choice.on, off=choice.off)


@operation(category="site", access="owner")
async def pause_writes(ctx: Context, _: NoArguments) -> WritesState:
    """Refuse every write but the owner's."""
    await ctx.services.owner.choices.set_paused(True)
    return WritesState(writes_paused=True)


@operation(category="site", access="owner")
async def resume_writes(ctx: Context, _: NoArguments) -> WritesState:
    """Let everybody write again."""
    await ctx.services.owner.choices.set_paused(False)
    return WritesState(writes_paused=False)
