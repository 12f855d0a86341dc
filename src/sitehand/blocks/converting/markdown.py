"""Markdown as blocks."""

from typing import TYPE_CHECKING

from sitehand.blocks.converting.html import read_html
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock
from sitehand.errors import Code, Problem

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore

MAX_MARKS = 1_000
"""Brackets, and marks of emphasis, that one paragraph may have: the parser compares each with all others."""


def read_markdown(text: str, release: Dialect) -> list[NewBlock]:
    """The blocks of Markdown as CommonMark has it, with tables and text that is struck out."""
    return read_html(render_markdown(text), release)


def render_markdown(text: str) -> str:
    """The HTML of Markdown. HTML in it stays. Raises Problem(invalid_arguments) for more marks than anybody writes."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - few calls need it, and every start would pay for it

    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.core.ruler.before("inline", "limit", _limit_marks)
    return str(parser.render(text))


def _limit_marks(state: "StateCore") -> None:
    for token in state.tokens:
        if token.type == "inline" and max(map(token.content.count, "[*_~`<")) > MAX_MARKS:
            raise Problem(
                Code.INVALID_ARGUMENTS,
                f"A paragraph of the Markdown has more than {MAX_MARKS} of one mark, such as '[' or '*'.",
                hint="Escape them, or send the text as html.",
            )
