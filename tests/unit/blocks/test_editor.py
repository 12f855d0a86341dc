"""Edits change what they name, keep every other byte, and can be taken back."""

import copy
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.catalogue import read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import MAX_EDITS, Editor, edit_blocks
from sitehand.blocks.edits import (
    Duplicate,
    Edit,
    Insert,
    Move,
    Remove,
    Replace,
    ReplaceText,
    SetAttributes,
    SetHtml,
    Unwrap,
    Update,
    Wrap,
)
from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.making import NewBlock, make_blocks
from sitehand.blocks.outline import Entry, Outline, read_outline
from sitehand.blocks.places import Place, Relation
from sitehand.blocks.validity import find_difference
from sitehand.errors import Code, Problem
from tests.unit.blocks.forest import BLOCKS, Model, documents, find_level, join_text, read_model

PAGE = """<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">One</h3>
<!-- /wp:heading -->

<!-- wp:group {"b": 1, "a" : "\\u003c\\\\ --"} -->
<div class="wp-block-group"><!-- wp:paragraph -->
<p>Two</p>
<!-- /wp:paragraph -->

<!-- wp:core/paragraph -->
<p>Two</p>
<!-- /wp:core/paragraph --></div>
<!-- /wp:group -->

<!-- wp:latest-posts /-->
"""
NEW = "<!-- wp:paragraph -->\n<p>New</p>\n<!-- /wp:paragraph -->"
EMPTY = '<!-- wp:group -->\n<div class="wp-block-group"></div>\n<!-- /wp:group -->'


def edit(source: str, *edits: Edit) -> str:
    """The text after edits."""
    return edit_blocks(source, edits).source


def refuse(source: str, *edits: Edit) -> Problem:
    """The refusal of edits."""
    with pytest.raises(Problem) as refusal:
        edit_blocks(source, edits)
    return refusal.value


def test_new_blocks_stand_apart_as_the_editor_writes_them() -> None:
    """An empty line between two blocks, nothing between a block and the HTML around it."""
    assert edit(NEW, Insert(Place(Relation.END), NEW)) == f"{NEW}\n\n{NEW}"
    assert edit(NEW, Insert(Place(Relation.BEFORE, "0"), EMPTY)) == f"{EMPTY}\n\n{NEW}"
    filled = edit(EMPTY, Insert(Place(Relation.LAST_IN, "0"), NEW), Insert(Place(Relation.LAST_IN, "0"), NEW))
    assert filled == EMPTY.replace("></div>", f">{NEW}\n\n{NEW}</div>")
    assert edit("", Insert(Place(Relation.START), NEW)) == NEW


@pytest.mark.parametrize(
    ("container", "filled"),
    [
        ("<!-- wp:query {} /-->", "<!-- wp:query {} -->\nX\n<!-- /wp:query -->"),
        (
            '<!-- wp:cover --><div class="wp-block-cover"><span></span>'
            '<div class="wp-block-cover__inner-container"></div></div><!-- /wp:cover -->',
            '<!-- wp:cover --><div class="wp-block-cover"><span></span>'
            '<div class="wp-block-cover__inner-container">X</div></div><!-- /wp:cover -->',
        ),
        (
            '<!-- wp:details --><details class="wp-block-details"><summary>S</summary></details><!-- /wp:details -->',
            '<!-- wp:details --><details class="wp-block-details"><summary>S</summary>X</details><!-- /wp:details -->',
        ),
        (
            '<!-- wp:quote --><blockquote class="a > b"><cite>C</cite></blockquote><!-- /wp:quote -->',
            '<!-- wp:quote --><blockquote class="a > b">X<cite>C</cite></blockquote><!-- /wp:quote -->',
        ),
    ],
)
def test_the_first_block_goes_where_the_blocks_of_its_container_belong(container: str, filled: str) -> None:
    """Not before its summary or its text, nor into its background."""
    for place in (Place(Relation.FIRST_IN, "0"), Place(Relation.LAST_IN, "0")):
        assert edit(container, Insert(place, NEW)) == filled.replace("X", NEW)


