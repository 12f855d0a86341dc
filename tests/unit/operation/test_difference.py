"""Changed objects as they are read: fields before and after, long texts as a diff, and no secrets."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitehand.operation.difference import (
    MAX_STEPS,
    MAX_STEPS_TOGETHER,
    SHORT,
    Budget,
    show_object,
    show_objects,
    write_diff,
)
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS

SECRET = "a-very-secret-word"
LINES = st.lists(st.sampled_from(["", " ", "-", "--- a", "+++ b", "@@ -1 +1 @@", "<p>One.</p>", "Two", "-x", "+x"]))
TEXTS = st.builds("\n".join, LINES) | st.text(max_size=60)
WORDS = st.sampled_from(["<p>", "</p>", "Water. ", "More! ", "why? ", "x" * 50, "<b>a</b>", ">", " "])
LONG = st.builds("".join, st.lists(WORDS, max_size=40))
NAMES = st.sampled_from(["title", "content", "password", "secret_sha256", "arguments", "preview", "id", "modified"])
VALUES = st.none() | st.integers() | st.text(max_size=20) | st.just("x" * (SHORT + 1))
SIDES = st.none() | st.dictionaries(NAMES, VALUES)
OBJECTS = st.builds(
    ObjectChange,
    kind=st.sampled_from(["page", "post", "key", "pending_change", "term", "retired_secret"]),
    object=st.just("7"),
    label=st.just("A name"),
    before=SIDES,
    after=SIDES,
    revision_before=st.none() | st.just("a" * 12),
    revision_after=st.none() | st.just("b" * 12),
)


def read_side(diff: str, sign: str) -> list[str]:
    """The lines of a diff that belong to the side of that sign."""
    return [line[1:] for line in diff.split("\n") if line[:1] in (" ", sign)] if diff else []


def stands_in(lines: list[str], whole: list[str]) -> bool:
    """Whether the lines are in there, in their order, whatever stands between them."""
    left = iter(whole)
    return all(line in left for line in lines)


@given(TEXTS, TEXTS)
@example("--- a", "-- a")
@example("++ a", "+ a\n++ b")
@example("a\n-- b\nc", "a\nc")
def test_both_sides_are_in_the_diff(old: str, new: str) -> None:
    """Each side's lines in order, whatever they look like; what neither shows is the same on both."""
    diff = write_diff(old, new)
    before, after = old.split("\n"), new.split("\n")
    removed, added = read_side(diff, "-"), read_side(diff, "+")
    assert (diff == "") == (old == new)
    assert all(line[:1] in ("+", "-", " ") for line in diff.split("\n") if diff)
    assert stands_in(removed, before)
    assert stands_in(added, after)
    assert Counter(before) - Counter(removed) == Counter(after) - Counter(added)


@given(st.lists(st.sampled_from(["a", "-- b", "++ c", ""]), max_size=2), TEXTS)
def test_short_texts_can_be_put_together_from_their_diff(around: list[str], new: str) -> None:
    """Up to two lines around a change are shown, so that nothing of such texts is left out."""
    marked = [line + "!" for line in new.split("\n")]
    before, after = [*around, "old", *around], [*around, *marked, *around]
    diff = write_diff("\n".join(before), "\n".join(after))
    assert (read_side(diff, "-"), read_side(diff, "+")) == (before, after)


@given(LONG, LONG)
def test_the_pieces_of_long_lines_are_those_of_the_texts(old: str, new: str) -> None:
    """Lines are broken between tags and after sentences; each piece stands in its text, in order."""
    first = "y" * SHORT + "<i>"
    diff = write_diff(f"{first}{old}z", first + new)
    for sign, text in (("-", f"{first}{old}z"), ("+", first + new)):
        place = 0
        for piece in read_side(diff, sign):
            place = text.index(piece, place) + len(piece)
    assert read_side(diff, "-") != read_side(diff, "+")


