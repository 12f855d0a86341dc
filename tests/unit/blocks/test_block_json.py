"""Blocks that are not core's: read from their `block.json`, made, edited and placed by what it says."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from turbohtml import Element, parse_fragment

from sitehand.blocks import reading
from sitehand.blocks.added_types import AddedTypes, read_all
from sitehand.blocks.attribute_forms import FaultyBlockType
from sitehand.blocks.block_json import read_block_json
from sitehand.blocks.catalogue import FOLDER, BlockType, Kind, Origin, read_catalogue, table_name
from sitehand.blocks.describing import describe_type, list_types
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Edit, Insert, Move, ReplaceText, SetHtml, Update, Wrap
from sitehand.blocks.outline import read_outline
from sitehand.blocks.places import Place, Relation
from sitehand.blocks.release import Release, read_release
from sitehand.blocks.showing import describe_block
from sitehand.blocks.support_attributes import ORDER, list_support_attributes
from sitehand.errors import Code, Problem
from tests.wordpress.editor import Editor

SUPPORTS = {
    "align": ["wide", "full"],
    "anchor": True,
    "ariaLabel": True,
    "color": {"gradients": True},
    "typography": {"fontSize": True},
    "__experimentalBorder": {"color": True},
    "layout": True,
}
HOURS: Mapping[str, Any] = {
    "apiVersion": 3,
    "name": "acme/hours",
    "title": "Opening hours",
    "category": "widgets",
    "description": "When the shop is open.",
    "render": "file:./render.php",
    "attributes": {
        "day": {"type": "string", "enum": ["mon", "tue"]},
        "count": {"type": "integer", "default": 3},
        "links": {"type": "array", "default": []},
        "note": {"type": ["string", "null"], "role": "content"},
    },
    "supports": SUPPORTS,
    "allowedBlocks": ["core/paragraph"],
    "styles": [{"name": "small", "label": "Small"}],
}
CARD: Mapping[str, Any] = {
    "name": "acme/card",
    "title": "Card",
    "attributes": {
        "content": {"type": "string", "source": "html", "selector": ".card > p"},
        "plain": {"type": "string", "source": "text", "selector": "b"},
        "tone": {"type": "string"},
    },
    "parent": "core/group",
}
BADGE = {"name": "acme/badge", "is_dynamic": True, "attributes": [], "allowed_blocks": [], "parent": None}
CARD_TEXT = (
    '<!-- wp:group -->\n<div class="wp-block-group"><!-- wp:acme/card {"tone":"warm"} -->\n'
    '<div class="card"><p>Soup &amp; <b>bread</b></p></div>\n<!-- /wp:acme/card --></div>\n<!-- /wp:group -->'
)
OLD = "6.1.9"


def read(form: Any, origin: Origin = Origin.FILE, release: Dialect = Dialect.V7_1) -> BlockType:
    """A block type from its description."""
    return read_block_json(form, origin, release)


def release_with(version: str = "7.1.4") -> Release:
    """A release with three blocks of plugins, as a WordPress tells them."""
    dialect = read_release(version).dialect
    return read_release(version, added=read_all([HOURS, CARD, BADGE, {"name": "core/new"}], Origin.SITE, dialect))


KNOWN = release_with()


def edit(text: str, wanted: Edit, release: Release = KNOWN) -> str:
    """A text after an edit."""
    return edit_blocks(text, [wanted], release.dialect, blocks=release.blocks).source


def make(*blocks: Mapping[str, Any], release: Release = KNOWN) -> str:
    """The markup of new blocks."""
    return release.make([release.read_new(block) for block in blocks])


def nest(levels: int) -> dict[str, Any]:
    """Objects in objects."""
    return {"inner": nest(levels - 1)} if levels else {}


@pytest.mark.parametrize(
    ("form", "path"),
    [
        ([], "the block type"),
        ({**HOURS, "supports": nest(100)}, "the block type"),
        ({**HOURS, "attributes": {"a": {"default": "\ud800"}}}, "the block type"),
        ({**HOURS, "supports": {1: 2}}, "the block type"),
        ({}, "name"),
        ({"name": "hours"}, "name"),
        ({"name": "Acme/hours"}, "name"),
        ({"name": "core/hours"}, "name"),
        ({**HOURS, "title": 3}, "title"),
        ({**HOURS, "attributes": ["a"]}, "attributes"),
        ({**HOURS, "attributes": {"a": {"type": "int"}}}, "attributes.a.type[0]"),
        ({**HOURS, "attributes": {"a": {"enum": "x"}}}, "attributes.a.enum"),
        ({**HOURS, "attributes": {"a": {"source": "page"}}}, "attributes.a.source"),
        ({**HOURS, "attributes": {"a": {"source": "html", "selector": "p["}}}, "attributes.a.selector"),
        ({**HOURS, "attributes": {"a": {"selector": "p:has(p:has(b))"}}}, "attributes.a.selector"),
        ({**HOURS, "attributes": {"a": {"selector": r"p:h\61 s(p:HAS(b))"}}}, "attributes.a.selector"),
        (
            {**HOURS, "attributes": {"a": {"selector": ":nth-child(2 of :nth-child(n of b))"}}},
            "attributes.a.selector",
        ),
        ({**HOURS, "attributes": {"a": {"selector": "p " * 300 + "b"}}}, "attributes.a.selector"),
        ({**HOURS, "attributes": {"a": {"query": {"b": {"type": ["text"]}}}}}, "attributes.a.query.b.type[0]"),
        ({**HOURS, "attributes": {f"a{number}": {} for number in range(5_001)}}, "attributes"),
        ({**HOURS, "supports": 1}, "supports"),
        ({**HOURS, "parent": [1]}, "parent[0]"),
        ({**HOURS, "allowedBlocks": {"a": 1}}, "allowedBlocks"),
    ],
)
def test_a_faulty_description_is_refused_with_its_place(form: Any, path: str) -> None:
    """What is wrong, where, and what would be right."""
    with pytest.raises(FaultyBlockType) as refusal:
        read(form)
    assert [detail["path"] for detail in refusal.value.details] == [path]
    assert str(refusal.value).startswith(f"{path}: expected {refusal.value.details[0]['expected']}, got ")


def test_all_sources_spell_one_form() -> None:
    """`block.json` and WordPress's REST API, where PHP writes no members as a list."""
    told = {
        **{name: value for name, value in HOURS.items() if name not in ("render", "allowedBlocks")},
        **{"is_dynamic": True, "allowed_blocks": ["core/paragraph"], "ancestor": None, "render": None},
    }
    assert read(told) == read(HOURS)
    badge = read(BADGE)
    assert (badge.kind, badge.leaf, badge.parents, badge.supports) == (Kind.DYNAMIC, True, None, {})


