"""Calls of histories, as hypothesis draws them: who writes what, through which door."""

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from sitehand.operation.declaration import Operation
from tests.promises.walk import Walk
from tests.samples.table import MODULE_OF, SAMPLES, WRITES

NUMBERS = st.integers(0, 11)
ROLES, ADMINS = ("admin", "editor", "author"), ("admin", "admin", "editor")


@dataclass(frozen=True, slots=True)
class Call:
    """A write by somebody through some door. As it is drawn, its ids are numbers that stand for what there will be."""

    name: str
    arguments: dict[str, Any]
    role: str
    door: str

    @property
    def operation(self) -> Operation:
        """What is called."""
        return WRITES[self.name]

    def having(self, **arguments: Any) -> "Call":
        """The same with more arguments."""
        return replace(self, arguments={**self.arguments, **arguments})

    async def name_objects(self, walk: Walk, after: int) -> "Call":
        """The call with ids of what there is, or of nothing; of changes only those after that one."""
        return replace(self, arguments=await walk.name_objects(self.arguments, after))


def draw_call(name: str) -> st.SearchStrategy[Call]:
    """A call of that operation, by those who may be let in."""
    arguments, roles = SAMPLES[name].drawn, ROLES if SAMPLES[name].who == "category" else ADMINS
    assert not isinstance(arguments, str)
    return st.builds(Call, st.just(name), arguments, st.sampled_from(roles), st.sampled_from(["rest", "tool"]))


DRAWN = [name for name in sorted(WRITES) if name in SAMPLES and not isinstance(SAMPLES[name].drawn, str)]
CONTENT = [name for name in DRAWN if MODULE_OF[name].startswith("tests.samples.content.")]
CONTENT_CALLS = st.sampled_from(CONTENT).flatmap(draw_call)
CALLS = st.one_of(CONTENT_CALLS, st.sampled_from([name for name in DRAWN if name not in CONTENT]).flatmap(draw_call))
