"""The operation that shows an Elementor document as visitors get it, with edits that nobody has stored too."""

import asyncio
from base64 import b64encode
from typing import Annotated, Any, Literal, NotRequired, cast

from pydantic import Field
from turbohtml import parse_fragment
from typing_extensions import TypedDict

from sitehand.elementor.operations import MAX_OPERATIONS
from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation, show_picture
from sitehand.operations.elementor.arguments import ElementOperations
from sitehand.operations.elementor.editing import get_store, name_labels
from sitehand.operations.elementor.elements import read_operations
from sitehand.operations.elementor.works import NewContent, Work, read_root, write_content
from sitehand.site.addresses import spell
from sitehand.site.elementor import BUILDER, ElementorDocument, Held, complete_document
from sitehand.site.elementor_previews import ElementorPreviews
from sitehand.site.page_pictures import MAX_WIDTH, MIN_WIDTH, Fetch, View
from sitehand.site.previews import DEFAULT_SECONDS
from sitehand.site.public_pages import PublicPages, Reading
from sitehand.site.values import NOT_GIVEN

OUT_OF_TEXT = "script, style, template, svg"
"""Elements whose text nobody reads."""


class PreviewedDocument(ElementOperations):
    """What to draw: the stored document, what `operations` would make of it, or `content` in its place."""

    format: Literal["text", "html", "image", "link"] = Field("text", description="text: Markdown")
    operations: list[dict[str, Any]] = Field(
        default_factory=list,
        max_length=MAX_OPERATIONS,
        description="as of apply_elementor_operations: shown, not stored",
    )
    content: str | list[dict[str, Any]] = Field(NOT_GIVEN, description="as of set_elementor: shown, not stored")
    width: int = Field(1280, ge=MIN_WIDTH, le=MAX_WIDTH, description="of the window; a phone has 390")
    top: Annotated[int, Field(ge=0, le=100_000, description="where the image begins")] = 0


class Image(TypedDict):
    """A picture; REST has its bytes in base64 as `data`, a tool shows it."""

    mime_type: str
    width: int
    height: int
    data: NotRequired[str]


class Preview(TypedDict):
    """A document as it is drawn, in the form that was asked for. `revision` is that of what is stored.

    `page_height` is of the whole page; `next_top` is where the next image begins, if the page goes on.
    """

    id: int
    revision: str
    text: NotRequired[str]
    html: NotRequired[str]
    image: NotRequired[Image]
    page_height: NotRequired[int]
    next_top: NotRequired[int]
    preview_link: NotRequired[str]
    expires_at: NotRequired[str]


@show_picture("image")
@operation(
    "POST /items/{id}/elementor/preview",
    category="elementor",
    access="read",
    needs="elementor_previews",
    example={"format": "html"},
)
async def preview_elementor(ctx: Context, wanted: PreviewedDocument) -> Preview:
    """See a document as visitors do, stored or not yet: text, HTML, an image, or a link."""
    held = await get_store(ctx).read(wanted.id)
    draft = await _draft(ctx, wanted, held)
    _check_shown(draft or held.document)
    make = {"text": _write_text, "html": _write_html, "image": _photograph, "link": _link}[wanted.format]
    found = await make(ctx, wanted, draft)
    return cast(Preview, {"id": held.item["id"], "revision": held.item.get("revision", ""), **found})


def _get_previews(ctx: Context) -> ElementorPreviews:
    assert ctx.host.elementor_previews is not None  # noqa: S101 - the gate has checked `needs`
    return ctx.host.elementor_previews


def _check_shown(document: ElementorDocument) -> None:
    if not document.data:
        read_root(document)  # which says what gives it one
    if document.edit_mode != BUILDER:
        hint = "Any edit of the document shows it; see what one would do with operations."
        raise Problem(Code.CONFLICT, "This item shows its content, and not its Elementor document.", hint=hint)


async def _draft(ctx: Context, wanted: PreviewedDocument, held: Held) -> ElementorDocument | None:
    """What the arguments would make of the document; None where they say nothing. Raises Problem as the writes do."""
    if wanted.operations and wanted.content is not NOT_GIVEN:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "Send operations or content, not both.",
            hint="operations change what is stored, content replaces it.",
        )
    if wanted.content is NOT_GIVEN and not wanted.operations:
        return None
    work = await _make_work(ctx, wanted, held)
    worked = await asyncio.to_thread(work, held.document)
    return complete_document(worked.document, held.document, held.item["type"])


async def _make_work(ctx: Context, wanted: PreviewedDocument, held: Held) -> Work:
    """That of the write, with what it needs of the site."""

    async def read() -> str:
        return held.document.data

    given = wanted.content is not NOT_GIVEN
    return await name_labels(ctx, NewContent(write_content(wanted.content)) if given else read_operations(wanted), read)


async def _write_html(ctx: Context, wanted: PreviewedDocument, draft: ElementorDocument | None) -> dict[str, Any]:
    return {"html": await _get_previews(ctx).read(wanted.id, draft)}


async def _write_text(ctx: Context, wanted: PreviewedDocument, draft: ElementorDocument | None) -> dict[str, Any]:
    html = await _get_previews(ctx).read(wanted.id, draft)
    return {"text": await asyncio.to_thread(write_text, html)}


async def _link(ctx: Context, wanted: PreviewedDocument, draft: ElementorDocument | None) -> dict[str, Any]:
    if draft is not None:
        hint = "Leave out operations and content, or ask for another format."
        raise Problem(Code.INVALID_ARGUMENTS, "A link shows only what is stored.", hint=hint)
    if ctx.host.previews is None:
        raise Problem(
            Code.NOT_SUPPORTED, ctx.host.capabilities().explain("previews"), hint="Ask for the format text or html."
        )
    link = await ctx.host.previews.create(wanted.id, DEFAULT_SECONDS)
    return {"preview_link": link["preview_link"], "expires_at": link["expires_at"]}


async def _photograph(ctx: Context, wanted: PreviewedDocument, draft: ElementorDocument | None) -> dict[str, Any]:
    page = await _get_previews(ctx).open(wanted.id, draft)
    view = View(wanted.width, wanted.top)
    taken = await ctx.services.camera.take(page.address, _make_fetch(page, ctx.host.public_pages), view)
    data = await asyncio.to_thread(b64encode, taken.content)
    image = Image(mime_type=taken.mime_type, width=taken.width, height=taken.height, data=data.decode())
    end = wanted.top + taken.height
    more = {"next_top": end} if end < taken.page_height else {}
    return {"image": image, "page_height": taken.page_height, **more}


def _make_fetch(page: Reading, pages: PublicPages | None) -> Fetch:
    """Answers with the page, and what the site shows; a browser asks for both in its own spelling of the addresses."""
    home = pages.home if pages else ""
    spelled = spell(home)

    async def fetch(address: str) -> Reading:
        own = home + address.removeprefix(spelled) if address.startswith(spelled) else address
        return page if pages is None or own == page.address else await pages.read(own)

    return fetch


def write_text(html: str) -> str:
    """What people read of HTML, as Markdown."""
    found = parse_fragment(html)
    for each in found.select(OUT_OF_TEXT):
        each.decompose()
    return found.to_markdown().strip()