@pytest.mark.parametrize("selector", ["", "h1:not(.a), tr:nth-child(2) td:nth-child(1)", r".md\:wide > p:first-child"])
def test_selectors_of_real_blocks_are_taken(selector: str) -> None:
    """An empty one is none, as in the editor."""
    found = read({**HOURS, "attributes": {"a": {"type": "string", "source": "html", "selector": selector}}})
    assert found.attributes["a"].selector == selector


def test_html_is_parsed_once_for_all_attributes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block of a plugin may have thousands of them, each with a selector of its own."""
    parsed: list[str] = []

    def parse(html: str) -> Element:
        parsed.append(html)
        return parse_fragment(html)

    monkeypatch.setattr(reading, "parse_fragment", parse)
    many = {f"a{number}": {"type": "string", "source": "html", "selector": "b"} for number in range(5)}
    (entry,) = read_outline("<!-- wp:acme/card --><p><b>x</b></p><!-- /wp:acme/card -->")
    assert reading.read_block(entry, read({"name": "acme/card", "attributes": many})) == dict.fromkeys(many, "x")
    assert parsed == ["<p><b>x</b></p>"]


def test_who_writes_the_html_is_known() -> None:
    """The site, the plugin's JavaScript, or both where an attribute is stored in the HTML."""
    assert [read(form).kind for form in (HOURS, CARD, {**CARD, "render": "file:./render.php"})] == [
        *(Kind.DYNAMIC, Kind.STATIC, Kind.HYBRID)
    ]


