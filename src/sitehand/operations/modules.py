"""The modules whose operations the service has: a module that is not named here is none of it."""

from sitehand.operations import approvals, batch, changes, introspect, jobs, keys, limits, onboard, site
from sitehand.operations.content import (
    assigning,
    clone,
    comments,
    items,
    outline,
    pages,
    posts,
    revisions,
    search,
    text,
    trash,
    types,
    users,
)
from sitehand.operations.elementor import documents, elements, widgets
from sitehand.operations.gutenberg import (
    block_types,
    markup,
    pattern_insertion,
    patterns,
    reading,
    usage,
    validity,
    writing,
)
from sitehand.operations.gutenberg import pages as block_pages
from sitehand.operations.media import media, uploads
from sitehand.operations.owner import account, block_policy, broker, connection, importing, policy, switches
from sitehand.operations.owner import settings as site_settings
from sitehand.operations.seo import redirects
from sitehand.operations.taxonomy import assignment, taxonomies, terms

OPERATION_MODULES = (
    *(site, introspect, onboard, limits, keys, batch, changes, approvals, jobs),
    *(pages, posts, comments, media, uploads),
    *(items, search, types, users, revisions, trash, text, clone, assigning, outline),
    *(documents, elements, widgets),
    *(block_pages, block_types, markup, reading, usage, validity, writing),
    *(patterns, pattern_insertion),
    *(taxonomies, terms, assignment),
    redirects,
)
OWNER_MODULES = (account, block_policy, broker, connection, importing, policy, site_settings, switches)
"""Operations of the owner alone."""
