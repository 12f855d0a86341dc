"""Notes each statement in text that tests run, as PostgreSQL would get it: `pytest -p tests.second_form.listen`.

So those are seen too that are put together while a call runs. Each fragment of SQLite's carries PostgreSQL's words in a
comment before it; SQLite reads past that, and PostgreSQL is given the comment in place of the fragment.
The file that an environment variable names gets them as JSON, by the function that ran each and a number.
"""

import importlib
import importlib.util
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import TextClause, event, text
from sqlalchemy.engine import Connection, Engine

from tests.second_form import STATEMENTS_FILE
from tests.second_form.collect import NOT_OF_THE_DATABASE, PREPARED, SECOND, STORE, write
from tests.second_form.statements import find_place

SOURCE = Path(__file__).parents[2] / "src"
OPEN, SHUT = re.compile(r"/\*<(.*?)>\*/", re.DOTALL), "/*<>*/"
"""Around a fragment. The first has PostgreSQL's words, the second has none."""
QUERIES = frozenset({"hold_all", "unfinish", "split_query", "join_queries", "hold_parts", "name_runs"})
"""What makes a value that is bound, no text of a statement."""
COLON = "\N{RATIO}"
"""Stands for a colon in a comment, in which nothing is to be bound."""
PASSED = ("sitehand.store.database", "sitehand.store.reading", "sitehand.store.prepared")
"""Through which all statements go, whoever wrote them."""
LEFT_OUT = (*NOT_OF_THE_DATABASE, "sitehand.store.migration")
"""Migrations are of the engine whose files they change."""

statements: dict[str, str] = {}
"""What was noted, each with the function that ran it."""


def translate(statement: str) -> str:
    """A statement with PostgreSQL's words in place of each fragment, of which one may stand in another."""
    done, depth, place = [], 0, 0
    for found in OPEN.finditer(statement):
        opens = bool(found[1])
        if opens and depth == 0:
            done += [statement[place : found.start()], found[1].replace(COLON, ":")]
        depth += 1 if opens else -1
        place = found.end()
    return "".join([*done, statement[place:]])


def _mark(first: str, second: str) -> str:
    return f"/*<{second.replace(':', COLON) or ' '}>*/{first}{SHUT}"


def _pair(first: Callable[..., Any], second: Callable[..., Any]) -> Callable[..., Any]:
    def both(*args: Any, **named: Any) -> Any:
        made = first(*args, **named)
        if not isinstance(made, str):  # SQLAlchemy writes it for each engine by itself
            return made
        return _mark(made, second(*map(_read, args), **{name: _read(each) for name, each in named.items()}))

    return both


def _read(argument: Any) -> Any:
    return translate(argument) if isinstance(argument, str) else argument


def _load(name: str) -> ModuleType:
    """A module by itself: its package would import all that has its fragments by their names."""
    spec = importlib.util.spec_from_file_location(name, SOURCE / f"{name.replace('.', '/')}.py")
    assert spec and spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mark_fragments() -> None:
    """Let each fragment of the first form carry that of the second."""
    for name, second in SECOND.items():
        first = _load(name)
        for word, other in vars(second).items():
            own: Any = vars(first).get(word)
            if isinstance(other, str) and isinstance(own, str) and word.isupper():
                setattr(first, word, _mark(own, other))
            elif callable(other) and getattr(other, "__module__", "") == second.__name__ and word not in QUERIES:
                setattr(first, word, _pair(own, other))
    package: Any = importlib.import_module(STORE)
    package.find_place = _pair(package.find_place, find_place)


def note(statement: str) -> None:
    """Keep a statement with the function that runs it."""
    frame = sys._getframe(1)
    while frame.f_back and not _is_ours(frame.f_globals["__name__"]):
        frame = frame.f_back
    module = frame.f_globals["__name__"]
    if _is_ours(module) and module not in LEFT_OUT and PREPARED.match(written := translate(statement)):
        statements.setdefault(written, f"{module}.{frame.f_code.co_qualname}")


def _is_ours(module: str) -> bool:
    return module.startswith("sitehand.") and module not in PASSED


def _note_clause(_connection: Connection, clause: Any, *_: Any) -> None:
    if isinstance(clause, TextClause):
        several = [name for name, bound in clause._bindparams.items() if bound.expanding]
        note(re.sub(rf":(?:{'|'.join(several)})\b", "(NULL)", clause.text) if several else clause.text)


def listen() -> None:
    """Note what runs from now on."""
    module: Any = importlib.import_module("sitehand.store.database")
    event.listen(Engine, "before_execute", _note_clause)
    look_up = module.Database.look_up

    def look_up_noted(self: object, statement: str, *values: Any, **named: Any) -> Any:
        note(statement)
        return look_up(self, statement, *values, **named)

    module.Database.look_up = look_up_noted


def pytest_unconfigure() -> None:
    """Write what was noted."""
    written = {f"{place} {number}": write(text(each)) for number, (each, place) in enumerate(statements.items())}
    Path(os.environ[STATEMENTS_FILE]).write_text(json.dumps(written))


mark_fragments()
listen()