@pytest.mark.parametrize("release", list(Dialect))
def test_supports_add_the_attributes_that_core_blocks_have_by_them(release: Dialect) -> None:
    """Of every core block, but for those that define one of these names themselves."""
    table = json.loads((FOLDER / table_name(release)).read_bytes())
    own = {"legacy-widget", "widget-group", "media-text"}
    for name, block in table["blocks"].items():
        stored: dict[str, Any] = {}
        for one in block["attributes"]:
            stored.update({one: table["shared"][one]} if isinstance(one, str) else one)
        added = list_support_attributes(block.get("supports", {}), release)
        if name.removeprefix("core/") not in own:
            assert {key: stored.get(key) for key in added} == added, name
        assert stored.keys() & ORDER[release] - added.keys() <= {
            *("allowedBlocks", "gradient", "textColor", "backgroundColor", "align")
        }, name


@pytest.mark.parametrize("release", list(Dialect))
def test_attributes_of_supports_stand_in_the_order_of_core_blocks(release: Dialect) -> None:
    """Of every core block, behind its own: first what PHP registers, then what its editor adds."""
    for name, block in read_catalogue(release).items():
        names = list(block.attributes)
        if "lock" in names:  # not those of the screens of widgets
            found = names[names.index("lock") :]
            assert [each for each in list_support_attributes(block.supports, release) if each in found] == found, name


@pytest.mark.parametrize("release", list(Dialect))
def test_what_is_made_of_a_dynamic_block_its_own_editor_takes(release: Dialect, editor: Editor) -> None:
    """The same attributes in the same order; valid, and the same when it is stored again, with blocks in it or not."""
    known = release_with(release)
    attributes = {
        "metadata": {"name": "Hours"}, "className": "a", "style": {"color": {"text": "#123456"}}, "textColor": "base",
        "align": "wide", "note": 'Tom & "Ann" --', "count": 5, "day": "tue", "layout": {"type": "flex"},
    }  # fmt: skip
    new = {"name": "acme/hours", "attributes": attributes}
    markup = make(
        new, {**new, "attributes": {"count": 3}, "inner": [{"name": "paragraph", "text": "x"}]}, release=known
    )
    checked = editor.check_with(HOURS, markup)
    ours = known.blocks["acme/hours"].attributes
    assert [name for name in checked["attributes"] if name != "anchor"] == [name for name in ours if name != "anchor"]
    assert [block["valid"] for block in checked["blocks"]] == [True, True]
    assert checked["serialized"] == markup
    assert "anchor" in ours or release is Dialect.V6_8  # 6.8 stores it in HTML, which such a block does not have


def test_a_dynamic_block_is_edited_by_its_attributes() -> None:
    """Other attributes stay, also those that the type does not have; a default is not stored."""
    text = '<!-- wp:acme/hours {"day":"mon","count":5,"from":"x"} /-->'
    assert edit(text, Update("0", {"day": "tue"})) == text.replace("mon", "tue")
    assert edit(text, Update("0", {"count": 3, "day": None})) == '<!-- wp:acme/hours {"from":"x"} /-->'
    inner = "<!-- wp:acme/hours --><!-- wp:paragraph -->\n<p>A</p>\n<!-- /wp:paragraph --><!-- /wp:acme/hours -->"
    assert edit(inner, Update("0", {"day": "mon"})) == inner.replace("hours -->", 'hours {"day":"mon"} -->', 1)


