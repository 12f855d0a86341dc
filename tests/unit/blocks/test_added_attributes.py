"""Attributes that plugins add to core's blocks: read, written into the delimiter, and known to the release's editor."""

import time
from collections.abc import Mapping
from typing import Any

import pytest

from sitehand.blocks.added_attributes import list_added, split_additions
from sitehand.blocks.added_types import AddedTypes, read_added, read_all
from sitehand.blocks.attribute_forms import MAX_ATTRIBUTES, FaultyBlockType
from sitehand.blocks.catalogue import Kind, Origin, read_catalogue
from sitehand.blocks.describing import describe_type
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Edit, Transform, Update
from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import Release, read_release
from sitehand.blocks.showing import describe_block
from sitehand.errors import Code, Problem
from tests.wordpress.editor import Editor

ADDED: Mapping[str, Any] = {
    "acmeShown": {"type": "string", "enum": ["always", "members"], "default": "always"},
    "acmeDelay": {"type": "integer"},
}
PARAGRAPH = {"name": "core/paragraph", "attributes": ADDED}
TEXT = '<!-- wp:paragraph {"acmeShown":"members","other":"x"} -->\n<p>Soup</p>\n<!-- /wp:paragraph -->'


def release_with(*forms: Any, version: str = "7.1.4") -> Release:
    """A release to whose blocks a site has added attributes."""
    return read_release(version, added=read_all(forms, Origin.SITE, read_release(version).dialect))


KNOWN = release_with(PARAGRAPH, {"name": "core/group", "attributes": ADDED})


def edit(text: str, wanted: Edit, release: Release = KNOWN) -> str:
    """A text after an edit."""
    return edit_blocks(text, [wanted], release.dialect, blocks=release.blocks).source


def make(*blocks: Mapping[str, Any], release: Release = KNOWN) -> str:
    """The markup of new blocks."""
    return release.make([release.read_new(block) for block in blocks])


@pytest.mark.parametrize(
    ("form", "path", "expected"),
    [
        ({"name": "core/soup", "attributes": ADDED}, "name", "a block of WordPress"),
        ({"name": "core/paragraph"}, "attributes", "a value"),
        ({"name": "core/paragraph", "attributes": {}}, "attributes", "at least 1"),
        ({**PARAGRAPH, "supports": {"color": False}}, "supports", "nothing: a block of WordPress"),
        ({**PARAGRAPH, "render": "file:./render.php"}, "render", "nothing"),
        ({**PARAGRAPH, "attributes": {"a": {"type": "int"}}}, "attributes.a.type[0]", "string or"),
        ({**PARAGRAPH, "attributes": {"a": {"source": "html"}}}, "attributes.a", "an attribute without source"),
        ({**PARAGRAPH, "attributes": {"content": {"type": "string"}}}, "attributes.content", "WordPress does not have"),
        ({**PARAGRAPH, "attributes": {"align": {"type": "string"}}}, "attributes.align", "WordPress does not have"),
        ({"name": "core/html", "attributes": {"style": {}}}, "attributes.style", "WordPress does not have"),
        ({"name": "core/navigation", "attributes": {"openSubmenusOnClick": {}}}, "attributes.openSubmenusOnClick", ""),
    ],
)
def test_what_is_core_s_stays_core_s(form: Any, path: str, expected: str) -> None:
    """A form that changes it is refused with its place, also what only another release or a support has."""
    with pytest.raises(FaultyBlockType) as refusal:
        read_added(form, Origin.FILE, Dialect.V7_1)
    assert [detail["path"] for detail in refusal.value.details] == [path]
    assert expected in refusal.value.details[0]["expected"]


@pytest.mark.parametrize("release", list(Dialect))
def test_the_editor_that_knows_them_takes_what_is_written(release: Dialect, editor: Editor) -> None:
    """In every block: the same attributes in the same order, valid, and the same when it is stored again."""
    known = release_with(*[{"name": name, "attributes": ADDED} for name in read_catalogue(release)], version=release)
    given = {"acmeDelay": 3, "acmeShown": "members", "className": "a"}
    names = [name for name, block in known.blocks.items() if block.kind is Kind.DYNAMIC and name != "core/post-date"]
    markup = make(
        *[{"name": name, "attributes": given} for name in names if "className" in known.blocks[name].attributes],
        {"name": "paragraph", "text": "Soup", "attributes": given},
        {
            "name": "heading",
            "text": "Soup",
            "attributes": {**given, "level": 3, "style": {"color": {"text": "#123456"}}},
        },
        {
            "name": "group",
            "attributes": given,
            "inner": [{"name": "paragraph", "text": "x", "attributes": {"acmeDelay": 3}}],
        },
        release=known,
    )
    checked = editor.check_added(ADDED, markup)
    for name, theirs in checked["attributes"].items():
        assert name not in known.blocks or theirs == list(known.blocks[name].attributes), name
    assert all(block["valid"] for block in checked["blocks"])
    assert (checked["serialized"], markup.count('"acmeDelay":3')) == (markup, len(checked["blocks"]) + 1)
    assert editor.check(markup)["serialized"].count("acme") == 0  # without its plugin the editor drops them


