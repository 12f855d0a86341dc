"""Filters for files by their type, in the form in which WordPress can be asked for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.resources import Json
from sitehand.site.media import MediaQuery


def contradicts_itself(query: MediaQuery) -> bool:
    """Whether no file can have both of the types that are asked for."""
    kind = query.mime_type.partition("/")[0] if query.mime_type else ""
    return bool(kind and query.media_type) and kind != query.media_type


def write_type(query: MediaQuery) -> dict[str, str]:
    """The parameter for the narrower type: of two WordPress gives the files that have either."""
    if query.mime_type:
        return {"mime_type": query.mime_type}
    return {"media_type": query.media_type} if query.media_type else {}


def check_type(asked: Mapping[str, Any], values: Sequence[Json]) -> None:
    """Raises Problem(invalid_arguments) for a type that WordPress does not know: it lists all files then."""
    wanted = asked.get("mime_type")
    if wanted and any(value["mime_type"] != wanted for value in values):
        detail = Detail(path="mime_type", expected="a type that this WordPress accepts", got=wanted)
        message = f"This WordPress does not know files of the type {wanted}."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint="Leave mime_type out, or use media_type.", details=[detail])
