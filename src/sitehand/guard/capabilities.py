"""Operations that the host cannot run: neither shown nor admitted."""

from collections.abc import Callable, Iterable

from sitehand.errors import Code, Problem
from sitehand.operation.declaration import Operation
from sitehand.site.capabilities import Capabilities, Need


class Requirements:
    """What the operations need, against what the host offers now. `capabilities` costs next to nothing to ask."""

    def __init__(self, operations: Iterable[Operation], capabilities: Callable[[], Capabilities]) -> None:
        self._needing = [operation for operation in operations if operation.needs]
        self._capabilities = capabilities
        self._unmet: dict[frozenset[Need], frozenset[str]] = {}

    def unmet(self) -> frozenset[str]:
        """Names of the operations that cannot run here; worked out once for each set of capabilities."""
        offered = self._capabilities().offered
        found = self._unmet.get(offered)
        if found is None:
            missing = (each.name for each in self._needing if each.needs not in offered)
            found = self._unmet[offered] = frozenset(missing)
        return found

    def check(self, operation: Operation) -> None:
        """Raises Problem(not_supported)."""
        if not operation.needs:
            return
        capabilities = self._capabilities()
        if not capabilities.offers(operation.needs):
            raise Problem(
                Code.NOT_SUPPORTED,
                f"{operation.name} cannot run on this site. {capabilities.explain(operation.needs)}",
                hint="Call introspect to see what this site supports.",
            )
