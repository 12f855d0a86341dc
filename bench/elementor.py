"""What an edit of an Elementor document costs, against decoding and encoding its JSON: `python -m bench.elementor`.

Processor time, the least of several rounds; both are measured in turns, so that a busy machine slows both.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from sitehand.elementor.catalogue.catalogue import Catalogue, load_catalogue
from sitehand.elementor.document import write
from sitehand.elementor.operations import edit
from sitehand.elementor.outline import outline
from sitehand.elementor.parsing import read_document
from sitehand.elementor.validation import validate

ELEMENTS = 2_000
ROUNDS = 9
GOAL = 3
"""How many times the decoding and encoding an update may cost."""
SETTINGS = {
    "typography_typography": "custom",
    "typography_font_size": {"unit": "px", "size": 20, "sizes": []},
    "_margin": {"unit": "px", "top": "1", "right": "1", "bottom": "1", "left": "1", "isLinked": True},
    "title_color": "#ff0000",
    "align": "center",
}


def main() -> None:
    """Measure, and print a table."""
    text, catalogue = make_document(), load_catalogue()
    update = {"operation": "update_element", "element": "2000005", "settings": {"title": "New"}}
    table = Table("step", "times decode and encode", title=f"{ELEMENTS:,} elements, {len(text):,} bytes")
    for name, step in {
        "read and write": lambda: write(read_document(text)),
        f"update_element (goal: under {GOAL})": lambda: change(text, [update], catalogue),
        "50 updates": lambda: change(text, [update] * 50, catalogue),
        "validate": lambda: list(validate(read_document(text), catalogue)),
        "outline": lambda: outline(read_document(text), catalogue, 10_000),
    }.items():
        table.add_row(name, f"{compare(step, lambda: json.dumps(json.loads(text))):.2f}")
    Console().print(table)


def change(text: str, operations: list[dict[str, Any]], catalogue: Catalogue) -> str:
    """The text of a document after operations."""
    root = read_document(text)
    edit(root, operations, catalogue)
    return write(root)


def compare(step: Callable[[], object], base: Callable[[], object]) -> float:
    """How many times the base a step costs."""
    times = [(measure(step), measure(base)) for _ in range(ROUNDS)]
    return min(each for each, _ in times) / min(each for _, each in times)


def measure(step: Callable[[], object]) -> float:
    """Seconds of processor time."""
    begun = time.process_time()
    step()
    return time.process_time() - begun


def make_document() -> str:
    """Containers with forty headings each."""
    containers = [
        {
            "id": f"{0x1000000 + number:x}",
            "elType": "container",
            "settings": [],
            "elements": [_make_heading(number * 40 + each) for each in range(40)],
            "isInner": False,
        }
        for number in range(ELEMENTS // 40)
    ]
    return json.dumps(containers, separators=(",", ":"))


def _make_heading(number: int) -> dict[str, Any]:
    return {
        "id": f"{0x2000000 + number:x}",
        "elType": "widget",
        "widgetType": "heading",
        "settings": {"title": f"Title {number}", **SETTINGS},
        "elements": [],
        "isInner": False,
    }


if __name__ == "__main__":
    main()
