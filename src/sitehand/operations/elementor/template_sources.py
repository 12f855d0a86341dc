"""Where templates come from: an element or a page of the site, a template file, or changes of what is there."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Annotated, Any, cast

from pydantic import Field

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.operations import MAX_OPERATIONS
from sitehand.elementor.seed import seeded
from sitehand.elementor.template_file import TemplateFile, make_template
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operation.prepared_edits import PreparedEdits
from sitehand.operations.elementor.arguments import ElementId, Removals, Settings
from sitehand.operations.elementor.editing import Documents, Editing, ReadDocument, get_store, name_labels
from sitehand.operations.elementor.template_files import match_file, prepare_file
from sitehand.operations.elementor.template_works import TemplateEdits
from sitehand.operations.elementor.works import (
    ElementEdits,
    NewContent,
    PageEdits,
    Work,
    Worked,
    read_root,
    write_content,
)
from sitehand.site.content import Notice
from sitehand.site.elementor import ElementorDocument
from sitehand.site.elementor_templates import (
    ElementorTemplateStore,
    TemplateDocument,
    TemplateTitle,
    TemplateType,
)
from sitehand.site.values import NOT_GIVEN, UNSET, Id, Input, WholeBody

MAX_TOLD = 20
"""Classes and variables that are named in a notice."""
Content = str | list[dict[str, Any]]


class NewTemplate(Input):
    """A template to create: of a page (`item`), of one `element` there, or of a `file`."""

    title: TemplateTitle = Field(default=NOT_GIVEN, description="default: that of the page or file")
    type: TemplateType = Field(default=NOT_GIVEN, description="default: that of the element or file")
    item: Id = UNSET
    element: ElementId = Field(default=NOT_GIVEN, description="section or container of `item`")
    file: Annotated[str | dict[str, Any], Field(description="Elementor's template file, as text or JSON")] = NOT_GIVEN


class ChangedTemplate(Input):
    """What changes; the rest stays."""

    id: Id
    title: TemplateTitle = UNSET
    type: TemplateType = UNSET
    content: Annotated[Content, WholeBody(), Field(description="all elements")] = NOT_GIVEN
    operations: list[dict[str, Any]] = Field(
        default_factory=list, max_length=MAX_OPERATIONS, description="as in apply_elementor_operations"
    )
    settings: Settings = Field(default=NOT_GIVEN, description="page settings to set")
    remove: Removals = Field(default=NOT_GIVEN, description="page settings to remove")


def get_templates(ctx: Context) -> ElementorTemplateStore:
    """The templates of the site. Operations that need them say so, and run nowhere else."""
    assert ctx.host.elementor_templates is not None  # noqa: S101 - the gate has checked `needs`
    return ctx.host.elementor_templates


async def read_source(ctx: Context, asked: NewTemplate) -> tuple[TemplateFile, list[str]]:
    """The template that is asked for, and the labels of what it names and the site has not."""
    if (asked.item is None) == (asked.file is None) or (asked.element is not None and asked.item is None):
        hint = "Send `item`, with `element` for a part of the page; or send `file`."
        raise Problem(Code.INVALID_ARGUMENTS, "A template is made from an item or from a file.", hint=hint)
    if asked.item is not None:
        return await _read_page(ctx, asked.item, asked.element or ""), []
    return await match_file(ctx, cast(str | dict[str, Any], asked.file))


def prepare_source(ctx: Context, asked: NewTemplate) -> AbstractAsyncContextManager[None]:
    """Read the file that a template is made of, before the transaction begins."""
    return nullcontext() if asked.file is None else prepare_file(ctx, asked.file)


def build_template(asked: NewTemplate, found: TemplateFile) -> TemplateDocument:
    """The template to store. Raises Problem(invalid_arguments) where nothing gives it a title."""
    title = asked.title or found.title
    if not title:
        detail = Detail(path="title", expected="a title", got="none")
        raise Problem(Code.INVALID_ARGUMENTS, "The template has no title.", hint="Send a `title`.", details=[detail])
    kind = asked.type or found.type or "page"
    return TemplateDocument(data=found.data, template_type=kind, page_settings=found.page_settings, title=title)


def list_notices(missing: Sequence[str]) -> list[Notice]:
    """What to say of classes and variables that the site has not."""
    named = ", ".join(missing[:MAX_TOLD]) + ("" if len(missing) <= MAX_TOLD else f" and {len(missing) - MAX_TOLD} more")
    message = f"The site has no class or variable named {named}. Create them, and import the file again."
    return [Notice(code="unknown_labels", message=message)] if missing else []


def read_changes(asked: ChangedTemplate) -> TemplateEdits:
    """The work of these arguments. Raises Problem(invalid_arguments)."""
    if asked.content is not None and asked.operations:
        hint = "`content` replaces all elements; `operations` change those that are there."
        raise Problem(Code.INVALID_ARGUMENTS, "Send `content` or `operations`, not both.", hint=hint)
    steps: list[Work] = []
    if asked.content is not None:
        steps.append(NewContent(write_content(asked.content)))
    if asked.operations:
        steps.append(ElementEdits(json.dumps(asked.operations)))
    if asked.settings or asked.remove:
        steps.append(PageEdits(json.dumps(asked.settings or {}, sort_keys=True), tuple(asked.remove or ())))
    return TemplateEdits(asked.title or "", asked.type or "", tuple(steps))


async def name_step_labels(ctx: Context, work: Work, read: ReadDocument) -> Work:
    """Edits of a template know the labels that they may name."""
    if not isinstance(work, TemplateEdits):
        return work
    return replace(work, steps=tuple([await name_labels(ctx, step, read) for step in work.steps]))


PREPARED: PreparedEdits[ElementorDocument, Worked] = PreparedEdits(
    "prepared_elementor_templates", lambda each: len(each.data)
)
CHANGES = Editing(read_changes, name_step_labels, Documents(get_templates, PREPARED))


async def _read_page(ctx: Context, item: int, element: str) -> TemplateFile:
    held = await get_store(ctx).read(item)
    ctx.spend(len(held.document.data))  # in a batch of one transaction others wait while a text is read
    found = await asyncio.to_thread(_read_element, held.document, element)
    title = "" if element else held.item["title"]
    return replace(found, title=title.strip()[:200], page_settings="" if element else held.document.page_settings)


def _read_element(document: ElementorDocument, element: str) -> TemplateFile:
    with seeded(element + document.data):
        return make_template(read_root(document), element, load_catalogue())
