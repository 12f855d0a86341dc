"""Reading block markup beside WordPress 7.1's own parser in warm Node: `python -m bench.parsing`.

The texts are the templates, parts and patterns of the release's themes. Processor time, the least of several rounds.
"""

import json
import subprocess
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tests.node_tools import NODE
from tests.unit.blocks.wordpress import PARSER
from tests.wordpress.releases import unpack_release

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.tree import read_tree

ROUNDS = 30
COPIES = 5
"""Of the corpus in one round: else a clock of ten milliseconds would see little of it."""
GOALS = {"attributes unread": 4, "all attributes read": 6}


def main() -> None:
    """Measure, and print a table."""
    files = unpack_release(Dialect.V7_1)
    texts = find_texts(files) * COPIES
    floor = measure_node(files / PARSER, texts)
    title = f"{len(texts)} texts, {sum(map(len, texts)):,} characters"
    table = Table("step", "times the parser of 7.1", "goal", title=title)
    for (name, goal), read in zip(GOALS.items(), (False, True), strict=True):
        table.add_row(name, f"{measure(texts, read=read) / floor:.2f}", f"at most {goal}")
    Console().print(table)


def find_texts(files: Path) -> list[str]:
    """Every file of the themes that has block markup."""
    themes = files / "wp-content" / "themes"
    return [path.read_bytes().decode() for ending in ("*.html", "*.php") for path in sorted(themes.rglob(ending))]


def measure_node(parser: Path, texts: list[str]) -> float:
    """Milliseconds of its best round."""
    script = Path(__file__).with_name("parsing.mjs")
    command = [str(NODE), str(script), str(parser), str(ROUNDS)]
    found = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    return float(found.stdout)


def measure(texts: list[str], *, read: bool) -> float:
    """Milliseconds of our best round."""
    least = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        for text in texts:
            parse(text, read=read)
        least = min(least, time.process_time() - begin)
    return least * 1000


def parse(text: str, *, read: bool) -> None:
    """Read a text, and the attributes of its blocks."""
    tree = read_tree(text)
    left = list(tree.blocks) if read else []
    while left:
        block = left.pop()
        read_attributes(tree.attributes_text(block))
        left += block.inner_blocks


if __name__ == "__main__":
    main()
