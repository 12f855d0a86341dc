"""WordPress's parser in PHP reads blocks as ours does, but for the differences that decision 47 lists."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sitehand.blocks.delimiters import find_odd_delimiters
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.tree import read_tree
from tests.unit.blocks.test_tree import MUTANTS, mutate, read_theme
from tests.unit.blocks.wordpress import plain_trees, show_tree, takes_odd_spaces
from tests.wordpress.php import ask_php
from tests.wordpress.releases import unpack_release

LONE = "\\ud83d"


def parse_in_php(files: Path, sources: Sequence[str]) -> list[Any]:
    """The trees of texts."""
    return [plain_trees(tree) for tree in ask_php("block_parser.php", files, sources)]


def without_objects(value: Any) -> Any:
    """A tree in which an empty object is an empty list, as in PHP."""
    if isinstance(value, dict):
        return {name: without_objects(each) for name, each in value.items()} or []
    return [without_objects(each) for each in value] if isinstance(value, list) else value


def show(source: str, release: Dialect) -> Any:
    """Our tree in the words of PHP."""
    return without_objects(show_tree(read_tree(source)))


@pytest.mark.parametrize("release", list(Dialect))
def test_only_the_known_differences_are_there(release: Dialect) -> None:
    """In every file of the theme, and in 20,000 mutations of them."""
    files, random = unpack_release(release), Random(1)
    theme = read_theme(files)
    sources = [*theme, *(mutate(theme[number % len(theme)], random) for number in range(MUTANTS))]
    trees = parse_in_php(files, sources)
    odd = takes_odd_spaces(files)
    differ = [
        source
        for source, theirs in zip(sources, trees, strict=True)
        if show(source, release) != without_objects(theirs)
    ]
    assert [each for each in differ if not (LONE in each or (odd and any(find_odd_delimiters(each))))] == []
    assert len(differ) < len(sources) // 20


@pytest.mark.parametrize("release", list(Dialect))
def test_the_differences_are_those_of_the_table(release: Dialect) -> None:
    """Half a character has no attributes in PHP; deep ones have none in either; an empty object is a list there."""
    deep = '{"a":' * 600 + "1" + "}" * 600
    texts = [f"<!-- wp:x {attributes} /-->" for attributes in (f'{{"a":"{LONE}"}}', deep, '{"a":{}}')]
    half, depth, empty = parse_in_php(unpack_release(release), texts)
    ours = [show_tree(read_tree(text))[0]["attrs"] for text in texts]
    assert (half[0]["attrs"], ours[0]) == (None, {"a": "\ud83d"})
    assert (depth[0]["attrs"], ours[1]) == (None, None)
    assert (empty[0]["attrs"], ours[2]) == ({"a": []}, {"a": {}})
