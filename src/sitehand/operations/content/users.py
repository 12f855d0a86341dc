"""Operations on users, who are the authors of content."""

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.content import Listing
from sitehand.site.users import User, UserQuery
from sitehand.site.values import Id, Input


class UserId(Input):
    """One user."""

    id: Id


@operation("GET /users", category="content", access="read", remember=True)
async def list_users(ctx: Context, query: UserQuery) -> Listing[User]:
    """List or search authors."""
    return await ctx.host.users.find(query)


@operation("GET /users/{id}", category="content", access="read", remember=True)
async def get_user(ctx: Context, wanted: UserId) -> User:
    """Read one author."""
    return await ctx.host.users.get(wanted.id)
