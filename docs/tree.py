"""The captioned tree of docs/architecture.md: each module with the first sentence of its docstring."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "sitehand"
WIDTH = 34
FOLDED = {"public", "importing", "migrations", "screens"}
"""Packages that the page shows as one line."""


def source_tree() -> str:
    """Every module of the service, package by package."""
    return "\n".join(["src/sitehand/", *_lines(ROOT, "  ")]) + "\n"


def _lines(folder: Path, indent: str) -> Iterator[str]:
    entries = [entry for entry in folder.iterdir() if not entry.name.startswith(("_", "."))]
    for entry in sorted(entries, key=lambda entry: (entry.is_dir(), entry.name)):
        if entry.suffix == ".py":
            yield _line(indent + entry.name, entry)
        elif (entry / "__init__.py").is_file():
            yield _line(f"{indent}{entry.name}/", entry / "__init__.py")
            if entry.name not in FOLDED:
                yield from _lines(entry, indent + "  ")


def _line(name: str, module: Path) -> str:
    docstring = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    sentence = re.split(r"(?<=\.)\s", docstring, maxsplit=1)[0].replace("\n", " ")
    return f"{name:<{WIDTH}} {sentence}".rstrip()
