"""Files on their way to a WordPress, as a form with the file and what is told of it."""

from typing import Any, NamedTuple

from sitehand.files.intake import Taken

FILE = "file"
"""The field of the form that has the file. Source: WP_REST_Attachments_Controller::upload_from_file."""


class Upload(NamedTuple):
    """A file to send: its bytes were fetched and examined here, and its name ends as its type does."""

    name: str
    mime_type: str
    content: bytes


def make_upload(taken: Taken) -> Upload:
    """The file as WordPress gets it; it makes the smaller versions by itself."""
    name = f"{taken.stem}.{taken.file.format.ending}"
    return Upload(name, taken.file.format.mime_type, taken.file.read())


def write_form(body: dict[str, Any]) -> dict[str, Any]:
    """What the HTTP client takes for a form: fields, and the file."""
    upload: Upload = body[FILE]
    fields = {name: str(value) for name, value in body.items() if name != FILE}
    return {"data": fields, "files": {FILE: (upload.name, upload.content, upload.mime_type)}}
