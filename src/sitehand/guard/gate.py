"""The one gate: every call from every door passes `admit` once and `perform` for each operation it asks for."""

import functools
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, NamedTuple

import orjson
import pluggy

from sitehand.errors import Code, Problem
from sitehand.guard.broker import Sender, TokenCheck
from sitehand.guard.call import current_call
from sitehand.guard.capabilities import Requirements
from sitehand.guard.credentials import refuse_bound_token, refuse_key, refuse_no_key, refuse_two_keys
from sitehand.guard.keys import PREFIX, KeyRegister
from sitehand.guard.limits import RateLimits, network_of
from sitehand.guard.lineage import kind_of
from sitehand.guard.narrowing import leaves_out, refuse_category
from sitehand.guard.result_cache import ResultCache
from sitehand.guard.roles import (
    OWN_ONLY,
    ROLES,
    TOKEN_ROLES,
    insufficient_scope,
    knows_role,
    refusal,
    usable_categories,
)
from sitehand.guard.switches import Switches
from sitehand.guard.usage import Usage
from sitehand.guard.write import Run
from sitehand.guard.writes import Writes
from sitehand.operation.caller import OWNER_ID, Access, Caller, Category
from sitehand.operation.catalog import CATEGORIES, Catalog
from sitehand.operation.context import Context, Report, Services, no_report
from sitehand.operation.declaration import Operation
from sitehand.operation.faults import Locate
from sitehand.operation.grants import Grants
from sitehand.operation.limits import RateLimit
from sitehand.operation.schema import parse
from sitehand.site.capabilities import Capabilities
from sitehand.site.values import Input

log = logging.getLogger("sitehand.gate")

FAULTS = (Exception, SystemExit)
"""What code of a host or a plugin may raise in a call without ending more than the call: `sys.exit()` too."""


MAX_VIEWS = 64
"""How many choices of operations are kept: one for each role and what its keys leave out."""


class IncomingRequest(NamedTuple):
    """What a door knows of a request before anybody is trusted.

    `keys` are the distinct credentials it presents, `address` the client's, `request` makes what hooks are shown.
    `tokens` are those keys that came in the Authorization header as Bearer and nowhere else, where alone an access
    token may stand; `bound` those that came there as DPoP (RFC 9449, 7.1).
    """

    keys: tuple[str, ...]
    address: str
    request: Callable[[], Any]
    tokens: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()


class Admission(NamedTuple):
    """A request that was let in: whose it is, and what is left of its rate limit."""

    caller: Caller
    rate: RateLimit


