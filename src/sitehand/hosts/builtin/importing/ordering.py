"""Puts things that name their parent in an order in which every parent comes before its children."""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

N = TypeVar("N")
K = TypeVar("K", bound=Hashable)


def order_by_parent(nodes: Sequence[N], key: Callable[[N], K], parent: Callable[[N], K]) -> tuple[list[N], set[K]]:
    """The nodes, parents first, and the keys of those whose parent closes a circle. Keys are unique."""
    waiting = {key(node): node for node in nodes}
    ordered: list[N] = []
    circular: set[K] = set()
    for node in nodes:
        line: dict[K, N] = {}
        step, last = key(node), key(node)
        while step in waiting and step not in line:
            line[step] = waiting[step]
            last, step = step, parent(waiting[step])
        if step in line:
            circular.add(last)
        ordered.extend(waiting.pop(above) for above in reversed(line))
    return ordered, circular
