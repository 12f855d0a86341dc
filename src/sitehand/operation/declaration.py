"""`@operation`: the one place where a function of the site is declared."""

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, get_type_hints

from sitehand.operation.brief import Brief
from sitehand.operation.caller import Access, Category
from sitehand.operation.context import Context
from sitehand.operation.schema import marked_arguments
from sitehand.operation.write import Promise, Target, add_options
from sitehand.site.capabilities import NEEDS, Need
from sitehand.site.values import AnswerOption, Input, WholeBody

Handler = Callable[[Context, Any], Awaitable[Any]]
Prepare = Callable[[Context, Any], AbstractAsyncContextManager[None]]
"""What of a write takes long and needs no transaction: done when the block begins, and found while it runs."""
FindPortions = Callable[[Context, Any], Awaitable[Handler | None]]
"""What does a call of the owner in many short transactions of its own, each with an entry in the journal, and answers
`Rehearsed` when it is asked for a preview; None for a call that is one transaction.
"""
NAME = re.compile(r"[a-z]+(_[a-z]+)*")


def arguments_in(path: str) -> frozenset[str]:
    """Names of the arguments that stand in a path."""
    return frozenset(re.findall(r"{(\w+)}", path))


def prepare_nothing(ctx: Context, arguments: Any) -> AbstractAsyncContextManager[None]:
    """Most operations need nothing that takes long."""
    return nullcontext()


async def write_at_once(ctx: Context, arguments: Any) -> None:
    """Most writes are one transaction."""


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """A declared operation; calling it runs the function itself, past no gate (tests do).

    `methods` and `path` are its REST route (path below the REST base, `{id}` for a path argument); an operation of the
    owner alone (`access="owner"`) has none, and no other door either;
    `shortcuts` are further paths of it, each with the arguments that it stands for, where `shortcuts_need` is offered;
    `everyone` opens it to any valid credential, `public` to callers without one;
    `remember` says that the result follows from the site's stored state, the arguments and the caller's role alone,
    so that the gate may keep it until that state changes; `mcp_defaults` are argument defaults that hold only when
    the tool is called, for what costs a model's context; `brief` is the part of its result that it then answers, unless
    the caller asks for more; `needs` is what not every host offers (`site/capabilities.py`).

    Of a write, `target` names the object that it changes (none for one that makes something new), `exempt` says with
    a reason which of the promises to all writes it cannot keep, `composed` that its parts are writes themselves,
    `restores` that it puts back what any operation has changed, `copies` that the blocks that it writes are an item's,
    and `prepare` does before the transaction begins what others should not wait for. `stored` says that all it does can
    be rolled back: then its conditions are checked with its first step in the transaction, and not in a step of their
    own. `single_step` says that this step is its only one: the transaction may then be committed in it. `changes_many`
    says that one call may change many objects. `portions` finds what does a call in many transactions. `also` are
    further categories that open it. `picture` is the member of the result that a tool shows as an image: an object with
    `mime_type` and, in base64, `data`.
    """

    name: str
    description: str
    category: Category
    access: Access
    methods: tuple[str, ...]
    path: str
    input: type[Input]
    output: Any
    handler: Handler
    shortcuts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    everyone: bool = False
    public: bool = False
    status: int = 200
    destructive: bool = False
    idempotent: bool = False
    reports_progress: bool = False
    remember: bool = False
    mcp_defaults: Mapping[str, Any] = field(default_factory=dict)
    example: Mapping[str, Any] | None = None
    target: Target | None = None
    exempt: Mapping[Promise, str] = field(default_factory=dict)
    composed: bool = False
    restores: bool = False
    copies: bool = False
    replaces: frozenset[str] = frozenset()
    brief: Brief | None = None
    prepare: Prepare = prepare_nothing
    stored: bool = False
    single_step: bool = False
    changes_many: bool = False
    needs: Need = ""
    shortcuts_need: Need = ""
    whole: bool = False
    also: tuple[Category, ...] = ()
    portions: FindPortions = write_at_once
    picture: str = ""
    categories: frozenset[Category] = field(init=False)
    """The categories of which a caller needs one."""
    reads: bool = field(init=False)
    """Whether a call changes nothing; reads that only an admin may do are among them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "categories", frozenset((self.category, *self.also)))
        object.__setattr__(self, "reads", self.access == "read" or self.methods == ("GET",))
        for_owner = self.access == "owner"
        if for_owner == bool(self.path):
            raise TypeError(f"Operation {self.name}: every operation has a route but the owner's, which have none.")
        if for_owner and (self.everyone or self.public):
            raise TypeError(f"Operation {self.name} is the owner's alone: it cannot be open to others.")
        if not NEEDS.issuperset((self.needs, self.shortcuts_need)):
            raise TypeError(f"Operation {self.name} needs {self.needs!r}: not in site/capabilities.py.")

    async def __call__(self, ctx: Context, arguments: Input) -> Any:
        """Run the function with arguments that were parsed already."""
        return await self.handler(ctx, arguments)

    @property
    def title(self) -> str:
        """What a person reads: "List pages"."""
        return self.name.replace("_", " ").capitalize()

    @property
    def many(self) -> bool:
        """Whether one call may change many objects: it says so, deletes, puts back or has parts."""
        return self.changes_many or self.composed or self.restores or self.methods == ("DELETE",)

    def shorten(self, result: Any) -> Any:
        """The brief form of a result, where there is one."""
        return self.brief(result) if self.brief else result

    @property
    def paths(self) -> Mapping[str, Mapping[str, str]]:
        """Its path and its shortcuts, each with the arguments that it stands for."""
        return {self.path: {}, **self.shortcuts}

    @property
    def path_arguments(self) -> frozenset[str]:
        """Names of the arguments that stand in the path, that of no shortcut."""
        return arguments_in(self.path)


def answer_briefly(model: type[Input]) -> dict[str, str]:
    """The arguments with which an operation answers briefly, if it can."""
    return dict.fromkeys(marked_arguments(model, AnswerOption), "brief")


def operation(
    route: str = "",
    *,
    category: Category,
    access: Access,
    shortcuts: Mapping[str, Mapping[str, str]] | None = None,
    everyone: bool = False,
    public: bool = False,
    status: int = 200,
    destructive: bool = False,
    idempotent: bool = False,
    reports_progress: bool = False,
    remember: bool = False,
    mcp_defaults: Mapping[str, Any] | None = None,
    example: Mapping[str, Any] | None = None,
    target: Target | None = None,
    exempt: Mapping[Promise, str] | None = None,
    composed: bool = False,
    restores: bool = False,
    brief: Brief | None = None,
    prepare: Prepare = prepare_nothing,
    stored: bool = False,
    needs: Need = "",
    shortcuts_need: Need = "",
) -> Callable[[Handler], Operation]:
    """Declare the function as an operation. `route` is "GET /pages" or "PUT|PATCH /pages/{id}", "" with access="owner".

    The function takes `(ctx, arguments)`; the annotations of `arguments` and of the result are its schemas,
    its name is the tool's, the first line of its docstring the tool's description.
    """
    methods, _, path = route.partition(" ")

    def declare(function: Handler) -> Operation:
        name = function.__name__
        if not NAME.fullmatch(name):
            raise TypeError(f"An operation is named verb_noun in lower case, not {name!r}.")
        hints = get_type_hints(function, include_extras=True)
        _, argument = inspect.signature(function).parameters
        summary = (inspect.getdoc(function) or "").partition("\n")[0]
        if not summary:
            raise TypeError(f"Operation {name} has no docstring: its first line is the tool's description.")
        reads = access == "read" or methods == "GET"
        revised, shortened = target is not None, brief is not None
        model = hints[argument] if reads else add_options(hints[argument], revised=revised, brief=shortened)
        return Operation(
            name=name,
            description=summary,
            category=category,
            access=access,
            methods=tuple(filter(None, methods.split("|"))),
            path=path,
            input=model,
            output=hints["return"],
            handler=function,
            shortcuts=shortcuts or {},
            everyone=everyone,
            public=public,
            status=status,
            destructive=destructive,
            idempotent=idempotent or access == "read",
            reports_progress=reports_progress,
            remember=remember,
            mcp_defaults={**answer_briefly(model), **(mcp_defaults or {})},
            example=example,
            target=target,
            exempt=exempt or {},
            composed=composed,
            restores=restores,
            replaces=marked_arguments(model, WholeBody) if target else frozenset(),
            brief=brief,
            prepare=prepare,
            stored=stored,
            needs=needs,
            shortcuts_need=shortcuts_need,
        )

    return declare


def answer_whole(declared: Operation) -> Operation:
    """Declare that a tool's answer is of use only whole: it is never cut."""
    return replace(declared, whole=True)


