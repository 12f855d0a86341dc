"""Fixtures: one broker for all tests that leave its clock and its life alone."""

from collections.abc import Iterator

import pytest

from tests.broker.broker import Broker, start_broker
from tests.node_tools import Node


@pytest.fixture(scope="session")
def broker(node: Node, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A broker that runs as long as the tests do."""
    with start_broker(tmp_path_factory.mktemp("broker")) as running:
        yield running
