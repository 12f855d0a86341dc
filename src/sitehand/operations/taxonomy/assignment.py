"""Giving categories and tags to many posts at once, and taking them away."""

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operations.taxonomy.terms import writes_terms
from sitehand.site.content import AnyStatus, Post, PostFields, PostQuery
from sitehand.site.values import Id, Input

MAX_POSTS = 100
Ids = Annotated[list[Id], Field(max_length=MAX_POSTS)]
FILTERS = frozenset({"search", "status", "categories", "tags", "author", "include"})


class TermAssignment(Input):
    """Which posts, by the filters of list_posts, and what they get and lose."""

    search: str = Field("", max_length=200)
    status: list[AnyStatus] = Field(default_factory=list, max_length=7, description="default: any but trash")
    categories: Ids = Field(default_factory=list, description="posts that have one of these")
    tags: Ids = Field(default_factory=list, description="posts that have one of these")
    author: Ids = Field(default_factory=list)
    include: Ids = Field(default_factory=list, description="posts with these ids")
    add_categories: Ids = Field(default_factory=list)
    add_tags: Ids = Field(default_factory=list)
    remove_categories: Ids = Field(default_factory=list)
    remove_tags: Ids = Field(default_factory=list)


class AssignedPost(TypedDict):
    """A post whose terms have changed, with those that it has now."""

    id: int
    categories: list[int]
    tags: list[int]
    revision: str


class Assigned(TypedDict):
    """The posts that changed. `total` is how many fit the filters."""

    items: list[AssignedPost]
    total: int


@writes_terms("POST /posts/terms", brief=None, example={"search": "rye", "add_tags": [7], "remove_tags": [9]})
async def assign_terms(ctx: Context, wanted: TermAssignment) -> Assigned:
    """Add and remove categories and tags of all posts (up to 100) that fit filters; try dry_run first."""
    posts = await _find_posts(ctx, wanted)
    changed = [await _assign(ctx, post, wanted) for post in posts if _settle(post, wanted)]
    return Assigned(items=changed, total=len(posts))


async def _find_posts(ctx: Context, wanted: TermAssignment) -> list[Post]:
    """The posts that fit. Raises Problem for no filter at all, for nothing to do, and for too many posts."""
    filters = {name: value for name in FILTERS if (value := getattr(wanted, name))}
    if not filters or not any(
        getattr(wanted, name) for name in type(wanted).model_fields if name[:3] in ("add", "rem")
    ):
        raise _refuse_empty(sorted(FILTERS) if not filters else ["add_categories", "add_tags", "remove_..."])
    query = {**filters, "detail": "summary", "per_page": MAX_POSTS, "orderby": "id", "order": "asc"}
    found = await ctx.host.posts.find(PostQuery.model_validate(query))
    if found.total > MAX_POSTS:
        message = f"More than {MAX_POSTS} posts fit ({found.total}). Nothing was changed."
        raise Problem(Code.CONFLICT, message, hint="Narrow the filters, and call again for the rest.")
    return list(found.items)


def _settle(post: Post, wanted: TermAssignment) -> dict[str, Any]:
    """The terms that a post gets otherwise than it has them, by field."""
    settled: dict[str, Any] = {}
    for name, add, remove in (
        ("categories", wanted.add_categories, wanted.remove_categories),
        ("tags", wanted.add_tags, wanted.remove_tags),
    ):
        had = set(post[name])  # type: ignore[literal-required]
        has = (had - set(remove)) | set(add)
        if has != had:
            settled[name] = sorted(has)
    return settled


async def _assign(ctx: Context, post: Post, wanted: TermAssignment) -> AssignedPost:
    """Give a post its terms; all posts change, or none."""
    fields = PostFields.model_validate(_settle(post, wanted))
    now = await ctx.host.posts.update(post["id"], fields, ctx.caller.id)
    return AssignedPost(id=now["id"], categories=now["categories"], tags=now["tags"], revision=now["revision"])


def _refuse_empty(names: list[str]) -> Problem:
    expected = f"one of {', '.join(names)}"
    details = [Detail(path=names[0], expected=expected, got="nothing")]
    message = "Say which posts, and which terms to add or remove."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give {expected}.", details=details)
