"""Users: who may stand as the author of content, as far as anybody may know. They are read, and not written."""

from typing import Literal, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.content import Listing, Slug
from sitehand.site.values import Id, Paging


class User(TypedDict):
    """One author, in WordPress's shape: `link` leads to what they have written."""

    id: int
    name: str
    description: str
    link: str
    slug: str


class UserQuery(Paging):
    """Filters of a list of users, by WordPress's query names."""

    search: str = Field("", max_length=200)
    order: Literal["asc", "desc"] = "asc"
    orderby: Literal["name", "id", "slug"] = "name"
    slug: list[Slug] = Field(default_factory=list, max_length=100)
    include: list[Id] = Field(default_factory=list, max_length=100)
    exclude: list[Id] = Field(default_factory=list, max_length=100)


class UserStore(Protocol):
    """Reading users. Raises Problem(not_found) for an id that is not there."""

    async def find(self, query: UserQuery) -> Listing[User]: ...
    async def get(self, user_id: int) -> User: ...


HINT = "list_users lists the authors."
