"""Template files, read before the transaction of a batch begins: a million characters take two seconds."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.seed import seeded
from sitehand.elementor.shared.names import SharedNames
from sitehand.elementor.template_file import TemplateFile, match_labels, read_template_file
from sitehand.errors import Problem
from sitehand.operation.carried import Carried
from sitehand.operation.context import Context
from sitehand.operation.markup.known import KNOWN
from sitehand.operation.markup.texts import find_in_json
from sitehand.operation.prepared_edits import MAX_KEPT
from sitehand.operations.elementor.names import IDS, find_names
from sitehand.operations.elementor.registry import read_known
from sitehand.operations.elementor.works import write_content

NO_NAMES = SharedNames({}, {})
File = str | dict[str, Any]
_read: Carried[Mapping[str, TemplateFile | Problem]] = Carried("template_files", {})


@asynccontextmanager
async def prepare_file(ctx: Context, file: File) -> AsyncIterator[None]:
    """Read a file, unless there is no room for it; while the block runs, `match_file` finds it or what is wrong."""
    text, known = _write_text(file), _read.get()
    kept = sum(map(len, known)) + len(text) if known else 0
    if ctx.late is not None or text in known or kept > MAX_KEPT:
        yield
        return
    with _read.keep({**known, text: await _try(ctx, text)}):
        yield


async def match_file(ctx: Context, file: File) -> tuple[TemplateFile, list[str]]:
    """The template of a file with the site's own classes and variables; the labels of those that it has not.

    Raises Problem.
    """
    text = _write_text(file)
    found = _read.get().get(text)
    if found is None:
        ctx.spend(len(text))
        found = await _read_file(ctx, text)
    if isinstance(found, Problem):
        raise found
    return await _match(ctx, found)


async def _match(ctx: Context, found: TemplateFile) -> tuple[TemplateFile, list[str]]:
    names = await find_names(ctx, found.data, IDS)
    data, missing = await asyncio.to_thread(match_labels, found.data, found.labels, names or NO_NAMES)
    await asyncio.to_thread(KNOWN.read, find_in_json, data)  # it is asked for within the transaction
    return replace(found, data=data), missing


async def _try(ctx: Context, text: str) -> TemplateFile | Problem:
    try:
        found = await _read_file(ctx, text)
        await _match(ctx, found)
    except Problem as problem:
        return problem
    return found


async def _read_file(ctx: Context, text: str) -> TemplateFile:
    return await asyncio.to_thread(_read_text, text, (await read_known(ctx)).catalogue)


def _read_text(text: str, catalogue: Catalogue) -> TemplateFile:
    with seeded(text):
        return read_template_file(text, catalogue)


def _write_text(file: File) -> str:
    return file if isinstance(file, str) else write_content([file])[1:-1]
