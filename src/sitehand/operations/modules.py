"""The modules whose operations the service has: a module that is not named here is none of it."""

from sitehand.operations import approvals, batch, changes, field_groups, introspect, jobs, keys, limits, onboard, site
from sitehand.operations.content import (
    assigning,
    bulk,
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
from sitehand.operations.gutenberg import block_types, markup, reading, usage, validity, writing
from sitehand.operations.gutenberg import pages as block_pages
from sitehand.operations.media import media, uploads
from sitehand.operations.owner import account, broker, connection, importing, policy, switches
from sitehand.operations.owner import settings as site_settings
from sitehand.operations.seo import redirects
from sitehand.operations.taxonomy import assignment, taxonomies, terms

OPERATION_MODULES = (
    *(site, introspect, onboard, limits, keys, batch, changes, approvals, jobs, field_groups),
    *(pages, posts, comments, media, uploads),
    *(items, search, types, users, revisions, trash, text, clone, assigning, outline, bulk),
    *(documents, elements, widgets),
    *(block_pages, block_types, markup, reading, usage, validity, writing),
    *(taxonomies, terms, assignment),
    redirects,
)
OWNER_MODULES = (account, broker, connection, importing, policy, site_settings, switches)
"""Operations of the owner alone."""
