"""What is wrong with the blocks of a text, as the editor would find it, and the edit that repairs it."""

from collections.abc import Iterator
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import SetHtml
from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.outline import Entry, Outline
from sitehand.blocks.release import Release
from sitehand.blocks.showing import name_of
from sitehand.blocks.validity import Difference, find_difference
from sitehand.errors import Problem

Fault = Literal["unclosed", "attributes", "html"]
MAX_HTML = 2_000
"""Characters of HTML that are shown of a block."""
MESSAGES: dict[Fault, str] = {
    "unclosed": "The block is never closed: WordPress repeats what follows it. Write the whole text anew.",
    "attributes": "The attributes are no JSON: WordPress takes the block for one without any.",
    "html": "The HTML is not what the release writes of the attributes. The editor may know it as an older form.",
}


class BlockProblem(TypedDict):
    """A fault of a block. `found` and `expected` are its HTML, where `<!--blocks-->` stands for the blocks in it.

    `repair` is an edit for `apply_block_operations` that makes the HTML what is expected.
    """

    path: str
    fingerprint: str
    name: str
    fault: Fault
    message: str
    found: NotRequired[str]
    expected: NotRequired[str]
    repair: NotRequired[dict[str, Any]]


def find_problems(outline: Outline, release: Release) -> Iterator[BlockProblem]:
    """The faults, in the order of the text."""
    fingerprints = Fingerprints(outline).all()
    for entry in outline:
        for fault, more in _look_at(outline, entry, release):
            told = BlockProblem(
                path=entry.path,
                fingerprint=str(fingerprints[entry]),
                name=name_of(entry),
                fault=fault,
                message=MESSAGES[fault],
            )
            if more:
                told["found"], told["expected"] = more.found[:MAX_HTML], more.expected
            yield told


def find_repair(outline: Outline, problem: BlockProblem, expected: str, release: Release) -> dict[str, Any] | None:
    """The edit that gives a block the HTML that is expected; None where there is none that would hold."""
    block = problem["fingerprint"]
    try:
        edit_blocks(outline.source, [SetHtml(block, expected)], release.dialect, blocks=release.blocks)
    except Problem:
        return None
    return {"op": "update", "block": block, "html": expected}


def _look_at(outline: Outline, entry: Entry, release: Release) -> Iterator[tuple[Fault, Difference | None]]:
    if not entry.closed:
        yield "unclosed", None
        return
    if read_attributes(outline.tree.attributes_text(entry.block)) is None:
        yield "attributes", None
    block = release.blocks.get(entry.block.name)
    if block and (difference := find_difference(entry, block, release.dialect)):
        yield "html", difference
