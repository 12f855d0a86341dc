"""`@operation`: everything about an operation comes from one function."""

from typing import Any, cast

import pytest

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.values import Id, Input


class Wanted(Input):
    """One."""

    id: Id


async def rename_item(ctx: Context, wanted: Wanted) -> dict[str, int]:
    """Give an item another name.

    More that is not for models.
    """
    return {"id": wanted.id}


async def test_a_declaration_derives_the_rest() -> None:
    """Name, title, description, schemas, methods and path arguments; calling it runs the function."""
    made = operation("PUT|PATCH /items/{id}/name", category="content", access="write")(rename_item)
    assert (made.name, made.title, made.description) == ("rename_item", "Rename item", "Give an item another name.")
    assert (made.methods, made.path) == (("PUT", "PATCH"), "/items/{id}/name")
    assert made.path_arguments == {"id"}
    assert issubclass(made.input, Wanted)
    assert set(made.input.model_fields) == {"id", "dry_run", "idempotency_key"}, "a write takes what all writes take"
    assert made.output == dict[str, int]
    assert await made(cast(Any, None), Wanted(id=7)) == {"id": 7}


def test_defaults_fail_closed() -> None:
    """Nothing is open to everyone, public or remembered unless it says so; only reads are idempotent by themselves."""
    write = operation("POST /x", category="content", access="write")(rename_item)
    assert not any((write.everyone, write.public, write.remember, write.idempotent, write.destructive))
    assert operation("GET /x", category="content", access="read")(rename_item).idempotent


def test_a_tool_needs_a_description() -> None:
    """A function without a docstring is refused when it is declared, not when it is called."""

    async def rename_other(ctx: Context, wanted: Wanted) -> dict[str, int]:
        return {}

    with pytest.raises(TypeError, match="rename_other has no docstring"):
        operation("GET /x", category="content", access="read")(rename_other)


@pytest.mark.parametrize("name", ["renameItem", "rename-item", "_rename", "rename_", "Rename", "rename2"])
def test_a_name_is_verb_noun(name: str) -> None:
    """In lower case, for it is the tool's name."""

    async def other(ctx: Context, wanted: Wanted) -> dict[str, int]:
        """Do it."""
        return {}

    other.__name__ = name
    with pytest.raises(TypeError, match="verb_noun"):
        operation("GET /x", category="content", access="read")(other)
