"""What tells the items of one type from those of another."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Shape:
    """`documents` says that items may have Elementor documents; `route` is where WordPress has another word for it.

    `taxonomies` lead to the fields in which items have their terms.
    """

    route: str = ""
    taxonomies: Mapping[str, str] = field(default_factory=dict)
    documents: bool = False


PLAIN = Shape()
"""The shape of items without terms and documents, at the route that their kind names."""