@pytest.mark.parametrize("html", ["<li>One <b>and</b> two|</LI>", "<li>One<ul><li>Old</li></ul>|</li\n>", "<li>One|"])
def test_the_first_list_of_an_item_stands_behind_its_text(html: str) -> None:
    """Inserted, or moved there."""
    before, after = html.split("|")
    new = "<!-- wp:list -->\n<ul></ul>\n<!-- /wp:list -->"
    item, filled = (f"<!-- wp:list-item -->{before}{inner}{after}<!-- /wp:list-item -->" for inner in ("", new))
    assert edit(item, Insert(Place(Relation.FIRST_IN, "0"), new)) == filled
    source = f"<!-- wp:list --><ul>{item}</ul><!-- /wp:list -->"
    assert edit(f"{new}\n\n{source}", Move("0", Place(Relation.LAST_IN, "1.0"))) == source.replace(item, filled)


@pytest.mark.parametrize("release", list(Dialect))
def test_a_container_that_gets_its_first_block_is_one_that_the_editor_takes(release: Dialect) -> None:
    """Whichever block it is, with a text of its own or without."""
    for name, block in read_catalogue(release).items():
        texts = {each: "Text" for each in ("content", "summary", "caption", "citation") if each in block.attributes}
        with suppress(Problem):  # blocks that hold none, or need more
            made = make_blocks([NewBlock(name, texts)], release)
            done = edit_blocks(made, [Insert(Place(Relation.LAST_IN, "0"), "<!-- wp:mine/x /-->")], release)
            assert find_difference(done.outline.roots[0], block, release) is None, name


def test_attributes_are_merged_or_replaced() -> None:
    """Null removes; what is equal leaves even the spacing of the JSON; the HTML is untouched."""
    merged = edit(PAGE, SetAttributes("1", {"b": None, "c": {"d": 1, "e": None}}))
    assert merged == PAGE.replace(
        '{"b": 1, "a" : "\\u003c\\\\ --"}', '{"a":"\\u003c\\u005c \\u002d\\u002d","c":{"d":1}}'
    )
    assert edit(PAGE, SetAttributes("1", {"b": 1})) == PAGE
    assert edit(PAGE, SetAttributes("0", {}, replace=True)) == PAGE.replace(' {"level":3}', "")
    assert edit(PAGE, SetAttributes("2", {"x": 1})) == PAGE.replace("posts /-->", 'posts {"x":1} /-->')


def test_equal_blocks_have_numbers_and_keep_them_through_a_row_of_edits() -> None:
    """A fingerprint from before the first edit names its block to the end."""
    source = f"{NEW}\n\n{NEW}"
    first, second = Fingerprints(read_outline(source)).all().values()
    assert str(second) == f"{first}-2"
    done = edit_blocks(
        source,
        [
            SetAttributes(str(first), {"a": 1}),
            Move(str(first), Place(Relation.END)),
            SetAttributes(str(second), {"a": 2}),
        ],
    )
    assert [read_attributes(done.outline.tree.attributes_text(entry.block)) for entry in done.outline.roots] == [
        {"a": 2},
        {"a": 1},
    ]
    assert [[entry.path for entry in touched] for touched in done.touched] == [["1"], ["1"], ["0"]]


@pytest.mark.parametrize(
    ("source", "number", "edits"),
    [
        ("Hello\n<!-- wp:more /-->\nWorld", 2, [Remove("1")]),
        ("Hello\n<!-- wp:more /-->\nWorld", 0, [Remove("1")]),
        ("Hello\n<!-- wp:more /-->\nWorld", 0, [Move("1", Place(Relation.START))]),
        ("Hello\n<!-- wp:more /-->\nWorld", 2, [Move("2", Place(Relation.START))]),
        ("Hello", 0, [Insert(Place(Relation.END), "World")]),
        ("Hello", 0, [Insert(Place(Relation.START), "World"), Insert(Place(Relation.START), NEW)]),
        ("Hello\n<!-- wp:more /-->\nWorld", 2, [ReplaceText("World", " ")]),
        (f"Hello\n{NEW}", 0, [Wrap(["0", "1"], EMPTY)]),
    ],
)
def test_text_that_was_joined_or_emptied_is_no_block_any_more(source: str, number: int, edits: list[Edit]) -> None:
    """Its fingerprint from before would name other text too, or nothing."""
    address = str(list(Fingerprints(read_outline(source)).all().values())[number])
    problem = refuse(source, *edits, Remove(address))
    assert (problem.code, problem.extra) == (Code.CONFLICT, {"edit": len(edits)})
    assert "no block of its own" in problem.message


