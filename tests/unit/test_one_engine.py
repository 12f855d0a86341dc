"""SQL that only one engine understands stands in the files that docs/architecture.md lists, and nowhere else."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sitehand"
ONLY_SQLITE = re.compile(
    r"\bPRAGMA\b|\bsqlite_(?:sequence|master)\b|\bjson_(?:each|tree|group_\w+|object|array\w*|extract)\("
    r"|\bbm25\(|\b\w+_fts\b|\binstr\(|\bCROSS JOIN\b|\bdialects\.sqlite\b"
    r"|\b(?:NOT )?INDEXED\b|\bgroup_concat\(|\biif\(|\bTEMP (?:TABLE|TRIGGER)\b|\btemp\.\w"
    r"|BEGIN (?:IMMEDIATE|EXCLUSIVE)\"|\bVACUUM\"|\b(?:last)?rowid\b"
)
LISTED = re.compile(r"^\| `([\w/]+\.py)`", re.MULTILINE)


def test_sql_of_one_engine_stands_where_it_is_listed() -> None:
    """Another database is a second form of these files, and nothing else; every file of their folders is listed."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    section = page.partition("## SQL of one engine")[2].partition("\n## ")[0]
    modules = {
        file.relative_to(SOURCE).as_posix(): _without_docstrings(file)
        for file in SOURCE.rglob("*.py")
        if "migrations/versions" not in file.as_posix()
    }
    listed = set(LISTED.findall(section))
    assert {name for name, text in modules.items() if "/sqlite/" in name and text.strip()} == listed
    assert {name for name, text in modules.items() if ONLY_SQLITE.search(text)} <= listed


def _without_docstrings(file: Path) -> str:
    return re.sub(r'^\s*"""(?:(?!""").)*"""$', "", file.read_text(), flags=re.MULTILINE | re.DOTALL)
