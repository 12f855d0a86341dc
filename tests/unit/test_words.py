"""Words of the code that mean one thing: the glossary says which."""

import ast
from collections import Counter
from functools import cache

from tests.unit.test_sizes import list_files

VERBS = {
    "settl": {"hosts/wordpress/", "store/claims.py"},
    "seal": {"store/broker.py", "store/passphrase.py"},
}
"""Settle: find out what came of a call that was cut off. Seal: encrypt."""
ONCE = ("Approval", "Call", "Caller", "Catalog", "Change", "Claim", "Host", "Medium", "Operation", "Problem", "Term")
"""Nouns that the whole service shares."""


@cache
def list_names() -> tuple[tuple[str, str], ...]:
    """The file and the name of each class and function."""
    return tuple(
        (path, node.name)
        for path, text in list_files().items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_a_verb_means_one_thing() -> None:
    """It names nothing outside the files that do that thing."""
    for verb, places in VERBS.items():
        found = [(path, name) for path, name in list_names() if verb in name.lower()]
        assert found
        assert [each for each in found if not each[0].startswith(tuple(places))] == []


def test_a_noun_of_the_service_names_one_class() -> None:
    """Who reads it in any file knows which one it is."""
    found = Counter(name for _, name in list_names() if name in ONCE)
    assert found == Counter(ONCE)
