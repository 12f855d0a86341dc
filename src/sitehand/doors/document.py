"""The OpenAPI document as callers ask for it: whole, as an index, or the part that one operation needs."""

import functools
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from sitehand.errors import Code, Problem

COMPONENTS = "#/components/"
State = TypeVar("State", bound=Hashable)


class Document(Generic[State]):
    """Implements `operation.context.ApiDocument` over a document that is built when it is first asked for.

    It is built again when `state`, which it depends on, is another.
    """

    def __init__(self, build: Callable[[State], dict[str, Any]], state: Callable[[], State]) -> None:
        self._build = functools.lru_cache(maxsize=1)(build)
        self._state = state

    def whole(self) -> dict[str, Any]:
        """All of it."""
        return self._build(self._state())

    def index(self) -> dict[str, Any]:
        """Every path, and of each operation its id and what it does, in the form of the document."""
        paths = {
            path: {method: {name: each[name] for name in ("operationId", "summary")} for method, each in item.items()}
            for path, item in self.whole()["paths"].items()
        }
        return {**self._head(), "paths": paths}

    def part(self, operation: str) -> dict[str, Any]:
        """A document of its own: one operation with all that it refers to. Raises Problem(unknown_operation)."""
        paths = {
            path: {method: each for method, each in item.items() if _is_named(operation, method, each)}
            for path, item in self.whole()["paths"].items()
        }
        paths = {path: item for path, item in paths.items() if item}
        if not paths:
            hint = "Omit operation for an index of all operations."
            raise Problem(Code.UNKNOWN_OPERATION, f"There is no operation {operation}.", hint=hint)
        schemes = {"securitySchemes": self.whole()["components"]["securitySchemes"]}
        return {**self._head(), "paths": paths, "components": {**schemes, **self._collect(paths)}}

    def _head(self) -> dict[str, Any]:
        return {name: self.whole()[name] for name in ("openapi", "info", "servers", "security")}

    def _collect(self, node: Any) -> dict[str, Any]:
        """The components that are referred to, from the paths or from each other."""
        found: dict[str, Any] = {}
        pending = list(_find_references(node))
        while pending:
            kind, _, name = pending.pop().removeprefix(COMPONENTS).partition("/")
            if name in found.setdefault(kind, {}):
                continue
            found[kind][name] = self.whole()["components"][kind][name]
            pending += _find_references(found[kind][name])
        return found


def _is_named(operation: str, method: str, described: Mapping[str, Any]) -> bool:
    """Whether that is the operation; one with two methods has an id for each."""
    return described["operationId"] in (operation, f"{operation}_{method}")


def _find_references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _find_references(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str):
                yield value
            else:
                yield from _find_references(value)
