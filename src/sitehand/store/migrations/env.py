"""What Alembic runs for each command on the ledger's tables."""

from sitehand.store.migration import run_chain
from sitehand.store.tables import metadata

run_chain(metadata)
