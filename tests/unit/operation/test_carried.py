"""What a call works out before its transaction, and finds there."""

import asyncio

import pytest

from sitehand.operation.carried import Carried

FOUND: Carried[tuple[int, ...]] = Carried("test_numbers", ())


def test_a_value_is_kept_for_the_block() -> None:
    """Inside another block its own; after a fault too, what was kept outside is there again."""
    assert FOUND.get() == ()
    with FOUND.keep((1,)):
        with pytest.raises(ZeroDivisionError), FOUND.keep((*FOUND.get(), 2)):
            assert FOUND.get() == (1, 2)
            _ = 1 / 0
        assert FOUND.get() == (1,)
    assert FOUND.get() == ()


async def test_each_call_carries_its_own() -> None:
    """Calls that run at the same time do not see each other's; threads that a call starts see the call's."""

    async def call(number: int) -> tuple[int, ...]:
        with FOUND.keep((number,)):
            await asyncio.sleep(0)
            return await asyncio.to_thread(FOUND.get)

    assert await asyncio.gather(*map(call, range(5))) == [(number,) for number in range(5)]
    assert FOUND.get() == ()
