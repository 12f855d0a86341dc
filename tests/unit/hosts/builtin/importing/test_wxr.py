"""Reading exports: what a good one gives, and how a bad one is refused."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.importing import encoding
from sitehand.hosts.builtin.importing.wxr import read_export as read_opened
from sitehand.site.importing import ExportFile
from tests.exports import read_export
from tests.unit.hosts.builtin.importing.exports import HEAD, TAIL, category, item, write_export

SMALL = Path(__file__).parent / "fixtures" / "small.xml"
XML_TEXT = st.text(
    st.characters(
        exclude_categories=["Cs"],
        exclude_characters="".join(map(chr, [*range(9), 11, 12, *range(13, 32), 0xFFFE, 0xFFFF])),
    ),
    max_size=60,
)
AWKWARD = st.lists(
    st.one_of(
        XML_TEXT, st.sampled_from(["]]>", "<![CDATA[", "&amp;", "&", "<b>", "\\", "\\u003c", "\U0001f469‍🚀", "\n"])
    ),
    max_size=5,
).map("".join)


def refuse(path: Path) -> Problem:
    """The Problem that reading the file raises."""
    with pytest.raises(Problem) as caught:
        read_export(path)
    problem = caught.value
    assert problem.code == Code.INVALID_ARGUMENTS
    assert path.name in problem.message
    assert problem.hint
    return problem


def write(folder: Path, data: bytes | str) -> Path:
    """A file with these bytes."""
    path = folder / "bad.xml"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_a_small_export_is_read_whole() -> None:
    """Text comes out exactly, whether escaped, in CDATA or split over several sections."""
    export = read_export(SMALL)
    assert export.source == "small.example"
    assert [(author.login, author.name) for author in export.authors] == [("ann", "Ann Lee"), ("bob", "bob")]
    assert [(term.taxonomy, term.slug, term.parent) for term in export.terms] == [
        ("category", "fruit", ""),
        ("category", "apples", "fruit"),
        ("post_tag", "red", ""),
        ("nav_menu", "main", ""),
    ]
    page, post = export.entries[:2]
    assert page.title == 'Fish & <em>chips</em> \\ "50%" 🐟'
    assert page.content == "<p>ends with ]]> and &amp; stays &amp;</p>\n\\u003cb\\u003e"
    assert (page.date, page.modified, page.status) == ("2020-05-01T10:00:00Z", "2021-05-01T10:00:00Z", "publish")
    assert (post.date, post.local_date, post.status) == ("2020-06-01T12:00:00Z", True, "draft")
    assert [(term.taxonomy, term.slug) for term in post.terms] == [("category", "apples"), ("post_format", "aside")]
    assert post.meta["_thumbnail_id"] == "30"
    assert len(post.comments) == 1
    assert dict(export.unread) == {"wp:termmeta": 1, "wp:strange": 1}


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2"])
def test_every_version_of_the_format_is_read(tmp_path: Path, version: str) -> None:
    """The namespaces carry the version."""
    text = (HEAD + item(1, title="x") + TAIL).replace("export/1.2/", f"export/{version}/")
    assert read_export(write(tmp_path, text)).entries[0].title == "x"


LOCAL_ENTITY = '<!DOCTYPE rss [<!ENTITY x "y">]>'
FILE_ENTITY = '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
BOMB = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    ("doctype", "text"),
    [
        (LOCAL_ENTITY, "&x;"),
        (FILE_ENTITY, "&x;"),
        (BOMB + "]>", "&j;"),
        ('<!DOCTYPE rss SYSTEM "http://127.0.0.1:9/x.dtd">', "x"),
        ('<!DOCTYPE rss [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;]>', "x"),
        ("<!DOCTYPE rss>", "x"),
    ],
)
def test_a_doctype_is_refused(tmp_path: Path, doctype: str, text: str) -> None:
    """Entities that nest, that read files or that ask hosts never come near the parser's tree."""
    head, rest = HEAD.split("\n", 1)
    body = rest.replace("<title>Small</title>", f"<title>{text}</title>")
    message = refuse(write(tmp_path, f"{head}\n<!-- <!DOCTYPE\n-->\n{doctype}{body}{TAIL}")).message
    assert "line 4: It has a DOCTYPE" in message


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ("<item/>", "post_id"),
        ("<item><title>A stub</title></item>", "post_id"),
        (item(1).replace("<wp:post_id>1", "<wp:post_id>one"), "whole number"),
        (item(1).replace("<wp:post_type>page", "<wp:post_type>"), "post_type"),
        (item(2**63), "whole number"),
        (item(1, post_parent=-1), "whole number"),
        (item(1, post_date_gmt="yesterday"), "date"),
        (item(1, post_name="x" * 201), "post_name"),
        (item(1, post_password="x" * 256), "post_password"),
        (item(1, title="x").replace("<title>x", "<title>a <b>x</b>"), "not escaped"),
        (item(1).replace("<dc:creator>", "<title>again</title><dc:creator>"), "twice"),
        (item(1, uses=[("t" * 33, "x", "x")]), "taxonomy has more than 32"),
    ],
)
def test_a_damaged_item_is_left_out_alone(tmp_path: Path, part: str, fault: str) -> None:
    """The items before and after it are read, and the export says where it stands and what is wrong."""
    export = read_export(write_export(tmp_path, item(4), part, item(5)))
    assert [entry.source_id for entry in export.entries] == [4, 5]
    (damage,) = export.damaged
    assert damage.startswith("line 12: ")
    assert fault in damage


