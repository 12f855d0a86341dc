"""Arguments of operations on media."""

from typing import Annotated

from pydantic import Field

from sitehand.operation.view_options import ViewOptions
from sitehand.site.media import FileSource, FileUri, MediaFields
from sitehand.site.values import NOT_GIVEN, Id, Input, InQuery, Paging


class MediaId(ViewOptions):
    """One file, and whether to see the raw text too."""

    id: Id


class UsedMedia(Paging):
    """One file, and which of its uses."""

    id: Id
    per_page: int = Field(100, ge=1, le=100)


class ChangedMedia(MediaFields):
    """Changes to what is told of a file."""

    id: Id


class ReplacedMedia(FileSource):
    """A file, and the one that takes its place."""

    id: Id


class FinishedUpload(MediaFields):
    """A file that was sent, and what to tell of it."""

    file_uri: FileUri
    filename: str = Field(default=NOT_GIVEN, max_length=200)


class MediaRemoval(Input):
    """One file to delete."""

    id: Id
    force: Annotated[bool, InQuery()] = Field(False, description="true: delete permanently; files have no trash")
