"""Fixtures of the tests of the broker's HTTP side."""

from collections.abc import AsyncIterator

import pytest

from sitehand.broker.client import BrokerClient
from tests.unit.broker.loopback import Broker, open_broker


@pytest.fixture
async def broker() -> AsyncIterator[Broker]:
    """A server on this machine that plays a broker."""
    async with open_broker() as broker:
        yield broker


@pytest.fixture
async def line() -> AsyncIterator[BrokerClient]:
    """A line with short bounds."""
    line = BrokerClient(0.5, 4)
    yield line
    await line.close()