@pytest.mark.parametrize(
    ("part", "line", "fault"),
    [
        (category(""), 11, "no slug"),
        (category("x" * 201), 11, "slug has more than 200"),
        (category("x", name="y" * 251), 11, "name has more than 250"),
        ("<wp:author></wp:author>", 11, "author_login"),
        (item(1, title="x").replace(">x<", ">&nbsp;<"), 11, "nbsp"),
        (item(1, title="x").replace(">x<", ">&#8;<"), 11, "not well-formed"),
        (item(1, title="x").replace(">x<", ">\x08<"), 11, "not well-formed"),
        ("<a>" * 40 + "</a>" * 40, 11, "deeper"),
        ("<a>" * 400 + "</a>" * 400, 11, ""),
    ],
)
def test_a_fault_names_its_line(tmp_path: Path, part: str, line: int, fault: str) -> None:
    """Damage to the file, or to what items refer to, refuses all of it, and the refusal says where it is."""
    problem = refuse(write_export(tmp_path, part, item(5)))
    assert f"line {line}" in problem.message
    assert fault in problem.message


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "well-formed"),
        (b"PK\x03\x04 a zip", "well-formed"),
        (b"<html></html>", "not a WordPress export"),
        (b"<rss><channel><title>A feed</title></channel></rss>", "not a WordPress export"),
        (b"<rss><item/></rss>", "channel"),
        ((HEAD + TAIL + "<more/>").encode(), "well-formed"),
        ((HEAD + item(1, title="é") + TAIL).encode("latin-1"), "byte"),
        ((HEAD + item(1, title="é") + TAIL).encode("utf-16"), "UTF-16"),
        ((HEAD + item(1) + TAIL).replace("UTF-8", "UTF-16").encode(), "utf-16"),
        ((HEAD + item(1, content="a\x0bb") + TAIL).encode(), "line 11: This is not well-formed XML: a control"),
        ((HEAD + item(1) + TAIL).replace("small.example", "x" * 1_000).encode(), "line 7: The address"),
        ((HEAD + item(1) + TAIL).replace("UTF-8", "UTF-7").encode(), "utf-7"),
        ((HEAD + item(1, title="é") + TAIL).replace("UTF-8", "ISO-8859-1").encode(), "written in UTF-8"),
        ((HEAD + item(1, title="é") + TAIL).replace("UTF-8", "US-ASCII").encode(), "byte"),
    ],
)
def test_what_is_not_an_export_is_refused(tmp_path: Path, data: bytes, fault: str) -> None:
    """Other formats, other feeds and wrong encodings are told apart."""
    assert fault in refuse(write(tmp_path, data)).message


def test_a_fault_early_in_a_file_is_not_forgotten(tmp_path: Path) -> None:
    """The parser takes what follows some faults for a new document; a whole second export there does not help."""
    spoiled = HEAD.replace("<title>Small", "<title>&nbsp;").encode()
    data = spoiled.ljust(32 * 1024) + (HEAD + item(1) + TAIL).encode()
    problem = refuse(write(tmp_path, data))
    assert "line 6" in problem.message
    assert "nbsp" in problem.message


