"""Media: files of the site with their descriptions, in WordPress's REST shapes."""

from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any, Literal, NotRequired, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.content import Listing, Notice, Rendered, Slug, Title
from sitehand.site.values import NOT_GIVEN, UNSET, Id, IdOrNone, Input, Moment, Paging

View = Literal["view", "edit"]
MediaType = Literal["image", "video", "audio", "text", "application"]
AltText = Annotated[str, Field(max_length=2000)]
Caption = Annotated[str, Field(max_length=5000)]
Description = Annotated[str, Field(max_length=20_000)]
MimeType = Annotated[str, Field(max_length=100, pattern=r"^[a-z]+/[a-z0-9.+-]+$")]
FileUri = Annotated[
    str,
    Field(
        pattern=r"^sitehand-file:[0-9a-f]{16}-[0-9a-f]{64}$",
        description="file_uri of create_upload",
        json_schema_extra={"format": "uri", "x-mcp-file": {"transferModes": ["upload"]}},
    ),
]
"""A file that was sent before. Source: SEP-2631 of the Model Context Protocol (draft)."""
InlineFile = Annotated[
    str,
    Field(
        max_length=90_000,
        description="data: URL, up to 60 KB",
        json_schema_extra={"x-mcp-file": {"transferModes": ["inline"], "maxSize": 61_440}},
    ),
]
MAX_USES = 100
"""Uses of a file that are told."""


class Media(TypedDict):
    """A file and what is told of it. Dates are UTC; `post` is the item that it was uploaded to, None for none.

    `media_type` is "image" or "file". `media_details` has what is known of the file: width, height, filesize, sizes.
    """

    id: int
    date: str
    modified: str
    slug: str
    status: Literal["inherit"]
    type: Literal["attachment"]
    link: str
    title: Rendered
    author: int
    post: int | None
    alt_text: str
    media_type: Literal["image", "file"]
    mime_type: str
    source_url: str
    revision: str
    caption: NotRequired[Rendered]
    description: NotRequired[Rendered]
    media_details: NotRequired[dict[str, Any]]
    notices: NotRequired[list[Notice]]
    omitted: NotRequired[list[str]]


class MediaQuery(Paging):
    """Paging, search and filters, by WordPress's query names."""

    search: str = Field("", max_length=200)
    order: Literal["asc", "desc"] = "desc"
    orderby: Literal["date", "modified", "title", "slug", "id"] = "date"
    after: Moment = UNSET
    before: Moment = UNSET
    slug: list[Slug] = Field(default_factory=list, max_length=100)
    include: list[Id] = Field(default_factory=list, max_length=100)
    exclude: list[Id] = Field(default_factory=list, max_length=100)
    author: list[Id] = Field(default_factory=list, max_length=100)
    parent: list[IdOrNone] = Field(default_factory=list, max_length=100, description="0: uploaded to no item")
    media_type: MediaType = UNSET
    mime_type: MimeType = UNSET
    detail: Literal["summary", "full"] = "full"
    context: View = "view"


class MediaFields(Input):
    """What may be written; a field that is left out stays as it is. Text is stored byte for byte."""

    title: Title = UNSET
    alt_text: AltText = UNSET
    caption: Caption = UNSET
    description: Description = UNSET
    post: IdOrNone = UNSET


class NewMedia(MediaFields):
    """A file to add: from an address, as a `data:` URL, or by the URI of one that was sent before."""

    url: str = Field(default=NOT_GIVEN, max_length=2000, description="the site fetches the file from this address")
    data: InlineFile = NOT_GIVEN
    file: FileUri = NOT_GIVEN
    filename: str = Field(default=NOT_GIVEN, max_length=200)


class MediaUse(TypedDict):
    """Where a file is used: an item, and how ("featured_media", "content")."""

    id: int
    type: str
    status: str
    title: str
    used_as: list[Literal["featured_media", "content"]]


class MediaUses(TypedDict):
    """The items that use a file, at most `MAX_USES`; `complete` says whether these are all."""

    uses: list[MediaUse]
    complete: bool


class MediaStore(Protocol):
    """Reading and writing media. Raises Problem(not_found) for an id that is not there."""

    async def find(self, query: MediaQuery) -> Listing[Media]: ...
    async def get(self, item_id: int, context: View) -> Media: ...
    async def create(self, new: NewMedia) -> Media:
        """Add a file. Raises Problem: invalid_arguments, unsupported_media_type, body_too_large, storage_full."""

    def prepare(self, new: NewMedia) -> AbstractAsyncContextManager[None]:
        """Fetch and examine a file while no transaction is open; `create` finds it while the block runs."""

    async def update(self, item_id: int, fields: MediaFields) -> Media: ...
    async def delete(self, item_id: int) -> Media:
        """Remove a file for good; no item has it as its featured media any more."""

    async def find_uses(self, item_id: int) -> MediaUses: ...
    async def complete_id(self, prefix: str, limit: int) -> list[str]: ...


def name_media_type(mime_type: str) -> Literal["image", "file"]:
    """WordPress's coarse type."""
    return "image" if mime_type.startswith("image/") else "file"
