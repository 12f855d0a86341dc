"""The REST routes of the catalogue: a method and a path lead to an operation and its path arguments."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sitehand.errors import Code, Problem
from sitehand.operation.declaration import Operation

Route = tuple[Operation, dict[str, str]]
"""An operation and its path arguments, as text."""


@dataclass(slots=True)
class _Node:
    """One segment of a path: what may follow it, and the operations that end here, by method."""

    children: "dict[str, _Node]" = field(default_factory=dict)
    argument: "tuple[str, _Node] | None" = None
    operations: dict[str, Operation] = field(default_factory=dict)
    fixed: dict[str, Mapping[str, str]] = field(default_factory=dict)
    """The arguments that the path stands for, by method."""


class RouteTable:
    """Finds operations; the cost of a look-up is the number of the path's segments, not of the operations."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self._root = _Node()
        for operation in operations:
            for path, fixed in operation.paths.items():
                self._add(operation, path, fixed)

    def _add(self, operation: Operation, path: str, fixed: Mapping[str, str]) -> None:
        node = self._root
        for segment in path.strip("/").split("/"):
            node = _child(node, segment)
        node.operations.update(dict.fromkeys(operation.methods, operation))
        node.fixed.update(dict.fromkeys(operation.methods, fixed))

    def resolve(self, method: str, path: str) -> Route:
        """Where a request leads, by its path without percent-encoding.

        Raises Problem: route_not_found, method_not_allowed.
        """
        node: _Node | None = self._root
        arguments: dict[str, str] = {}
        for segment in path.strip("/").split("/"):
            if node is None:
                break
            if segment in node.children:
                node = node.children[segment]
            elif node.argument and segment:
                arguments[node.argument[0]] = segment
                node = node.argument[1]
            else:
                node = None
        if node is None or not node.operations:
            raise Problem(
                Code.ROUTE_NOT_FOUND,
                f"There is no path {path[:200]}.",
                hint="GET /openapi.json and GET /introspect name every path.",
            )
        wanted = "GET" if method == "HEAD" else method
        if wanted not in node.operations:
            allowed = sorted(node.operations)
            raise Problem(
                Code.METHOD_NOT_ALLOWED,
                f"{path[:200]} does not accept {method[:20]}.",
                hint=f"Use {', '.join(allowed)}.",
                extra={"allow": allowed},
            )
        return node.operations[wanted], {**arguments, **node.fixed[wanted]}


def _child(node: _Node, segment: str) -> _Node:
    if not segment.startswith("{"):
        if segment not in node.children:
            node.children[segment] = _Node()
        return node.children[segment]
    name = segment.strip("{}")
    if node.argument is None:
        node.argument = (name, _Node())
    elif node.argument[0] != name:
        raise ValueError(f"Two operations name one place of a path otherwise: {node.argument[0]} and {name}")
    return node.argument[1]
