"""Operations on block markup that is stored nowhere."""

from typing import Any

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.outline import read_outline
from sitehand.blocks.release import Release
from sitehand.blocks.showing import MAX_DEPTH, Shower, ShownBlock
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.gutenberg.arguments import MAX_NEW, BlockFields, Markup, write_markup
from sitehand.operations.gutenberg.reading import MAX_BYTES
from sitehand.operations.gutenberg.texts import release_of, work_out
from sitehand.site.values import Input


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


@operation(
    "POST /blocks/parse",
    category="gutenberg",
    access="read",
    example={"markup": "<!-- wp:paragraph --><p>Come and see.</p><!-- /wp:paragraph -->"},
)
async def parse_blocks(ctx: Context, given: GivenMarkup) -> ParsedBlocks:
    """Read block markup; nothing is stored."""
    release = release_of(ctx)
    return await work_out(lambda: _parse(given.markup, release))


@operation(
    "POST /blocks/serialize",
    category="gutenberg",
    access="read",
    example={"blocks": [{"name": "core/paragraph", "text": "Come and see."}]},
)
async def serialize_blocks(ctx: Context, given: GivenBlocks) -> WrittenMarkup:
    """Write blocks as the markup that the editor would store; nothing is stored."""
    release = release_of(ctx)
    return WrittenMarkup(markup=await work_out(lambda: write_markup(given.blocks, release)))


def _parse(markup: str, release: Release) -> ParsedBlocks:
    outline = read_outline(markup, release.dialect)
    shower = Shower(Fingerprints(outline).all(), release.blocks, "tree", MAX_BYTES)
    blocks: list[Any] = shower.show(outline.roots, MAX_DEPTH)
    return ParsedBlocks(blocks=blocks, complete=shower.next is None)
