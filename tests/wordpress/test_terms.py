"""Terms of a real WordPress: what every host must do, and what is WordPress's own."""

import pytest

from tests.contract.test_terms import *  # noqa: F403 - every host must pass them
from tests.wordpress.site import WordPress

FORGET = """DELETE FROM wp_terms WHERE term_id > 1; DELETE FROM wp_term_taxonomy WHERE term_id > 1;
DELETE FROM wp_term_relationships; DELETE FROM wp_posts; UPDATE wp_term_taxonomy SET count = 0"""


@pytest.fixture(autouse=True)
def forget_terms(wordpress: WordPress) -> None:
    """Each test begins with the default category alone."""
    wordpress.run_sql(FORGET)
