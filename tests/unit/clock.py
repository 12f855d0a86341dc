"""The moment at which the clock of `parts` stands."""

from datetime import UTC, datetime

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
