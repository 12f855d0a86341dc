"""Tests of cleaning drawings: whoever sends one, the stored one runs and loads nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers.expat import ExpatError

import pytest
import tinycss2
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.errors import Code, Problem
from sitehand.files import svg_worker
from sitehand.files.children import Children
from sitehand.files.formats import SVG
from sitehand.files.inspection import Inspector
from sitehand.store.staged_files import StagedFiles
from tests.pictures import draw
from tests.unit.files.drawings import ATTACKS, PIECES, SOUND

SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
RUNS = re.compile(
    r"script|javascript|\son\w+\s*=|foreignobject|iframe|handler|evil\.example|@import|expression|<!|<\?|data:text|data:image/svg",
    re.IGNORECASE,
)
"""What of these attacks no clean drawing has."""
DANGEROUS = frozenset({"script", "foreignObject", "iframe", "handler", "embed", "audio", "metadata", "font-face-uri"})
HREF = re.compile(r"\s*#|data:image/png;base64,")


def wrap(inner: str, more: str = "") -> bytes:
    """A drawing."""
    return f"<svg {SPACES} {more}>{inner}</svg>".encode()


def clean(content: bytes, folder: Path) -> tuple[str, list[str]]:
    """The clean text and what was left out, in this process."""
    (folder / "source").write_bytes(content)
    told = svg_worker.work(folder)
    return (folder / "full").read_text(), told["left_out"]


def find_dangers(drawing: str) -> Iterator[str]:
    """What of a drawing could run or load something, wherever it stands."""
    for element in ElementTree.fromstring(drawing).iter():
        space, _, name = element.tag[1:].rpartition("}")
        if space != svg_worker.SVG or name in DANGEROUS:
            yield element.tag
        for attribute, value in element.attrib.items():
            plain = attribute.rpartition("}")[2].lower()
            if plain.startswith("on") or plain == "base" or (plain == "href" and not HREF.match(value)):
                yield attribute
            if plain == "attributename" and value.lower() not in ("opacity", "fill"):
                yield value
            yield from find_loads(tinycss2.parse_component_value_list(value))
        if name == "style":
            yield from find_loads(tinycss2.parse_component_value_list(element.text or ""))


def find_loads(values: list[Any]) -> Iterator[str]:
    """Addresses of CSS that lead out of the drawing, and rules that load something."""
    for value in values:
        text = value.serialize()
        if value.type in ("url", "error") and not value.serialize().startswith("url(#"):
            yield text
        if value.type == "at-keyword" and value.lower_value != "media":
            yield text
        if value.type == "function":
            if value.lower_name in ("url", "image-set", "expression") and "#" not in text[:6]:
                yield text
            yield from find_loads(value.arguments)
        if value.type.endswith(" block"):
            yield from find_loads(value.content)


@pytest.fixture
def staged(tmp_path: Path) -> StagedFiles:
    """Where drawings are worked on."""
    return StagedFiles(tmp_path)


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_known_attacks_are_left_out(attack: str, tmp_path: Path) -> None:
    """And what draws stays: the circle after each of them."""
    cleaned, left_out = clean(wrap(f'{attack}<circle id="kept" r="4"/>'), tmp_path)
    assert not RUNS.search(cleaned), cleaned
    assert left_out
    assert ElementTree.fromstring(cleaned).find("{*}circle[@id='kept']") is not None


@pytest.mark.parametrize("drawing", SOUND, ids=range(len(SOUND)))
def test_what_only_draws_stays(drawing: str, tmp_path: Path) -> None:
    """Shapes, gradients, styles, animations and pictures in the file: the same elements with the same attributes."""
    content = wrap(drawing)
    cleaned, left_out = clean(content, tmp_path)
    assert left_out == []
    assert ElementTree.canonicalize(cleaned) == ElementTree.canonicalize(content.decode())


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_no_mixture_of_pieces_gets_through(tmp_path_factory: pytest.TempPathFactory, pieces: list[str]) -> None:
    """What is cleaned runs nothing, and is the same when it is cleaned again; or it is no XML, and refused."""
    folder = tmp_path_factory.getbasetemp()
    try:
        cleaned, _ = clean(wrap("".join(pieces)), folder)
    except (ValueError, ExpatError):
        return
    assert list(find_dangers(cleaned)) == []
    assert clean(cleaned.encode(), folder) == (cleaned, [])


async def test_a_drawing_is_kept_clean_with_its_size(staged: StagedFiles) -> None:
    """By its attributes, or else its view box; what was left out is told."""
    inspector = Inspector(Children(staged.work_folder), refuse_svg="")
    found = await inspector.inspect(
        b"<?xml version='1.0'?>\n" + wrap("<script>alert(1)</script>", 'viewBox="0 0 24 12.4"')
    )
    assert (found.format, found.width, found.height, found.left_out) == (SVG, 24, 12, ("<script>",))
    assert found.read() == wrap("", 'viewBox="0 0 24 12.4"')
    assert (await inspector.inspect(wrap("", 'width="40px" height="30"'))).width == 40
    assert (await inspector.inspect(wrap("", 'width="100%" height="1e9"'))).width == 0
    assert not list(staged.folder.glob("*"))


def bomb(levels: int, link: str = 'href="#a{}"', first: str = "") -> str:
    """Each group uses the one before it ten times."""
    groups = (
        f'<g id="a{level}">{first.format(level)}' + f"<use {link.format(level - 1)}/>" * 10 + "</g>"
        for level in range(1, levels)
    )
    return f'<defs><g id="a0"><rect/></g>{"".join(groups)}</defs><use xlink:href="#a{levels - 1}"/>'


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + wrap("&a;"), "declares entities"),
        (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + wrap("<text>&a;</text>"), "declares entities"),
        (b"<svg/>", "does not begin"),
        (b'<svg xmlns="http://www.w3.org/1999/xhtml"><script/></svg>', "does not begin"),
        (wrap("<g>")[:-1], "damaged"),
        (wrap("&nbsp;"), "damaged"),
        (wrap("<g>" * 300 + "</g>" * 300), "in each other"),
        (wrap("<g/>" * 100_001), "elements"),
        (wrap(bomb(8)), "use each other"),
        (wrap(bomb(8, first='<g id="a{}"/>')), "use each other"),
        (wrap(bomb(8, 'href="x" xlink:href="#a{}"')), "use each other"),
        (wrap('<g id="a"><use href="#a"/></g>'), "use each other"),
    ],
    ids=[
        *("entity", "file", "no namespace", "page", "cut off", "unknown", "nested", "many"),
        *("bomb", "bomb of ids that repeat", "bomb of two links", "loop"),
    ],
)
def test_what_is_no_sound_drawing_is_refused(content: bytes, said: str, tmp_path: Path) -> None:
    """With one clear error."""
    with pytest.raises((ValueError, ExpatError)) as refusal:
        clean(content, tmp_path)
    assert said == "damaged" if isinstance(refusal.value, ExpatError) else said in str(refusal.value)


@pytest.mark.parametrize("link", ["#%61{}", "#&#10;a{}", "#a&#9;{}", "\u00a0#a{}"], ids=ascii)
def test_a_link_that_browsers_read_otherwise_is_left_out(link: str, tmp_path: Path) -> None:
    """Else what it draws would not be counted."""
    cleaned, left_out = clean(wrap(bomb(8, f'href="{link}"')), tmp_path)
    assert "<use href" not in cleaned
    assert left_out == ["href (70)"]


def test_what_was_left_out_is_told_in_no_words_of_the_file(tmp_path: Path) -> None:
    """Known names are; others could tell an assistant what to do."""
    content = '<delete.all.pages/><script/><g onload="x" onpages="x" ignore="1"/><?now x?><style>@obey;</style>'
    told = ["onload", "other handlers", "other elements (2)", "<script>", "other attributes", "other rules"]
    assert sorted(clean(wrap(content), tmp_path)[1]) == sorted(told)


async def test_drawings_are_refused_unless_the_owner_wants_them(staged: StagedFiles) -> None:
    """And where they are wanted, what breaks the parser is one clear error, with nothing left behind."""
    with pytest.raises(Problem, match="SVG is not accepted") as refusal:
        await Inspector(Children(staged.work_folder)).inspect(wrap("<g/>"))
    assert (refusal.value.code, "SITEHAND_SVG" in refusal.value.hint) == (Code.UNSUPPORTED_MEDIA_TYPE, True)
    with pytest.raises(Problem, match="The SVG is damaged") as refusal:
        await Inspector(Children(staged.work_folder), refuse_svg="").inspect(wrap("<g>"))
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    with pytest.raises(Problem):
        await Inspector(Children(staged.work_folder), refuse_svg="").inspect(draw("GIF") + wrap("<g/>"))
    assert not list(staged.folder.glob("*"))
