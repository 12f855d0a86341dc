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
DRIVER = re.compile(r"^\s*(?:import|from) sqlite3\b|\bdriver_connection\b", re.MULTILINE)
LISTED = re.compile(r"^\| `([\w/]+\.py)`", re.MULTILINE)
NAMED = re.compile(r"`([\w/]+\.py)`")


def test_sql_of_one_engine_stands_where_it_is_listed() -> None:
    """Another database is a second form of these files, and nothing else; every file of their folders is listed."""
    modules, listed = _read_modules(), set(LISTED.findall(_read_section()))
    assert {name for name, text in modules.items() if "/sqlite/" in name and text.strip()} == listed
    assert {name for name, text in modules.items() if ONLY_SQLITE.search(text)} <= listed


def test_the_driver_is_used_where_it_is_named() -> None:
    """Only the files that the page names reach past SQLAlchemy to the driver of one engine."""
    named = set(NAMED.findall(_read_section()))
    assert {name for name, text in _read_modules().items() if DRIVER.search(text)} <= named


def _read_section() -> str:
    page = (ROOT / "docs" / "architecture.md").read_text()
    return page.partition("## SQL of one engine")[2].partition("\n## ")[0]


def _read_modules() -> dict[str, str]:
    return {
        file.relative_to(SOURCE).as_posix(): _without_docstrings(file)
        for file in SOURCE.rglob("*.py")
        if "migrations/versions" not in file.as_posix()
    }


def _without_docstrings(file: Path) -> str:
    return re.sub(r'^\s*"""(?:(?!""").)*"""$', "", file.read_text(), flags=re.MULTILINE | re.DOTALL)