class Gate:
    """Identifies the caller, counts the request, and runs operations that the caller may use. Fails closed."""

    def __init__(
        self,
        catalog: Catalog,
        *,
        keys: KeyRegister,
        limits: RateLimits,
        plugins: pluggy.PluginManager,
        clock: Callable[[], datetime],
        cache: ResultCache,
        writes: Writes,
        switches: Switches,
        usage: Usage,
        capabilities: Callable[[], Capabilities],
        tokens: TokenCheck | None = None,
    ) -> None:
        self.catalog = catalog
        self._writes = writes
        self._switches = switches
        self.requirements = Requirements(catalog, capabilities)
        self._usage = usage
        self._recall = cache
        self._keys = keys
        self._limits = limits
        self._hook = plugins.hook
        self._clock = clock
        self._tokens = tokens
        self._services: Services | None = None
        # Asked with each list of tools, and the same as long as the owner changes nothing.
        self._choose = functools.lru_cache(MAX_VIEWS)(self._choose_visible)
        self._visible_to = functools.cache(self._find_visible)

    def connect(self, services: Services) -> None:
        """Give the gate what operations see. The services hold the gate, so this comes after both are made."""
        self._services = services

    def visible(self, caller: Caller) -> Sequence[Operation]:
        """The operations that this caller may use and this site can run, in the catalogue's order."""
        if not knows_role(caller):
            return ()
        return self._choose(caller.role, caller.grants.without, self._switches.off() | self.requirements.unmet())

    def switched_off(self, caller: Caller) -> Sequence[str]:
        """Names of the operations that this caller's role may use and the owner has switched off."""
        off = self._switches.off()
        return [operation.name for operation in self._visible_to(caller.role) if operation.name in off]

    def paused(self, caller: Caller) -> bool:
        """Whether this caller cannot write, because the owner has paused all writes but their own."""
        return caller is not OWNER and self._switches.paused

    def owns_only(self, caller: Caller) -> bool:
        """Whether this caller changes only what it made."""
        return caller.role in OWN_ONLY

    def categories(self, caller: Caller) -> Sequence[Category]:
        """The categories that this caller's role may use, in the catalogue's order."""
        allowed = usable_categories(caller)
        return tuple(category for category in CATEGORIES if category in allowed)

    async def admit(self, incoming: IncomingRequest) -> Admission:
        """Identify the caller and count one request against its limit, whatever it then asks for.

        Raises Problem: too_many_failures, missing_credential, conflicting_credentials, invalid_credential,
        rate_limited, broker_unavailable, insufficient_scope.
        """
        now = self._clock()
        try:
            caller = self._vouched(incoming) or await self._identify(incoming, now)
            current_call().trace.note(caller.id)
            rate = await self._limits.take(caller)
            self._usage.count_call(caller, now)
            if caller.kind == "token" and not knows_role(caller):
                raise insufficient_scope("anything here")
        except Problem as problem:
            raise self._explained(problem) from problem.__cause__
        return Admission(caller, rate)

    async def perform(
        self,
        caller: Caller | None,
        operation: Operation,
        raw: Any,
        *,
        locate: Locate | None = None,
        report: Report = no_report,
        members: Sequence[str] = (),
    ) -> Any:
        """Run one operation for an admitted caller (None: nobody, for a public operation).

        Raises Problem; a fault of ours becomes internal_error, whose cause goes to the log alone.
        """
        arguments, problem = None, None
        call = current_call()
        call.trace.note(caller.id if caller else "", operation.name)
        try:
            arguments = self.check(caller, operation, raw, locate=locate)
            return await self._run(self._context(caller, report, members), operation, raw, arguments)
        except Problem as refused:
            problem = refused
            raise
        except FAULTS as fault:
            log.exception("operation %s failed, request %s", operation.name, call.request_id)
            problem = internal_error()
            raise problem from fault
        except BaseException:
            # Cancelled: the client has gone, or the server ends. Who listens must not take it for a success.
            problem = internal_error()
            raise
        finally:
            self._notify(caller, operation, arguments, problem)

    def check(self, caller: Caller | None, operation: Operation, raw: Any, *, locate: Locate | None = None) -> Input:
        """What `perform` does before it runs anything: may this caller, and are the arguments right?"""
        if not operation.public and (refused := self.refusal(caller, operation)):
            raise refused
        self.requirements.check(operation)
        if caller is not OWNER and not current_call().is_owners:
            self._switches.check(operation)
        return parse(operation.input, raw, locate) if locate else parse(operation.input, raw)

    def prepare(
        self, ctx: Context, operation: Operation, raw: Any, *, locate: Locate
    ) -> AbstractAsyncContextManager[None]:
        """What a part of a batch does before the transaction of the whole begins. Raises Problem, as `check` does."""
        return operation.prepare(ctx, self.check(ctx.caller, operation, raw, locate=locate))

    def prepare_for(self, caller: Caller, operation: Operation, raw: Any) -> AbstractAsyncContextManager[None]:
        """Prepare a write of that caller to run inside another transaction. Raises Problem, as `check` does."""
        return operation.prepare(self._context(caller, no_report, ()), self.check(caller, operation, raw))

    async def together(self, ctx: Context, operation: Operation, arguments: Input, run: Run, *, dry_run: bool) -> Any:
        """Run what performs several operations as one write; see `Writes.together`."""
        result = await self._writes.together(ctx, operation, arguments, run, dry_run=dry_run)
        if not (dry_run or current_call().batch):
            self._usage.count_write(ctx.caller, ctx.now, result)
        return result

    def refusal(self, caller: Caller | None, operation: Operation) -> Problem | None:
        """Why this caller may not use this operation, or None when it may."""
        refused = refusal(caller, operation) if caller else refuse_no_key()
        if refused:
            return self._explained(refused, operation.access)
        if caller and caller.grants.without and leaves_out(caller.role, caller.grants.without, operation):
            return refuse_category(operation)
        return None

    def _explained(self, problem: Problem, access: Access = "read") -> Problem:
        return self._tokens.explain(problem, access) if self._tokens else problem

    async def _run(self, ctx: Context, operation: Operation, raw: Any, arguments: Input) -> Any:
        """The result of an operation; of one that may be remembered, the kept result while nothing has changed."""
        if not (operation.reads or operation.composed):
            result = await self._writes.perform(ctx, operation, arguments)
            if not current_call().batch:
                self._usage.count_write(ctx.caller, ctx.now, result)
            return result
        token = self._recall.token() if operation.remember and not current_call().batch else None
        if token is None:
            return await operation.handler(ctx, arguments)
        key = (operation.name, ctx.caller.role, orjson.dumps(raw, option=orjson.OPT_SORT_KEYS))
        result = self._recall.find(key, token)
        if result is None:
            result = await operation.handler(ctx, arguments)
            self._recall.keep(key, token, result)
        return result

    def _context(self, caller: Caller | None, report: Report, members: Sequence[str]) -> Context:
        if self._services is None:
            raise RuntimeError("Gate.connect was not called")
        call = current_call()
        strict, late = call.origin.door == "mcp" and call.approval is None, call.batch.late if call.batch else None
        return Context(caller or NOBODY, self._clock(), self._services, report, late, strict=strict, members=members)

    def _vouched(self, incoming: IncomingRequest) -> Caller | None:
        """The caller that an installed plugin vouches for. A hook that raises or answers nonsense refuses."""
        if not self._hook.skip_key_validation.get_hookimpls():
            return None
        try:
            caller = self._hook.skip_key_validation(request=incoming.request())
        except FAULTS as fault:
            log.exception("skip_key_validation failed, request %s", current_call().request_id)
            raise internal_error() from fault
        if caller is None:
            return None
        if not isinstance(caller, Caller) or caller.kind != "plugin" or caller.role not in ROLES:
            log.error("skip_key_validation answered %r, request %s", caller, current_call().request_id)
            raise internal_error()
        if kind_of(caller.id) != "plugin":
            log.error(
                "skip_key_validation used the id %r, no plugin's, request %s", caller.id, current_call().request_id
            )
            raise internal_error()
        return caller

    async def _identify(self, incoming: IncomingRequest, now: datetime) -> Caller:
        if not incoming.keys:
            raise refuse_no_key()
        if len(incoming.keys) > 1:
            raise refuse_two_keys()
        may_be_token = incoming.tokens or incoming.bound
        if may_be_token and (caller := await self._identify_token(incoming, now)):
            return caller
        key = await self._keys.identify(incoming.keys[0], now)
        if key is None:
            await self._limits.note_failure(incoming.address)
            raise refuse_key()
        return key.caller

    async def _identify_token(self, incoming: IncomingRequest, now: datetime) -> Caller | None:
        """The caller of an access token; None for what can only be a key."""
        value = incoming.keys[0]
        try:
            if value in incoming.bound:
                raise refuse_bound_token()
            # What begins like a key, but was mistyped, is nothing that a third party may see.
            if self._tokens is None or value not in incoming.tokens or value.startswith(PREFIX):
                return None
            left = functools.partial(self._limits.failures_left, incoming.address)
            return await self._tokens.identify(value, now, Sender(network_of(incoming.address), left))
        except Problem as problem:
            if problem.code is Code.INVALID_CREDENTIAL:
                await self._limits.note_failure(incoming.address)
            raise

    def _choose_visible(self, role: str, without: tuple[str, ...], hidden: frozenset[str]) -> tuple[Operation, ...]:
        shown = (each for each in self._visible_to(role) if each.name not in hidden)
        return tuple(each for each in shown if not leaves_out(role, without, each))

    def _find_visible(self, role: str) -> tuple[Operation, ...]:
        """What a role may use, whatever its caller left out; nothing for an unknown one."""
        probe = Caller("token" if role in TOKEN_ROLES else "key", "probe", "probe", role)
        return tuple(operation for operation in self.catalog if refusal(probe, operation) is None)

    def _notify(
        self, caller: Caller | None, operation: Operation, arguments: Input | None, problem: Problem | None
    ) -> None:
        if not self._hook.operation_done.get_hookimpls():
            return
        try:
            self._hook.operation_done(caller=caller, operation=operation, arguments=arguments, problem=problem)
        except FAULTS:
            log.exception("operation_done failed, request %s", current_call().request_id)


OWNER = Caller("owner", OWNER_ID, "Owner", "admin", grants=Grants(unfiltered_html=True))
"""The owner in the admin screens, who may do everything, also while writes are paused."""
NOBODY = Caller("key", "nobody", "nobody", "")
"""The caller of a public operation: no role, so no other operation."""


def internal_error() -> Problem:
    """The refusal for a fault of ours; the log has the cause under the same request id."""
    return Problem(
        Code.INTERNAL_ERROR,
        f"The service failed. Request id: {current_call().request_id}.",
        hint="Try again. If the failure persists, give the owner the request id.",
    )