def test_text_between_blocks_keeps_its_fingerprint_through_edits_around_it() -> None:
    """What is put beside it, and white space around its new HTML, are not its own."""
    source = "Hello\n<!-- wp:more /-->\nWorld"
    first, more, last = map(str, Fingerprints(read_outline(source)).all().values())
    edits: list[Edit] = [
        Update(last, text="\nWorlds\n"),
        SetHtml(last, "\n<p>x</p>\n"),
        Insert(Place(Relation.BEFORE, last), NEW),
        Move(first, Place(Relation.BEFORE, more)),
        Duplicate(more),
        Remove(first),
        Move(last, Place(Relation.START)),
        SetHtml(last, "<p>y</p>"),
    ]
    assert edit(source, *edits) == f"<p>y</p>\n\n<!-- wp:more /-->\n\n<!-- wp:more /-->\n{NEW}"


def test_a_stale_address_is_refused_with_the_nearest_block() -> None:
    """By its words when it was edited since, by its place when there are fewer blocks."""
    source = PAGE.replace("One", "A title with several words that stay as they are")
    outline = read_outline(source)
    stale = str(Fingerprints(outline).of(outline.roots[0]))
    now = source.replace("several", "many")
    problem = refuse(now, Remove("2"), Remove(stale))
    assert problem.code is Code.CONFLICT
    assert (problem.extra["nearest"]["path"], problem.extra["nearest"]["name"], problem.extra["edit"]) == (
        "0",
        "core/heading",
        1,
    )
    assert edit(now, Remove(problem.extra["nearest"]["fingerprint"])) == edit(now, Remove("0"))
    assert refuse(PAGE, Remove("1.7")).extra["nearest"]["path"] == "1.1"
    assert refuse(PAGE, Remove("0.0")).extra["nearest"]["path"] == "0"
    assert "nearest" not in refuse("", Remove("0")).extra
    assert refuse(PAGE, Remove("first")).code is Code.INVALID_ARGUMENTS


def test_a_removed_block_is_gone_for_the_edits_after() -> None:
    """They are told so, and nothing is done."""
    outline = read_outline(PAGE)
    fingerprint = str(Fingerprints(outline).of(outline.roots[0]))
    problem = refuse(PAGE, Remove(fingerprint), SetAttributes(fingerprint, {"a": 1}))
    assert "An edit before this one has removed" in problem.message


@pytest.mark.parametrize(
    ("lock", "forbidden"),
    [
        ('"lock":{"move":true,"remove":false}', {"move", "leave"}),
        ('"lock":{"remove":true}', {"remove", "replace", "wrap", "leave"}),
        ('"lock":{"move":true,"remove":true}', {"move", "remove", "replace", "wrap", "leave"}),
        ('"lock":"all"', set()),
    ],
)
def test_the_lock_of_a_block_is_respected(lock: str, forbidden: set[str]) -> None:
    """A conflict that names the block with the lock."""
    locked = f"<!-- wp:paragraph {{{lock}}} -->\n<p>L</p>\n<!-- /wp:paragraph -->"
    assert find_forbidden(EMPTY.replace("></div>", f">{locked}\n\n{NEW}</div>"), "0.0") == forbidden


@pytest.mark.parametrize(
    ("outer", "inner", "forbidden"),
    [
        ('"all"', "", {"move", "remove", "replace", "wrap", "leave", "insert"}),
        ('"insert"', "", {"remove", "replace", "wrap", "leave", "insert"}),
        ('"contentOnly"', "", {"move", "remove", "replace", "wrap", "leave", "insert"}),
        ('"all"', ' {"templateLock":false}', set()),
        ('"all"', ' {"templateLock":"insert"}', {"remove", "replace", "wrap", "leave", "insert"}),
        ('"contentOnly"', ' {"templateLock":false}', {"move", "remove", "replace", "wrap", "leave", "insert"}),
        ("false", "", set()),
    ],
)
def test_the_template_lock_of_a_container_is_respected(outer: str, inner: str, forbidden: set[str]) -> None:
    """The nearest counts, but content-only goes through."""
    middle = EMPTY.replace("wp:group -->", f"wp:group{inner} -->", 1).replace("></div>", f">{NEW}\n\n{NEW}</div>")
    page = (
        f'<!-- wp:group {{"templateLock":{outer}}} -->\n<div class="wp-block-group">{middle}</div>\n<!-- /wp:group -->'
    )
    assert find_forbidden(page, "0.0.0") == forbidden


