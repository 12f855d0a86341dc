"""The bytes of texts on each release that Sitehand works with: what is stored, shown and read back."""

import base64
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import islice

import pytest

from sitehand.blocks.catalogue import Kind, read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock, make_block
from sitehand.blocks.release import read_release
from sitehand.blocks.saves import SAVES
from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.site.content import Page, PageFields
from sitehand.site.transactions import Terms
from sitehand.store.database import Database
from tests.unit.blocks.real import read_real_texts
from tests.unit.blocks.samples import cases
from tests.wordpress.forms import LINES, LOST, TABLE, UNCLOSED, Row
from tests.wordpress.releases import SUITES
from tests.wordpress.site import WordPress, run_wordpress

BY = "key:1"
MORE = "\n\n<p>One more.</p>"
PARAGRAPH = "<!-- wp:paragraph -->\n<p>As it is.</p>\n<!-- /wp:paragraph -->"


@dataclass(frozen=True, slots=True)
class Released:
    """A site of a release, and a host over it."""

    release: str
    site: WordPress
    client: Client
    host: WordPressHost

    def form(self, row: Row) -> str:
        """What the release makes of a text."""
        return row.forms.get(self.release, row.text)

    async def make(self, title: str, content: str) -> int:
        """The id of a page that somebody else made."""
        made = await self.client.write("POST", "/wp/v2/pages", {"title": title, "content": content})
        return int(made.value["id"])

    def stored(self, item_id: int) -> str:
        """The text in the database."""
        return self.site.run_sql(f"SELECT post_content FROM wp_posts WHERE ID = {item_id}")[:-1]

    def store(self, item_id: int, content: str) -> None:
        """Change the text in the database, past WordPress."""
        encoded = base64.b64encode(content.encode()).decode()
        self.site.run_sql(f"UPDATE wp_posts SET post_content = FROM_BASE64('{encoded}') WHERE ID = {item_id}")

    def revisions(self, item_id: int) -> dict[str, str]:
        """The texts in the revisions of an item, by their numbers."""
        found = self.site.run_sql(
            f"SELECT JSON_OBJECTAGG(ID, post_content) FROM wp_posts WHERE post_parent = {item_id}"
        )
        texts: dict[str, str] = json.loads(found) if found != "NULL\n" else {}
        return texts


@pytest.fixture(scope="module", params=SUITES)
def release(request: pytest.FixtureRequest) -> Iterator[tuple[str, WordPress]]:
    """Each release in turn: the site that the other tests share, or one for this module."""
    if request.param == request.config.getoption("--wordpress"):
        yield request.param, request.getfixturevalue("wordpress")
        return
    with run_wordpress(request.param) as site:
        yield request.param, site


@pytest.fixture
async def released(release: tuple[str, WordPress], ledger: Database) -> AsyncIterator[Released]:
    """A host over each release."""
    name, site = release
    client = Client(f"{site.url}/?rest_route=/", site.user, site.password)
    yield Released(name, site, client, build_host(client, ledger, "secret"))
    await client.close()


async def test_the_release_is_the_one_that_was_asked_for(released: Released) -> None:
    """A table for another release would say nothing."""
    assert released.site.version.startswith(f"{released.release}.")


async def test_texts_are_stored_and_shown_as_the_table_says(released: Released) -> None:
    """Stored as they are; and what was read, with something added, is stored as it was shown."""
    new, shown, changed = {}, {}, {}
    kept = {name: row for name, row in TABLE.items() if name not in LOST[released.release]}
    for name, row in TABLE.items():
        item = await released.make(name, row.text)
        new[name] = released.stored(item)
        shown[name] = (await released.host.pages.get(item, "edit"))["content"]["raw"]
        if name in kept:
            await released.host.pages.update(item, PageFields(content=f"{shown[name]}{MORE}"), BY)
            changed[name] = released.stored(item)
    assert new == {name: row.text for name, row in TABLE.items()}
    assert shown == {name: released.form(row) for name, row in TABLE.items()}
    assert changed == {name: f"{released.form(row)}{MORE}" for name, row in kept.items()}


