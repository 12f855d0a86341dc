"""What an edit of a page of 5,000 blocks costs, against parsing it: `python -m bench.blocks`.

Processor time, the least of several rounds; both are measured in turns, so that a busy machine slows both.
"""

import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.edits import Edit, Move, ReplaceText, Update
from sitehand.blocks.fingerprints import Fingerprints
from sitehand.blocks.outline import read_outline
from sitehand.blocks.places import Place, Relation
from sitehand.blocks.release import read_release
from sitehand.blocks.showing import MAX_DEPTH, Presenter
from sitehand.operations.gutenberg.editing import tell

SECTIONS = 1_000
ROUNDS = 10
GOAL = 2
"""How many parses an update may cost."""
RELEASE = read_release("7.1")


def main() -> None:
    """Measure, and print a table."""
    source = make_page()
    outline = read_outline(source)
    fingerprint = str(Fingerprints(outline).of(outline.roots[901]))
    table = Table("step", "times a parse", title=f"{sum(1 for _ in outline):,} blocks, {len(source):,} characters")
    for name, step in {
        f"update_block by path (goal: under {GOAL})": lambda: edit(source, Update("901", {"className": "wide"})),
        "update_block by fingerprint": lambda: edit(source, Update(fingerprint, {}, "New")),
        "move_block": lambda: edit(source, Move("10", Place(Relation.END))),
        "10 updates": lambda: edit(source, *[Update("901", {}, str(number)) for number in range(10)]),
        "replace_in_blocks": lambda: edit(source, ReplaceText("Paragraph", "Text")),
        "outline of 12,000 bytes": lambda: show(source, 12_000),
    }.items():
        table.add_row(name, f"{compare(step, lambda: read_outline(source)):.2f}")
    Console().print(table)


def make_page() -> str:
    """A page of 5,000 blocks, each fifth a group with two of the others."""
    heading = RELEASE.read_new({"name": "heading", "text": "Section"})
    parts = []
    for number in range(SECTIONS):
        one = RELEASE.read_new({"name": "paragraph", "text": f"Paragraph <b>{number}</b>. " + "It flows. " * 10})
        group = RELEASE.read_new({"name": "group", "inner": [{"name": "paragraph", "text": f"In {number}"}] * 2})
        parts += [heading, one, group] if number % 2 else [group, one, heading]
    return RELEASE.make(parts)


def edit(source: str, *edits: Edit) -> object:
    """The text after edits, and what is told of them."""
    edited = edit_blocks(source, edits, Dialect.V7_1)
    return edited.source, tell(edited)


def show(source: str, room: int) -> object:
    """The beginning of an outline."""
    outline = read_outline(source)
    return Presenter(Fingerprints(outline).all(), RELEASE.blocks, "outline", room).show(outline.roots, MAX_DEPTH)


def compare(step: Callable[[], object], base: Callable[[], object]) -> float:
    """How many times the base a step costs."""
    times = [(measure(step), measure(base)) for _ in range(ROUNDS)]
    return min(each for each, _ in times) / min(each for _, each in times)


def measure(step: Callable[[], object]) -> float:
    """Seconds of processor time."""
    begin = time.process_time()
    step()
    return time.process_time() - begin


if __name__ == "__main__":
    main()