def find_forbidden(source: str, path: str) -> set[str]:
    """What cannot be done with a block that has a sibling behind it."""
    parent, _, _ = path.rpartition(".")
    edits: dict[str, Edit] = {
        "move": Move(path, Place(Relation.LAST_IN, parent)),
        "leave": Move(path, Place(Relation.START)),
        "remove": Remove(path),
        "replace": Replace(path, NEW),
        "wrap": Wrap([path], EMPTY),
        "insert": Insert(Place(Relation.BEFORE, path), NEW),
    }
    forbidden = set()
    for name, one in edits.items():
        try:
            edit_blocks(source, [one])
        except Problem as problem:
            assert problem.code is Code.CONFLICT
            assert "locked_by" in problem.extra
            forbidden.add(name)
    return forbidden


@pytest.mark.parametrize(
    "markup",
    [
        "",
        " \n",
        "<!-- wp:paragraph -->",
        "<!-- /wp:paragraph -->",
        f"{NEW}<!-- /wp:paragraph -->",
        "<!-- wp:group --><!-- wp:paragraph --><!-- /wp:group --><!-- /wp:paragraph -->",
    ],
)
def test_markup_that_would_break_the_page_is_refused(markup: str) -> None:
    """Unclosed, closed twice, crossed, or none at all."""
    assert refuse(PAGE, Insert(Place(Relation.END), markup)).code is Code.INVALID_ARGUMENTS


def test_text_without_a_block_goes_to_the_top_alone() -> None:
    """Within a block nothing says whose it is."""
    assert edit(NEW, Insert(Place(Relation.END), "<p>classic</p>")) == f"{NEW}\n\n<p>classic</p>"
    assert refuse(PAGE, Insert(Place(Relation.LAST_IN, "1"), "<p>classic</p>")).code is Code.INVALID_ARGUMENTS


def test_text_around_an_edit_cannot_swallow_it() -> None:
    """A delimiter that lacks its end would take it from the new block."""
    assert refuse('text <!-- wp:x {"a":1', Insert(Place(Relation.END), '<!-- wp:y {"b":2} /-->')).code is Code.CONFLICT


def test_blocks_that_are_never_closed_are_left_alone() -> None:
    """What is within them is edited; they themselves and the ends of the text are not."""
    source = f"<p>a</p><!-- wp:group --><div>{NEW}"
    changed = edit(source, SetAttributes("1.0", {"a": 1}), Insert(Place(Relation.AFTER, "1.0"), NEW))
    assert changed == source.replace("paragraph -->", 'paragraph {"a":1} -->', 1) + f"\n\n{NEW}"
    assert edit(source, SetAttributes("1", {"a": 1})) == source.replace("group -->", 'group {"a":1} -->')
    for one in (Remove("1"), Duplicate("1"), Insert(Place(Relation.END), NEW), Wrap(["1"], EMPTY), Unwrap("1")):
        assert "never closed" in refuse(source, one).message


def test_what_makes_no_sense_is_refused() -> None:
    """Into itself, blocks apart, a wrapper that holds something, text that would be lost, too many."""
    assert "into itself" in refuse(PAGE, Move("1", Place(Relation.FIRST_IN, "1.0"))).message
    assert "follow each other" in refuse(PAGE, Wrap(["0", "2"], EMPTY)).message
    assert "follow each other" in refuse(PAGE, Wrap(["1", "0"], EMPTY)).message
    assert "one block" in refuse(PAGE, Wrap(["0"], EMPTY.replace("></div>", f">{NEW}</div>"))).message
    summary = f"<!-- wp:details --><details><summary>Lost</summary>{NEW}</details><!-- /wp:details -->"
    assert "would be lost" in refuse(summary, Unwrap("0")).message
    assert "no blocks" in refuse(PAGE, Unwrap("0")).message
    assert refuse(PAGE, *[Duplicate("0")] * (MAX_EDITS + 1)).code is Code.INVALID_ARGUMENTS


