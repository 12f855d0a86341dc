"""What Alembic runs for each command: it works inside the transaction that `store.migration` has begun."""

from alembic import context

from sitehand.store import site_tables, tables  # noqa: F401 - the metadata knows the tables of imported modules
from sitehand.store.metadata import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
