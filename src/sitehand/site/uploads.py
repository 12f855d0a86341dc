"""Addresses to which a file may be sent once, so that it never passes through a model."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.media import MimeType
from sitehand.site.values import Input


class NewUpload(Input):
    """A file that is about to be sent."""

    filename: Annotated[str, Field(min_length=1, max_length=200)]
    mime_type: MimeType
    size: Annotated[int, Field(ge=1, description="bytes")]


class UploadAddress(TypedDict):
    """Where and how to send a file, and by which URI it is known then.

    The address works once, until `expires_at` (UTC), for a file of `max_bytes`. `curl` does it on a command line.
    """

    upload_url: str
    method: str
    headers: dict[str, str]
    expires_at: str
    max_bytes: int
    curl: str
    file_uri: str


class Ticket(TypedDict):
    """What an address was made for: whose it is, and which file may be sent there."""

    name: str
    caller: str
    label: str
    role: str
    filename: str
    mime_type: str
    size: int
