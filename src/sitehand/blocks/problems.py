"""What is wrong with the blocks of a text, as the editor would find it, and the edit that repairs it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.design.naming import find_unknown, list_named
from sitehand.blocks.design.presets import Presets, name_slugs
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import SetHtml
from sitehand.blocks.fingerprints import Fingerprint
from sitehand.blocks.outline import Entry, Outline
from sitehand.blocks.patches import HOLE
from sitehand.blocks.release import Release
from sitehand.blocks.showing import name_of
from sitehand.blocks.validity import Difference, find_difference
from sitehand.errors import Detail, Problem

Fault = Literal["unclosed", "attributes", "html", "preset"]
MAX_HTML, MAX_PRESETS = 2_000, 20
"""Characters of HTML, and presets, that are shown of a block."""
MESSAGES: dict[Fault, str] = {
    "unclosed": "The block is never closed: WordPress repeats what follows it. Write the whole text anew.",
    "attributes": "The attributes are no JSON: WordPress takes the block for one without any.",
    "preset": "The design system has no such preset: the block is shown without it. get_design_system lists them.",
    "html": "The HTML is not what the release writes of the attributes. The editor may know it as an older form.",
}


class BlockProblem(TypedDict):
    """A fault of a block. `found` and `expected` are its HTML, where `<!--blocks-->` stands for the blocks in it.

    `presets` are those that it names and that are not there. `repair` is an edit for `apply_block_operations` that
    makes the HTML what is expected, or names the nearest presets.
    """

    path: str
    fingerprint: str
    name: str
    fault: Fault
    message: str
    found: NotRequired[str]
    expected: NotRequired[str]
    presets: NotRequired[list[Detail]]
    repair: NotRequired[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Found:
    """A fault of a block, before it is told: in a text with thousands of them most are only counted."""

    entry: Entry
    fault: Fault
    difference: Difference | None = None
    presets: Sequence[Detail] = ()


def find_problems(outline: Outline, release: Release, presets: Presets) -> Iterator[Found]:
    """The faults, in the order of the text. Kinds of presets that are not given are not judged."""
    slugs = name_slugs(presets)
    for entry in outline:
        if not entry.closed:
            yield Found(entry, "unclosed")
            continue
        attributes = read_attributes(outline.tree.attributes_text(entry.block))
        if attributes is None:
            yield Found(entry, "attributes")
        elif unknown := list(islice(find_unknown(list_named(attributes), presets, slugs), MAX_PRESETS)):
            yield Found(entry, "preset", presets=unknown)
        block = release.blocks.get(entry.block.name)
        if block and (difference := find_difference(entry, block, release.dialect)):
            yield Found(entry, "html", difference)


def tell_problem(found: Found, fingerprint: Fingerprint) -> BlockProblem:
    """A fault as callers read it."""
    told = BlockProblem(
        path=found.entry.path,
        fingerprint=str(fingerprint),
        name=name_of(found.entry),
        fault=found.fault,
        message=MESSAGES[found.fault],
    )
    if found.difference:
        told["found"], told["expected"] = found.difference.found[:MAX_HTML], found.difference.expected
    if found.presets:
        told["presets"] = list(found.presets)
    return told


def find_preset_repair(problem: BlockProblem, presets: Presets) -> dict[str, Any] | None:
    """The edit that names the nearest presets instead; None where none is near."""
    known = {preset["slug"] for each in presets.values() for preset in each}
    near = {
        each["path"].removeprefix("attributes."): each["expected"]
        for each in problem.get("presets", ())
        if each["expected"] in known and each["path"].count(".") == 1
    }
    return {"op": "update", "block": problem["fingerprint"], "attributes": near} if near else None


def find_repair(outline: Outline, problem: BlockProblem, expected: str, release: Release) -> dict[str, Any] | None:
    """The edit that gives a block the HTML that is expected; None where there is none that would hold."""
    block = problem["fingerprint"]
    if HOLE in expected:  # its HTML stands around other blocks: no edit writes that anew
        return None
    try:
        edit_blocks(outline.source, [SetHtml(block, expected)], release.dialect, blocks=release.blocks)
    except Problem:
        return None
    return {"op": "update", "block": block, "html": expected}
