"""Rate limits: fixed windows of one minute per caller, and failed credentials per client address."""

import ipaddress
import math
import time
from dataclasses import dataclass
from typing import Protocol

from sitehand.errors import Code, Problem, not_found
from sitehand.operation.caller import Caller
from sitehand.operation.limits import RateLimit
from sitehand.operation.owner import Plan

PLAN_LIMITS: dict[Plan, int] = {"free": 60, "pro": 120}
WINDOW_SECONDS = 60
FORM_SECONDS = 12 * 3600
LOGINS_PER_MINUTE = 10
DEVICE_LOGINS_PER_MINUTE = 5
GUESSES_PER_MINUTE = 10
IPV6_CLIENT_BITS = 64


class Counters(Protocol):
    """Shared counters with an expiry, in the interface of the library `limits` (`limits.aio.storage.Storage`)."""

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int: ...
    async def get(self, key: str) -> int: ...
    async def get_expiry(self, key: str) -> float: ...
    async def reset(self) -> int | None: ...
    async def clear(self, key: str) -> None: ...


class LimitStore(Protocol):
    """Where the owner's choices are kept. Source: `store/limits.py`."""

    async def plan(self) -> str | None: ...
    async def set_plan(self, plan: str) -> None: ...
    async def default(self) -> int | None: ...
    async def set_default(self, requests_per_minute: int) -> str: ...
    async def set_own(self, key_id: int, requests_per_minute: int) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Use:
    """A caller's window as the owner sees it: requests used, and when it ends (epoch seconds)."""

    used: int
    reset: int


def network_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 of an IPv6 one, for who has one of these has them all.

    Source: RFC 6177. An IPv4 address that a socket of both kinds shows as `::ffff:192.0.2.1` is that IPv4 address;
    what is no address at all stays as it is.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ipaddress.IPv6Network((parsed, IPV6_CLIENT_BITS), strict=False))


def seconds_left(reset: int) -> int:
    """Seconds from now until a window ends (epoch seconds): 0 when it has.

    Never more than a window lasts: its end is rounded up, and the second that has begun is not counted off.
    """
    return min(WINDOW_SECONDS, max(0, reset - int(time.time())))


def seconds_to_wait(problem: Problem) -> int | None:
    """After how many seconds the same call may pass, for a problem that passes by itself."""
    if "reset" in problem.extra:
        return max(1, seconds_left(problem.extra["reset"]))
    seconds: int | None = problem.extra.get("retry_after")
    return seconds


