"""Classic text and HTML as blocks."""

from turbohtml import parse_fragment

from sitehand.blocks.converting.embeds import make_embed
from sitehand.blocks.converting.flow import MARK, fits, read_flow
from sitehand.blocks.converting.paragraphs import drop_comments, part_paragraphs, unify_lines
from sitehand.blocks.converting.pictures import make_captioned, make_played
from sitehand.blocks.converting.shortcodes import Shortcode, split_shortcodes
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock


def read_classic(text: str, release: Dialect) -> list[NewBlock]:
    """The blocks of classic text: HTML in which blank lines part paragraphs, with shortcodes."""
    text = drop_comments(unify_lines(text), MARK)
    blocks: list[NewBlock] = []
    for piece in split_shortcodes(text):
        if isinstance(piece, Shortcode):
            blocks.append(_read_shortcode(piece, release))
        elif piece.strip():
            blocks += read_html(part_paragraphs(piece), release)
    return blocks


def read_html(text: str, release: Dialect) -> list[NewBlock]:
    """The blocks of HTML that is complete: line breaks in it mean nothing."""
    return read_flow(parse_fragment(text).children, release)


def _read_shortcode(shortcode: Shortcode, release: Dialect) -> NewBlock:
    """Its block; the shortcode as it is where that needs what only the site knows, such as its files."""
    made = _make(shortcode, release)
    return made if made and fits(made, release) else NewBlock("core/shortcode", {"text": shortcode.text})


def _make(shortcode: Shortcode, release: Dialect) -> NewBlock | None:
    content = (shortcode.content or "").strip()
    if shortcode.name in ("caption", "wp_caption"):
        return make_captioned(shortcode, release)
    if shortcode.name in ("audio", "video"):
        return make_played(shortcode)
    return make_embed(content, release) if shortcode.name == "embed" and content else None
