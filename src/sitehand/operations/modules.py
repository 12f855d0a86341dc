"""The modules of operations: all that are in this package, so that none has to be named, nor can be forgotten."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import sitehand.operations as everything
import sitehand.operations.owner as of_owner


def find_modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package, and of those in it."""
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        yield import_module(found.name)


OWNER_MODULES = tuple(find_modules(of_owner))
"""Operations of the owner alone."""
OPERATION_MODULES = tuple(module for module in find_modules(everything) if module not in OWNER_MODULES)
"""Operations that keys may be allowed."""