@settings(max_examples=300, deadline=None)
@given(source=documents(), data=st.data())
def test_any_row_of_edits(source: str, data: st.DataObject) -> None:
    """Each does to the blocks what it says, keeps the bytes of all others, and its inverse gives the text back."""
    editor = Editor(source, Dialect.V7_1, {})
    texts = [source]
    for _ in range(data.draw(st.integers(1, 4))):
        before = read_outline(texts[-1])
        made = data.draw(edits(before, by_path=len(texts) > 1))
        if made is None:
            continue
        one, model = made
        expected = join_text(model(read_model(before)))
        editor.apply(one)
        done = editor.finish()
        assert read_model(done.outline) == expected
        check_others(before, done.outline, done.changes[-1].follow, one)
        texts.append(done.source)
    for change, old, new in reversed(list(zip(editor.finish().changes, texts, texts[1:], strict=False))):
        assert change.invert(old).apply(new) == old


@given(source=documents(), new=BLOCKS, data=st.data())
def test_opposites(source: str, new: str, data: st.DataObject) -> None:
    """What was inserted and is removed, or wrapped and unwrapped, or duplicated and removed, leaves nothing behind."""
    outline = read_outline(source)
    entries = [entry for entry in outline if entry.block.name]
    if not entries:
        return
    path = data.draw(st.sampled_from(entries)).path
    assert edit(source, Insert(Place(Relation.BEFORE, path), new), Remove(path)) == source
    assert edit(source, Wrap([path], EMPTY), Unwrap(path)) == source
    assert edit(source, Duplicate(path), Remove(path)) == source


def edits(outline: Outline, by_path: bool) -> st.SearchStrategy[Any]:
    """An edit that is possible, and what it does to the model; None where there is nothing to edit."""
    entries = [entry for entry in outline if entry.block.name]
    if not entries:
        return st.none()
    return st.sampled_from(entries).flatmap(lambda entry: st.sampled_from(possible(outline, entry, by_path)))


def possible(outline: Outline, entry: Entry, by_path: bool) -> list[tuple[Edit, Any]]:
    """The edits of one block."""
    path = [int(step) for step in entry.path.split(".")]
    address = entry.path if by_path else str(Fingerprints(outline).of(entry))  # later it names what it named at first
    new, empty = read_model(read_outline(NEW))[0], read_model(read_outline(EMPTY))[0]

    def at(models: list[Model], put: Any) -> list[Model]:
        changed = copy.deepcopy(models)
        level, index = find_level(changed, path), path[-1]
        put(level, index)
        return changed

    def put_last(level: list[Model], index: int) -> None:
        level.append(level.pop(index))

    made: list[tuple[Edit, Any]] = [
        (Remove(address), lambda models: at(models, lambda level, index: level.pop(index))),
        (Duplicate(address), lambda models: at(models, lambda level, index: level.insert(index, level[index]))),
        (Replace(address, NEW), lambda models: at(models, lambda level, index: level.__setitem__(index, new))),
        (
            Insert(Place(Relation.AFTER, address), NEW),
            lambda models: at(models, lambda level, index: level.insert(index + 1, new)),
        ),
        (
            Wrap([address], EMPTY),
            lambda models: at(models, lambda level, index: level.__setitem__(index, Model(empty.text, [level[index]]))),
        ),
    ]
    if entry.parent:
        made.append((Move(address, Place(Relation.LAST_IN, entry.parent.path)), lambda models: at(models, put_last)))
    if entry.inner:
        made.append((Unwrap(address), lambda models: at(models, unwrap)))
    return made


def unwrap(level: list[Model], index: int) -> None:
    """Put the blocks of a block in its place."""
    level[index : index + 1] = level[index].inner


