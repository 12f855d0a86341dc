"""Types of content: pages, posts, files, and what else a site has."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.site.content import Notice
from sitehand.site.values import NOT_GIVEN, Input

Support = Literal["editor", "excerpt", "thumbnail"]
"""What items of a type may have, in WordPress's words: their content, their excerpt, their featured image."""
SUPPORTED = {"content": "editor", "excerpt": "excerpt", "featured_media": "thumbnail"}
"""The support that a field of an item needs."""
TypeName = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,20}$")]
"""The name of a type that a site may have."""
TypeOrBase = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
"""The name of a type, or its REST base, which may be longer."""
NewTypeName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,19}$")]
"""The name of a type to register: an address may begin with it, and an address begins with a letter."""
TypeLabel = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
Taxonomies = Annotated[list[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]], Field(max_length=20)]


class Labels(TypedDict):
    """What people call the items of a type."""

    name: str
    singular_name: str


class ContentType(TypedDict):
    """A type of content, in WordPress's shape: `slug` names it, `rest_base` is its place in REST paths.

    What follows after `taxonomies` has a type that is registered here, or by a plugin of a WordPress. Items of a type
    that is not `public` have no address.
    """

    name: str
    slug: str
    description: str
    hierarchical: bool
    rest_base: str
    taxonomies: list[str]
    labels: NotRequired[Labels]
    public: NotRequired[bool]
    has_archive: NotRequired[bool]
    supports: NotRequired[list[str]]
    revision: NotRequired[str]
    notices: NotRequired[list[Notice]]


class TypeFields(Input):
    """What may be registered; of a type that is there, a field that is left out stays as it is."""

    name: TypeLabel = Field(description="plural, such as Recipes")
    singular_name: TypeLabel = Field(default=NOT_GIVEN, description="default: name")
    description: str = Field(default=NOT_GIVEN, max_length=1_000)
    hierarchical: bool = Field(default=NOT_GIVEN, description="items have parents; default: false")
    public: bool = Field(default=NOT_GIVEN, description="items have addresses; default: true")
    has_archive: bool = Field(default=NOT_GIVEN, description="a public list at /{type}/; default: false")
    supports: list[Support] = Field(default=NOT_GIVEN, max_length=3, description="default: all")
    taxonomies: Taxonomies = Field(default=NOT_GIVEN, description="such as genre; default: none")


class TypeStore(Protocol):
    """Reading the types that visitors may see content of, and registering others."""

    async def all(self) -> Sequence[ContentType]: ...
    async def custom(self) -> Sequence[str]:
        """The names of the types whose items are custom items."""

    async def register(self, name: str, fields: TypeFields, *, known: bool = False) -> ContentType:
        """Add a type, or change it. Raises Problem(conflict) for a name or address that is taken, and for a change of
        `public` or `hierarchical` while there are items. `known` says that it is there: else raises Problem(not_found).
        """

    async def unregister(self, name: str) -> ContentType:
        """Remove a type. Raises Problem: not_found; conflict while there are items, in the trash too."""


def find_type(types: Sequence[ContentType], name: str) -> ContentType:
    """The type of that name, or of that REST base. Raises Problem(not_found)."""
    for each in types:
        if name in (each["slug"], each["rest_base"]):
            return each
    raise no_type(name)


def check_supported(
    name: str,
    supports: Sequence[str],
    given: Mapping[str, Any],
    *,
    hierarchical: bool,
    needed: Mapping[str, str] = SUPPORTED,
) -> None:
    """Raise Problem(invalid_arguments) for a field that items of this type do not have; `needed` as in `SUPPORTED`."""
    if given.get("parent") and not hierarchical:
        raise _refuse_field(name, "parent", "the type is not hierarchical")
    for field, support in needed.items():
        if given.get(field) and support not in supports:
            raise _refuse_field(name, field, f"the type does not support {support}")


def _refuse_field(name: str, field: str, why: str) -> Problem:
    detail = Detail(path=field, expected="left out", got="a value")
    message = f"An item of the type {name} takes no {field}: {why}."
    return Problem(
        Code.INVALID_ARGUMENTS, message, hint=f"Leave {field} out or empty, or change the type.", details=[detail]
    )


def no_type(name: str) -> Problem:
    """The refusal for a type that the site does not have."""
    hint = "list_types lists the types of content. Pages, posts and files have operations of their own: list_pages."
    return not_found("type", name, hint)


def refuse_taken(name: str, why: str) -> Problem:
    """The refusal of a name that a new type cannot have."""
    return Problem(Code.CONFLICT, f"The type cannot be called {name}: {why}", hint="Choose another name.")


def refuse_used(name: str, what: str, item: int) -> Problem:
    """The refusal of a change that the items of a type would not survive."""
    message = f"The type {name} {what}: item {item} is of this type. Items in the trash count."
    hint = f"Delete its items permanently first: list_items with type={name} and status=any,trash."
    return Problem(Code.CONFLICT, message, hint=hint, extra={"items": [item]})
