"""Abilities: what plugins of a site can do and have registered, each with a schema of its input.

Source: https://developer.wordpress.org/apis/abilities-api/ (WordPress 6.9 and later).
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.values import AnyJson, Input, Paging

HINT = "list_site_abilities shows the abilities that are open to this key."
Effect = Literal["read", "change", "destroy"]
"""How an ability is registered: it only reads, it changes the site, or it is destructive and idempotent."""
AbilityName = Annotated[str, Field(max_length=200, pattern=r"^[a-z0-9-]+/[a-z0-9-]+$")]


class AbilityQuery(Paging):
    """Filters of a list of abilities."""

    search: str = Field("", max_length=100, description="words in the name, label or description")
    per_page: int = Field(100, ge=1, le=100)


class AbilityId(Input):
    """One ability."""

    name: AbilityName


class AbilityCall(AbilityId):
    """A call of an ability."""

    input: AnyJson = Field(None, description="describe_site_ability shows its schema")


class Ability(TypedDict):
    """An ability, with the operation that runs it."""

    name: str
    label: str
    description: str
    operation: str


class AbilityDetails(Ability):
    """An ability with the JSON Schemas of its input and output; an empty one says that there is none."""

    input_schema: dict[str, Any]
    output_schema: dict[str, Any]


class AbilityResult(TypedDict):
    """What an ability answered."""

    name: str
    result: Any


class AbilityRun(AbilityResult):
    """The same of one that changes something. `undoable` is false: nobody can tell what it changed."""

    undoable: Literal[False]


class AbilityStore(Protocol):
    """The abilities of a site. Whether a caller may use one is for the operation to say."""

    async def all(self) -> Sequence[Ability]: ...
    async def get(self, name: str) -> AbilityDetails:
        """One ability. Raises Problem(not_found)."""

    async def read(self, call: AbilityCall) -> AbilityResult:
        """Run an ability that only reads. Raises Problem as `run` does."""

    async def run(self, call: AbilityCall, effect: Effect) -> AbilityRun:
        """Run an ability that has this effect when the call's transaction is committed. There is no result before.

        Raises Problem: not_found, method_not_allowed for one with another effect, invalid_arguments for an input that
        is not as its schema says.
        """
