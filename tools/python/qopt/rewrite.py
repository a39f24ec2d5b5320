"""Rewrites of one's own, without C++.

    @qopt.rewrite.pattern("relu(conv2d(x, w, bias=b, groups=1))")
    def capped(op, net, x, w, b):
        ...
        return net.clip(op["input"], min=0.0, max=6.0)

    capped(model)                          # or qopt.rewrite.apply(model, capped, other)

An expression is a call as it builds the layer: `conv2d(x, w, bias=b, strides=(1, 1))`. Names in the place of operands are bound to
their values (`_` to none; one name twice is one value twice), names in the place of attributes to what they are; `c := conv2d(x)`
binds an operation itself. None says that an operand is absent, a number that it is a constant of that number alone. What is not
written is not looked at. A function of the operation, which answers whether it matches, does where an expression does not.
"""

from __future__ import annotations

import ast
import inspect
import logging
from typing import TYPE_CHECKING, Any, Callable, Union

from . import _native
from ._arguments import count_of
from ._errors import ArgumentError
from ._native import Operation, Value
from ._operations import DEFINITIONS, Operations

if TYPE_CHECKING:
    from ._model import Model

__all__ = ["Builder", "Operation", "Pattern", "Value", "apply", "pattern"]

_log = logging.getLogger("qopt")

Match = Union[str, Callable[[Operation], Any]]
"""An expression; or a function of the operation that answers whether it matches."""


class Builder(Operations):
    """Builds the operations of a pattern's function: as qopt.build's network, in front of the
    operation that matched."""

    def __init__(self, graph: _native.Graph) -> None:
        self._graph = graph


# ---- expressions ----

class _Match:
    """Holds the names that are bound while an expression is compared with a graph, and the
    operations that matched."""

    def __init__(self):
        self.bound, self.operations = {}, []

    def bind(self, name, value):
        if name == "_":
            return True
        if name in self.bound:
            return type(self.bound[name]) is type(value) and self.bound[name] == value
        self.bound[name] = value
        return True


class _Layer:
    """An operation with some of its operands and attributes."""

    def __init__(self, kind, operands, attributes, name):
        self.kind, self.operands, self.attributes, self.name = kind, operands, attributes, name

    def matches(self, op, match):
        if op is None or op.kind != self.kind or (self.name and not match.bind(self.name, op)):
            return False
        return (all(part(op[name], match) for name, part in self.attributes.items())
                and all(part(op[name], match) for name, part in self.operands.items()))

    def __call__(self, value, match):
        if not isinstance(value, Value) or not self.matches(value.op, match):
            return False
        match.operations.append(value.op)
        return True


def _number(number):
    def matches(value, match):
        array = value.array if isinstance(value, Value) else None
        return array is not None and array.size > 0 and bool((array == number).all())

    return matches


def _is_same(stated):
    """Attributes are compared as they are stored: numbers in float32, tuples for lists."""
    import numpy

    def matches(value, match):
        if isinstance(value, float) and isinstance(stated, (int, float)):
            return value == float(numpy.float32(stated)) or (value != value and stated != stated)
        if isinstance(value, tuple) and isinstance(stated, (list, tuple)):
            return len(value) == len(stated) and all(_is_same(b)(a, match) for a, b in zip(value, stated))
        return type(value) is type(stated) and value == stated

    return matches


class _Parser:
    def __init__(self, text):
        self.text, self.names = text, set()

    def wrong(self, why):
        return ArgumentError(f"pattern '{self.text}': {why}; write it as a call, as 'relu(conv2d(x, w, groups=1))'")

    def parse(self):
        try:
            tree = ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise self.wrong(f"is no expression ({error})") from None
        if isinstance(tree, (ast.Name, ast.Attribute)):
            return _Layer(self.kind(tree).name, {}, {}, None)
        return self.layer(tree)

    def kind(self, node):
        text = ast.unparse(node).removeprefix("nn.")
        found = DEFINITIONS.get(text) or DEFINITIONS.get(text.rstrip("_"))
        if found is None:
            raise self.wrong(f"there is no operation '{text}'")
        return found

    def layer(self, node):
        name = None
        if isinstance(node, ast.NamedExpr):
            name, node = self.named(node.target.id), node.value
        if not isinstance(node, ast.Call):
            raise self.wrong(f"'{ast.unparse(node)}' is no operation")
        definition = self.kind(node.func)
        forms = dict(definition.operands)
        if len(node.args) > len(forms):
            raise self.wrong(f"{definition.name} has {len(forms)} operands")
        operands = {one: self.operand(arg, forms[one]) for one, arg in zip(forms, node.args)}
        attributes = {}
        for word in node.keywords:
            if word.arg in operands:
                raise self.wrong(f"{definition.name}: '{word.arg}' is given twice")
            if word.arg in forms:
                operands[word.arg] = self.operand(word.value, forms[word.arg])
            elif word.arg in definition.attributes:
                attributes[word.arg] = self.attribute(word.value)
            else:
                raise self.wrong(f"{definition.name} has no operand or attribute '{word.arg}'")
        return _Layer(definition.name, operands, attributes, name)

    def named(self, name):
        if name in ("op", "net"):
            raise self.wrong(f"'{name}' is what the function is given first")
        self.names.add(name)
        return name

    def binding(self, node):
        name = node.id if node.id == "_" else self.named(node.id)
        return lambda value, match: name == "_" or match.bind(name, value)

    def literal(self, node):
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, RecursionError):
            raise self.wrong(f"'{ast.unparse(node)}' is no value") from None

    def operand(self, node, form):
        if isinstance(node, ast.Name):
            part = self.binding(node)
            return part if form != "one" else lambda value, match: value is not None and part(value, match)
        if isinstance(node, ast.List) and form == "variadic":
            parts = [self.operand(one, "one") for one in node.elts]
            return lambda values, match: len(values) == len(parts) and all(p(v, match) for p, v in zip(parts, values))
        if isinstance(node, (ast.Call, ast.NamedExpr)):
            return self.layer(node)
        value = self.literal(node)
        if value is None:
            return lambda given, match: given is None or given == ()
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.wrong(f"'{ast.unparse(node)}' is no operand")
        return _number(value)

    def attribute(self, node):
        return self.binding(node) if isinstance(node, ast.Name) else _is_same(self.literal(node))


