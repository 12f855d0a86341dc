"""What a WordPress offers, in its version and with the rights of the user that the service is connected as."""

import re
from collections.abc import Mapping

from sitehand.hosts.wordpress import companion
from sitehand.hosts.wordpress.discovery import same_host
from sitehand.site.capabilities import Capabilities, Need
from sitehand.site.connection import Facts

ELEMENTOR, ABILITIES = "elementor/v1", "wp-abilities/v1"
NOTES_SINCE = (6, 9)
NAMESPACES = (ELEMENTOR, ABILITIES, companion.NAMESPACE)
"""Namespaces of REST routes that not every WordPress has, and the service uses."""
NEEDS_BY_RIGHT: Mapping[str, frozenset[Need]] = {
    "edit_theme_options": frozenset({"design", "templates"}),
    "unfiltered_html": frozenset({"unfiltered_html"}),
    "upload_files": frozenset({"uploads"}),
}
"""What a user can do with each right, and nobody without it. What a right only widens, such as to the posts of others,
WordPress decides at each object.
"""
REASONS: dict[Need, str] = {
    "abilities": "Abilities need WordPress 6.9 or later.",
    "audits": "The site says that its address is at another host than the one connected. Nothing is read there.",
    "custom_items": "The REST API of this WordPress shows no types of content beside pages and posts. Restart Sitehand "
    "after you install a plugin that registers one.",
    "type_registration": "Sitehand cannot register types on a WordPress. Register them in a plugin or theme: "
    "register_post_type with show_in_rest.",
    "term_order": "WordPress keeps no order of terms: it lists them by name, id or number of posts. Plugins that order "
    "terms have screens of their own.",
    "file_replacement": "WordPress's REST API cannot replace the file of an attachment.",
    "links": "Links of a WordPress cannot be looked up yet; audit_site finds those that are broken.",
    "notes": "Notes need WordPress 6.9 or later, whose version is known.",
    "imports": "WordPress imports content itself: in its admin screens, Tools, Import.",
    "previews": "WordPress shows a draft in its own theme, to people who are signed in: add preview=true to its link.",
    "redirects": "WordPress has no redirects to manage: it leads former names of posts to the new ones by itself.",
    "field_groups": "WordPress has no route for them: its plugins and themes register fields.",
    "seo": "No SEO plugin shows its fields over REST here. SEOPress does by itself; see docs/hosts.md, SEO fields. "
    "Restart Sitehand after you install one.",
    "seo_settings": "A WordPress makes titles and robots.txt by its theme and plugins.",
    "elementor_kit": "Elementor's kit needs Elementor and Sitehand's companion, which says which post it is; see "
    "docs/hosts.md, The companion. Restart Sitehand after you install it.",
    "elementor_components": "Elementor's REST API does not show the elements of a component: Sitehand could not "
    "read back what it writes. Use Elementor's editor, or templates, which pages get copies of.",
    "elementor": "Elementor is not active in this WordPress.",
    "elementor_previews": "Elementor is not active in this WordPress.",
    "elementor_templates": "Elementor is not active in this WordPress.",
    **{
        need: f"The WordPress user that Sitehand works as lacks the right {right}."
        for right, needs in NEEDS_BY_RIGHT.items()
        for need in needs
    },
}


def is_at_home(facts: Facts) -> bool:
    """Whether the address that the site tells as its own has the host that the owner has connected."""
    return same_host(facts.home, facts.root)


def is_from(version: str, first: tuple[int, int]) -> bool:
    """Whether a version such as "7.1.4" is that or a later one. Of one that nobody knows it is not known."""
    return tuple(int(part) for part in re.findall(r"\d{1,4}", version)[:2]) >= first


def list_capabilities(facts: Facts) -> Capabilities:
    """What operations may need and this WordPress has."""
    offered: set[Need] = {"terms"}
    for right in set(facts.rights) & NEEDS_BY_RIGHT.keys():
        offered |= NEEDS_BY_RIGHT[right]
    if is_at_home(facts):
        offered.add("audits")
    if ELEMENTOR in facts.namespaces:
        offered |= {"elementor", "elementor_previews", "elementor_templates"}
    if {ELEMENTOR, companion.NAMESPACE} <= set(facts.namespaces):
        offered.add("elementor_kit")
    if facts.types:
        offered.add("custom_items")
    if facts.seo:
        offered.add("seo")
    if ABILITIES in facts.namespaces:
        offered.add("abilities")
    if is_from(facts.version, NOTES_SINCE):
        offered.add("notes")
    return Capabilities(frozenset(offered), {need: why for need, why in REASONS.items() if need not in offered})
