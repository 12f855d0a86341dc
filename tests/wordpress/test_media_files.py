"""Tests of fetching the files of a WordPress where their bytes are needed."""

from pathlib import Path

import httpx2
import pytest

from sitehand.errors import Code, Problem
from sitehand.files.fetching import Fetcher
from sitehand.hosts.wordpress.host import make_intake
from sitehand.hosts.wordpress.media_files import fetch_file
from sitehand.site.media import NewMedia
from sitehand.store.database import Database
from sitehand.store.ledger_schema import LEDGER
from tests.web import Web, answer, web

__all__ = ["web"]


async def test_a_file_that_visitors_do_not_get_is_not_read(web: Web) -> None:
    """The refusal says why, and which file it is; one that is too large is the caller's to choose otherwise."""
    base = f"http://127.0.0.1:{web.port}"
    web.answers = {"/menu.pdf": answer(b"%PDF-"), "/large.pdf": answer(b"x" * 101)}
    fetcher = Fetcher(100, 5, own=httpx2.URL(base))
    assert await fetch_file(fetcher, 5, f"{base}/menu.pdf") == b"%PDF-"
    for path, code, said in (
        ("/closed.pdf", Code.HOST_UNAVAILABLE, "File 5 cannot be read.*status 404"),
        ("/large.pdf", Code.INVALID_ARGUMENTS, "File 5 has more than"),
    ):
        with pytest.raises(Problem, match=said) as refusal:
            await fetch_file(fetcher, 5, f"{base}{path}")
        assert refusal.value.code is code


async def test_a_wordpress_gets_no_svg(tmp_path: Path) -> None:
    """WordPress would refuse it itself, and the hint says so."""
    intake = make_intake(Database(tmp_path, LEDGER))
    with pytest.raises(Problem, match="SVG is not accepted") as refusal:
        await intake.take(NewMedia(data='data:,<svg xmlns="http://www.w3.org/2000/svg"/>'))
    assert refusal.value.code is Code.UNSUPPORTED_MEDIA_TYPE
    assert "WordPress takes no SVG" in refusal.value.hint