@pytest.mark.parametrize("attributes", [{"day": "wed"}, {"count": "5"}, {"align": "none"}, {"other": 1}])
@pytest.mark.parametrize("release", ["7.1.4", "6.8.7", OLD])
def test_attributes_are_checked_by_the_type(attributes: dict[str, Any], release: str) -> None:
    """In new blocks and in edits alike, on a release without a table too."""
    known = release_with(release)
    with pytest.raises(Problem) as made:
        make({"name": "acme/hours", "attributes": attributes}, release=known)
    with pytest.raises(Problem) as edited:
        edit("<!-- wp:acme/hours /-->", Update("0", attributes), known)
    for refusal in (made.value, edited.value):
        assert refusal.code is Code.INVALID_ARGUMENTS
        assert [detail["path"] for detail in refusal.details] == [f"attributes.{name}" for name in attributes]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (CARD_TEXT, Update("0.0", {"tone": "cold"})),
        (CARD_TEXT, Update("0.0", {"content": "Tea"})),
        (CARD_TEXT, Update("0.0", {}, text="Tea")),
        (CARD_TEXT, Update("0.0", {"metadata": {"name": "A"}, "tone": None})),
        ("<!-- wp:acme/card /-->", Update("0", {"plain": "Tea"})),
        ("<!-- wp:acme/hours --><b>Open</b><!-- /wp:acme/hours -->", Update("0", {"day": "mon"})),
    ],
)
def test_html_that_only_javascript_writes_is_left_alone(text: str, wanted: Edit) -> None:
    """An attribute that the HTML may show is refused with that reason."""
    with pytest.raises(Problem, match="only its own JavaScript knows") as refusal:
        edit(text, wanted)
    assert refusal.value.code is Code.CONFLICT


def test_what_needs_no_other_html_is_edited() -> None:
    """Attributes that no HTML shows, words of its text, HTML as its editor writes it, and one that has no HTML."""
    locked = edit(CARD_TEXT, Update("0.0", {"lock": {"move": True}}))
    assert locked == CARD_TEXT.replace('"warm"', '"warm","lock":{"move":true}')
    assert edit(CARD_TEXT, ReplaceText("Soup", "Tea")) == CARD_TEXT.replace("Soup", "Tea")
    html = '<div class="card"><p>Tea</p></div>'
    assert html in edit(CARD_TEXT, SetHtml("0.0", html))
    assert edit("<!-- wp:acme/card /-->", Update("0", {"tone": "cold"})) == '<!-- wp:acme/card {"tone":"cold"} /-->'


@pytest.mark.parametrize(
    "block",
    [
        {"name": "acme/card", "attributes": {"tone": "warm"}},
        {"name": "core/group", "inner": [{"name": "acme/card"}]},
    ],
)
def test_a_block_whose_html_is_not_known_is_not_made(block: dict[str, Any]) -> None:
    """It is taken as markup."""
    with pytest.raises(Problem, match="Only the JavaScript of acme/card writes its HTML") as refusal:
        make(block)
    assert (refusal.value.code, refusal.value.hint) == (Code.INVALID_ARGUMENTS, "Give the block as markup instead.")


@pytest.mark.parametrize(
    ("text", "wanted", "hint"),
    [
        (CARD_TEXT, Move("0.0", Place(Relation.END)), "acme/card stands directly in core/group."),
        ("<!-- wp:acme/hours /-->", Insert(Place(Relation.FIRST_IN, "0"), "<!-- wp:more /-->"), "acme/hours holds"),
        ("<!-- wp:acme/badge /-->", Insert(Place(Relation.LAST_IN, "0"), "<!-- wp:more /-->"), "acme/badge holds no"),
        ("<!-- wp:archives /-->", Wrap(["0"], "<!-- wp:acme/hours /-->"), "acme/hours holds core/paragraph alone."),
    ],
)
def test_parents_and_allowed_blocks_hold(text: str, wanted: Edit, hint: str) -> None:
    """As they do for core's blocks."""
    with pytest.raises(Problem) as refusal:
        edit(text, wanted)
    assert refusal.value.hint.startswith(hint)


def test_locks_hold() -> None:
    """A block that is locked stays, and where only content may change, its content may."""
    locked = '<!-- wp:acme/hours {"lock":{"move":true}} /-->\n\n<!-- wp:more /-->'
    with pytest.raises(Problem, match="may not move"):
        edit(locked, Move("0", Place(Relation.END)))
    group = (
        '<!-- wp:group {"templateLock":"contentOnly"} --><div class="wp-block-group">'
        "<!-- wp:acme/hours /--></div><!-- /wp:group -->"
    )
    with pytest.raises(Problem, match="contentOnly"):
        edit(group, Update("0.0", {"day": "mon"}))
    assert '"note":"Closed"' in edit(group, Update("0.0", {"note": "Closed"}))


