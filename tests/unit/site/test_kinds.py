"""Every reader of kinds, over all kinds, over one that a host adds, and over one that nobody knows."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from sitehand.admin import listed
from sitehand.admin.sentences import tell_objects
from sitehand.app import assemble
from sitehand.doors.mcp.resources import list_resources
from sitehand.guard.shown import digest_changes
from sitehand.guard.transitions import makes
from sitehand.hosts.builtin.host import list_restorers
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.wordpress import conditions as asking
from sitehand.hosts.wordpress import states
from sitehand.operation.catalog import collect
from sitehand.operation.difference import show_objects
from sitehand.operation.policy import TRANSITIONS, Transition
from sitehand.operations.content import clone
from sitehand.operations.modules import OPERATION_MODULES
from sitehand.settings import Settings
from sitehand.site import conditions
from sitehand.site.changes import ObjectChange, ObjectLine
from sitehand.site.item_kinds import ITEM_KINDS, PAGE_KINDS, kind_of_type
from sitehand.site.kind import Kind, Kinds
from sitehand.site.kinds import KINDS
from sitehand.site.values import utc_now
from tests.recipe.checks import check_kinds, check_readers

GADGET = Kind(name="gadget", singular="gadget", plural="gadgets", secret=frozenset({"pin"}), sequence="gadget")
MORE = KINDS.extended(GADGET)
STRANGER = "stranger_thing"
SERVICE = {"key", "setting", "pending_change", "retired_secret", "field_group"}
"""What visitors never see: what the service keeps for itself, and which fields are registered. All else is content."""
BETWEEN_EDITORS = {"note"}
"""What is written on content, and never shown to visitors: its removal loses words all the same."""
CONTENT = [kind for kind in MORE if kind.name not in SERVICE | BETWEEN_EDITORS and not kind.opaque]
SECRET = "nobody may read this"
OF_CONTENT: tuple[Transition, ...] = ("public", "unpublish", "delete")

each_kind = pytest.mark.parametrize("kind", [*MORE], ids=lambda kind: kind.name)
each_content = pytest.mark.parametrize("kind", CONTENT, ids=lambda kind: kind.name)
each_transition = pytest.mark.parametrize("transition", OF_CONTENT)


def change(kind: str, before: Any = None, after: Any = None, number: str = "7") -> ObjectChange:
    """What became of one object, which visitors see if it can be seen."""
    return ObjectChange(kind, number, "A name", before, after, status="publish")


def test_every_captured_kind_is_known() -> None:
    """A table that is tracked needs a `Kind` of the host, or everything about it is held up, hidden and refused."""
    known = {kind.name for kind in KINDS}
    check_kinds(SITE, KINDS)
    assert {"item_term", "menu_entry"} <= known, "entries of before 3.8 have them as objects"


async def test_operations_are_about_known_kinds() -> None:
    """What `expected_revision` is about."""

    class Host:
        """A site whose every item is a post, with one design system."""

        items: Any = None
        design: Any = None
        elementor_kit: Any = None
        id = 1

        async def kind_of(self, item_id: int) -> str:
            return "post"

        async def get(self) -> Any:
            return self

    targets = [each.target for each in collect(OPERATION_MODULES) if each.target]
    limit = type("Limit", (), {"key_id": None})()
    about: Any = SimpleNamespace(id=7, type="recipe", ref="template_part:theme:header", area="a", key_id=7, limit=limit)
    host: Any = Host()
    host.items = host.design = host.templates = host.widget_areas = host
    found = [await target(host, about) for target in targets]
    assert ("template_part", "theme:header") in found
    assert all(KINDS[kind].is_known for kind, _ in found)


def test_all_but_the_services_own_is_content() -> None:
    """A new kind is held by the owner's rules unless it says that it is none of what visitors see.

    Nobody can tell what becomes of opaque ones, so every rule holds them.
    """
    assert {kind.name for kind in KINDS if kind.expose is None and not kind.opaque} == SERVICE


def test_no_two_kinds_share_a_name() -> None:
    """Neither of the port nor of a host."""
    with pytest.raises(ValueError, match="gadget"):
        MORE.extended(GADGET)


@each_content
def test_rules_on_content_hold_every_kind_of_content(kind: Kind) -> None:
    """What is made is made public, what is changed is shown otherwise, and what is gone is taken and removed."""
    made, updated, gone = (change(kind.name, *sides) for sides in ((None, {"a": 1}), ({"a": 1}, {"a": 2}), ({"a": 1},)))
    held = {
        name: [transition for transition in OF_CONTENT if makes(transition, [each], MORE)]
        for name, each in (("made", made), ("updated", updated), ("gone", gone))
    }
    assert held == {"made": ["public"], "updated": ["public"], "gone": ["unpublish", "delete"]}


@pytest.mark.parametrize("name", sorted(BETWEEN_EDITORS))
def test_rules_on_removals_alone_hold_what_visitors_never_see(name: str) -> None:
    """Nothing of it becomes public, and what is gone is gone."""
    sides: Any = ((None, {"a": 1}), ({"a": 1}, {"a": 2}), ({"a": 1}, None))
    held = [[rule for rule in OF_CONTENT if makes(rule, [change(name, *each)], MORE)] for each in sides]
    assert held == [[], [], ["delete"]]


@each_transition
def test_rules_on_content_let_the_services_own_through(transition: Transition) -> None:
    """Keys, settings, proposals and field groups are no content; a rule on any write holds them."""
    sides: Any = ((None, {"a": 1}), ({"a": 1}, {"a": 2}), ({"a": 1}, None))
    changes = [change(name, *each) for name in SERVICE for each in sides]
    assert not makes(transition, changes, MORE)
    assert makes("any", changes, MORE)


@pytest.mark.parametrize("transition", TRANSITIONS)
@pytest.mark.parametrize("sides", [(None, {"a": 1}), ({"a": 1}, {"a": 2}), ({"a": 1}, None), ({}, {})])
def test_what_nobody_knows_waits(transition: Transition, sides: Any) -> None:
    """Whatever becomes of it, and whatever its status: it may be what the rule is about."""
    assert makes(transition, [replace(change(STRANGER, *sides), status="draft")], MORE)


@pytest.mark.parametrize("status", ["publish", "future", "inherit", "", "a-status-of-a-plugin"])
def test_a_status_that_nobody_knows_may_be_public(status: str) -> None:
    """Only those that are known to hide an item do."""
    assert makes("public", [replace(change("page", None, {"title": "A"}), status=status)], MORE)


@each_kind
def test_secrets_are_told_and_not_shown(kind: Kind) -> None:
    """Set, changed or removed; of what holds nothing else, nothing at all."""
    objects = [(number, names) for number, names in (("7", kind.secret), *kind.secret_of.items()) if names]
    for number, names in objects or [("7", frozenset({"a"}))] * kind.untold:
        side = dict.fromkeys(names, SECRET)
        shown = show_objects([change(kind.name, side, None, number), change(kind.name, None, side, number)], MORE)
        assert SECRET not in json.dumps(shown)
        assert [{field["field"] for field in each["fields"]} for each in shown] == ([] if kind.untold else [names] * 2)


def test_of_what_nobody_knows_every_field_is_hidden() -> None:
    """That it was changed is told."""
    (shown,) = show_objects([change(STRANGER, {"name": SECRET, "a": ""}, {"name": SECRET + "!", "a": SECRET})], MORE)
    assert SECRET not in json.dumps(shown)
    assert shown["fields"] == [{"field": "name", "secret": "changed"}, {"field": "a", "secret": "set"}]


@pytest.mark.parametrize("kind", [kind for kind in MORE if not kind.untold], ids=lambda kind: kind.name)
def test_another_run_may_number_new_objects_otherwise(kind: Kind) -> None:
    """What is approved is the same when only the id differs, and other when anything else does."""
    runs = [[change(kind.name, None, {"id": number, "what": "A"}, str(number))] for number in (7, 8)]
    digests = {digest_changes(run, MORE) for run in runs}
    assert len(digests) == (1 if kind.sequence or kind.references else 2)
    other = digest_changes([change(kind.name, None, {"id": 7, "what": "B"})], MORE)
    assert other not in digests


def test_what_refers_to_a_new_object_is_the_same_in_another_run() -> None:
    """A page with a new picture, below a new page."""

    def run(picture: int, above: int) -> str:
        page = {"title": "B", "parent": above, "featured_media": picture}
        made = [change("media", None, {"id": picture}, str(picture)), change("page", None, {"id": above}, str(above))]
        return digest_changes([*made, change("page", None, page, str(above + 1))], MORE)

    assert run(5, 7) == run(6, 9)
    assert run(5, 7) != digest_changes([change("page", None, {"title": "B", "parent": 7, "featured_media": 5})], MORE)


def test_what_refers_from_within_a_list_is_the_same_in_another_run() -> None:
    """A post in a new category; an entry of a menu for a new page. What else an entry says counts."""

    def run(number: int, title: str = "Home") -> str:
        term = change("term", None, {"id": number}, str(number))
        page = change("page", None, {"id": number}, str(number))
        entries = [{"id": number, "item_id": number, "title": title}]
        post = change("post", {"categories": [1]}, {"categories": [1, number]})
        return digest_changes([term, page, post, change("menu", {"entries": []}, {"entries": entries})], MORE)

    assert run(5) == run(6)
    assert run(5) != run(5, "House")


def test_of_what_nobody_knows_every_value_counts() -> None:
    """Its id, its moments, and what may be secret: nothing of it changes between the showing and the doing."""
    values = ({"id": 1, "modified": "a"}, {"id": 2, "modified": "a"}, {"id": 1, "modified": "b"}, {"id": 1})
    digests = {digest_changes([change(STRANGER, None, each)], MORE) for each in values}
    assert len(digests) == len(values)
    assert digest_changes([change(STRANGER, None, {}, "7")], MORE) != digest_changes(
        [change(STRANGER, None, {}, "8")], MORE
    )


@each_kind
def test_sentences_use_its_words(kind: Kind) -> None:
    """One by its label, several by their number."""
    line = ObjectLine(kind=kind.name, id="7", label="A", action="update")
    assert tell_objects([line], MORE) == f"the {kind.singular} “A”"
    assert tell_objects([line, line], MORE) == f"2 {kind.plural}"
    page = ObjectLine(kind="page", id="8", label="P", action="update")
    if kind.incidental:
        assert tell_objects([line, page], MORE) == "the page “P”"


def test_what_nobody_knows_has_words_too() -> None:
    """It is an object; no sentence has the name of its kind."""
    line = ObjectLine(kind=STRANGER, id="7", label="", action="update")
    assert tell_objects([line, line], MORE) == "2 objects"
    assert tell_objects([line], MORE) == "the object 7"


def test_every_collection_can_be_read(tmp_path: Any) -> None:
    """The host has it, an operation gets one of it, and it is a resource; what is previewed is read so."""
    parts = assemble(Settings(data=tmp_path, log="off"), clock=lambda: datetime.now(UTC))
    check_readers(MORE, [each.name for each in parts.catalog])
    resources = {each.uri: each.needs for each in list_resources(MORE)}
    assert {kind.name for kind in MORE if kind.previewed} <= {kind.name for kind in MORE if kind.collection}
    for kind in MORE:
        if kind.collection:
            assert parts.host.store(kind.name) is getattr(parts.host, kind.collection)
            assert resources[f"sitehand://{kind.collection}/{{id}}"] == (kind.reader or f"get_{kind.name}")


def test_a_host_adds_kinds_without_changing_those_of_others() -> None:
    """The table is data, and nobody's to change."""
    assert KINDS["gadget"] == Kind(name="gadget", singular="object", plural="objects", is_known=False)
    assert Kinds(MORE)["gadget"] is GADGET


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        (listed.QUERIES, PAGE_KINDS),
        (listed.SECTIONS, PAGE_KINDS),
        (clone.FIELDS, ITEM_KINDS),
        (clone.COPIED, ITEM_KINDS),
        (conditions.OWN, ITEM_KINDS),
        (list_restorers(utc_now), ITEM_KINDS),
        (states.OWN, [kind.name for kind in KINDS if kind.has_editor]),
        (asking.PARAMETERS, PAGE_KINDS),
    ],
)
def test_no_table_of_items_misses_a_kind(table: Mapping[str, Any], kinds: Sequence[str]) -> None:
    """A new kind of item needs an entry in each."""
    assert set(kinds) <= table.keys()


def test_types_without_a_kind_are_of_custom_items() -> None:
    """Also one that has the name of a kind that is no item."""
    assert [kind_of_type(each) for each in ("page", "navigation", "recipe", "term")] == [
        *("page", "navigation", "custom_item", "custom_item")
    ]