class RateLimits:
    """Counts requests and failed credentials, and keeps what the owner allows.

    A window begins with its first request and ends 60 seconds later. The counter moves before the comparison, so
    that of any number of simultaneous requests exactly the limit passes.
    """

    def __init__(self, counters: Counters, defences: Counters, store: LimitStore, failures_per_minute: int) -> None:
        self._counters = counters
        # Apart from the callers' counters, so that who may reset those cannot lift the limits on guessing.
        self._defences = defences
        self._store = store
        self._failures_per_minute = failures_per_minute

    async def take(self, caller: Caller) -> RateLimit:
        """Count one request. Raises Problem(rate_limited), with the window's figures, past the limit."""
        limit = caller.requests_per_minute or await self.default()
        count = await self._counters.incr(caller.id, WINDOW_SECONDS)
        rate = RateLimit(limit, max(0, limit - count), math.ceil(await self._counters.get_expiry(caller.id)))
        if count > limit:
            raise Problem(
                Code.RATE_LIMITED,
                f"This key has used all of its {limit} requests per minute.",
                hint="Wait until reset (epoch seconds), or combine operations with POST /batch.",
                extra={"limit": rate.limit, "remaining": rate.remaining, "reset": rate.reset},
            )
        return rate

    async def state(self, caller: Caller) -> RateLimit:
        """The caller's window, without counting."""
        limit = caller.requests_per_minute or await self.default()
        use = await self.use(caller.id)
        return RateLimit(limit, max(0, limit - use.used), use.reset)

    async def use(self, caller_id: str) -> Use:
        """What a caller has used of its current window."""
        used = await self._counters.get(caller_id)
        return Use(used, math.ceil(await self._counters.get_expiry(caller_id)))

    async def note_failure(self, address: str) -> None:
        """Count a wrong credential. Raises Problem(too_many_failures) past the limit of one address.

        A valid key from the same address passes all the same: others may share it, and to find a key by trying
        192 bits is hopeless at any speed.
        """
        name = f"address:{network_of(address)}"
        if await self._defences.incr(name, WINDOW_SECONDS) > self._failures_per_minute:
            raise Problem(
                Code.TOO_MANY_FAILURES,
                "Too many wrong credentials came from this address.",
                hint="Wait a minute, then send a valid key.",
                extra={"reset": math.ceil(await self._defences.get_expiry(name))},
            )

    async def failures_left(self, address: str) -> int:
        """How many wrong credentials may still come from an address in its window."""
        return max(0, self._failures_per_minute - await self._defences.get(f"address:{network_of(address)}"))

    async def begin_attempt(self, address: str, device: str | None) -> str:
        """Count an attempt to log in as a wrong one, until it is forgiven. Returns what to cancel_attempt.

        A device that has logged in before has a limit of its own; everybody else has that of the address. Raises
        Problem(too_many_failures) past it.
        """
        name = f"login:{network_of(address)}" if device is None else f"device:{device}"
        most = LOGINS_PER_MINUTE if device is None else DEVICE_LOGINS_PER_MINUTE
        if await self._defences.incr(name, WINDOW_SECONDS) > most:
            raise Problem(
                Code.TOO_MANY_FAILURES,
                "Too many attempts. Wait a minute, then try again.",
                hint="sitehand admin set-password sets a new password.",
                extra={"reset": math.ceil(await self._defences.get_expiry(name))},
            )
        return name

    async def cancel_attempt(self, attempt: str) -> None:
        """The password was right, so that the attempt takes no place."""
        await self._defences.incr(attempt, WINDOW_SECONDS, -1)

    async def check_guesses(self, address: str) -> None:
        """Raises Problem(too_many_failures) when one address has guessed wrong too often at the site's passwords.

        To be asked before a guess is looked at: past the limit not even the right one tells that it is right.
        """
        name = f"guess:{network_of(address)}"
        if await self._defences.get(name) >= GUESSES_PER_MINUTE:
            raise Problem(
                Code.TOO_MANY_FAILURES,
                "Too many wrong passwords. Wait a minute, then try again.",
                hint="Ask whoever gave you the address for the password.",
                extra={"reset": math.ceil(await self._defences.get_expiry(name))},
            )

    async def note_wrong_guess(self, address: str) -> None:
        """Count a wrong guess at the password of a protected item. Those that are right cost their readers nothing."""
        await self._defences.incr(f"guess:{network_of(address)}", WINDOW_SECONDS)

    async def is_first(self, token: str) -> bool:
        """Whether this token of a form is seen for the first time, by any worker, as long as a session lives."""
        return await self._defences.incr(token, FORM_SECONDS) == 1

    async def forget(self, token: str) -> None:
        """Let this token be the first again: what it stood for was refused."""
        await self._defences.clear(token)

    async def was_seen(self, token: str) -> bool:
        """Whether `is_first` was asked about this token before."""
        return await self._defences.get(token) > 0

    async def reset(self, key_id: int | None = None, *, dry_run: bool = False) -> bool:
        """Set the counter of one key, or all counters, back to none. Returns whether there was anything to reset:
        of all counters there is, at least that of who asks.
        """
        if key_id is None:
            if not dry_run:
                await self._counters.reset()
            return True
        counted = await self._counters.get(f"key:{key_id}") > 0
        if counted and not dry_run:
            await self._counters.clear(f"key:{key_id}")
        return counted

    async def plan(self) -> Plan:
        """The site's plan; an unknown stored one counts as free."""
        plan = await self._store.plan()
        return "pro" if plan == "pro" else "free"

    async def set_plan(self, plan: Plan) -> None:
        """Change the plan; its limit becomes the default again."""
        await self._store.set_plan(plan)

    async def default(self) -> int:
        """Requests a minute for a key that has no limit of its own."""
        return await self._store.default() or PLAN_LIMITS[await self.plan()]

    async def set_default(self, requests_per_minute: int) -> str:
        """Change the default limit, for every key without one of its own, at once. Returns its revision."""
        return await self._store.set_default(requests_per_minute)

    async def set_own(self, key_id: int, requests_per_minute: int) -> str:
        """Give one key its own limit. Returns the key's revision. Raises Problem(not_found)."""
        revision = await self._store.set_own(key_id, requests_per_minute)
        if revision is None:
            raise not_found("active key", key_id, "GET /api-keys lists the active keys.")
        return revision