def test_elements_of_other_programs_may_repeat(tmp_path: Path) -> None:
    """Plugins add elements of their own namespaces; they are counted, not refused."""
    extra = '<x:a xmlns:x="urn:x">1</x:a><x:a xmlns:x="urn:x">2</x:a>'
    export = read_export(write_export(tmp_path, item(1, extra=extra)))
    assert dict(export.unread) == {"{urn:x}a": 2}


def test_an_undeclared_prefix_of_another_program_is_no_fault(tmp_path: Path) -> None:
    """WordPress.com writes <atom:link> and never declares `atom`; XML itself knows no prefixes."""
    link = '<atom:link rel="self" media:type="x" href="https://small.example/feed/"/>'
    export = read_export(write_export(tmp_path, link * 150, item(1, title="x", extra=link * 2), item(2)))
    assert [entry.source_id for entry in export.entries] == [1, 2]
    assert export.damaged == []
    assert dict(export.unread) == {"atom:link": 152}


def test_a_fault_after_undeclared_prefixes_is_named_itself(tmp_path: Path) -> None:
    """However many of them come first, the file is refused for what is wrong with it."""
    message = refuse(write(tmp_path, HEAD + "<atom:link/>" * 150 + "\n<title>&nbsp;</title>" + TAIL)).message
    assert "line 12" in message
    assert "nbsp" in message


@pytest.mark.parametrize("prefix", ["wp", "content", "dc", "excerpt"])
def test_an_undeclared_prefix_of_wordpress_is_a_fault(tmp_path: Path, prefix: str) -> None:
    """Without the declaration nothing says which format the file has."""
    extra = "<excerpt:encoded></excerpt:encoded>"
    text = (HEAD + item(1, extra=extra) + TAIL).replace(f"xmlns:{prefix}=", "xmlns:other=")
    assert f"The prefix of <{prefix}:" in refuse(write(tmp_path, text)).message


def test_an_address_without_a_host_names_no_site(tmp_path: Path) -> None:
    """As in WooCommerce's sample products: the file is of the site that most of its items are at."""
    head = HEAD.replace("https://small.example", "http:")
    links = ("https://Shop.example/a/", "https://cdn.example/b/", "https://shop.example/?attachment_id=3", "")
    items = "".join(
        item(number + 1, "product").replace("<wp:", f"<link>{link}</link><wp:", 1) for number, link in enumerate(links)
    )
    assert read_export(write(tmp_path, head + items + TAIL)).source == "shop.example"


def test_a_file_that_tells_no_site_is_of_one_of_its_own(tmp_path: Path) -> None:
    """Two such files are of two sites, whose ids are not mixed up; the same file is always of the same."""
    head = HEAD.replace("https://small.example", "")
    first, again, other = (read_export(write(tmp_path, head + item(number) + TAIL)).source for number in (1, 1, 2))
    assert first == again != other
    assert first.endswith(".invalid")


def test_an_indented_file_is_read(tmp_path: Path) -> None:
    """White space around names, numbers and CDATA is the indentation's; inside of CDATA it is the author's."""
    whole = item(
        7,
        " page ",
        title="\n    A title\n  ",
        content="\n  <p>kept </p>\n\n",
        uses=[("category", "c", "C")],
        meta={"\n  _thumbnail_id\n": "30"},
        status="\n    draft\n  ",
        post_name="\n    a-slug\n  ",
        post_date_gmt="\n  2020-01-02 03:04:05\n  ",
        menu_order="\n  3\n  ",
        attachment_url="\n https://small.example/a.jpg\n ",
    ).replace("<dc:creator>ann<", "<dc:creator>\n  ann\n  <")
    indented = whole.replace("<![CDATA[", "\n      <![CDATA[").replace("]]>", "]]>\n    ")
    author = "<wp:author>\n<wp:author_login>\n  bob\n</wp:author_login>\n</wp:author>"
    term = category("\n  c\n ", name="\n  C\n ")
    export = read_export(write_export(tmp_path, author, term, indented))
    (entry,) = export.entries
    assert (entry.type, entry.status, entry.slug, entry.creator) == ("page", "draft", "a-slug", "ann")
    assert (entry.date, entry.menu_order) == ("2020-01-02T03:04:05Z", 3)
    assert (entry.title, entry.content) == ("A title", "\n  <p>kept </p>\n\n")
    assert (entry.attachment_url, entry.meta) == ("https://small.example/a.jpg", {"_thumbnail_id": "30"})
    assert [(use.slug, use.name) for use in entry.terms] == [("c", "C")]
    assert [author.login for author in export.authors] == ["ann", "bob"]
    assert [(term.slug, term.name) for term in export.terms] == [("c", "C")]


