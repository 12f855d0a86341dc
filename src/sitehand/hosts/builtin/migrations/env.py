"""What Alembic runs for each command on the site's tables."""

from sitehand.hosts.builtin.tables import metadata
from sitehand.store.migration import run_chain

run_chain(metadata)
