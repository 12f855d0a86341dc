"""Files of a WordPress as visitors get them, fetched where their bytes are needed."""

from sitehand.errors import Code, Problem
from sitehand.files.fetching import Fetcher
from sitehand.files.inspection import MAX_BYTES
from sitehand.site.media_text import refuse_large


async def fetch_file(fetcher: Fetcher, item_id: int, address: str) -> bytes:
    """The file at an address that WordPress gives. Raises Problem: host_unavailable, invalid_arguments."""
    try:
        return (await fetcher.fetch(address)).content
    except Problem as problem:
        if problem.code is Code.BODY_TOO_LARGE:
            raise refuse_large(item_id, MAX_BYTES) from None
        message = f"File {item_id} cannot be read. {problem.message}"
        hint = "Open its source_url in a browser: visitors must be able to get it."
        raise Problem(Code.HOST_UNAVAILABLE, message, hint=hint, details=problem.details) from None
