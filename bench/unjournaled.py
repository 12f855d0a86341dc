"""The service without its journal, for measuring what that costs: no change is noted down, so no entry is written.

Only the benchmark can do this; the product has no such setting. All else is as `sitehand serve` does it:
`python -m bench.unjournaled serve --port 8001`.
"""

from unittest import mock

from sitehand.cli import main
from sitehand.store.sqlite import triggers

if __name__ == "__main__":
    mock.patch.object(triggers, "_write_trigger", lambda tracked, event: "SELECT 1").start()
    main()