def check_others(before: Outline, after: Outline, follow: Any, one: Edit) -> None:
    """Blocks that are neither in nor around what was edited have the bytes that they had."""
    edited = one.block if isinstance(one, Remove | Duplicate | Replace | Move | Unwrap) else None
    for entry in before:
        at = follow(entry.span.start)
        if (
            at is None
            or entry.inner
            or not entry.block.name
            or edited in {entry.path, str(Fingerprints(before).of(entry))}
        ):
            continue
        now = after.find_start(at)
        assert now is not None and after.text(now) == before.text(entry)


def test_moves_take_the_bytes_along() -> None:
    """Into a block, out of it, to an end; back again gives the same text."""
    group = EMPTY.replace("></div>", f">{NEW}</div>")
    odd = '<!-- wp:core/x   {"a" : 1} --><b>x</b><!-- /wp:core/x -->'
    source = f"{odd}\n\n{group}\n\n<!-- wp:latest-posts /-->"
    inside = edit(source, Move("0", Place(Relation.FIRST_IN, "1")))
    assert inside == source.removeprefix(f"{odd}\n\n").replace(NEW, f"{odd}\n\n{NEW}")
    assert edit(inside, Move("0.0", Place(Relation.START))) == source
    assert edit(source, Move("0", Place(Relation.END)), Move("2", Place(Relation.BEFORE, "0"))) == source
    for same in (Place(Relation.START), Place(Relation.BEFORE, "0"), Place(Relation.AFTER, "0")):
        assert edit(source, Move("0", same)) == source


@pytest.mark.parametrize(
    "source",
    [
        "<!-- wp:x -->" * 20_000 + NEW + "<!-- /wp:x -->" * 20_000,
        f"{NEW}\n\n" * 8_000,
        "<!-- wp:x --><p>" * 5_000 + NEW,
    ],
)
def test_edits_cost_in_proportion_to_the_text(source: str) -> None:
    """However deep, however many are equal, however many are never closed: within seconds, not minutes."""
    begin = time.process_time()
    outline = read_outline(source)
    fingerprints = Fingerprints(outline).all()
    last = next(entry for entry in fingerprints if entry.block.name == "core/paragraph")
    edit_blocks(source, [SetAttributes(str(fingerprints[last]), {"a": 1})])
    assert time.process_time() - begin < 5


@pytest.mark.parametrize("html", ["<a" * 10_000, "<a'" * 10_001, '<a title="' + "<b " * 10_000])
def test_tags_that_are_never_closed_cost_in_proportion(html: str) -> None:
    """The first of them goes to the end, where new blocks are put."""
    source = f"<!-- wp:mine/x -->{html}<!-- /wp:mine/x -->"
    begin = time.process_time()
    assert edit(source, Insert(Place(Relation.FIRST_IN, "0"), NEW)) == source.replace(html, html + NEW)
    assert time.process_time() - begin < 5


@given(source=documents())
def test_fingerprints_find_their_blocks(source: str) -> None:
    """All of them, each its own, told one by one or all at once."""
    outline = read_outline(source)
    fingerprints = Fingerprints(outline)
    found = fingerprints.all()
    assert len(set(map(str, found.values()))) == len(found)
    for entry, fingerprint in found.items():
        assert fingerprints.find(fingerprint) is entry and fingerprints.of(entry) == fingerprint
        assert outline.find(entry.path) is entry and outline.find_start(entry.span.start) is entry


def test_every_block_that_came_is_told_and_what_holds_it() -> None:
    """Each of those that were inserted or unwrapped; and the blocks around a change, which have other fingerprints."""
    group = EMPTY.replace("></div>", f">{NEW}</div>")
    done = edit_blocks(f"{group}\n\n{NEW}", [Insert(Place(Relation.LAST_IN, "0"), f"\n{NEW}\n\n{EMPTY}\n")])
    assert [entry.path for entry in done.touched[0]] == ["0.1", "0.2"]
    assert [entry.path for entry in done.around] == ["0"]
    done = edit_blocks(done.source, [Move("0.2", Place(Relation.START)), Move("2", Place(Relation.FIRST_IN, "0"))])
    assert [[entry.path for entry in entries] for entries in done.touched] == [["0"], ["0.0"]]
    assert [entry.path for entry in done.around] == ["1"], "the block that one was taken from, not the one touched"
    done = edit_blocks(done.source, [Unwrap("1")])
    assert [entry.path for entry in done.touched[0]] == ["1", "2"]
    assert not done.around
