"""What Alembic runs for this chain."""

from sitehand.store.migration import run_chain
from tests.recipe.snippets import metadata

run_chain(metadata)
