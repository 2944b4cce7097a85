"""What a plan is: a model each of whose fields says everything about an option once.

Type, default and limits are those of the field; its ``Option`` adds what a person reads and where the value is recorded. The command line
makes its options of these fields, a record keeps them, and a test gets them back from it.
"""

import difflib
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, Self, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Strict, ValidationError
from pydantic.fields import FieldInfo

from mindsight.errors import InputError
from mindsight.reasons import reason_of
from mindsight.text import Text, text

Panel = Literal["what", "how", "output", "limits"]
MOST = 1e12
"""Upper limit of penalties and money; squares must stay finite."""
_MOST_WHOLE = 10**18 - 1
"""The checker of a record accepts no larger numbers."""


@dataclass(frozen=True)
class Option:
    """What a field says of itself beside its type, default and limits.

    Attributes:
        help: One sentence, marked for translation.
        name: The option's long name without dashes; by default that of the field.
        short: Its short name, such as ``o``.
        metavar: What stands for the value in the help; by default the known values, or the type.
        panel: Where the help shows it.
        shown: The default as the help shows it, where the suite fills it in.
        sets: The value that a switch sets; an option with one takes no value.
        words: The words that are given in place of values, with the value of each.
        several: Whether the option is given once for each value; else a list is one value with commas.
        only_for: What it applies to alone, such as a kind of test; empty if it applies to all.
        recorded: Whether the page of a record's plan has it ``always``, or only if it ``changed`` from its default.
    """

    help: str
    name: str = ""
    short: str = ""
    metavar: str = ""
    panel: Panel = "how"
    shown: str = ""
    sets: Any = None
    words: tuple[tuple[str, Any], ...] = ()
    several: bool = False
    only_for: tuple[str, ...] = ()
    recorded: Literal["", "always", "changed"] = ""


class Leaf(NamedTuple):
    """A field that is an option, with the names of the plans that hold it."""

    path: tuple[str, ...]
    field: FieldInfo
    option: Option

    @property
    def long(self) -> str:
        """The option's long name, such as ``--max-megapixels``."""
        return f"--{self.option.name or self.path[-1].replace('_', '-')}"

    @property
    def parameter(self) -> str:
        """The name under which a command takes the value."""
        return self.long.removeprefix("--").replace("-", "_")

    @property
    def type(self) -> Any:
        """The type of the value that is given, without ``None``."""
        return plain_type(self.field.annotation)


class PlanModel(BaseModel):
    """The base of all plans: nothing in it changes, and it has no other fields than it says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def leaves(cls) -> Iterator[Leaf]:
        """Yield the fields that are options, those of inner plans in their place."""
        for name, field in cls.model_fields.items():
            inner = plain_type(field.annotation)
            if isinstance(inner, type) and issubclass(inner, PlanModel):
                for leaf in inner.leaves():
                    yield leaf._replace(path=(name, *leaf.path))
            for option in field.metadata:
                if isinstance(option, Option):
                    yield Leaf((name,), field, option)

    def value(self, leaf: Leaf) -> Any:
        """Return the value of a field of this plan or of an inner one; its default where the inner plan is missing."""
        value: Any = self
        for name in leaf.path:
            value = getattr(value, name, leaf.field.default)
        return value

    def stated(self) -> Iterator[Leaf]:
        """Yield the fields that were stated, whatever their values."""
        for leaf in self.leaves():
            *way, last = leaf.path
            holder: Any = self
            for name in way:
                holder = getattr(holder, name) if name in holder.model_fields_set else None
                if holder is None:
                    break
            if holder is not None and last in holder.model_fields_set:
                yield leaf

    def chosen(self, only_for: str) -> Iterator[Leaf]:
        """Yield the fields that apply to one thing alone, such as models, and are not as they are by default."""
        for leaf in self.leaves():
            if only_for in leaf.option.only_for and self.value(leaf) != leaf.field.default:
                yield leaf

    @classmethod
    def of(cls, given: Mapping[str, Any], *, prefix: str | None = None) -> Self:
        """Return the plan of the values given, named as the fields; sentences name options as the command line or with a prefix.

        Raises:
            InputError: One is unknown or cannot be used; the sentence names the option.
        """
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise cls.refusal(error, prefix) from error

    @classmethod
    def names(cls) -> dict[str, tuple[str, ...]]:
        """Return the names by which a program gives the fields of this plan and of inner ones, with their paths: also those of options."""
        found: dict[str, tuple[str, ...]] = {leaf.parameter: leaf.path for leaf in cls.leaves()}
        for name, field in cls.model_fields.items():
            inner = plain_type(field.annotation)
            if isinstance(inner, type) and issubclass(inner, PlanModel):
                found |= {below: (name, *path) for below, path in inner.names().items()}
        # A field hides those of inner plans that have its name.
        return found | {name: (name,) for name in cls.model_fields}

    @classmethod
    def refusal(cls, error: ValidationError, prefix: str | None = None) -> InputError:
        """Return the first fault of values given as one sentence that names the option."""
        first = error.errors(include_url=False)[0]
        path = tuple(part for part in first["loc"] if isinstance(part, str))
        leaf = next((leaf for leaf in cls.leaves() if leaf.path == path[: len(leaf.path)]), None)
        name = ".".join(path)
        if leaf is not None:
            name = leaf.long if prefix is None else f"{prefix}{leaf.parameter}"
        if first["type"] == "literal_error" and leaf is not None:
            return _unknown(name, leaf, first["input"])
        inner = first.get("ctx", {}).get("error")
        reason: Text = inner.text if isinstance(inner, RefusedValueError) else reason_of(first["msg"], "pydantic")
        return InputError("{option}: {reason}", option=name, reason=reason)

    def page(self, kind: str = "") -> dict[str, Any]:
        """Return the fields that a record's plan has, without those of inner plans and of other kinds of test."""
        values = self.model_dump(mode="json")
        return {
            leaf.path[0]: values[leaf.path[0]]
            for leaf in self.recorded(kind)
            if leaf.option.recorded == "always" or getattr(self, leaf.path[0]) != leaf.field.default
        }

    @classmethod
    def back(cls, page: Mapping[str, Any], kind: str = "") -> Self:
        """Return the plan of a record's page, which may hold much else."""
        return cls.of({leaf.path[0]: page[leaf.path[0]] for leaf in cls.recorded(kind) if leaf.path[0] in page})

    @classmethod
    def recorded(cls, kind: str = "") -> Iterator[Leaf]:
        """Yield the plan's own fields that a record of a kind of test has."""
        for leaf in cls.leaves():
            if (
                len(leaf.path) == 1
                and leaf.option.recorded
                and (not leaf.option.only_for or kind in leaf.option.only_for)
            ):
                yield leaf


