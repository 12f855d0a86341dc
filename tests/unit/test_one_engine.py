"""SQL that only one engine understands stands in the files that docs/architecture.md lists, and nowhere else."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sitehand"
ONLY_SQLITE = re.compile(
    r"\bPRAGMA\b|\bsqlite_(?:sequence|master)\b|\bjson_(?:each|group_array|group_object|object|array)\("
    r"|\bbm25\(|\b\w+_fts MATCH\b"
    r"|\b(?:NOT )?INDEXED\b|\bgroup_concat\(|\biif\(|\bTEMP (?:TABLE|TRIGGER)\b|\btemp\.\w|BEGIN IMMEDIATE\"|\bVACUUM\""
)
LISTED = re.compile(r"^\| `([\w/]+\.py)`", re.MULTILINE)


def test_sql_of_one_engine_stands_where_it_is_listed() -> None:
    """Another database is a second form of these files, and nothing else; a file that has none is not listed."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    section = page.partition("## SQL of one engine")[2].partition("\n## ")[0]
    modules = [file for file in SOURCE.rglob("*.py") if "migrations/versions" not in file.as_posix()]
    found = {file.relative_to(SOURCE).as_posix() for file in modules if ONLY_SQLITE.search(_without_docstrings(file))}
    assert found == set(LISTED.findall(section))


def _without_docstrings(file: Path) -> str:
    return re.sub(r'^\s*"""(?:(?!""").)*"""$', "", file.read_text(), flags=re.MULTILINE | re.DOTALL)