# ---- patterns ----

class Pattern:
    """A function that replaces operations, made by @qopt.rewrite.pattern. pattern(model) applies it."""

    def __init__(self, match: Match, function: Callable[..., Any]) -> None:
        if not callable(function):
            raise TypeError(f"pattern: expected a function, not {type(function).__name__}")
        self.function, self.name = function, getattr(function, "__name__", type(function).__name__)
        self._layer, self._answers = None, None
        names = set()
        if isinstance(match, str):
            parser = _Parser(match)
            self._layer, names = parser.parse(), parser.names
        elif callable(match):
            self._answers = match
        else:
            raise TypeError(f"pattern: expected an expression or a function, not {type(match).__name__}")
        try:
            inspect.signature(function).bind(None, None, **dict.fromkeys(names))
        except TypeError as error:
            given = "".join(f", {name}" for name in sorted(names))
            raise ArgumentError(f"pattern '{match}': {self.name} is called with (op, net{given}): {error}; give it these "
                                "parameters") from None
        except ValueError:  # a function of C, which says nothing of its parameters
            pass

    @property
    def kind(self) -> str:
        """The operation that it replaces; "" where a function says so."""
        return self._layer.kind if self._layer else ""

    def __call__(self, model: Model, *, limit: int = 10000) -> int:
        """Applies it to the model; returns how often."""
        return apply(model, self, limit=limit)

    def _try(self, op, graph):
        """(values that take the operation's place, operations that they stand for as well), or None."""
        match = _Match()
        if self._layer is not None:
            if not self._layer.matches(op, match):
                return None
        elif not self._answers(op):
            return None
        answer = self.function(op, Builder(graph), **match.bound)
        if answer is None:
            return None
        if isinstance(answer, Value):
            answer = [answer]
        if isinstance(answer, (list, tuple)) and all(isinstance(one, Value) for one in answer):
            return list(answer), [part for part in match.operations if part.kind != "constant"]
        raise TypeError(f"pattern {self.name}: expected a value, a tuple of them or None, not {type(answer).__name__}")

    def __repr__(self) -> str:
        return f"<qopt.rewrite.Pattern {self.name}>"


def pattern(match: Match) -> Callable[[Callable[..., Any]], Pattern]:
    """Makes a pattern of a function (op, net, …) -> what takes the operation's place: a value, a tuple of one per result, or None
    where the operation stays.

    match -- an expression, whose names are further arguments of the function: "add(x, 0.0)"; or a function (op) -> bool

    What takes a layer's place has its name, range and location; of matched layers that nobody reads any more it answers for the
    names. `op` and values know dtype, shape, users and constants' arrays; those of replaced layers raise.
    """
    def make(function: Callable[..., Any]) -> Pattern:
        return Pattern(match, function)

    return make


def apply(model: Model, *patterns: Pattern, limit: int = 10000) -> int:
    """Applies patterns to the model until none matches, by MLIR's greedy driver; returns how often they did. Layers that nobody
    reads disappear. The result is verified; where it does not verify, where a function raises, or where there are more than `limit`
    applications, the model is as it was.
    """
    from ._model import Model

    if not isinstance(model, Model):
        raise TypeError(f"model: expected a qopt.Model, not {type(model).__name__}")
    for one in patterns:
        if not isinstance(one, Pattern):
            raise TypeError(f"patterns: expected what @qopt.rewrite.pattern makes, not {type(one).__name__}")
    if not patterns:
        raise ArgumentError("patterns: there are none; give what @qopt.rewrite.pattern makes")
    counts = _native.apply_patterns(model._native, [(one.kind, one._try) for one in patterns], count_of(limit, "limit"))
    model._is_changed = model._is_changed or any(counts)
    model._changes += any(counts)
    for one, count in zip(patterns, counts):
        _log.info("%s was applied %d times", one.name, count)
    return sum(counts)
