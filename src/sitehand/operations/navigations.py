"""Operations on navigations: they are items, and the operations on blocks change their links by their ids.

Writing one takes the category site: it is around the pages of the whole site.
"""

from functools import partial
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.markup import check_markup
from sitehand.blocks.nesting import check_nesting
from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import Release
from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.view_options import ViewOptions
from sitehand.operation.write import object_of
from sitehand.operations.gutenberg.arguments import NewBlocks, read_agreeing
from sitehand.operations.gutenberg.in_use import check_unused
from sitehand.operations.gutenberg.texts import prepare_new, release_of, work_out
from sitehand.site.content import Deleted, ItemFields, Listing, ListQuery, Title
from sitehand.site.navigations import Navigation
from sitehand.site.values import UNSET, Id, Input, InQuery, Paging

NavigationStatus = Literal["publish", "draft"]
KIND, BLOCK = "navigation", "core/navigation"
reads_navigations = partial(operation, category="site", access="read", remember=True)
writes_navigations = partial(operation, category="site", access="write", brief=tell_outcome, stored=True)
changes_navigation = partial(writes_navigations, destructive=True, target=object_of(KIND))


class NavigationQuery(Paging):
    """Filters of a list of navigations."""

    search: str = Field("", max_length=200)
    status: list[Literal["publish", "draft", "trash"]] = Field(default_factory=list, max_length=3)
    per_page: int = Field(10, ge=1, le=50)


class NavigationLine(TypedDict):
    """A navigation in a list."""

    id: int
    title: str
    status: str
    modified: str
    revision: str


class NavigationId(ViewOptions):
    """One navigation."""

    id: Id


class NewNavigation(NewBlocks):
    """A navigation to create."""

    title: Title
    status: NavigationStatus = "publish"


class ChangedNavigation(Input):
    """Changes to a navigation; the operations on blocks change its links."""

    id: Id
    title: Title = UNSET
    status: NavigationStatus = UNSET


class NavigationRemoval(Input):
    """A navigation to remove."""

    id: Id
    force: Annotated[bool, InQuery()] = Field(False, description="delete permanently, skip the trash")


@reads_navigations("GET /navigations")
async def list_navigations(ctx: Context, query: NavigationQuery) -> Listing[NavigationLine]:
    """List navigations: menus made of blocks, which core/navigation shows by ref."""
    asked = query.model_dump(include={"search", "status", "page", "per_page"})
    asked |= {"context": "edit", "detail": "summary", "orderby": "title", "order": "asc"}
    found = await ctx.host.navigations.find(ListQuery.model_validate(asked))
    lines = [_tell(item) for item in found.items]
    return Listing(lines, found.total, found.page, found.per_page, found.total_is, found.next_cursor)


def _tell(item: Navigation) -> NavigationLine:
    title, status = item["title"].get("raw", ""), item["status"]
    return NavigationLine(
        id=item["id"], title=title, status=status, modified=item["modified"], revision=item["revision"]
    )


@reads_navigations("GET /navigations/{id}", brief=leave_raw)
async def get_navigation(ctx: Context, wanted: NavigationId) -> Navigation:
    """Read one navigation. get_blocks reads its links."""
    return await ctx.host.navigations.get(wanted.id, wanted.context)


async def _write_fields(ctx: Context, new: NewNavigation) -> ItemFields:
    release = await release_of(ctx, KIND)
    content = await work_out(lambda: _read_links(new, release))
    return ItemFields(title=new.title, content=content, status=new.status)


def _read_links(new: NewNavigation, release: Release) -> str:
    """The markup that was given or is made. Raises Problem(invalid_arguments) for blocks that no navigation holds."""
    markup = check_markup(read_agreeing(new, release), freeform=False).text
    nothing, outline = (read_outline(text) for text in ("", markup))
    check_nesting(nothing, outline, outline.roots, release.blocks, release.around)
    return markup


@writes_navigations(
    "POST /navigations",
    status=201,
    prepare=lambda ctx, new: prepare_new(ctx.host.navigations, lambda: _write_fields(ctx, new)),
    example={
        "title": "Main menu",
        "blocks": [{"name": "core/navigation-link", "attributes": {"label": "About us", "url": "/about/"}}],
    },
)
async def create_navigation(ctx: Context, new: NewNavigation) -> Navigation:
    """Create a navigation from blocks, such as core/navigation-link, or markup."""
    return await ctx.host.navigations.create(await _write_fields(ctx, new), ctx.caller.id)


@changes_navigation("PUT|PATCH /navigations/{id}", idempotent=True, example={"title": "Main menu"})
async def update_navigation(ctx: Context, changed: ChangedNavigation) -> Navigation:
    """Change the title or status of a navigation. The operations on blocks change its links, by its id."""
    given = changed.model_dump(include={"title", "status"} & changed.model_fields_set)
    return await ctx.host.navigations.update(changed.id, ItemFields(**given), ctx.caller.id)


@changes_navigation("DELETE /navigations/{id}")
async def delete_navigation(ctx: Context, removal: NavigationRemoval) -> Navigation | Deleted[Navigation]:
    """Move a navigation that is not in use to the trash, or delete it permanently."""
    await ctx.host.navigations.get(removal.id, "view")
    await check_unused(ctx, KIND, removal.id, BLOCK)
    if not removal.force:
        return await ctx.host.navigations.trash(removal.id, ctx.caller.id)
    return Deleted(deleted=True, previous=await ctx.host.navigations.delete(removal.id, ctx.caller.id))
