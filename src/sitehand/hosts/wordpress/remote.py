"""A WordPress as its transactions reach it."""

from collections.abc import Mapping
from dataclasses import dataclass

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.ledger import Ledger
from sitehand.hosts.wordpress.locks import Locks
from sitehand.hosts.wordpress.resources import Resource
from sitehand.hosts.wordpress.settling import Settling
from sitehand.hosts.wordpress.visitors import Visitors


@dataclass(frozen=True, slots=True)
class Remote:
    """Its client, what reads and writes its objects by their kind, and what the service keeps beside it.

    `locks` tells who has a page open, and `visitors` looks at public pages after a write; None: nobody does.
    """

    client: Client
    resources: Mapping[str, Resource]
    ledger: Ledger
    settling: Settling
    locks: Locks
    visitors: Visitors | None = None

    def find_resource(self, kind: str, object_id: str) -> Resource | None:
        """What reads and writes an object; None for one that is the service's own."""
        resource = self.resources.get(kind)
        return resource if resource is not None and resource.has(object_id) else None
