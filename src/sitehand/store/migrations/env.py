"""What Alembic runs for each command: it works inside the transaction that `store.migration` has begun."""

from alembic import context

from sitehand.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
