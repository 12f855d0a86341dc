"""Tests of reading the text of PDFs, from whomever they come."""

import asyncio
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfWriter

from sitehand.errors import Code, Problem
from sitehand.files.children import Children
from sitehand.files.intake import Intake
from sitehand.files.pdf_text import read_pdf
from sitehand.site.media_text import MAX_TEXT, MediaText, MediaTextQuery
from sitehand.store.staged_files import StagedFiles
from tests.pdfs import CATALOG, draw_pages, print_text, write_pdf


@pytest.fixture
def staged(tmp_path: Path) -> StagedFiles:
    """Where PDFs are worked on."""
    return StagedFiles(tmp_path)


@pytest.fixture
def children(staged: StagedFiles) -> Children:
    """What reads them there."""
    return Children(staged.work_folder)


async def read(children: Children, content: bytes, page: int = 1, offset: int = 0) -> MediaText:
    """The text from there on."""
    return await read_pdf(children, content, MediaTextQuery(id=1, page=page, offset=offset))


def encrypt(content: bytes, password: str) -> bytes:
    """A PDF that opens with this password alone; changing it needs another one."""
    writer, written = PdfWriter(clone_from=BytesIO(content)), BytesIO()
    writer.encrypt(password, "owner", algorithm="AES-256")
    writer.write(written)
    return written.getvalue()


async def test_pages_are_read_until_an_answer_is_full(children: Children) -> None:
    """Each page whole, but for one that alone is longer; each answer says where the next call begins."""
    content = print_text("a" * (MAX_TEXT + 5), "b" * (MAX_TEXT - 3), "öö", "c")
    page, offset, texts = 1, 0, []
    while True:
        found = await read(children, content, page, offset)
        assert (found["pages"], found["untrusted"]) == (4, ["texts"])
        assert sum(len(each["text"].encode()) for each in found["texts"]) <= MAX_TEXT
        texts.append([(each["page"], len(each["text"])) for each in found["texts"]])
        if "next" not in found:
            break
        page, offset = found["next"]["page"], found["next"]["offset"]
    assert texts == [[(1, MAX_TEXT)], [(1, 5)], [(2, MAX_TEXT - 3)], [(3, 2), (4, 1)]]


async def test_of_many_pdfs_one_is_in_memory(staged: StagedFiles) -> None:
    """The others are loaded when their turn comes, also after one that cannot be loaded."""
    intake, loaded, at_once = Intake(staged), 0, []

    async def load() -> bytes:
        nonlocal loaded
        loaded += 1
        if loaded == 1:
            raise Problem(Code.STORAGE_UNAVAILABLE, "The file is missing.")
        at_once.append(loaded - sum(each.done() for each in calls))
        return print_text("Rye")

    calls = [asyncio.create_task(intake.read_pdf(load, MediaTextQuery(id=1))) for _ in range(3)]
    _, *found = await asyncio.gather(*calls, return_exceptions=True)
    assert [each["texts"][0]["text"] for each in found if isinstance(each, dict)] == ["Rye", "Rye"]
    assert at_once == [1, 1]


async def test_a_password_that_only_keeps_from_changes_keeps_nobody_from_reading(children: Children) -> None:
    """One that is asked for to open the file does, and the refusal says so."""
    assert (await read(children, encrypt(print_text("Rye"), "")))["texts"] == [{"page": 1, "text": "Rye"}]
    with pytest.raises(Problem, match="password") as refusal:
        await read(children, encrypt(print_text("Rye"), "secret"))
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "id")


async def test_pages_without_text_and_damaged_ones_are_named(children: Children) -> None:
    """A page that unpacks to more than it may is left out, and the others are read."""
    found = await read(children, draw_pages(b"", b" " * 80_000_000, b"BT /F1 9 Tf (Rye) Tj ET"))
    assert [each["text"] for each in found["texts"]] == ["", "", "Rye"]
    assert [(each["code"], each["message"][:7]) for each in found["notices"]] == [
        ("damaged_pages", "Page 2:"),
        ("no_text", "Page 1:"),
    ]


async def test_control_characters_are_left_out(children: Children) -> None:
    """Escape sequences would reach a terminal."""
    found = await read(children, draw_pages(b"BT /F1 9 Tf (Rye \\033[31m\\000 red) Tj ET"))
    assert found["texts"][0]["text"] == "Rye [31m red"


@pytest.mark.parametrize(
    "content",
    [
        *(b"%PDF-1.4\n%%EOF\n", b"%PDF-1.4\n" + b"%" * 300_000 + b"\n%%EOF\n"),
        b"%PDF-1.4\n" + b"1 0 obj " * 100_000 + b"\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n",
        write_pdf([b"<</Type/Catalog/Pages 2 0 R/X " + b"[" * 50_000 + b">>"]),
        write_pdf([CATALOG, b"<</Type/Pages/Count 2/Kids[2 0 R 2 0 R]>>"]),
        write_pdf([CATALOG, b"<</Type/Pages/Count 200001/Kids[%s]>>" % (b"3 0 R " * 200_001), b"<</Type/Page>>"]),
    ],
    ids=["empty", "padding", "objects in objects", "deep nesting", "a page tree in itself", "more pages than are read"],
)
async def test_what_is_no_sound_pdf_is_refused(content: bytes, children: Children, staged: StagedFiles) -> None:
    """With one clear error, and nothing left behind."""
    with pytest.raises(Problem, match=r"^The PDF ") as refusal:
        await read(children, content)
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "id")
    assert not list(staged.folder.glob("*"))


async def test_what_takes_longer_than_it_may_is_ended(staged: StagedFiles) -> None:
    """A page of 7 KB draws a letter so often that reading it takes a quarter of a minute."""
    content = draw_pages(b"BT /F1 9 Tf " + b"(a) Tj " * 700_000 + b"ET")
    assert len(content) < 10_000
    with pytest.raises(Problem, match="takes too long"):
        await read(Children(staged.work_folder, seconds=0.7), content)
    assert not list(staged.folder.glob("*"))
