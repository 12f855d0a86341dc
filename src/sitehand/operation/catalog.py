"""The catalogue: every operation of the built-in modules and of the plugins, in a fixed order."""

from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType

from sitehand.operation.caller import Category
from sitehand.operation.declaration import Operation

CATEGORIES: tuple[Category, ...] = ("content", "elementor", "gutenberg", "media", "taxonomy", "seo", "site")


class Catalog:
    """All operations, by name. Two that share a name or a route are a fault of the installation.

    The owner's own are kept apart from those that callers may be allowed to use: what walks the catalogue to show or
    find operations for callers never meets one.
    """

    def __init__(self, operations: Iterable[Operation]) -> None:
        given = list(operations)
        for item in given:
            if item.category not in CATEGORIES:
                raise ValueError(f"Operation {item.name} names an unknown category: {item.category}")
        ordered = sorted(given, key=_order)
        self._by_name = {item.name: item for item in ordered if item.access != "owner"}
        self._owners = {item.name: item for item in ordered if item.access == "owner"}
        if len({item.name for item in ordered}) < len(ordered):
            raise ValueError(f"Two operations share a name: {_repeated([o.name for o in ordered])}")
        routes = [f"{method} {path}" for item in ordered for path in item.paths for method in item.methods]
        if len(set(routes)) < len(routes):
            raise ValueError(f"Two operations share a route: {_repeated(routes)}")

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def get(self, name: str) -> Operation | None:
        """The operation of that name that callers may be allowed to use, or None."""
        return self._by_name.get(name)

    @property
    def owners(self) -> Sequence[Operation]:
        """The operations of the owner alone."""
        return tuple(self._owners.values())

    def get_for_owner(self, name: str) -> Operation:
        """The operation of that name, whoever may use it. Raises KeyError: screens and commands name what there is."""
        return self._owners.get(name) or self._by_name[name]


def collect(modules: Iterable[ModuleType]) -> list[Operation]:
    """Every operation that the modules declare; one that a module merely imports belongs to another."""
    return [
        item
        for module in modules
        for item in vars(module).values()
        if isinstance(item, Operation) and item.handler.__module__ == module.__name__
    ]


def _order(item: Operation) -> tuple[bool, bool, int, str, str]:
    """What every caller may use first, then by category and path; the admin operations last."""
    return (item.access == "admin", not item.everyone, CATEGORIES.index(item.category), item.path, item.name)


def _repeated(names: list[str]) -> str:
    return ", ".join(sorted({name for name in names if names.count(name) > 1}))
