"""Users of a WordPress, as far as visitors may know them."""

from typing import Any, cast

from sitehand.errors import not_found
from sitehand.hosts.wordpress.client import Client, read_or_none
from sitehand.hosts.wordpress.resources import Json
from sitehand.site.content import Listing
from sitehand.site.users import HINT, User, UserQuery

ROUTE = "/wp/v2/users"
SHOWN = ("id", "name", "description", "link", "slug")
PASSED_ON = ("slug", "include", "exclude", "search")


class WordPressUsers:
    """Implements `site.users.UserStore`. Addresses of mail and roles are never asked for."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def find(self, query: UserQuery) -> Listing[User]:
        """One page of the list; a connected user who may not list users sees those who have published."""
        asked: dict[str, Any] = {"page": query.page, "per_page": query.per_page, "_fields": list(SHOWN)}
        asked |= {"order": query.order, "orderby": query.orderby}
        asked |= {name: values for name in PASSED_ON if (values := getattr(query, name))}
        answer = await self._client.recall(ROUTE, asked)
        found = [_build(value) for value in answer.value]
        return Listing(found, int(answer.headers["x-wp-total"]), query.page, query.per_page)

    async def get(self, user_id: int) -> User:
        """One user. Raises Problem(not_found)."""
        answer = await read_or_none(self._client, f"{ROUTE}/{user_id}", {"_fields": list(SHOWN)}, recall=True)
        if answer is None:
            raise not_found("user", user_id, HINT)
        return _build(answer.value)


def _build(value: Json) -> User:
    return cast(User, {name: value[name] for name in SHOWN})