def test_a_block_is_described_with_its_origin() -> None:
    """In the list and alone; core's blocks name none, and a leaf is told of both."""
    lines = {line["name"]: line for line in list_types(KNOWN)}
    assert lines["acme/hours"] == {
        "name": "acme/hours", "title": "Opening hours", "category": "widgets",
        "description": "When the shop is open.", "origin": "site",
    }  # fmt: skip
    assert "origin" not in lines["core/heading"]
    assert [*lines][-3:] == ["acme/badge", "acme/card", "acme/hours"]
    assert "core/new" not in lines
    shown = {name: describe_type(KNOWN.describe(name), KNOWN) for name in ("acme/hours", "acme/badge", "acme/card")}
    assert shown["acme/hours"]["example"] == {"name": "acme/hours"}
    assert shown["acme/hours"]["attributes"]["day"] == {
        "types": ["string"],
        "stored": "comment",
        "values": ["mon", "tue"],
    }
    assert [one.get("leaf", False) for one in shown.values()] == [False, True, False]
    assert ("example" in shown["acme/card"], shown["acme/card"]["parents"]) == (False, ["core/group"])
    assert describe_type(KNOWN.describe("heading"), KNOWN)["leaf"]
    assert "leaf" not in describe_type(KNOWN.describe("group"), KNOWN)


def test_a_block_is_read_by_its_type() -> None:
    """Attributes from the HTML too; the HTML is shown beside them, since it may hold more."""
    entry = read_outline(CARD_TEXT).roots[0].inner[0]
    shown = describe_block(entry, KNOWN.blocks["acme/card"])
    assert shown["attributes"] == {"tone": "warm", "plain": "bread"}
    assert shown["text"] == "Soup &amp; <b>bread</b>"
    assert shown["html"].strip().startswith('<div class="card">')
    assert "html" not in describe_block(read_outline("<!-- wp:acme/hours /-->").roots[0], KNOWN.blocks["acme/hours"])


def test_what_cannot_be_read_is_an_unknown_block() -> None:
    """A site is not ours to mend: the others are known, and whoever asks for this one is told what is wrong."""
    odd = {"name": "acme/odd", "attributes": {"a": {"type": "int"}}}
    known = read_release("7.1", added=read_all([odd, HOURS, {"name": 3}], Origin.SITE, Dialect.V7_1))
    assert ("acme/hours" in known.blocks, "acme/odd" in known.blocks) == (True, False)
    with pytest.raises(Problem, match="cannot read what the site says") as refusal:
        known.describe("acme/odd")
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.NOT_FOUND, "attributes.a.type[0]")
    assert edit("<!-- wp:acme/odd /-->", Update("0", {"a": 1}), known) == '<!-- wp:acme/odd {"a":1} /-->'
    untold = read_release("7.1", added=AddedTypes(unread="The site does not tell."))
    with pytest.raises(Problem) as refusal:
        untold.describe("acme/hours")
    assert refusal.value.hint.endswith("The site does not tell.")


def test_a_release_without_a_table_makes_blocks_of_plugins_alone() -> None:
    """Core's are refused there as before."""
    known = release_with(OLD)
    assert make({"name": "acme/hours", "attributes": {"day": "mon"}}, release=known) == (
        '<!-- wp:acme/hours {"day":"mon"} /-->'
    )
    with pytest.raises(Problem, match=OLD):
        make({"name": "acme/hours", "inner": [{"name": "paragraph"}]}, release=known)


def test_what_the_owner_gives_counts_before_what_the_site_tells() -> None:
    """A file may say more than the PHP of a plugin."""
    site = read_all([HOURS, {"name": "acme/card", "attributes": {"a": {"type": "int"}}}], Origin.SITE, Dialect.V7_1)
    both = site.under(AddedTypes({name: read({"name": name}) for name in ("acme/hours", "acme/card")}))
    assert {name: block.origin for name, block in both.types.items()} == {
        "acme/hours": Origin.FILE,
        "acme/card": Origin.FILE,
    }
    assert both.faults == {}