def test_text_that_is_not_in_cdata_is_kept_byte_for_byte(tmp_path: Path) -> None:
    """Nobody can tell the indentation from the author's own lines there."""
    text = "\n  <p>a</p>\n"
    plain = item(1, content="x").replace("<![CDATA[x]]>", text.replace("<", "&lt;"))
    assert read_export(write_export(tmp_path, plain)).entries[0].content == text


def test_authors_of_older_exports_are_read(tmp_path: Path) -> None:
    """Until 2013 WordPress.com called the element wp:wp_author."""
    author = (
        "<wp:wp_author><wp:author_login>old</wp:author_login>"
        "<wp:author_display_name>Old Hand</wp:author_display_name></wp:wp_author>"
    )
    export = read_export(write_export(tmp_path, author))
    assert [(each.login, each.name) for each in export.authors] == [("ann", "Ann Lee"), ("old", "Old Hand")]
    assert not export.unread


def test_an_old_encoding_is_read_when_declared(tmp_path: Path) -> None:
    """An export in ISO-8859-1 that says so is read as that."""
    data = (HEAD + item(1, title="café") + TAIL).replace("UTF-8", "ISO-8859-1").encode("latin-1")
    assert read_export(write(tmp_path, data)).entries[0].title == "café"


def test_a_bad_byte_is_found_past_the_first_chunk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Line and offset are right wherever the chunks are cut, even inside a character."""
    data = (HEAD + item(1, title="é" * 50) + item(2, title="€")).encode()
    broken = data[:-30] + b"\xff" + data[-30:]
    for size in (7, 64, 1024 * 1024):
        monkeypatch.setattr(encoding, "CHUNK_BYTES", size)
        message = refuse(write(tmp_path, broken)).message
        assert f"byte {len(data) - 30} " in message
        assert "line 12" in message


def test_huge_texts_and_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single text of more than ten million bytes is no content; a file beyond the limit is not read."""
    path = write_export(tmp_path, item(1, content="x" * 10_100_000))
    assert "too big" in refuse(path).message
    monkeypatch.setattr(encoding, "MAX_FILE_BYTES", 1000)
    assert "at most 1000" in refuse(path).message


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """There is one clear error, not a traceback."""
    with (tmp_path / "export.xml").open("wb") as stream, pytest.raises(Problem, match=r"cannot be read \(read\)"):
        read_opened(ExportFile("export.xml", stream))


# A title is one line: lines around it are taken for indentation.
TITLES = AWKWARD.map(lambda text: text.strip() if "\n" in text else text)


@given(title=TITLES, content=AWKWARD, excerpt=AWKWARD, name=XML_TEXT.map(str.strip))
@settings(deadline=None, max_examples=60)
def test_any_text_that_xml_can_hold_comes_out_exactly(title: str, content: str, excerpt: str, name: str) -> None:
    """Nothing is trimmed, decoded twice or normalised."""
    with TemporaryDirectory() as folder:
        extra = f"<excerpt:encoded>{'<![CDATA[' + excerpt.replace(']]>', ']]]]><![CDATA[>') + ']]>'}</excerpt:encoded>"
        path = write_export(
            Path(folder), item(7, title=title, content=content, uses=[("category", "c", name)], extra=extra)
        )
        entry = read_export(path).entries[0]
    assert (entry.title, entry.content, entry.excerpt) == (title, content, excerpt)
    assert entry.terms[0].name == (name or "c")


@given(st.data())
@settings(deadline=None, max_examples=150)
def test_a_cut_file_is_refused_wherever_it_is_cut(data: st.DataObject) -> None:
    """Only a cut in the white space after the end leaves a whole export."""
    whole = SMALL.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    with TemporaryDirectory() as folder:
        path = write(Path(folder), whole[:cut])
        if cut >= len(whole.rstrip()):
            assert len(read_export(path).entries) == len(read_export(SMALL).entries)
        else:
            refuse(path)
