"""Operations on the blocks that there are in the site's release."""

from typing import TypeVar

from pydantic import Field

from sitehand.blocks.describing import TypeLine, TypeShown, describe_type
from sitehand.blocks.describing import list_types as list_known
from sitehand.operation.block_policy import BlockPolicy
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.gutenberg.arguments import Name
from sitehand.operations.gutenberg.texts import release_of
from sitehand.site.content import Listing, take_page
from sitehand.site.values import Input, Paging

Line = TypeVar("Line", bound=TypeLine)


class TypeQuery(Paging):
    """Filters of a list of block types."""

    search: str = Field("", max_length=100)
    category: str = Field("", max_length=100, description="text, media, design, widgets, theme, embed")
    per_page: int = Field(200, ge=1, le=200)


class WantedBlockType(Input):
    """One block."""

    name: Name


@operation("GET /block-types", category="gutenberg", access="read", remember=True, mcp_defaults={"per_page": 50})
async def list_block_types(ctx: Context, query: TypeQuery) -> Listing[TypeLine]:
    """List the blocks that the site's release has."""
    words = query.search.casefold()
    policy, release = ctx.services.owner.choices.blocks.policy(), await release_of(ctx)
    fitting = [
        add_policy(line, policy)
        for line in list_known(release)
        if (not query.category or line["category"] == query.category)
        and words in f"{line['name']} {line['title']} {line['description']}".casefold()
    ]
    return take_page(fitting, query)


@operation("GET /block-type", category="gutenberg", access="read", remember=True)
async def get_block_type(ctx: Context, wanted: WantedBlockType) -> TypeShown:
    """A block's attributes, where it may stand, and an example."""
    release = await release_of(ctx)
    return add_policy(describe_type(release.describe(wanted.name), release), ctx.services.owner.choices.blocks.policy())


def add_policy(line: Line, policy: BlockPolicy) -> Line:
    """A block with what the owner says of new ones."""
    if words := policy.describe(line["name"]):
        line["policy"] = words
    return line
