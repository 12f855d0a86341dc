"""Terms: categories, tags and the terms of other taxonomies, in WordPress's REST shapes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem, not_found
from sitehand.site.conditions import Where
from sitehand.site.content import Listing, Notice, Slug, TagName
from sitehand.site.values import NOT_GIVEN, UNSET, Id, IdOrNone, Input, Paging

CATEGORY, TAG = "category", "post_tag"
COLLECTION = "media_collection"
"""The taxonomy of files on a site that has one of its own: a collection is one of its terms."""
FORMAT = "post_format"
"""WordPress's taxonomy for formats of posts: a post has one of its terms, such as `post-format-aside`, or none."""
FORMATS = frozenset({"aside", "audio", "chat", "gallery", "image", "link", "quote", "status", "video"})
"""What follows `post-format-`. Source: WordPress's `get_post_format_slugs`."""
FIELDS = {CATEGORY: "categories", TAG: "tags"}
"""The field in which a post has the terms of a taxonomy."""
TaxonomyName = Annotated[str, Field(min_length=1, max_length=32)]
TermName = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
GivenTerms = Annotated[list[Id | TagName], Field(max_length=100)]
"""Terms of one taxonomy, by id or name."""
MAX_TREE = 1_000
"""Terms that a tree shows."""


class Term(TypedDict):
    """One term. `count` is the number of published posts, or of files; only those of a hierarchical taxonomy have a
    `parent`.

    `menu_order` orders it among its siblings, lowest first: below 0 if it was put in an order, else left out (0).
    """

    id: int
    count: int
    description: str
    link: str
    name: str
    slug: str
    taxonomy: str
    parent: NotRequired[int]
    menu_order: NotRequired[int]
    revision: str
    notices: NotRequired[list[Notice]]


class Taxonomy(TypedDict):
    """A taxonomy: `slug` names it in arguments, `rest_base` in REST paths; `types` are the types of items with it."""

    name: str
    slug: str
    description: str
    hierarchical: bool
    types: list[str]
    rest_base: str


class Branch(TypedDict):
    """A term in a tree: `depth` 0 is the top."""

    id: int
    name: str
    slug: str
    parent: int
    depth: int
    count: int


class Tree(TypedDict):
    """Each term before those below it, siblings in their order, else by name. `complete`: `total` has no others."""

    taxonomy: str
    items: list[Branch]
    total: int
    complete: bool


class TermQuery(Paging):
    """Filters of a list of the terms of a taxonomy, by WordPress's query names."""

    taxonomy: TaxonomyName
    search: str = Field("", max_length=200)
    order: Literal["asc", "desc"] = "asc"
    orderby: Literal["name", "id", "slug", "count", "menu_order"] = "name"
    hide_empty: bool = False
    parent: IdOrNone = UNSET
    post: Id = UNSET
    slug: list[Slug] = Field(default_factory=list, max_length=100)
    include: list[Id] = Field(default_factory=list, max_length=100)
    exclude: list[Id] = Field(default_factory=list, max_length=100)
    where: Where = Field(default_factory=list)
    context: Literal["view", "edit"] = "view"


class TermFields(Input):
    """What may be written; a field that is left out stays as it is."""

    name: TermName = UNSET
    slug: Slug = UNSET
    description: str = Field(default=NOT_GIVEN, max_length=20_000)
    parent: IdOrNone = UNSET


@dataclass(frozen=True, slots=True)
class Removal:
    """A term to delete, and the term that its posts get instead; 0: none, or the default category."""

    taxonomy: str
    term_id: int
    reassign: int = 0


@dataclass(frozen=True, slots=True)
class Merger:
    """A term that ends, and the term of the same taxonomy that gets its posts and the terms below it."""

    taxonomy: str
    term_id: int
    into: int


@dataclass(frozen=True, slots=True)
class TermOrder:
    """Terms right below a parent, 0 for the top level, that come first there, in this order."""

    taxonomy: str
    parent: int
    ids: Sequence[int]


class OrderedTerms(TypedDict):
    """The terms right below `parent` that have a place, first to last; the others follow by name."""

    taxonomy: str
    parent: int
    ids: list[int]


