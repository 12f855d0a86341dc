"""Classic texts of a real site become the blocks that the editor itself would make of them."""

from sitehand.blocks.converting.convert import convert_html
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.outline import read_outline
from tests.unit.blocks.converting.classic import TEXTS
from tests.unit.blocks.converting.test_classic import EMPTY, find_faults, trim
from tests.unit.blocks.real import read_real_texts
from tests.wordpress.editor import Editor

OTHERWISE = {
    "Post Format: Audio": "the editor loses the address of an [audio] shortcode",
    "Post Format: Gallery (Tiled)": "the editor's gallery has no pictures: only the site knows its files",
    "Post Format: Image (Linked)": "the link and the size of a picture with a caption stay",
    "Post Format: Image (Caption)": "the link and the size of a picture with a caption stay; no alignment is none",
    "Page Image Alignment": "the size of a picture with a caption stays, classes of its number are not said twice",
    "Markup: Image Alignment": "the size of a picture with a caption stays, classes of its number are not said twice",
    "Template: Comments": "a bare > is written as a browser writes it",
    "Ελληνικά-Greek": "a no-break space is written as a browser writes it",
}
"""Texts of the theme test data of which we make more or better markup than the editor, and why."""
OTHER_BLOCKS = {"Post Format: Gallery (Tiled)"}


def test_real_texts_become_the_blocks_of_the_editor(release: Dialect, editor: Editor) -> None:
    """Block by block; each that stays HTML has its reason, and is HTML for the editor too.

    The real texts are those of `THEME_DATA`; what `classic` has is there always.
    """
    kept, left = 0, 0
    for name, text in {"kept": TEXTS["kept"], "lists": TEXTS["lists"], **read_real_texts(blocks=False)}.items():
        title = name.split(" ", 1)[-1]
        converted, theirs = convert_html(text, release), editor.convert(text)
        checked = editor.check(converted.markup)
        assert (list(find_faults(checked["blocks"])), checked["serialized"]) == ([], converted.markup), name
        ours, others = list_names(converted.markup, release), list_names(theirs, release)
        assert ours == others or title in OTHER_BLOCKS, name
        assert (trim(converted.markup) == trim(theirs)) == (title not in OTHERWISE), name
        assert ours.count("core/html") == len(converted.kept) and all(one.reason for one in converted.kept)
        kept, left = kept + ours.count("core/html"), left + others.count("core/html")
    assert 0 < kept <= left


def list_names(markup: str, release: Dialect) -> list[str]:
    """The blocks of a text, without the empty paragraphs that the editor leaves beside pictures."""
    return [entry.block.name for entry in read_outline(markup.replace(EMPTY, "")) if entry.block.name]