def test_an_elementor_document_is_compared_value_by_value() -> None:
    """It is one line as it is stored: the difference has the value that changed, its element, and its neighbours."""
    title = r"Title {0}, \"quoted\""
    elements = [
        f'{{"id":"{number:07x}","settings":{{"title":"{title.format(number)}","size":"h2"}}}}' for number in range(60)
    ]
    old = f"[{','.join(elements)}]"
    before, after = {"elementor_data": old}, {"elementor_data": old.replace("Title 30", "Another")}
    (field,) = show_object(ObjectChange("page", "7", "A page", before, after), KINDS)["fields"]
    assert field["diff"].splitlines()[2:4] == [
        r'-000001e "settings":{"title":"Title 30, \"quoted\""',
        r'+000001e "settings":{"title":"Another, \"quoted\""',
    ]


def test_only_the_sentence_that_changed_is_shown() -> None:
    """With two pieces around it, of a line of HTML however long."""
    text = "<p>" + "Water is wet. " * 100 + "</p><p>End.</p>"
    changed = text.replace("</p><p>", "Or is it? </p><p>")
    diff = write_diff(text, changed)
    assert diff == " Water is wet.\n Water is wet.\n+Or is it?\n </p>\n <p>End.</p>"


@pytest.mark.parametrize("other", ["<p>" + "a" * SHORT + ".</p>\n<p>b</p>", "<p>" + "a" * SHORT + ".</p><p>b</p>"])
def test_a_difference_that_breaking_hides_is_told(other: str) -> None:
    """A line that is broken where another text has a new line is not the same text."""
    one = "<p>" + "a" * SHORT + ".</p><p>b</p>"
    assert write_diff(one, other) == ("" if one == other else "Only line breaks differ.")


def write_entangled(lines: int, side: str) -> str:
    """Every second line is in both sides, once: the most laborious that there is to compare."""
    return "\n".join(f"{side}{place}\nsame {place}" for place in range(lines))


def test_what_takes_too_long_to_compare_is_counted_only() -> None:
    """However the lines are entangled, one difference takes no more than its steps, and says that it is coarse."""
    budget = Budget()
    shown = write_diff(write_entangled(3000, "a") + "\nend", write_entangled(3000, "b") + "\nend", budget)
    told, *lines = shown.split("\n")
    assert told == "Too large to compare line by line: 5999 lines removed, 5999 added."
    assert (lines[0], lines[5999], lines[-1]) == ("-a0", "+b0", " end")
    assert MAX_STEPS_TOGETHER - budget.left <= MAX_STEPS


def test_many_differences_share_their_steps() -> None:
    """An answer with many laborious differences takes no more than its steps; the rest is counted only, each time."""
    before, after = ({"content": write_entangled(300, side)} for side in "ab")
    changes = [ObjectChange("page", str(number), "A name", before, after) for number in range(40)]
    budget = Budget()
    shown = [show_object(each, KINDS, budget)["fields"][0]["diff"] for each in changes]
    assert 0 <= budget.left < MAX_STEPS
    assert shown[0].startswith("-a0\n+b0\n same 0\n")
    assert shown[-1].startswith("Too large to compare line by line: 599 lines removed, 599 added.\n-a0\n")
    assert [each["fields"][0]["diff"] for each in show_objects(changes, KINDS)] == shown


def test_length_alone_takes_no_steps() -> None:
    """What two texts begin and end with does not count, and long texts with few differences are compared."""
    old, new = (["same"] * 9000 + [f"{side}{place}" for place in range(1996)] for side in "ab")
    shown = write_diff("\n".join([*old, "end", "end"]), "\n".join([*new, "end", "end"]))
    assert shown.startswith(" same\n same\n-a0\n-a1\n")
    long = [f"line {place}" for place in range(9000)]
    assert write_diff("\n".join(["old", *long, "old"]), "\n".join(["new", *long, "new"])) == (
        "-old\n+new\n line 0\n line 1\n line 8998\n line 8999\n-old\n+new"
    )