class TermStore(Protocol):
    """Reading and writing terms. `by` names the caller in the revisions of posts that follow.

    Raises Problem(not_found) for a taxonomy or term that is not there, Problem(invalid_arguments) for a parent that
    leads nowhere or would close a cycle, Problem(conflict) for a name or slug that is taken, or the default category.
    """

    async def taxonomies(self) -> Sequence[Taxonomy]: ...
    async def taxonomy(self, name: str) -> Taxonomy: ...
    async def find(self, query: TermQuery) -> Listing[Term]: ...
    async def tree(self, taxonomy: str, top: int) -> Tree:
        """The terms below one, or all of them when it is 0."""

    async def get(self, taxonomy: str, term_id: int) -> Term: ...
    async def create(self, taxonomy: str, fields: TermFields) -> Term: ...
    async def update(self, taxonomy: str, term_id: int, fields: TermFields) -> Term: ...
    async def delete(self, removal: Removal, by: str) -> Term: ...
    async def merge(self, merger: Merger, by: str) -> Term:
        """End a term in favour of another, which is told as it is then."""

    async def order(self, order: TermOrder) -> OrderedTerms:
        """Raises Problem(invalid_arguments) for a term that is not right below the parent, or not_supported."""


def take_fields(fields: TermFields) -> dict[str, Any]:
    """The fields that were given. Spaces in names are WordPress's: one between words, none around them."""
    names = ("name", "slug", "description", "parent")
    given = {name: getattr(fields, name) for name in names if name in fields.model_fields_set}
    if "name" in given:
        given["name"] = " ".join(given["name"].split())
    return given


def refuse_taken(path: str, got: str, term_id: int, message: str) -> Problem:
    """The refusal of a name or slug that another term has."""
    detail = Detail(path=path, expected="one that no other term has", got=got)
    hint = "Use that term, or send another slug."
    return Problem(Code.CONFLICT, message, hint=hint, details=[detail], extra={"term_id": term_id})


def find_taxonomy(taxonomies: Iterable[Taxonomy], name: str) -> Taxonomy:
    """A taxonomy, by its name or its REST base. Raises Problem(not_found)."""
    found = next((each for each in taxonomies if name in (each["slug"], each["rest_base"])), None)
    if found is None:
        raise not_found("taxonomy", name, "list_taxonomies lists the taxonomies.")
    return found


def refuse_parent(got: int, expected: str, message: str) -> Problem:
    """The refusal of a parent."""
    detail = Detail(path="parent", expected=expected, got=str(got))
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give parent {expected}.", details=[detail])


def refuse_reassign(taxonomy: str, got: int) -> Problem:
    """The refusal of a term that cannot take the posts of another."""
    expected = f"the id of another term of {taxonomy}"
    detail = Detail(path="reassign", expected=expected, got=str(got))
    message = f"Posts cannot be reassigned to term {got}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give reassign {expected}.", details=[detail])


def refuse_into(taxonomy: str, got: int) -> Problem:
    """The refusal of a term that cannot take up another."""
    expected = f"the id of another term of {taxonomy}"
    detail = Detail(path="into", expected=expected, got=str(got))
    message = f"A term cannot be merged into term {got}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give into {expected}.", details=[detail])


def refuse_default() -> Problem:
    """The refusal to delete the default category."""
    hint = "It is for posts that have no other category. You can rename it."
    return Problem(Code.CONFLICT, "The default category cannot be deleted.", hint=hint)


def refuse_order(order: TermOrder, position: int) -> Problem:
    """The refusal of a term that has no place below the parent."""
    place = f"right below term {order.parent}" if order.parent else "at the top level"
    got, expected = order.ids[position], f"the id of a term of {order.taxonomy} {place}"
    detail = Detail(path=f"ids[{position}]", expected=expected, got=str(got))
    message = f"Term {got} is not {place} of {order.taxonomy}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint="get_term_tree shows where terms are.", details=[detail])


def refuse_many(term_id: int, limit: int) -> Problem:
    """The refusal to delete a term that too many posts have."""
    message = f"More than {limit:,} posts have the term {term_id}."
    return Problem(Code.CONFLICT, message, hint="Give some of them another term first.")


def refuse_many_below(term_id: int, limit: int) -> Problem:
    """The refusal to delete a term that has too many right below it."""
    message = f"More than {limit:,} terms are right below the term {term_id}."
    return Problem(Code.CONFLICT, message, hint="Give some of them another parent first.")


TOP_OR_TERM = "the id of a term of this taxonomy, or 0 for the top level"


def refuse_term(taxonomy: str, got: int) -> Problem:
    """The refusal of a term that a post cannot have, since there is none."""
    expected = f"ids of terms of {taxonomy}; tags also by name"
    detail = Detail(path=FIELDS.get(taxonomy, f"terms.{taxonomy}"), expected=expected, got=str(got))
    message = f"There is no term {got} in {taxonomy}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint="list_terms lists the terms of a taxonomy.", details=[detail])


def tell_created(name: str) -> Notice:
    """What a caller sees of a term that its item was the first to have."""
    return Notice(code="tag_created", message=f'The term "{name}" did not exist and was created.')
