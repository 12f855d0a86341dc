"""Operations on types of content."""

from pydantic import Field

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.types import ContentType, find_type
from sitehand.site.values import Input, NoArguments


class WantedType(Input):
    """One type."""

    type: str = Field(min_length=1, max_length=32)


@operation("GET /types", category="content", access="read", remember=True)
async def list_types(ctx: Context, _: NoArguments) -> dict[str, ContentType]:
    """The types of content, by their names."""
    return {each["slug"]: each for each in await ctx.host.types.all()}


@operation("GET /types/{type}", category="content", access="read", remember=True)
async def get_type(ctx: Context, wanted: WantedType) -> ContentType:
    """Read one type of content."""
    return find_type(await ctx.host.types.all(), wanted.type)
