"""Every core block of each release is classified, as the release's own files have it."""

import json
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from sitehand.blocks.catalogue import (
    FOLDER,
    Kind,
    Lifespan,
    Where,
    find_lifespan,
    find_release,
    read_catalogue,
    table_name,
)
from sitehand.blocks.descriptions import DESCRIPTIONS
from sitehand.blocks.dialects import Dialect
from tests.node_tools import Node
from tests.wordpress.catalogue import build_table, write_table
from tests.wordpress.editor import Editor
from tests.wordpress.releases import unpack_release


@pytest.mark.parametrize("dialect", list(Dialect))
def test_the_tables_are_those_of_the_releases(dialect: Dialect, editor_of: Callable[[Dialect], Editor]) -> None:
    """A block, an attribute or an order that a newer package has is seen here: build the tables again and look."""
    built = write_table(build_table(unpack_release(dialect), editor_of(dialect)))
    assert built == (FOLDER / table_name(dialect)).read_text("utf-8"), "run python -m tests.wordpress.catalogue"


SEEN: Mapping[tuple[Dialect, str], str] = {
    (Dialect.V6_8, "paragraph"): """align content dropCap placeholder direction lock metadata className style
        backgroundColor textColor gradient fontSize fontFamily borderColor anchor""",
    (Dialect.V6_8, "buttons"): """lock metadata align className style backgroundColor gradient fontSize fontFamily
        borderColor layout anchor textColor""",
    (Dialect.V7_1, "paragraph"): """content dropCap placeholder direction lock metadata align className style
        backgroundColor textColor gradient fontSize fontFamily borderColor anchor fitText""",
    (Dialect.V7_1, "image"): """blob url alt caption lightbox title href rel linkClass id width height aspectRatio
        scale focalPoint sizeSlug linkDestination linkTarget isDecorative lock metadata align className style
        borderColor anchor""",
}
"""`Object.keys(wp.blocks.getBlockType("core/paragraph").attributes)` in a browser, on a page of wp-admin. In 6.8 a part
of that page which is not the editor's adds `blockCommentId` to the end."""


@pytest.mark.parametrize(("dialect", "name"), SEEN)
def test_attributes_stand_in_the_order_of_a_page_of_wp_admin(dialect: Dialect, name: str) -> None:
    """Where PHP tells the editor of its blocks before the editor registers them."""
    assert list(read_catalogue(dialect)[f"core/{name}"].attributes) == SEEN[dialect, name].split()


@pytest.mark.parametrize(
    ("dialect", "kinds", "parents", "ancestors"),
    [(Dialect.V6_8, (26, 20, 48), 17, 10), (Dialect.V7_1, (30, 28, 57), 24, 11)],
)
def test_every_block_is_classified(dialect: Dialect, kinds: tuple[int, int, int], parents: int, ancestors: int) -> None:
    """By who writes its HTML, by where it may stand, and in words."""
    blocks = read_catalogue(dialect)
    counts = Counter(block.kind for block in blocks.values())
    assert (counts[Kind.STATIC], counts[Kind.HYBRID], counts[Kind.DYNAMIC]) == kinds
    assert sum(bool(block.parents) for block in blocks.values()) == parents
    assert sum(bool(block.ancestors) for block in blocks.values()) == ancestors
    assert not set(blocks) - set(DESCRIPTIONS)


def test_descriptions_are_our_own(node: Node) -> None:
    """No description of WordPress's is among them, nor in its tables, and none describes what is no block."""
    files = (unpack_release(Dialect.V7_1) / "wp-includes" / "blocks").glob("*/block.json")
    theirs = {
        settings["description"] for path in files if (settings := json.loads(path.read_text())).get("description")
    }
    tables = "".join((FOLDER / table_name(dialect)).read_text("utf-8") for dialect in Dialect)
    assert len(theirs) > 100
    assert not theirs & set(DESCRIPTIONS.values())
    assert not [sentence for sentence in theirs if sentence in tables]
    assert not set(DESCRIPTIONS) - set(read_catalogue(Dialect.V7_1))


def test_where_attributes_live() -> None:
    """`anchor` moved between the releases; what is in the comment and shows in the HTML is in both."""
    old, new = read_catalogue(Dialect.V6_8), read_catalogue(Dialect.V7_1)
    assert (old["core/heading"].attributes["anchor"].where, new["core/heading"].attributes["anchor"].where) == (
        Where.HTML,
        Where.BOTH,
    )
    heading = new["core/heading"].attributes
    assert [heading[name].where for name in ("content", "level", "placeholder")] == [
        Where.HTML,
        Where.BOTH,
        Where.COMMENT,
    ]
    assert heading["content"].content and (heading["level"].default, heading["level"].types) == (2, ["number"])
    assert new["core/table"].attributes["body"].query["cells"].query["content"].source == "rich-text"


def test_since_and_until() -> None:
    """26 blocks lost attributes, and 21 came, between the two releases."""
    old = read_catalogue(Dialect.V6_8)
    lost = [
        name
        for name, block in old.items()
        if any(find_lifespan(name, attribute) == Lifespan(Dialect.V6_8, Dialect.V6_8) for attribute in block.attributes)
    ]
    came = [name for name in DESCRIPTIONS if find_lifespan(name) == Lifespan(Dialect.V7_1, None)]
    assert (len(lost), len(came)) == (26, 21)
    assert find_lifespan("core/button", "width") == Lifespan(Dialect.V6_8, Dialect.V6_8)
    assert find_lifespan("core/nothing") is None


@pytest.mark.parametrize(
    ("version", "release"),
    [("6.8.7", Dialect.V6_8), ("7.1", Dialect.V7_1), ("7.1-beta2", Dialect.V7_1), ("6.1.9", None), ("7.10", None)],
)
def test_a_version_has_the_table_of_its_release_or_none(version: str, release: Dialect | None) -> None:
    """Nothing is guessed from a neighbour."""
    assert find_release(version) is release
