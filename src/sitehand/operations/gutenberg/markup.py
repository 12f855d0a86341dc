"""Operations on block markup that is stored nowhere."""

from typing import Any

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.converting.convert import MAX_TOLD, Converted, convert_html, convert_markdown
from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import Release
from sitehand.blocks.showing import MAX_DEPTH, Presenter, ShownBlock
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.gutenberg.arguments import MAX_NEW, BlockFields, Markup, write_markup
from sitehand.operations.gutenberg.reading import MAX_BYTES
from sitehand.operations.gutenberg.texts import release_of, work_out
from sitehand.site.values import NOT_GIVEN, Input

MAX_TEXT = 1_000_000
MAX_SHOWN = 500
"""Characters of HTML that stays, or of an attribute that is lost, in an answer."""


class GivenMarkup(Input):
    """Block markup."""

    markup: Markup


class GivenBlocks(Input):
    """Blocks to write."""

    blocks: list[BlockFields] = Field(max_length=MAX_NEW)


class ParsedBlocks(TypedDict):
    """What the markup holds; `more` of a block, and `omitted`, tell what had no room."""

    blocks: list[ShownBlock]
    complete: bool


class WrittenMarkup(TypedDict):
    """Block markup, as the editor stores it."""

    markup: str


class GivenText(Input):
    """Text without blocks, one way or the other."""

    html: str = Field(default=NOT_GIVEN, max_length=MAX_TEXT, description="classic HTML, shortcodes and all")
    markdown: str = Field(default=NOT_GIVEN, max_length=MAX_TEXT)


class KeptHtml(TypedDict):
    """HTML that stays as it is, in a block `core/html` at `path`."""

    path: str
    html: str
    reason: str


class LostAttribute(TypedDict):
    """An attribute that no block has."""

    element: str
    attribute: str
    value: str


class ConvertedMarkup(WrittenMarkup):
    """Block markup, and what of the text is not blocks: at most 100 of each."""

    kept: list[KeptHtml]
    lost: list[LostAttribute]


@operation(
    "POST /blocks/parse",
    category="gutenberg",
    access="read",
    example={"markup": "<!-- wp:paragraph --><p>Come and see.</p><!-- /wp:paragraph -->"},
)
async def parse_blocks(ctx: Context, given: GivenMarkup) -> ParsedBlocks:
    """Read block markup; nothing is stored."""
    release = await release_of(ctx)
    return await work_out(lambda: _parse(given.markup, release))


@operation(
    "POST /blocks/serialize",
    category="gutenberg",
    access="read",
    example={"blocks": [{"name": "core/paragraph", "text": "Come and see."}]},
)
async def serialize_blocks(ctx: Context, given: GivenBlocks) -> WrittenMarkup:
    """Write blocks as the markup that the editor would store; nothing is stored."""
    release = await release_of(ctx)
    return WrittenMarkup(markup=await work_out(lambda: write_markup(given.blocks, release)))


@operation(
    "POST /blocks/convert",
    category="gutenberg",
    access="read",
    example={"markdown": "## Opening hours\n\n- Monday to Friday"},
)
async def convert_to_blocks(ctx: Context, given: GivenText) -> ConvertedMarkup:
    """Turn classic HTML or Markdown into block markup; nothing is stored."""
    release = await release_of(ctx)
    return await work_out(lambda: _tell(_convert(given, release)))


def _convert(given: GivenText, release: Release) -> Converted:
    release.check_known()
    if given.html is not None and given.markdown is None:
        return convert_html(given.html, release.dialect)
    if given.markdown is not None and given.html is None:
        return convert_markdown(given.markdown, release.dialect)
    detail = Detail(path="html", expected="html or markdown", got="neither" if given.html is None else "both")
    raise Problem(Code.INVALID_ARGUMENTS, "Give html or markdown.", hint="Send exactly one of them.", details=[detail])


def _tell(converted: Converted) -> ConvertedMarkup:
    kept = [KeptHtml(path=one.path, html=one.html[:MAX_SHOWN], reason=one.reason) for one in converted.kept]
    lost = [
        LostAttribute(element=one.element[:MAX_SHOWN], attribute=one.attribute[:MAX_SHOWN], value=one.value[:MAX_SHOWN])
        for one in converted.lost
    ]
    return ConvertedMarkup(markup=converted.markup, kept=kept[:MAX_TOLD], lost=lost[:MAX_TOLD])


def _parse(markup: str, release: Release) -> ParsedBlocks:
    outline = read_outline(markup)
    shower = Presenter(Fingerprints(outline).all(), release.blocks, "tree", MAX_BYTES)
    blocks: list[Any] = shower.show(outline.roots, MAX_DEPTH)
    return ParsedBlocks(blocks=blocks, complete=shower.next is None)
