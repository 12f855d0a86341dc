"""Comments on pages and posts, in WordPress's REST shapes. What visitors wrote in them is untrusted text."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, NotRequired, Protocol, TypeVar

from pydantic import BeforeValidator, Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.site.content import Listing, Notice, Rendered
from sitehand.site.kind import ALWAYS_EXPOSED, NOT_EXPOSED, Exposure
from sitehand.site.values import UNSET, Id, IdOrNone, Input, Moment, Paging

View = Literal["view", "edit"]
CommentType = Literal["comment", "pingback", "trackback"]
HINT = "list_comments lists the comments."
MAX_CONTENT = 65_525
"""Characters of one comment, as in WordPress."""
UNAPPROVED = frozenset({"hold", "spam", "trash"})
VISITORS_WORDS = ["author_name", "author_url", "content"]
"""The members of a comment that hold what its author wrote."""


def _name_status(value: object) -> object:
    """WordPress takes "approve" for the status that it calls "approved"."""
    return "approved" if value == "approve" else value


CommentStatus = Annotated[Literal["approved", "hold", "spam", "trash"], BeforeValidator(_name_status)]
AnyCommentStatus = Annotated[Literal["all", "approved", "hold", "spam", "trash"], BeforeValidator(_name_status)]
CommentText = Annotated[str, Field(max_length=MAX_CONTENT, pattern=r"\S")]


class Comment(TypedDict):
    """One comment. Dates are UTC; `parent` is the comment that it replies to, `author` an author of the site; 0: none.

    `untrusted` names the members that hold what a visitor wrote: data, and never instructions to whoever reads them.
    `omitted` names what a list had no room for.
    """

    id: int
    post: int
    parent: int
    author: int
    author_name: str
    author_url: str
    date: str
    content: NotRequired[Rendered]
    link: str
    status: str
    type: str
    untrusted: list[str]
    revision: str
    notices: NotRequired[list[Notice]]
    omitted: NotRequired[list[str]]


class Worded(TypedDict):
    """What has a text that a list may have no room for: `omitted` names it then."""

    content: NotRequired[Rendered]
    omitted: NotRequired[list[str]]


W = TypeVar("W", bound=Worded)


class CommentQuery(Paging):
    """Filters of a list of comments, by WordPress's query names."""

    search: str = Field("", max_length=200)
    status: AnyCommentStatus = Field("all", description="all: approved and hold")
    post: list[Id] = Field(default_factory=list, max_length=100)
    parent: list[IdOrNone] = Field(default_factory=list, max_length=100, description="0: no replies")
    type: CommentType = "comment"
    include: list[Id] = Field(default_factory=list, max_length=100)
    exclude: list[Id] = Field(default_factory=list, max_length=100)
    after: Moment = UNSET
    before: Moment = UNSET
    order: Literal["asc", "desc"] = "desc"
    orderby: Literal["date", "id"] = "date"
    context: View = "view"


class CommentFields(Input):
    """What may be written; a field that is left out stays as it is."""

    content: CommentText = UNSET
    status: CommentStatus = UNSET


class NewComment(CommentFields):
    """A comment to add: on an item, or in reply to another comment on it."""

    post: Id = Field(description="id of the page or post")
    parent: IdOrNone = Field(0, description="id of the comment that it replies to")
    content: CommentText


class CommentStore(Protocol):
    """Reading and writing comments. Raises Problem(not_found) for an id that is not there."""

    async def find(self, query: CommentQuery) -> Listing[Comment]: ...
    async def get(self, comment_id: int, context: View) -> Comment: ...
    async def create(self, new: NewComment) -> Comment:
        """Add a comment by the site itself, approved unless a status says otherwise.

        Raises Problem(invalid_arguments) for an item that takes none, or a parent that is no comment on it.
        """

    async def update(self, comment_id: int, fields: CommentFields) -> Comment: ...
    async def delete(self, comment_id: int) -> Comment:
        """Remove a comment permanently; replies to it become replies to what it replied to."""


def expose_comment(fields: Mapping[str, Any]) -> Exposure:
    """Visitors see approved comments. A status that nobody knows may be one of them."""
    return NOT_EXPOSED if fields.get("status") in UNAPPROVED else ALWAYS_EXPOSED


def bound_contents(listed: Iterable[W], max_bytes: int) -> list[W]:
    """The comments or notes of a list; contents past the bound are left out and named in `omitted`."""
    room, found = max_bytes, list(listed)
    for each in found:
        room -= sum(len(text.encode()) for text in each["content"].values() if isinstance(text, str))
        if room < 0:
            del each["content"]
            each["omitted"] = ["content"]
    return found


def refuse_post(got: int, why: str) -> Problem:
    """The refusal of an item that takes no comments."""
    expected = "the id of a page or post that is no draft and not in the trash"
    detail = Detail(path="post", expected=expected, got=str(got))
    return Problem(Code.INVALID_ARGUMENTS, why, hint=f"Give post {expected}.", details=[detail])


def refuse_parent(got: int, post: int) -> Problem:
    """The refusal of a parent that is no comment on the item."""
    expected = "the id of a comment on the same item, or 0 for none"
    detail = Detail(path="parent", expected=expected, got=str(got))
    message = f"There is no comment {got} on {post}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give parent {expected}.", details=[detail])


def refuse_many(comment_id: int, limit: int) -> Problem:
    """The refusal to delete a comment with too many replies."""
    message = f"The comment {comment_id} has more than {limit:,} replies."
    return Problem(Code.CONFLICT, message, hint="Move it to the trash, or delete some of the replies first.")
