"""Media: files of the site with their descriptions, in WordPress's REST shapes."""

from collections.abc import Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.site.conditions import Where
from sitehand.site.content import Listing, Notice, Rendered, Slug, Title
from sitehand.site.item_terms import ItemTerms
from sitehand.site.media_text import MediaText, MediaTextQuery
from sitehand.site.values import NOT_GIVEN, UNSET, Id, IdOrNone, Input, Moment, Paging

TYPE = "attachment"
"""WordPress's name for the type of files."""
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
Lack = Literal["unused", "missing_alt_text", "duplicates"]
"""What is wrong with a file: duplicates are files with the same bytes."""
MAX_USES = 100
"""Uses of a file that are told."""


class FocalPoint(Input):
    """The point of a picture that crops keep, as shares of its width and height from the left and the top."""

    x: float = Field(ge=0, le=1)
    y: float = Field(ge=0, le=1)


class Focus(NamedTuple):
    """A focal point in hundredths."""

    x: int
    y: int


CENTRE = Focus(50, 50)


class Point(TypedDict):
    """A focal point as answers have it, in shares of width and height."""

    x: float
    y: float


class Media(TypedDict):
    """A file and what is told of it. Dates are UTC; `post` is the item that it was uploaded to, None for none.

    `media_type` is "image" or "file". `proposed_alt_text` is what the file itself says of its picture, while it has no
    alternative text. `sha256` names its bytes, in hexadecimal digits. `media_details` has what is known of the file:
    width, height, filesize, sizes. `focal_point` is that of an image, in hundredths; the centre when nobody gave one.
    `collections` are the ids of the terms that it has, in order; left out where files have no taxonomy.
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
    proposed_alt_text: NotRequired[str]
    sha256: NotRequired[str]
    focal_point: NotRequired[Point]
    caption: NotRequired[Rendered]
    description: NotRequired[Rendered]
    media_details: NotRequired[dict[str, Any]]
    collections: NotRequired[list[int]]
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
    collections: list[Id] = Field(default_factory=list, max_length=100, description="files in one of these")
    only: list[Lack] = Field(default_factory=list, max_length=3, description="unused: named by nothing on the site")
    where: Where = Field(default_factory=list)
    detail: Literal["summary", "full"] = "full"
    context: View = "view"


class MediaFields(Input):
    """What may be written; a field that is left out stays as it is. Text is stored byte for byte."""

    title: Title = UNSET
    alt_text: AltText = UNSET
    caption: Caption = UNSET
    description: Description = UNSET
    post: IdOrNone = UNSET
    focal_point: FocalPoint = Field(default=NOT_GIVEN, description="of an image: what crops keep, 0 to 1")
    collections: list[Id] = Field(default=NOT_GIVEN, max_length=100, description="all of its media_collection terms")


class FileSource(Input):
    """A file to take in: from an address, as a `data:` URL, or by the URI of one that was sent before."""

    url: str = Field(default=NOT_GIVEN, max_length=2000, description="the site fetches it")
    data: InlineFile = NOT_GIVEN
    file: FileUri = NOT_GIVEN

    def suggest_name(self) -> str:
        """The file name that the caller gives; "" for none."""
        return ""

    def suggest_focus(self) -> Focus:
        """What crops of the file keep."""
        return CENTRE


class NewMedia(MediaFields, FileSource):
    """A file to add, and what to tell of it."""

    filename: str = Field(default=NOT_GIVEN, max_length=200)

    def suggest_name(self) -> str:
        """The file name that the caller gives; "" for none."""
        return self.filename or ""

    def suggest_focus(self) -> Focus:
        """What crops of the file keep."""
        return round_point(self.focal_point)


class MediaUse(TypedDict):
    """Where a file is used: an item, and how ("featured_media", "content", "fields").

    An Elementor template has no `status`. The logo of the site has the type `setting`, the id 0 and no status.
    """

    id: int
    type: str
    status: str
    title: str
    used_as: list[Literal["featured_media", "content", "fields", "logo"]]


class MediaUses(TypedDict):
    """The items and settings that use a file, at most `MAX_USES`; `complete` says whether these are all."""

    uses: list[MediaUse]
    complete: bool


def round_point(point: FocalPoint | None) -> Focus:
    """The point in hundredths, in which it is kept; the centre for none."""
    return Focus(round(point.x * 100), round(point.y * 100)) if point else CENTRE


class MediaStore(Protocol):
    """Reading and writing media. Raises Problem(not_found) for an id that is not there."""

    async def find(self, query: MediaQuery) -> Listing[Media]: ...
    async def get(self, item_id: int, context: View) -> Media: ...
    async def read_text(self, wanted: MediaTextQuery) -> MediaText:
        """The text of a PDF from one page on. Raises Problem: invalid_arguments, conflict, host_unavailable."""

    async def create(self, new: NewMedia) -> Media:
        """Add a file. Raises Problem: invalid_arguments, unsupported_media_type, body_too_large, storage_full."""

    def prepare(self, source: FileSource) -> AbstractAsyncContextManager[None]:
        """Fetch and examine a file while no transaction is open; `create` and `replace` find it in the block."""

    def prepare_update(self, item_id: int, fields: MediaFields) -> AbstractAsyncContextManager[None]:
        """Make a crop that `update` needs while no transaction is open."""

    async def replace(self, item_id: int, source: FileSource) -> Media:
        """Put another file of the same type at the address of this one. Its focal point is the centre then.

        Raises Problem as `create` does; conflict for a file that is on another server.
        """

    async def update(self, item_id: int, fields: MediaFields) -> Media: ...
    async def set_terms(self, item_id: int, terms: ItemTerms) -> Media:
        """Change the collections of a file, by taxonomy. Raises Problem(invalid_arguments) for what is none."""

    async def delete(self, item_id: int) -> Media:
        """Remove a file for good; no item has it as its featured media any more."""

    async def find_uses(self, item_id: int) -> MediaUses: ...
    async def complete_id(self, prefix: str, limit: int) -> list[str]: ...


def propose_alt_text(alt_text: str, details: Mapping[str, Any]) -> str:
    """What the metadata of a picture says that it shows, when nobody has described it; "" for nothing."""
    meta = details.get("image_meta") or {}
    return "" if alt_text.strip() else str(meta.get("alt") or meta.get("caption") or "").strip()


def name_media_type(mime_type: str) -> Literal["image", "file"]:
    """The coarse type that WordPress has for a file: image or file."""
    return "image" if mime_type.startswith("image/") else "file"


def check_picture(mime_type: str) -> None:
    """Raise Problem(invalid_arguments) for a focal point of what is no image."""
    if name_media_type(mime_type) != "image":
        detail = Detail(path="focal_point", expected="none, as the file is no image", got=mime_type)
        message = "Only images have a focal point."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint="Leave focal_point out.", details=[detail])


def refuse_item(item_id: int) -> Problem:
    """The refusal of an item that a file cannot belong to, since there is none."""
    expected = "the id of a page or post, or 0 for none"
    detail = Detail(path="post", expected=expected, got=str(item_id))
    message = f"There is no page or post {item_id}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give post {expected}.", details=[detail])


def refuse_collection(term_id: int, taxonomies: Iterable[str]) -> Problem:
    """The refusal of a collection that a file cannot be in, since there is none."""
    expected = f"ids of terms of {' or '.join(taxonomies)}"
    detail = Detail(path="collections", expected=expected, got=str(term_id))
    message = f"There is no collection {term_id}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint="list_terms lists the terms of a taxonomy.", details=[detail])
