"""Redirects: where visitors of an address that shows nothing are sent, and the addresses at which nothing was found."""

from typing import Annotated, Any, Literal, NotRequired, Protocol
from urllib.parse import unquote

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.site.addresses import find_origin
from sitehand.site.content import Listing
from sitehand.site.values import NOT_GIVEN, UNSET, Input, Paging

RedirectCode = Literal[301, 302, 307, 308, 410]
GONE = 410
HINT = "list_redirects lists the redirects."


def _check_source(value: str) -> str:
    if {".", ".."} & {*unquote(value).split("/")}:
        raise ValueError("must be a path without . and .., which browsers resolve before they ask for it")
    return value


def _check_target(value: str) -> str:
    if not value.startswith("/") and find_origin(value) is None:
        raise ValueError("must be a path, or an address with a host and no user, such as https://example.com/page")
    return value


Source = Annotated[
    str, Field(min_length=2, max_length=1_000, pattern=r"^/[^/?#][^?#]*$"), AfterValidator(_check_source)
]
Target = Annotated[
    str, Field(min_length=1, max_length=2_000, pattern=r"^(/$|/[^/]|https?://[^/])"), AfterValidator(_check_target)
]


class Redirect(TypedDict):
    """A redirect. `source` is a path without a slash at its end; `target` a path or address, as it is now.

    `automatic`: made by the site when the item `item` moved, and leading to wherever it is; below a page that moved,
    to what is there now. `hits` is how many visits it has led on.
    """

    id: int
    source: str
    target: str
    code: int
    automatic: bool
    item: int
    hits: int
    created: str
    revision: str


class Missing(TypedDict):
    """An address that visitors asked for and the site does not have. `suggestion` is a page with a like name."""

    path: str
    hits: int
    first: str
    last: str
    suggestion: NotRequired[str]


class RedirectQuery(Paging):
    """Filters of a list of redirects."""

    search: str = Field("", max_length=200, description="part of source or target")
    code: RedirectCode = UNSET
    automatic: bool = UNSET
    order: Literal["asc", "desc"] = "desc"
    orderby: Literal["id", "source", "hits"] = "id"


class MissingQuery(Paging):
    """A page of the missing addresses; those with most visits come first."""

    page: int = Field(1, ge=1, le=1_000)


class NewRedirect(Input):
    """A redirect to create."""

    source: Source = Field(description="path on this site, such as /old-name")
    target: Target = Field(default=NOT_GIVEN, description="path or https address; none for 410")
    code: RedirectCode = 301


class RedirectStore(Protocol):
    """Reading and writing redirects. Raises Problem(not_found) for an id that is not there."""

    async def find(self, query: RedirectQuery) -> Listing[Redirect]: ...
    async def find_missing(self, query: MissingQuery) -> Listing[Missing]: ...
    async def create(self, new: NewRedirect) -> Redirect:
        """Add a redirect.

        Raises Problem(invalid_arguments) for one that would lead to itself or to another redirect, Problem(conflict)
        for an address that shows something, or is redirected already.
        """

    async def delete(self, redirect_id: int) -> Redirect: ...


def refuse_source(got: str, why: str, **extra: Any) -> Problem:
    """The refusal of an address that needs or allows no redirect."""
    detail = Detail(path="source", expected="a path that shows nothing and is not redirected", got=got)
    return Problem(Code.CONFLICT, why, hint=HINT, details=[detail], extra=extra)


def refuse_target(got: str, expected: str, why: str) -> Problem:
    """The refusal of where a redirect would lead."""
    detail = Detail(path="target", expected=expected, got=got)
    return Problem(Code.INVALID_ARGUMENTS, why, hint=f"Give target {expected}.", details=[detail])