async def test_what_a_release_reads_otherwise_is_refused(released: Released) -> None:
    """What is lost when WordPress reads it is not stored through us; the item is not made."""
    refused = set()
    for name, row in TABLE.items():
        try:
            await released.host.pages.create(PageFields(title=name, content=row.text), BY)
        except Problem as problem:
            assert problem.code is Code.VERIFICATION_FAILED
            refused.add(name)
    assert refused == LOST[released.release] | ({UNCLOSED} if released.release != "6.1" else set())


async def test_titles_and_excerpts_keep_their_bytes(released: Released) -> None:
    """New ones, and changed ones."""
    host, read, changed = released.host, {}, {}
    for name, line in LINES.items():
        made = await host.pages.create(PageFields(title=line, excerpt=line), BY)
        read[name] = await host.pages.get(made["id"], "edit")
        await host.pages.update(made["id"], PageFields(title=f"{line}!", excerpt=f"{line}!"), BY)
        changed[name] = await host.pages.get(made["id"], "edit")
    assert {name: (item["title"]["raw"], item["excerpt"]["raw"]) for name, item in read.items()} == {
        name: (line, line) for name, line in LINES.items()
    }
    assert {name: (item["title"]["raw"], item["excerpt"]["raw"]) for name, item in changed.items()} == {
        name: (f"{line}!", f"{line}!") for name, line in LINES.items()
    }


async def test_blocks_of_an_old_release_are_written_as_markup(released: Released) -> None:
    """Sitehand does not know them, and says so; from 6.8 on it does."""
    release = read_release(released.site.version)
    heading = NewBlock("core/heading", {"content": "One", "level": 3}, [])
    if released.release != "6.1":
        assert "<h3" in release.make([heading])
        return
    with pytest.raises(Problem) as refusal:
        release.make([heading])
    assert refusal.value.code is Code.CONFLICT


async def test_what_is_stored_is_in_a_revision_before_it_changes(released: Released) -> None:
    """Also when somebody changed the database behind the revisions; what WordPress then writes anew is named."""
    text = f"{TABLE['numbers'].text}\n\n{PARAGRAPH}"
    item = await released.make("Kept", text)
    for stored in (text, text.replace("0.1", "0.20")):
        released.store(item, stored)
        shown = await released.host.pages.get(item, "edit")
        changed = await released.host.pages.update(item, add_more(shown), BY)
        kept = released.revisions(item)
        assert stored in kept.values()
        told = [(notice["code"], notice["message"]) for notice in changed.get("notices", ())]
        number = next(number for number, content in kept.items() if content == stored)
        if released.release == "6.1":
            assert (told, released.stored(item)) == ([], f"{stored}{MORE}")
        else:
            assert [code for code, _ in told] == ["blocks_rewritten"]
            assert "block 0, which" in told[0][1] and f"Revision {number} " in told[0][1]


async def test_the_revision_is_the_same_before_and_after_what_was_stored_is_kept(released: Released) -> None:
    """So a write with the revision that was read passes; and once is enough."""
    item = await released.make("Kept", f"{TABLE['numbers'].text}{PARAGRAPH}")
    shown = await released.host.pages.get(item, "edit")
    expected = [("page", str(item), shown["revision"])]
    async with released.host.transactions.open(Terms(expected=expected)) as transaction:
        await released.host.pages.update(item, add_more(shown), BY)
        assert released.revisions(item) == {}
        await transaction.commit(lambda _, objects: objects)
    assert len(released.revisions(item)) == 2
    await released.host.pages.update(item, add_more(await released.host.pages.get(item, "edit")), BY)
    assert len(released.revisions(item)) == 3


