"""The OpenAPI document as callers ask for it: whole, as an index, or the part that one operation needs."""

import asyncio
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from sitehand.errors import Code, Problem

COMPONENTS = "#/components/"
State = TypeVar("State", bound=Hashable)


class Document(Generic[State]):
    """Implements `operation.services.ApiDocument` over a document built in a thread, when first asked for.

    It is built again when `state`, which it depends on, is another, and after a failure. Who asks meanwhile
    waits for the same building.
    """

    def __init__(self, build: Callable[[State], dict[str, Any]], state: Callable[[], State]) -> None:
        self._build = build
        self._state = state
        self._built: dict[State, asyncio.Future[dict[str, Any]]] = {}

    async def whole(self) -> dict[str, Any]:
        """The whole document, built once for each state of the service."""
        state = self._state()
        if state not in self._built or _has_failed(self._built[state]):
            self._built = {state: asyncio.get_running_loop().run_in_executor(None, self._build, state)}
        return await asyncio.shield(self._built[state])  # one who is cancelled takes it from nobody else

    async def index(self) -> dict[str, Any]:
        """Every path, and of each operation its id and what it does, in the form of the document."""
        whole = await self.whole()
        paths = {
            path: {method: {name: each[name] for name in ("operationId", "summary")} for method, each in item.items()}
            for path, item in whole["paths"].items()
        }
        return {**_head(whole), "paths": paths}

    async def part(self, operation: str) -> dict[str, Any]:
        """A document of its own: one operation with all that it refers to. Raises Problem(unknown_operation)."""
        whole = await self.whole()
        paths = {
            path: {method: each for method, each in item.items() if _is_named(operation, method, each)}
            for path, item in whole["paths"].items()
        }
        paths = {path: item for path, item in paths.items() if item}
        if not paths:
            hint = "Omit operation for an index of all operations."
            raise Problem(Code.UNKNOWN_OPERATION, f"There is no operation {operation}.", hint=hint)
        components = whole["components"]
        schemes = {"securitySchemes": components["securitySchemes"]}
        return {**_head(whole), "paths": paths, "components": {**schemes, **_collect(paths, components)}}


def _has_failed(built: asyncio.Future[dict[str, Any]]) -> bool:
    return built.done() and (built.cancelled() or built.exception() is not None)


def _head(whole: Mapping[str, Any]) -> dict[str, Any]:
    return {name: whole[name] for name in ("openapi", "info", "servers", "security")}


def _collect(node: Any, components: Mapping[str, Any]) -> dict[str, Any]:
    """The components that are referred to, from the paths or from each other."""
    found: dict[str, Any] = {}
    pending = list(_find_references(node))
    while pending:
        kind, _, name = pending.pop().removeprefix(COMPONENTS).partition("/")
        if name in found.setdefault(kind, {}):
            continue
        found[kind][name] = components[kind][name]
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
