"""How many examples the tests try that draw arguments for each operation."""

import os

EXAMPLES = int(os.environ.get("EXAMPLES", "10"))
"""For each operation. `make test-drawn` tries 100."""
