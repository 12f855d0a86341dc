"""The text of a PDF, read in a process of its own (`children.py`) by pypdf."""

from pathlib import Path

from sitehand.errors import Detail, Problem
from sitehand.files.children import Children, Worker
from sitehand.site.media_text import MAX_TEXT, MediaText, MediaTextQuery, build_text

HINT = "Read other pages with page, or add a sound version of the file without a password."
PDFS = Worker(Path(__file__).with_name("pdf_worker.py"), "PDF", HINT)


async def read_pdf(children: Children, content: bytes, wanted: MediaTextQuery) -> MediaText:
    """Its text from the page that is wanted.

    Raises Problem(invalid_arguments) for a PDF that is damaged, has a password, or takes too much memory or time.
    """
    try:
        return await children.run(
            PDFS, content, *(wanted.page, wanted.offset, MAX_TEXT), read=lambda _, found: build_text(wanted, found)
        )
    except Problem as problem:
        problem.details = problem.details or [_point(wanted)]
        raise


def _point(wanted: MediaTextQuery) -> Detail:
    return Detail(path="id", expected="the id of a PDF that can be read", got=str(wanted.id))