def plans_of(kinds: Sequence[type[PlanModel]], options: Mapping[str, Any], prefix: str | None = None) -> list[Any]:
    """Return a plan of each kind from the options of a function call, each given to all plans that have it.

    Options are named as on the command line, with underscores: ``no_media=True``. A field that has another name than its option is
    given by its own, too, where no option has that: ``keep_outputs=False``.

    Args:
        kinds: The kinds of plan.
        options: The values by name.
        prefix: What stands before a name in the sentence of a refusal; by default names are as on the command line.

    Raises:
        InputError: No plan has such a field, or a value cannot be used.
    """
    known = [kind.names() for kind in kinds]
    asked = [{leaf.parameter: leaf for leaf in kind.leaves()} for kind in kinds]
    given: list[dict[str, Any]] = [{} for _ in kinds]
    for name, value in options.items():
        holders = [number for number, names in enumerate(known) if name in names]
        if not holders:
            close = difflib.get_close_matches(name, [each for names in known for each in names], n=1, cutoff=0.3)
            raise InputError(
                'there is no option "{option}"; did you mean "{guess}"?',
                option=name,
                guess=close[0] if close else "out",
            )
        for number in [number for number in holders if name in asked[number]] or holders:
            leaf = asked[number].get(name)
            if leaf is not None and leaf.option.sets is not None and isinstance(value, bool):
                _put(given[number], leaf.path, leaf.option.sets if value else leaf.field.default)
            else:
                inner = isinstance(value, Mapping | PlanModel)
                _put(given[number], known[number][name] if leaf is None or inner else leaf.path, value)
    return [kind.of(values, prefix=prefix) for kind, values in zip(kinds, given, strict=True)]


def _put(place: dict[str, Any], path: Sequence[str], value: Any) -> None:
    *way, last = path
    for step in way:
        place = place.setdefault(step, {})
    place[last] = value


class RefusedValueError(ValueError):
    """A value that a validator of a plan refuses, with a translatable reason."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.text = reason


def listed(words: str) -> tuple[str, ...]:
    """Return the names between commas, each without spaces around it."""
    return tuple(word for part in words.split(",") if (word := part.strip()))


def names(value: object) -> object:
    """Return words with commas as several names; what is no words as it is."""
    return listed(value) if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], BeforeValidator(names)]
"""Several names: a sequence, or words with commas."""


def _usable(value: float | None) -> float | None:
    if value is not None and not value <= MOST:
        raise RefusedValueError(text("{value} is not a number that can be used", value=str(value)))
    return value


def _short(value: int) -> int:
    if value > _MOST_WHOLE:
        raise RefusedValueError(text("give a number of at most {most} digits", most=len(str(_MOST_WHOLE))))
    return value


Switch = Annotated[bool, Strict()]
Share = Annotated[float, Strict()]
Usable = Annotated[float, Strict(), AfterValidator(_usable)]
"""A number that can be computed with."""
Whole = Annotated[int, Strict(), AfterValidator(_short)]
"""A whole number; neither yes nor no, which Python counts among them."""


def plain_type(annotation: Any) -> Any:
    """Return a type without ``None`` and without notes."""
    if get_origin(annotation) is Annotated:
        return plain_type(get_args(annotation)[0])
    if get_origin(annotation) in {Union, types.UnionType}:
        kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
        return plain_type(kinds[0]) if len(kinds) == 1 else annotation
    return annotation


def known_values(leaf: Leaf) -> tuple[str, ...]:
    """Return the values that an option knows, or the names of which it takes several; none if it takes any."""
    if leaf.option.words:
        return tuple(word for word, _ in leaf.option.words)
    kind = get_args(leaf.type)[0] if get_origin(leaf.type) is tuple else leaf.type
    if leaf.option.sets is not None or get_origin(kind) is not Literal:
        return ()
    return tuple(map(str, get_args(kind)))


def value_of(leaf: Leaf, given: Any) -> Any:
    """Return the value of an option as its field takes it.

    Raises:
        InputError: It is a word that the option does not know.
    """
    if leaf.option.sets is not None:
        return leaf.option.sets
    words = dict(leaf.option.words)
    if words and given not in words:
        raise _unknown(leaf.long, leaf, given)
    return words.get(given, given) if words else given


def _unknown(name: str, leaf: Leaf, value: Any) -> InputError:
    known = ", ".join(known_values(leaf))
    return InputError("{option}: {value} is not known; use {known}", option=name, value=str(value)[:80], known=known)
