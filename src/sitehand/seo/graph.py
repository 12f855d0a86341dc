"""The structured data of a page as one graph: nodes of JSON-LD, with what refers to a node by its `@id`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MAX_NODES = 2_000
Node = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Graph:
    """`nodes` are all objects with a type, wherever they stand; `ids` those that an `@id` names; `faults` say why a
    script could not be read. `references` are ids of objects that say nothing else."""

    nodes: tuple[Node, ...] = ()
    ids: Mapping[str, Node] = field(default_factory=dict)
    references: frozenset[str] = frozenset()
    faults: tuple[str, ...] = ()

    def value(self, node: Node, name: str) -> Any:
        """A property of a node; what it refers to, where it is a reference."""
        return self._follow(node.get(name))

    def has(self, node: Node, names: str) -> bool:
        """Whether a node has one of the properties that are named with "|" between them, and it is not empty.

        `location.address` is a property of what `location` is, or of one of several.
        """
        return any(self._has_path(node, name.split(".")) for name in names.split("|"))

    def _has_path(self, node: Any, path: Sequence[str]) -> bool:
        found = [node]
        for name in path:
            found = [self.value(each, name) for each in self._list_nodes(found)]
        return any(each not in (None, "", [], {}) for each in found)

    def _list_nodes(self, values: Sequence[Any]) -> Iterator[Node]:
        """The nodes among values, in lists however deep, and those that are referred to: each once."""
        stack, known = list(reversed(values)), set()
        while stack:
            one = self._follow(stack.pop())
            if isinstance(one, list):
                stack.extend(reversed(one))
            elif isinstance(one, Mapping) and id(one) not in known:
                known.add(id(one))
                yield one

    def _follow(self, found: Any) -> Any:
        if isinstance(found, Mapping) and set(found) == {"@id"}:
            return self.ids.get(str(found["@id"]), found)
        return found


NO_GRAPH = Graph()


def read_graph(scripts: Sequence[str]) -> Graph:
    """Read the JSON-LD scripts of a page."""
    documents, faults = [], []
    for script in scripts:
        try:
            documents.append(json.loads(script))
        except (ValueError, RecursionError) as fault:
            faults.append(str(fault)[:200])
    objects = [each for document in documents for each in _list_objects(document)]
    ids = {str(each["@id"]): each for each in objects if "@id" in each and len(each) > 1}
    references = frozenset(str(each["@id"]) for each in objects if set(each) == {"@id"})
    return Graph(tuple(each for each in objects if list_types(each)), ids, references, tuple(faults))


def list_types(node: Node) -> list[str]:
    """The types of a node, without the vocabulary that they are of."""
    types = node.get("@type", [])
    named = types if isinstance(types, list) else [types]
    return [str(each).removeprefix("https://schema.org/").removeprefix("http://schema.org/") for each in named]


def _list_objects(document: Any) -> Iterator[Node]:
    """All objects in a document, the outer ones first; so many, however deep."""
    stack, number = [document], 0
    while stack and number < MAX_NODES:
        one = stack.pop()
        if isinstance(one, dict):
            number += 1
            yield one
            stack.extend(reversed(list(one.values())))
        elif isinstance(one, list):
            stack.extend(reversed(one))