async def test_what_would_be_lost_elsewhere_in_the_text_is_refused(released: Released) -> None:
    """Nothing is stored. Who replaces such a block may write the rest."""
    for name in sorted(LOST[released.release]):
        text = f"{PARAGRAPH}\n\n{TABLE[name].text}"
        item = await released.make(name, text)
        with pytest.raises(Problem, match="block 1") as refusal:
            await released.host.pages.update(item, add_more(await released.host.pages.get(item, "edit")), BY)
        assert (refusal.value.code, released.stored(item)) == (Code.CONFLICT, text)
        await released.host.pages.update(item, PageFields(content=f"{PARAGRAPH}{MORE}"), BY)
        assert (released.stored(item), text in released.revisions(item).values()) == (f"{PARAGRAPH}{MORE}", True)


def add_more(shown: Page) -> PageFields:
    """A change of a text that leaves its blocks as they are."""
    return PageFields(content=f"{shown['content']['raw']}{MORE}")


ELSEWHERE = [
    PARAGRAPH.replace("As it is.", text)
    for text in ("𝔅read 🥖 at “noon”", r"C:\new\u0041 \\ &amp; \"", "שלום, <strong>עולם</strong>", "مرحبا، ١٢٣")
]
"""Text of four bytes, backslashes, and text that is read from the right."""


async def test_text_of_any_script_keeps_its_bytes_through_ten_edits_elsewhere(released: Released) -> None:
    """Every edit is the only thing that changes."""
    rest = "\n\n".join(ELSEWHERE * 10)
    item = await released.make("Long", f"{PARAGRAPH}\n\n{rest}")
    for number in range(10):
        shown = (await released.host.pages.get(item, "edit"))["content"]["raw"]
        edited = shown.replace(PARAGRAPH if not number else f"Edit {number - 1}.", f"Edit {number}.", 1)
        await released.host.pages.update(item, PageFields(content=edited), BY)
    assert released.stored(item) == f"Edit 9.\n\n{rest}"


def list_markup() -> dict[str, str]:
    """One of each block with HTML; with `THEME_DATA`, a WordPress export, its texts of blocks too."""
    made = []
    for name, block in read_catalogue(Dialect.V7_1).items():
        if name in SAVES and block.kind is Kind.STATIC:
            content = list(islice(cases(block, Dialect.V7_1), 2))[1]
            made.append(make_block(NewBlock(name, content), Dialect.V7_1))
    texts = {"each block": "\n\n".join(made), **read_real_texts(blocks=True)}
    return {name: text.strip() for name, text in texts.items()}


async def test_block_markup_keeps_its_bytes_through_ten_edits(
    released: Released, request: pytest.FixtureRequest
) -> None:
    """Of every kind of block; through two edits in a quick run."""
    edits = 10 if request.config.getoption("--hosts") == "all" else 2
    differ = []
    for name, text in list_markup().items():
        item = await released.make(name, f"{PARAGRAPH}\n\n{text}")
        for number in range(edits):
            shown = (await released.host.pages.get(item, "edit"))["content"]["raw"]
            edited = shown.replace("As it is." if not number else f"Edit {number - 1}.", f"Edit {number}.", 1)
            await released.host.pages.update(item, PageFields(content=edited), BY)
        if released.stored(item) != f"{PARAGRAPH.replace('As it is.', f'Edit {edits - 1}.')}\n\n{text}":
            differ.append(name)
    assert differ == []


async def test_a_text_of_a_megabyte_keeps_its_bytes(released: Released, request: pytest.FixtureRequest) -> None:
    """Through ten edits elsewhere in it when all is run on all hosts, else through one."""
    rest = "\n\n".join([*ELSEWHERE, *[PARAGRAPH.replace("As it is.", "𝔅read, \\u0041 &amp; water. " * 70)] * 480])
    item = await released.make("Megabyte", f"{PARAGRAPH}\n\n{rest}")
    edits = 10 if request.config.getoption("--hosts") == "all" else 1
    for number in range(edits):
        shown = (await released.host.pages.get(item, "edit"))["content"]["raw"]
        edited = shown.replace(PARAGRAPH if not number else f"Edit {number - 1}.", f"Edit {number}.", 1)
        await released.host.pages.update(item, PageFields(content=edited), BY)
    assert len(rest.encode()) > 10**6 and released.stored(item) == f"Edit {edits - 1}.\n\n{rest}"
