"""The readings of a text are those of WordPress: what its own functions show of it is among them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from sitehand.blocks.dialects import Dialect
from sitehand.operation.markup.readings import MORE_TARGET, list_readings
from tests.wordpress.php import ask_php
from tests.wordpress.releases import unpack_release

MIXTURES = 20_000
PARTS = (
    *("<!--nextpage-->", "<!-- wp:nextpage -->", "<!-- /wp:nextpage -->", "<!--next", "page-->"),
    *("<!-- /wp:", "nextpage -->", "<!--more-->", "<!--more Read on-->", "<!--more", "<!--noteaser-->"),
    *("<!-- wp:more -->", "<!-- /wp:more -->", "<!-- wp:core/more -->", '<!-- wp:more {"customText":"On"} -->'),
    *("<!-- wp:more! -->", "<!-- wp:x {", "} -->", "-->", "\n", "\n\n", "\v", "\u00a0", "<", "<p>é</p>", "x"),
)


def show_in_php(files: Path, texts: Sequence[str]) -> list[list[list[str]]]:
    """What is shown of each text: of each page, how a visitor reads it, and how a list of posts shows it."""
    return ask_php("shown_pages.php", files, texts)


def is_read(text: str, shown: str) -> bool:
    """Whether a reading has what is shown. Nothing of it is before "Read more" where the author said so."""
    texts = {part for reading in list_readings(text) for part in reading}
    return not shown or shown in texts or (shown.startswith(MORE_TARGET) and shown.removeprefix(MORE_TARGET) in texts)


@pytest.mark.parametrize("release", list(Dialect))
def test_all_that_wordpress_shows_is_read(release: Dialect) -> None:
    """Whatever becomes of the comments that split a text, and of the delimiters around them."""
    random = Random(1)
    texts = ["".join(random.choices(PARTS, k=random.randint(1, 14))) for _ in range(MIXTURES)]
    answers = show_in_php(unpack_release(release), texts)
    unread = [
        (text, shown)
        for text, pages in zip(texts, answers, strict=True)
        for page in pages
        for shown in page
        if not is_read(text, shown)
    ]
    assert unread == []
    assert sum(len(pages) > 1 for pages in answers) > MIXTURES // 10


def test_most_texts_have_one_reading() -> None:
    """The text itself, as it is."""
    for text in ("", "<p>x</p>", "<!-- wp:p -->\n<p>x\u00a0y</p>\n<!-- /wp:p -->"):
        assert list_readings(text) == [[text]]


def test_an_old_wordpress_reads_spaces_where_there_is_an_odd_delimiter() -> None:
    """In every reading."""
    assert list_readings("<!--\vwp:x /-->y\u00a0z") == [["<!--\vwp:x /-->y\u00a0z"], ["<!-- wp:x /-->y z"]]
    parted = list_readings("a<<!-- wp:nextpage -->!--\vwp:x /--><!--nextpage-->")
    assert [reading for reading in parted if "<!-- wp:x /-->" in reading[0]][:1] == [["a<!-- wp:x /-->", ""]]
