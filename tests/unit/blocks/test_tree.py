"""Our tree of a text is WordPress's own, release by release, however the text is broken."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sitehand.blocks.delimiters import MAX_DELIMITERS, find_delimiters, find_odd_delimiters
from sitehand.blocks.tree import read_tree
from sitehand.errors import Problem
from tests.node_tools import Node
from tests.unit.blocks.real import read_real_texts
from tests.unit.blocks.wordpress import ReleaseParser, plain_trees, show_tree
from tests.wordpress.releases import unpack_release

PIECES = (
    "<!-- wp:p -->",
    "<!-- /wp:p -->",
    "<!-- wp:image /-->",
    "<!-- wp:group -->",
    "<!-- /wp:group -->",
    '<!-- wp:my-ns/b_1 {"a":1} -->',
    "<!-- /wp:my-ns/b_1 -->",
    '<!-- wp:core/x {"a":"x} -->"} /-->',
    '<!-- wp:x {"a":{"b":[1,null,"\\u003c--"]}} /-->',
    '<!-- wp:x {"a":"c\\\\d","e":"\\ud83d"} -->',
    '<!-- wp:x {"a":1,} -->',
    '<!-- wp:x {"a":1, "a":2.5}\n/-->',
    "<!-- wp:x {} {} -->",
    "<!-- wp:x [1] -->",
    "<!-- wp:x null -->",
    "<!-- wp:x {",
    "} -->",
    "} /-->",
    "}\u00a0-->",
    "<!-- /wp:p /-->",
    '<!-- /wp:p {"a":1} -->',
    "<!--wp:p-->",
    "<!-- wp:p-->",
    "<!-- wp:P -->",
    "<!-- wp:a/b/c -->",
    "<!-- wp:1a -->",
    "<!--\u00a0wp:p\u2028-->",
    "<!--\u000bwp:p -->",
    "<!--\x1cwp:p -->",
    "<!--\x85wp:p -->",
    "<!--\ufeffwp:p -->",
    "<!-- wp:p\r\n-->",
    "<!-- more -->",
    "<!-- x <!-- wp:p --> -->",
    "--->",
    "-->",
    "}",
    "{",
    "<p>text</p>\n",
    "héllo 🎉 \u202bשלום\u202c",
    " ",
    "\n",
    "\x00",
)
DOCUMENTS = st.lists(st.sampled_from(PIECES) | st.text('<>!-/wp: {}\n"a1', max_size=6), max_size=14).map("".join)

MUTANTS = 20_000
PART = 600
"""Characters of a document that are mutated at once."""


AT_LEAST = {"6.1": (15, 200), "6.8": (100, 2_000), "7.1": (100, 2_000)}
"""Files of the theme of each release, and blocks in them."""


class Release(NamedTuple):
    """A release of WordPress, and its parser."""

    version: str
    files: Path
    parser: ReleaseParser


@pytest.fixture(scope="module", params=list(AT_LEAST))
def release(request: pytest.FixtureRequest, node: Node) -> Iterator[Release]:
    """One after the other."""
    files = unpack_release(request.param)
    parser = ReleaseParser(files)
    yield Release(request.param, files, parser)
    parser.close()


def read_theme(files: Path) -> list[str]:
    """The templates, parts and patterns of a release's theme."""
    themes = files / "wp-content" / "themes"
    return [path.read_bytes().decode() for ending in ("*.html", "*.php") for path in sorted(themes.rglob(ending))]


def test_every_template_and_pattern_of_the_theme(release: Release) -> None:
    """As the release ships them: more than a hundred files with thousands of blocks; and the texts of a real export."""
    version, files, parser = release
    sources = read_theme(files)
    blocks = 0
    for source in [*sources, *read_real_texts(blocks=True).values()]:
        tree = read_tree(source)
        assert show_tree(tree) == plain_trees(parser.parse(source))
        blocks += sum(1 for _ in find_delimiters(source))
    files_at_least, blocks_at_least = AT_LEAST[version]
    assert len(sources) > files_at_least and blocks > blocks_at_least