@pytest.mark.parametrize(
    ("before", "after", "word"), [("", "b", "set"), ("a", "b", "changed"), ("a", "", "removed"), (None, "", None)]
)
def test_of_a_secret_is_told_what_was_done(before: str | None, after: str, word: str | None) -> None:
    """Set, changed or removed; where there was none and is none, there is nothing to tell."""
    sides = [None if side is None else {"password": side} for side in (before, after)]
    shown = show_object(ObjectChange("page", "7", "A page", sides[0], sides[1]), KINDS)
    assert shown["fields"] == ([{"field": "password", "secret": word}] if word else [])


def test_a_secret_setting_is_told_alike() -> None:
    """Its values are not even words."""
    change = ObjectChange("setting", "broker", "broker", {"name": "broker", "value": SECRET}, None)
    assert show_object(change, KINDS)["fields"][-1] == {"field": "value", "secret": "removed"}


@given(OBJECTS, st.sampled_from(["", "x" * SHORT]))
def test_what_is_hidden_never_shows(change: ObjectChange, more: str) -> None:
    """Of either side, whether it is short or long: only what was done to it."""
    hidden = KINDS[change.kind].secret
    sides = [
        None if side is None else {name: SECRET + more if name in hidden else value for name, value in side.items()}
        for side in (change.before, change.after)
    ]
    for before, after in (sides, sides[::-1]):
        shown = show_objects([replace(change, before=before, after=after)], KINDS)
        assert SECRET not in json.dumps(shown)
        for field in shown[0]["fields"] if shown else []:
            if field["field"] in hidden:
                assert field.keys() == {"field", "secret"}


@given(OBJECTS)
def test_every_other_field_is_shown(change: ObjectChange) -> None:
    """Each once, before and after as they are, or, of two texts of which one is long, as their diff; of secrets those
    that there were or are.
    """
    shown = show_object(change, KINDS)
    before, after = change.before or {}, change.after or {}
    hidden = KINDS[change.kind].secret
    names = {*before, *after} - KINDS[change.kind].quiet
    names = {name for name in names if name not in hidden or before.get(name) or after.get(name)}
    assert sorted(field["field"] for field in shown["fields"]) == sorted(names)
    assert (shown["kind"], shown["id"], shown["label"], shown["action"]) == (
        *(change.kind, "7", "A name"),
        "create" if change.before is None else "delete" if change.after is None else "update",
    )
    assert (shown["revision_before"], shown["revision_after"]) == (change.revision_before, change.revision_after)
    for field in shown["fields"]:
        name = field["field"]
        if name in hidden:
            continue
        old, new = before.get(name), after.get(name)
        if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > SHORT:
            assert field == {"field": name, "diff": write_diff(old, new)}
        else:
            sides = {side: row[name] for side, row in (("before", before), ("after", after)) if name in row}
            assert field == {"field": name, **sides}


def test_lists_of_objects_are_told_line_by_line() -> None:
    """The entries of a menu: of many, those that differ. Other lists are told as they are."""
    entries = [{"id": number, "title": f"Entry {number}"} for number in range(40)]
    moved = [*entries[:20], {"id": 20, "title": "Ünder"}, *entries[21:]]
    sides = ({"entries": entries, "tags": [1]}, {"entries": moved, "tags": []})
    lists, tags = show_object(ObjectChange("menu", "1", "Main", *sides), KINDS)["fields"]
    assert tags == {"field": "tags", "before": [1], "after": []}
    assert [line for line in lists["diff"].split("\n") if line[:1] != " "] == [
        '-{"id": 20, "title": "Entry 20"}',
        '+{"id": 20, "title": "Ünder"}',
    ]
    (made,) = show_object(ObjectChange("menu", "1", "Main", {"entries": []}, {"entries": entries[:2]}), KINDS)["fields"]
    assert made["before"] == ""
    assert made["after"] == '{"id": 0, "title": "Entry 0"}\n{"id": 1, "title": "Entry 1"}'


@given(st.lists(OBJECTS, max_size=4))
def test_objects_of_nothing_but_secrets_are_left_out(objects: list[ObjectChange]) -> None:
    """The others stand in their order."""
    kept = [each for each in objects if not KINDS[each.kind].untold]
    assert show_objects(objects, KINDS) == [show_object(each, KINDS) for each in kept]
