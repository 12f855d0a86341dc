"""What every host must do with notes."""

from collections.abc import Sequence

import pytest

from sitehand.errors import Code, Problem
from sitehand.site.changes import ObjectChange
from sitehand.site.comments import CommentQuery
from sitehand.site.content import ItemFields, PageFields
from sitehand.site.host import Host
from sitehand.site.notes import Note, NoteQuery, NoteStore
from sitehand.site.patterns import PatternFields
from tests.contract.conftest import Site

BY, NAME = "key:1", "Ann's key"


@pytest.fixture(autouse=True)
def since_notes(site: Site, request: pytest.FixtureRequest) -> None:
    """On releases that have them."""
    if site.name == "wordpress":
        request.getfixturevalue("with_notes")


def notes_of(host: Host) -> NoteStore:
    """The notes of a host that offers them."""
    assert host.notes is not None
    return host.notes


async def make_page(host: Host, status: str = "publish") -> int:
    """A page to work on."""
    fields = PageFields.model_validate({"title": "Worked on", "status": status})
    return int((await host.pages.create(fields, BY))["id"])


async def make(host: Host, page: int, content: str) -> Note:
    """A new note."""
    return await notes_of(host).create(page, content, NAME)


async def list_notes(host: Host, **query: object) -> Sequence[Note]:
    """A list, oldest first."""
    return (await notes_of(host).find(NoteQuery.model_validate({"order": "asc", **query}))).items


async def test_a_note_is_written_answered_resolved_and_opened_again(host: Host) -> None:
    """Each reply says what it did; only the note itself has a status, and a revision that changes with it."""
    page, notes = await make_page(host, "draft"), notes_of(host)
    made = await make(host, page, "Is <b>this</b> & that true?")
    assert (made["post"], made["parent"], made["status"], made["untrusted"]) == (page, 0, "open", [])
    assert made["content"].get("raw") == "Is <b>this</b> & that true?"
    assert "<b>this</b>" in made["content"]["rendered"]
    assert made == await notes.get(made["id"], "edit")
    assert "raw" not in (await notes.get(made["id"], "view"))["content"]
    said = await notes.reply(made["id"], "Yes.", NAME)
    assert (said["post"], said["parent"], said["status"]) == (page, made["id"], "")
    assert (await notes.get(made["id"], "edit"))["revision"] == made["revision"]
    resolved = await notes.set_status(made["id"], "resolved", NAME)
    assert (resolved["status"], resolved["revision"] != made["revision"]) == ("resolved", True)
    assert await notes.set_status(made["id"], "resolved", NAME) == resolved
    assert await notes.set_status(made["id"], "open", NAME) == made
    replies = await list_notes(host, parent=[made["id"]], context="edit")
    told = [(each["status"], each["content"].get("raw")) for each in replies]
    assert told == [("", "Yes."), ("resolved", ""), ("reopened", "")]


async def test_lists_are_filtered_by_item_note_and_status(host: Host) -> None:
    """Replies stand in them as notes do, unless a status is asked for, which they do not have."""
    one, other = await make_page(host), await make_page(host)
    first, second, third = await make(host, one, "1"), await make(host, one, "2"), await make(host, other, "3")
    await notes_of(host).set_status(second["id"], "resolved", NAME)
    (done,) = await list_notes(host, parent=[second["id"]])

    async def ids(**query: object) -> set[int]:
        return {each["id"] for each in await list_notes(host, **query)}

    assert await ids(post=[one]) == {first["id"], second["id"], done["id"]}
    assert await ids(parent=[0]) == {first["id"], second["id"], third["id"]}
    assert await ids(status="open") == {first["id"], third["id"]}
    assert await ids(status="resolved", post=[one, other]) == {second["id"]}
    assert await ids(status="resolved", parent=[second["id"]]) == set()
    found = await notes_of(host).find(NoteQuery(parent=[0], order="desc", per_page=2, page=2))
    assert (len(found.items), found.total, found.pages) == (1, 3, 2)


