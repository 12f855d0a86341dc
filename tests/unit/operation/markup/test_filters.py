"""What WordPress's own filters make of a text without pieces runs nothing, and has no block that the text has not."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from sitehand.blocks.dialects import Dialect
from sitehand.operation.markup.blocks import count_blocks
from sitehand.operation.markup.pieces import MAX_PIECES
from sitehand.operation.markup.readings import MORE
from sitehand.operation.markup.texts import find_in_text
from tests.unit.operation.markup.test_pieces import runs
from tests.wordpress.php import ask_php
from tests.wordpress.releases import unpack_release

MIXTURES = 40_000
PARTS = (
    *(
        "<",
        ">",
        "< ",
        '"',
        "'",
        "\n",
        " ",
        "x",
        "a < b",
        "<3",
        "<!-",
        "!-- wp:html -->",
        "< !--",
        "<!-- ",
        " -->",
        "<!-->",
    ),
    *("[caption]", "[/caption]", "[caption width=1 caption=\\x27\\x20onmouseover=x\\x20y=]Y[/caption]", "[embed]"),
    *(
        "[video src=https://a.example/a.mp4]",
        "[/video]",
        "<pre>",
        "</pre>",
        "<b>",
        "</b>",
        "<b/>",
        "<img -->",
        "</p title='",
    ),
    *(
        '<p title="a>">',
        "<p title='a>",
        '<p class=" onmouseover=x y=">',
        '<b title="',
        "<b title=",
        '">',
        "w</b>p:html -->",
    ),
    *(
        "script>x</script>",
        "img src=x onerror=x>",
        "<!--more-->",
        "<!-- wp:html -->",
        "<textarea>",
        "</textarea>",
        "&lt;",
    ),
)
ATTACKS = {
    "<[caption]script>x</script>": "a < that begins no tag (write &lt;)",
    "<[caption]!-- wp:html -->": "a < that begins no tag (write &lt;)",
    "<textarea><[caption]/textarea><script>x</script>": "a < that begins no tag (write &lt;), hidden",
    "[video src=https://a.example/a.mp4]<\nscript>x</script>[/video]": "a < that begins no tag (write &lt;)",
    "<</pre>script>x</script><pre>x</pre>": "a < that begins no tag (write &lt;)",
    "<</b>img src=x onerror=x><!--more-->": "a < that begins no tag (write &lt;)",
    "<<b>": "a < that begins no tag (write &lt;)",
    '<p title="a>"><p class=" onmouseover=x y=">': "a > within a tag (write &gt;)",
    "<p title='a>[caption width=1 caption=\\x27\\x20onclick=x\\x20y=]Y[/caption]'>": "a > within a tag (write &gt;)",
    "</p title='>'>": "a > within a tag (write &gt;)",
    "<p title=[caption]Y[/caption]>": "a [ within a tag",
    "<!-- w</b>p:html --><!--more-->": "a tag within a comment of a text with “Read more”",
    "<!-- < !-- wp:html --><!--more-->": "a tag within a comment of a text with “Read more”",
    "<!-</b>- wp:html -->": "<!-<…",
    "<!--> wp:html -->": "<!--…",
    "<!-- x --!>": "<!--…",
}
HARMLESS = (
    "1 < 2, <3, a <= b, <- c, x < €5",
    "<!----><!-- a --><!-- wp:x {} /-->",
    "<p title='a &gt; b' class=\"[x]\">[gallery ids='1,2']</p>",
    "<!-- <b>x</b> --><!-- a << b -->",
    "<textarea>1 < 2</textarea>",
    '<!-- wp:x {"compare":"\\u003c"} -->a <\n',
)


def filter_in_php(files: Path, texts: Sequence[str]) -> list[list[str]]:
    """Each text as it is shown with lines made paragraphs, and without, and with its tags balanced."""
    return ask_php("filters.php", files, texts)


@pytest.mark.parametrize("release", list(Dialect))
def test_nothing_runs_after_the_filters(release: Dialect) -> None:
    """In mixtures of what they change, of those that are allowed."""
    random = Random(1)
    mixed = ("".join(random.choices(PARTS, k=random.randint(1, 9))) for _ in range(MIXTURES))
    texts = [text for text in mixed if not find_in_text(text)]
    assert len(texts) > MIXTURES // 50
    for text, shown in zip(texts, filter_in_php(unpack_release(release), texts), strict=True):
        assert not any(map(runs, shown)), (text, shown)
        if MORE in text:
            assert count_blocks(shown[-1]) <= count_blocks(text), text


@pytest.mark.parametrize("text", ATTACKS)
def test_what_the_filters_would_make_something_of_is_found(text: str) -> None:
    """By the name that people are told."""
    assert ATTACKS[text] in [each.piece.what for each in find_in_text(text)]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_they_leave_alone_is_allowed(text: str) -> None:
    """Nothing of it is a piece."""
    assert find_in_text(text) == []


def test_many_comments_hide_none() -> None:
    """All of them are looked at, however many there are before."""
    text = "<!---->" * (MAX_PIECES + 1) + "<!-- w</b>p:html --><!--more-->"
    assert [each.piece.what for each in find_in_text(text)] == ["a tag within a comment of a text with “Read more”"]


def test_a_program_is_one_piece() -> None:
    """What it compares is no tag that begins."""
    assert len(find_in_text("<script>if (a <b && c<!d) x()</script>")) == 1


def test_a_stored_piece_lets_nobody_change_what_follows_it() -> None:
    """What a filter would make of it depends on that."""
    for before, after in (
        ("a <</b>x", "a <</b>script>x</script>"),
        ('<p title="a>">x <b title="y">z</b>', '<p title="a>">x <b title=" onmouseover=x y=">z</b>'),
    ):
        assert {each.piece for each in find_in_text(before)}.isdisjoint(each.piece for each in find_in_text(after))
        assert find_in_text(before)[0].piece == find_in_text(f"<p>Other words</p>{before}")[0].piece