def change_many(declared: Operation) -> Operation:
    """Declare that one call may change many objects."""
    return replace(declared, changes_many=True)


def show_picture(member: str) -> Callable[[Operation], Operation]:
    """Declare that a member of the result is a picture, which a tool shows."""
    return partial(replace, picture=member)


def copy_blocks(declared: Operation) -> Operation:
    """Declare that a write stores blocks that an item has or had: none of them is new."""
    return replace(declared, copies=True)


def open_to(*categories: Category) -> Callable[[Operation], Operation]:
    """Declare that who may use one of these categories may use an operation too."""
    return partial(replace, also=categories)


def write_in_single_step(declared: Operation) -> Operation:
    """Declare that all a write does is one call of the host, which can be rolled back and whose result it returns as it
    is. It refuses nothing after that: the transaction may be committed by then.
    """
    return replace(declared, stored=True, single_step=True)


def write_in_portions(declared: Operation) -> Operation:
    """Declare that a write of the owner takes so long that it goes in many transactions, and others write between."""
    if declared.access != "owner":
        raise TypeError(f"Operation {declared.name}: no rule looks at portions, so only the owner may write in them.")

    async def find(ctx: Context, arguments: Any) -> Handler:
        return declared.handler

    return replace(declared, portions=find)


def write_some_in_portions(find: FindPortions) -> Callable[[Operation], Operation]:
    """Declare that some calls go in portions when the owner makes them; those of others are one transaction."""
    return partial(replace, portions=find)
