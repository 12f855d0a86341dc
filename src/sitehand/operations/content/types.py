"""Operations on types of content."""

from functools import partial
from typing import cast

from pydantic import Field

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import RevisionOptions
from sitehand.site.content import Deleted
from sitehand.site.host import Host
from sitehand.site.types import ContentType, NewTypeName, TypeFields, TypeName, find_type
from sitehand.site.values import Input, NoArguments


async def find_target(host: Host, arguments: "RegisteredType | UnregisteredType") -> tuple[str, str]:
    """The type that is registered, or changed."""
    return "content_type", arguments.type


writes_types = partial(
    operation,
    category="content",
    access="admin",
    needs="type_registration",
    idempotent=True,
    destructive=True,
    target=find_target,
    brief=tell_outcome,
    stored=True,
)


class WantedType(Input):
    """One type, by its name or its REST base, which may be longer."""

    type: str = Field(min_length=1, max_length=32)


class RegisteredType(TypeFields):
    """A type to register."""

    type: NewTypeName = Field(description="its slug, such as recipe")


class UnregisteredType(Input):
    """A type to remove."""

    type: TypeName


@operation("GET /types", category="content", access="read", remember=True)
async def list_types(ctx: Context, _: NoArguments) -> dict[str, ContentType]:
    """The types of content, by their names."""
    return {each["slug"]: each for each in await ctx.host.types.all()}


@operation("GET /types/{type}", category="content", access="read", remember=True)
async def get_type(ctx: Context, wanted: WantedType) -> ContentType:
    """Read one type of content."""
    return find_type(await ctx.host.types.all(), wanted.type)


@writes_types("PUT /types/{type}", example={"name": "Recipes", "has_archive": True, "taxonomies": ["genre"]})
async def register_type(ctx: Context, wanted: RegisteredType) -> ContentType:
    """Register a type of content beside pages and posts, or change one; what is left out stays."""
    # Who names a revision has read the type: one that was removed since is not made anew.
    known = cast(RevisionOptions, wanted).expected_revision is not None
    return await ctx.host.types.register(wanted.type, wanted, known=known)


@writes_types("DELETE /types/{type}")
async def delete_type(ctx: Context, wanted: UnregisteredType) -> Deleted[ContentType]:
    """Remove a registered type that has no items."""
    return Deleted(deleted=True, previous=await ctx.host.types.unregister(wanted.type))
