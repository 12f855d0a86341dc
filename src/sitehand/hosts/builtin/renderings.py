"""The rendered forms of an item: which text each is made of, and working them out before a transaction begins.

Rendering takes long where a text is long, and all other writers wait for the transaction. So a call works out what it
is about to need before (`prepare`), in a thread unless it is short, and the transaction finds it there (`render`).
Whatever is not there is rendered on the spot: that a form is right never depends on what was prepared.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from contextvars import copy_context
from typing import Any

from sitehand.guard.call import current_call
from sitehand.hosts.builtin.link_targets import render_links, take_linked
from sitehand.hosts.builtin.pictures import render_images, take_imaged
from sitehand.hosts.builtin.removals import list_removals, notice_removals
from sitehand.hosts.builtin.rendering import (
    BLOCK_TAGS,
    INLINE_TAGS,
    TITLE_TAGS,
    Rendered,
    render_content,
    render_excerpt,
    render_summary,
    render_title,
)
from sitehand.operation.carried import Carried
from sitehand.operation.late import LateWork
from sitehand.site.content import Notice

TEXTS = ("title", "excerpt", "content")
NOT_RENDERED = {
    **dict.fromkeys(("title_rendered", "excerpt_rendered", "content_rendered"), ""),
    "links": "[]",
    "images": "[]",
}
Form = tuple[Callable[[str], Rendered], str]
"""A rendered form, before it is worked out: by which function, from which text."""
Prepared = Mapping[Form, Rendered]
ALLOWED: Mapping[Callable[[str], Rendered], frozenset[str]] = {
    render_title: TITLE_TAGS,
    render_content: INLINE_TAGS | BLOCK_TAGS,
    render_excerpt: INLINE_TAGS | BLOCK_TAGS,
}
"""The tags that a text may have, by what renders it; a summary has none, and says nothing of them."""
MAX_PREPARED = 64 * 1024 * 1024
"""Characters that one call keeps prepared; an undo of very many long texts renders what is beyond on the spot."""
SHORT, FEW_MARKS = 4_096, 200
"""Characters, and of these `<` and `&`, that are rendered in under a millisecond: a thread would cost more."""
LONG = 20_000
"""Characters that are rendered in some milliseconds, whatever they are."""
SOURCES = {
    "title_rendered": {"title"},
    "excerpt_rendered": {"excerpt", "content"},
    "content_rendered": {"content"},
    "links": {"content"},
    "images": {"content"},
}
"""The texts that each rendered column may follow from."""
_FOR_LONG = ThreadPoolExecutor(2, "sitehand-long-texts")

_prepared: Carried[Prepared] = Carried("renderings", {})


def list_forms(state: Mapping[str, Any]) -> dict[str, Form]:
    """How each rendered column follows from an item's texts."""
    written = state["excerpt"].strip()
    return {
        "title_rendered": (render_title, state["title"]),
        "excerpt_rendered": (render_excerpt, state["excerpt"]) if written else (render_summary, state["content"]),
        "content_rendered": (render_content, state["content"]),
        "links": (render_links, take_linked(state["content"])),
        "images": (render_images, take_imaged(state["content"])),
    }


def list_changed_forms(state: Mapping[str, Any], old: Mapping[str, Any] | None) -> dict[str, Form]:
    """The forms that differ from those of the old state; all forms of a new item."""
    if not old:
        return list_forms(state)
    there = list_forms(old)
    return {column: form for column, form in list_forms(state).items() if form != there.get(column)}


def list_forms_of(state: Mapping[str, Any], names: Iterable[str]) -> dict[str, Form]:
    """The forms that are rendered from fields of these names."""
    given = set(names)
    return {column: form for column, form in list_forms(state).items() if SOURCES[column] & given}


def render(forms: Mapping[str, Form]) -> tuple[dict[str, str], list[Notice]]:
    """The rendered columns, as they were prepared where they were; and what callers should be told of them."""
    known, late = _prepared.get(), _find_late()
    columns: dict[str, str] = {}
    notices: list[Notice] = []
    removed: list[str] = []
    for column, form in forms.items():
        done = known.get(form) or _render(form, late)
        columns[column] = done.html
        removed += done.removed
        if done.plain:
            notices.append(_tell(column))
    if removed:
        notices.append(notice_removals(removed))
    return columns, notices


def work_out(forms: Iterable[Form]) -> Prepared:
    """Render these, as far as that is not done already."""
    known, late = _prepared.get(), _find_late()
    done: dict[Form, Rendered] = {}
    length = 0
    for form in forms:
        if form not in done and form not in known and length < MAX_PREPARED:
            done[form] = _render(form, late)
            length += len(form[1]) + len(done[form].html)
    return done


def kept(done: Prepared) -> AbstractContextManager[None]:
    """While the block runs, transactions find these."""
    known = _prepared.get()
    return _prepared.keep({**known, **done} if known else done)


class prepared:
    """While the block runs, transactions find the forms that a function lists, rendered when the block begins."""

    def __init__(self, list_them: Callable[[], Iterable[Form]]) -> None:
        self._list = list_them

    async def __aenter__(self) -> None:
        self._kept = kept(await prepare(self._list()))
        self._kept.__enter__()

    async def __aexit__(self, *_: object) -> None:
        self._kept.__exit__(None, None, None)


async def prepare(forms: Iterable[Form]) -> Prepared:
    """Render these, beside the event loop unless they are short. Long texts wait for each other alone."""
    wanted = list(forms)
    texts = {text for _, text in wanted}  # a content without an excerpt is there twice
    length = sum(map(len, texts))
    if length <= SHORT and sum(text.count("<") + text.count("&") for text in texts) <= FEW_MARKS:
        return work_out(wanted)
    threads = _FOR_LONG if length > LONG else None
    # The thread needs the context of the call: what was prepared already, and what may still be worked out late.
    return await asyncio.get_running_loop().run_in_executor(threads, copy_context().run, work_out, wanted)


def _find_late() -> LateWork | None:
    """What the batch of this call may still work out late, if it is in one."""
    batch = current_call().batch
    return batch.late if batch else None


def _render(form: Form, late: LateWork | None) -> Rendered:
    function, raw = form
    if late:
        late.spend(len(raw))
    rendered = function(raw)
    allowed = ALLOWED.get(function)
    removed = list_removals(raw, allowed) if allowed else []
    return rendered._replace(removed=tuple(removed)) if removed else rendered


def _tell(column: str) -> Notice:
    name = column.removesuffix("_rendered")
    message = (
        f"The {name} is stored as it was sent, but shown with less markup, or none: it nests elements more than 500"
        " deep, never closes its formatting, or has over 1,000 attributes in one tag or 20,000 ampersands in one text."
    )
    return Notice(code="markup_left_out", message=message)