def mutate(text: str, random: Random) -> str:
    """A part of a document with some of it gone, doubled, moved or replaced, at any character."""
    start = random.randrange(max(1, len(text) - PART))
    text = text[start : start + PART]
    for _ in range(random.randint(1, 4)):
        one, other = sorted(random.randint(0, len(text)) for _ in range(2))
        some = text[one : min(other, one + random.choice((1, 3, 40)))]
        rest = text[:one] + text[one + len(some) :]
        at = random.randint(0, len(rest))
        new = random.choice(("", some, some * 2, random.choice(PIECES)))
        text = rest[:at] + new + rest[at:]
    return text


def test_any_mutation_of_real_documents(release: Release) -> None:
    """Twenty thousand of them, the same in each run: delimiters are cut, doubled and moved into each other."""
    _, files, parser = release
    random, sources = Random(1), [*read_theme(files), *read_real_texts(blocks=True).values()]
    malformed = 0
    for number in range(MUTANTS):
        source = mutate(sources[number % len(sources)], random)
        if parser.takes_odd_spaces and any(find_odd_delimiters(source)):
            continue
        theirs = plain_trees(parser.parse(source))
        assert show_tree(read_tree(source)) == theirs, source
        malformed += any(part["attrs"] is None and part["blockName"] for part in theirs)
    assert malformed > MUTANTS // 10


@settings(max_examples=int(os.environ.get("BLOCK_DOCUMENTS", "1000")), deadline=None)
@given(source=DOCUMENTS)
@example(source="<!-- wp:x {}\u00a0-->")
@example(source="<!-- wp:x {}\f/-->")
@example(source="<!-- wp:a --><!-- wp:b --><!-- wp:c /-->x")
@example(source="<!-- wp:a --><!-- /wp:a --><!-- /wp:a -->x<!-- wp:c /-->")
def test_any_mixture(release: Release, source: str) -> None:
    """Unclosed, crossed, nearly right: the same tree, text for text."""
    parser = release.parser
    assume(not (parser.takes_odd_spaces and any(find_odd_delimiters(source))))
    assert show_tree(read_tree(source)) == plain_trees(parser.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "<!--\u00a0wp:p /-->",
        "<!-- \u2028\n/wp:p -->",
        "<!-- wp:p\u3000/-->",
        "<!-- wp:p \v {} -->",
        '<!-- wp:my/p {"a":1}\ufeff-->',
        "<!-- wp:p {} \u200a /-->",
    ],
)
def test_delimiters_with_spaces_of_old_versions_are_text(source: str) -> None:
    """They are blocks to WordPress before its security releases of October 2026, and are told of."""
    text = f"a{source}b"
    assert [block.name for block in read_tree(text).blocks] == [""]
    assert len(list(find_odd_delimiters(text))) == 1


def test_spaces_in_texts_make_no_delimiter_odd() -> None:
    """They may stand in attributes, and in the text around a block."""
    source = 'a\u00a0<!-- wp:p {"a":"}\u00a0b"} -->\u00a0<p>\u2003</p>\u00a0<!-- /wp:p -->'
    assert [block.name for block in read_tree(source).blocks] == ["", "core/p"]
    assert not list(find_odd_delimiters(source))


def test_a_tree_of_blocks_that_are_never_closed_holds_no_text() -> None:
    """However many repeat what follows them: a text and one place in it for each."""
    number = 5_000
    tree = read_tree("<!-- wp:p --><p>" * number)
    assert len(tree.blocks) == 2 * number - 1
    assert sum(len(block.content) for block in tree.blocks) == 2 * number - 1


@pytest.mark.parametrize(
    "piece", ["<!-- wp:p {", "<!-- wp:p", "}", "} --", "}  ", "<!-- wp:p -->", "<!-- wp:p {} -->", "{}} -->", "-->"]
)
def test_reading_costs_in_proportion_to_the_text(piece: str) -> None:
    """Eight times as much of anything is not sixty-four times as much work: no piece is read over and over."""

    def measure(number: int) -> float:
        source = piece * number
        begin = time.process_time()
        read_tree(source)
        return time.process_time() - begin

    measure(5_000)
    assert measure(80_000) < 40 * max(measure(10_000), 0.002)


def test_too_many_delimiters_are_refused() -> None:
    """With the bound in the message."""
    with pytest.raises(Problem, match="more than 100,000 block delimiters"):
        read_tree("<!-- wp:p /-->" * (MAX_DELIMITERS + 1))
