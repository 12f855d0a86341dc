"""Editing the text of an item where it is, without sending the whole."""

from collections.abc import Mapping
from typing import Any, Self, cast

from pydantic import Field, model_validator

from sitehand.blocks.release import Release
from sitehand.blocks.splices import Splice, TextChange
from sitehand.blocks.text_edits import Wanted, check_balance, find_words, insert_words, replace_words
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import text_of
from sitehand.operations.gutenberg.arguments import OneText, below_templates
from sitehand.operations.gutenberg.editing import Outcome, edit_content, prepare_edit
from sitehand.site.content import Item
from sitehand.site.templates import Template
from sitehand.site.values import NOT_GIVEN

ROUTE = "POST /items/{id}/text"
AROUND = ("append", "prepend")
ACTIONS = ("replace", "insert_before", "insert_after", *AROUND)
MAX_NEW = 100_000


class TextEdit(OneText):
    """Words to find, and what becomes of them; or HTML for the start or the end."""

    find: str = Field(default=NOT_GIVEN, min_length=1, max_length=1000, description="plain text as people read it")
    replace: str = Field(default=NOT_GIVEN, max_length=MAX_NEW, description="plain text")
    insert_before: str = Field(default=NOT_GIVEN, min_length=1, max_length=MAX_NEW)
    insert_after: str = Field(default=NOT_GIVEN, min_length=1, max_length=MAX_NEW)
    append: str = Field(default=NOT_GIVEN, min_length=1, max_length=MAX_NEW, description="HTML or blocks; no find")
    prepend: str = Field(default=NOT_GIVEN, min_length=1, max_length=MAX_NEW)
    regex: bool = Field(False, description=r"find is RE2; \1 in the new text is its first group")
    match_case: bool = True
    expected_count: int = Field(default=NOT_GIVEN, ge=1, description="refuse unless found so often")

    @model_validator(mode="after")
    def _choose_one(self) -> Self:
        given = [name for name in ACTIONS if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"must have exactly one of {', '.join(ACTIONS)}")
        if (given[0] in AROUND) == (self.find is not None):
            raise ValueError(
                "must have find with replace, insert_before and insert_after, and none with append and prepend"
            )
        return self


class EditedText(Item):
    """An item whose text was edited, in `count` places."""

    count: int


class EditedTemplateText(Template):
    """A template whose text was edited, in `count` places."""

    count: int


def tell_text(result: Mapping[str, Any]) -> dict[str, Any]:
    """The brief form: the outcome, and how many places were changed."""
    return {**tell_outcome(result), "count": result["count"]}


def edit(text: str, arguments: Any, release: Release) -> Outcome:
    """Do the edit. Raises Problem."""
    splices = _list_splices(text, arguments)
    return Outcome(TextChange(splices).apply(text), {"count": len(splices)})


def _list_splices(text: str, wanted: TextEdit) -> list[Splice]:
    if wanted.find is None:
        return [_add_html(text, wanted)]
    found = find_words(text, Wanted(wanted.find, wanted.regex, wanted.match_case))
    if wanted.expected_count not in (None, len(found)):
        raise _refuse_count(len(found), wanted.expected_count)
    if wanted.replace is not None:
        return replace_words(found, wanted.replace)
    new = wanted.insert_before if wanted.insert_after is None else wanted.insert_after
    return insert_words(found, new, after=wanted.insert_after is not None)


def _add_html(text: str, wanted: TextEdit) -> Splice:
    name = "append" if wanted.prepend is None else "prepend"
    html = getattr(wanted, name)
    check_balance(html, name)
    between = "\n\n" if text else ""
    return Splice(len(text), len(text), between + html) if name == "append" else Splice(0, 0, html + between)


def _refuse_count(found: int, expected: int) -> Problem:
    detail = Detail(path="find", expected=f"{expected} places", got=f"{found} places")
    message = f"The words are in {found} places, not {expected}. Nothing was changed."
    hint = "Find more of the text around them, or expect as many."
    return Problem(Code.CONFLICT, message, hint=hint, details=[detail], extra={"count": found})


@operation(
    ROUTE,
    shortcuts=below_templates(ROUTE),
    shortcuts_need="templates",
    category="content",
    access="write",
    destructive=True,
    target=text_of(),
    brief=tell_text,
    prepare=prepare_edit(edit),
    stored=True,
    example={"find": "open on Mondays", "replace": "open on Tuesdays", "expected_count": 1},
)
async def edit_text(ctx: Context, wanted: TextEdit) -> EditedText | EditedTemplateText:
    """Change part of a text of a page, post or template: replace, insert, append, prepend."""
    return cast(EditedText | EditedTemplateText, await edit_content(ctx, wanted, edit))
