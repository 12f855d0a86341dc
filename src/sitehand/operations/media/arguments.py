"""Arguments of operations on media."""

from typing import Annotated, Literal

from pydantic import Field

from sitehand.site.media import FileSource, FileUri, MediaFields, View
from sitehand.site.values import NOT_GIVEN, AnswerOption, Id, Input, InQuery


class MediaId(Input):
    """One file, and whether to see the raw text too."""

    id: Id
    context: View = Field("view", description="edit adds raw text")
    detail: Annotated[Literal["brief", "full"], AnswerOption()] = Field(
        "full", description="brief: raw text without the rendered"
    )


class UsedMedia(Input):
    """One file."""

    id: Id


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