async def test_nothing_of_a_note_is_a_comment_or_changes_the_item(host: Host) -> None:
    """Lists of comments do not have it, nobody reads it as one, and the revision of the item stays as it is."""
    page = await make_page(host)
    before = await host.pages.get(page, "edit")
    note = await make(host, page, "Between us")
    assert (await host.comments.find(CommentQuery(post=[page]))).total == 0
    with pytest.raises(Problem) as refusal:
        await host.comments.get(note["id"], "edit")
    assert refusal.value.code is Code.NOT_FOUND
    assert await host.pages.get(page, "edit") == before


async def test_a_reply_takes_no_replies_and_has_no_status(host: Host) -> None:
    """The refusal names the note."""
    note = await make(host, await make_page(host), "First")
    reply = await notes_of(host).reply(note["id"], "Second", NAME)
    for call in (
        notes_of(host).reply(reply["id"], "Third", NAME),
        notes_of(host).set_status(reply["id"], "open", NAME),
    ):
        with pytest.raises(Problem, match="is a reply") as refusal:
            await call
        assert (refusal.value.code, str(note["id"]) in refusal.value.hint) == (Code.INVALID_ARGUMENTS, True)


async def test_a_note_goes_with_its_replies(host: Host) -> None:
    """Each of them is an object of the change; a reply goes alone."""
    page, notes = await make_page(host), notes_of(host)
    note = await make(host, page, "First")
    reply, last = [await notes.reply(note["id"], words, NAME) for words in ("Second", "Third")]
    assert (await notes.delete(reply["id"]))["id"] == reply["id"]
    async with host.transactions.open() as transaction:
        await notes.delete(note["id"])
        objects: Sequence[ObjectChange] = await transaction.objects()
        await transaction.rollback()
    assert {(each.kind, each.object) for each in objects} == {("note", str(each["id"])) for each in (note, last)}
    assert await notes.delete(note["id"]) == note
    for gone in (note, reply, last):
        with pytest.raises(Problem) as refusal:
            await notes.get(gone["id"], "view")
        assert refusal.value.code is Code.NOT_FOUND
    assert await list_notes(host, post=[page]) == []


async def test_some_items_take_no_notes(host: Host) -> None:
    """What is in the trash, is a pattern or a navigation, or is not there."""
    page = await make_page(host)
    await host.pages.trash(page, BY)
    pattern = await host.patterns.create(PatternFields(title="Part", content="<p>Part</p>"), BY)
    navigation = await host.navigations.create(ItemFields(title="Main", content="<p>Links</p>"), BY)
    absent = dict.fromkeys((int(pattern["id"]), navigation["id"], 999_999), Code.NOT_FOUND)
    refusals = {page: Code.INVALID_ARGUMENTS, **absent}
    for item, code in refusals.items():
        with pytest.raises(Problem) as refusal:
            await make(host, item, "Lost")
        assert refusal.value.code is code


async def test_notes_of_an_item_in_the_trash_stay_as_they_are(host: Host) -> None:
    """Nobody answers or settles them there, and no half of it is done; then they are as before."""
    page, notes = await make_page(host), notes_of(host)
    note = await make(host, page, "First")
    await host.pages.trash(page, BY)
    calls = (notes.reply(note["id"], "Second", NAME), notes.set_status(note["id"], "resolved", NAME))
    for call in calls:
        with pytest.raises(Problem, match="in the trash") as refusal:
            await call
        assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert await notes.get(note["id"], "edit") == note
    await host.pages.update(page, PageFields(status="draft"), BY)
    assert (await notes.set_status(note["id"], "resolved", NAME))["status"] == "resolved"


async def test_notes_go_with_their_item(host: Host) -> None:
    """When it is deleted permanently."""
    page = await make_page(host)
    note = await make(host, page, "Short-lived")
    await notes_of(host).reply(note["id"], "Indeed", NAME)
    await host.pages.delete(page, BY)
    with pytest.raises(Problem) as refusal:
        await notes_of(host).get(note["id"], "view")
    assert refusal.value.code is Code.NOT_FOUND
