"""Capabilities: what a host offers of what operations may need, and why it lacks the rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Need = Literal[
    "",
    "abilities",
    "audits",
    "blocks",
    "custom_items",
    "design",
    "elementor",
    "elementor_components",
    "elementor_kit",
    "elementor_previews",
    "elementor_templates",
    "field_groups",
    "file_replacement",
    "imports",
    "links",
    "notes",
    "previews",
    "redirects",
    "seo",
    "seo_settings",
    "templates",
    "term_order",
    "terms",
    "type_registration",
    "unfiltered_html",
    "uploads",
]
"""What an operation may need of a host; "" for nothing that not every host has."""
NEEDS: frozenset[str] = frozenset(get_args(Need))


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What this host offers, in its version, with the rights that the service has there.

    `reasons` says in a sentence why it does not offer something. What is in neither is not offered.
    """

    offered: frozenset[Need] = frozenset()
    reasons: Mapping[Need, str] = field(default_factory=dict)

    def offers(self, need: Need) -> bool:
        """Whether an operation that needs this can run."""
        return not need or need in self.offered

    def explain(self, need: Need) -> str:
        """Why it is not offered."""
        return self.reasons.get(need, f"This site does not support {need}.")