def test_blocks_are_edited_and_become_others_by_them() -> None:
    """They live in the delimiter alone: the HTML and what nobody knows stay; a default is not stored."""
    assert edit(TEXT, Update("0", {"acmeShown": "always", "acmeDelay": 3})) == TEXT.replace(
        '"acmeShown":"members"', '"acmeDelay":3'
    )
    heading = edit(TEXT, Transform("0", "core/heading", {}))
    assert "acme" not in heading  # as the editor does
    assert '<!-- wp:group {"acmeDelay":3,' in edit(TEXT, Transform("0", "core/group", {"acmeDelay": 3}))


@pytest.mark.parametrize("attributes", [{"acmeShown": "never"}, {"acmeDelay": "3"}, {"acmeOther": 1}])
def test_values_are_checked(attributes: dict[str, Any]) -> None:
    """In new blocks and in edits; a block to which nobody has added one does not take it."""
    with pytest.raises(Problem) as made:
        make({"name": "paragraph", "attributes": attributes})
    with pytest.raises(Problem) as edited:
        edit(TEXT, Update("0", attributes))
    with pytest.raises(Problem):
        make({"name": "list", "attributes": {"acmeDelay": 3}})
    for refusal in (made.value, edited.value):
        assert refusal.code is Code.INVALID_ARGUMENTS
        assert [detail["path"] for detail in refusal.details] == [f"attributes.{name}" for name in attributes]


def test_they_are_described_with_their_origin_and_read() -> None:
    """The block itself stays one of core."""
    shown = describe_type(KNOWN.describe("paragraph"), KNOWN)
    assert "origin" not in shown
    assert shown["attributes"]["acmeDelay"] == {"types": ["integer"], "stored": "comment", "origin": "site"}
    assert "origin" not in shown["attributes"]["content"]
    read = describe_block(read_outline(TEXT).roots[0], KNOWN.blocks["core/paragraph"])
    assert read == {"attributes": {"acmeShown": "members", "other": "x"}, "text": "Soup"}


def test_several_plugins_add_to_one_block() -> None:
    """What the owner gives counts before what the site tells, and both count."""
    given = {"name": "core/paragraph", "attributes": {"acmeDelay": {"type": "number"}, "mine": {"type": "boolean"}}}
    owner = read_added(given, Origin.FILE, Dialect.V7_1)
    assert owner
    both = KNOWN.added.under(AddedTypes({owner.name: owner})).types
    found = {name: (one.types, one.added) for name, one in list_added(both["core/paragraph"]).items()}
    assert found == {
        "acmeShown": (["string"], Origin.SITE),
        "acmeDelay": (["number"], Origin.FILE),
        "mine": (["boolean"], Origin.FILE),
    }
    names = " ".join(both["core/paragraph"].attributes)
    assert " lock metadata acmeShown acmeDelay mine align " in names
    assert both["core/group"] == KNOWN.blocks["core/group"]


def test_what_a_site_tells_of_core_s_blocks_is_told_one_by_one() -> None:
    """Only what is not core's; one that cannot be read leaves the others."""
    own = {"content": {"type": "string"}, "style": {"type": "object"}, "align": {"type": "string"}}
    odd = {"name": "core/paragraph", "attributes": {**own, "a": {"type": "int"}, "b": {"source": "text"}, **ADDED}}
    assert [list(each["attributes"]) for each in split_additions(odd)] == [["a"], ["b"], ["acmeShown"], ["acmeDelay"]]
    assert list_added(release_with(odd).blocks["core/paragraph"]).keys() == ADDED.keys()
    for none in (
        {"name": "core/paragraph", "attributes": own},
        {"name": "core/x", "attributes": []},
        {"name": "core/"},
    ):
        assert release_with(none).blocks == read_catalogue(Dialect.V7_1)


def test_very_many_attributes_take_time_in_proportion() -> None:
    """A site may tell as many as fit into its answer; so many are kept as of any block."""

    def measure(number: int) -> float:
        told = {"name": "core/paragraph", "attributes": {f"a{each}": {"type": "string"} for each in range(number)}}
        begin = time.process_time()
        added = list_added(release_with(told).blocks["core/paragraph"])
        assert len(added) == min(number, MAX_ATTRIBUTES)
        return time.process_time() - begin

    measure(500)
    assert measure(8_000) < 16 * measure(2_000)


@pytest.mark.parametrize(("version", "name"), [("6.1.9", "core/paragraph"), ("6.8.7", "core/tabs")])
def test_a_release_without_the_block_goes_on_without_it(version: str, name: str) -> None:
    """On one without a table no block of core is known, nor one that came later."""
    added = read_added({"name": name, "attributes": ADDED}, Origin.FILE, read_release(version).dialect)
    known = read_release(version, added=AddedTypes({name: added} if added else {}))
    assert name not in known.blocks
    text = f"<!-- wp:{name.removeprefix('core/')} /-->"
    assert edit(text, Update("0", {"acmeDelay": 3}), known) == text.replace("/-->", '{"acmeDelay":3} /-->')
