"""Networks written in Python.

    with qopt.build.network("mlp") as net:
        x = net.input("x", (None, 784))                        # None: open, here the batch
        h = net.matmul(x, w1, bias=b1, name="fc1")             # arrays become constants
        y = net.matmul(net.relu(h), w2, bias=b2, name="fc2")
        model = net.output(y=y)                                # a qopt.Model, as qopt.load's

A method for each operation of the dialect; help(net.conv2d) says its operands, attributes and constraints. Types follow from the
operations' own inference. What an operation's verifier refuses is a qopt.Error that names the layer and the line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Union

from . import _native
from ._arguments import number_text, text_of
from ._errors import ArgumentError
from ._model import Model
from ._native import Value
from ._operations import Operations, dtype_text, place_of_caller

if TYPE_CHECKING:
    from ._types import Reals

_LEAST_SCALE, _MOST_SCALE = 2.0**-126, (2 - 2.0**-23) * 2.0**127  # normal numbers of float32

__all__ = ["Network", "Value", "network", "quantized"]


class Network(Operations):
    """A network under construction, made by qopt.build.network()."""

    def __init__(self, name: str = "network") -> None:
        self._name = text_of(name, "name")
        self._graph = _native.new_graph(f"<{self._name}>")
        self._batch = None
        self._is_open = True

    def _place(self) -> Any:
        return place_of_caller()

    def __enter__(self) -> Network:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if not self._is_open:
            return
        self._is_open = False
        self._graph.end()
        if kind is None:
            raise ArgumentError(f"<{self._name}>: the network has no output; call net.output(y=value) before its block ends")

    def input(self, name: str, shape: Sequence[Union[int, str, None]], dtype: Any = "float32", *, mean: Optional[Reals] = None,
              std: Optional[Reals] = None) -> Value:
        """A value that callers give.

        shape     -- sizes in logical order (NCHW): numbers; None where one is open, the batch where it is the first; or
                     expressions of sizes that inputs bring: "N", "2*H+1"
        dtype     -- of its elements as stored
        mean, std -- of raw samples, one number or one a channel: x = (raw − mean) / std
        """
        request = _native.InputRequest()
        request.name = text_of(name, "name")
        request.dtype = dtype_text("float32" if dtype is None else dtype)
        request.shape = self._sizes(request.name, shape)
        if (mean is None) != (std is None):
            raise ArgumentError("mean and std go together: x = (raw − mean) / std; give both")
        if mean is not None:
            request.mean, request.std = _numbers(mean, "mean"), _numbers(std, "std")
        request.place = place_of_caller()
        return self._graph.input(request)

    def _sizes(self, name: str, shape: Any) -> List[Union[int, str]]:
        if isinstance(shape, str) or not hasattr(shape, "__len__") or not hasattr(shape, "__getitem__"):
            raise TypeError(f"shape: expected sizes, as (None, 784), not {type(shape).__name__}")
        sizes = list(shape)
        if sizes and isinstance(sizes[0], str) and self._batch is None and re.fullmatch(r"[A-Za-z_]\w*", sizes[0]):
            self._batch = sizes[0]
        if sizes and sizes[0] is None:
            self._batch = sizes[0] = self._batch or "N"
        word = re.sub(r"\W|^(?=\d)", "_", name, flags=re.ASCII)
        return [f"{word}_{i}" if size is None else size for i, size in enumerate(sizes)]

    def output(self, *values: Value, **named: Value) -> Model:
        """The network as a qopt.Model that returns these values; those of keywords have their names. Nothing can be added after it."""
        outputs = [("", value) for value in values] + list(named.items())
        if not outputs:
            raise ArgumentError("output: there is none; call net.output(y=value)")
        for name, value in outputs:
            if not isinstance(value, Value):
                raise TypeError(f"output: expected a value of the network{f' for {name!r}' if name else ''}, not "
                                f"{type(value).__name__}")
        model = Model(self._graph.finish(outputs))
        self._is_open = False
        return model

    def __repr__(self) -> str:
        return f"<qopt.build.Network {self._name}>"


def _numbers(value: Any, name: str) -> List[float]:
    values = value if isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) else [value]
    return [float(number_text(one, name)) for one in values]


def network(name: str = "network") -> Network:
    """A network to be written: `with qopt.build.network("mlp") as net: …`, or without `with`. Messages call it by its name."""
    return Network(name)


def quantized(storage: Any, scale: Reals, zero_point: Union[int, Sequence[int]] = 0, *, axis: Optional[int] = None,
              narrow: bool = False) -> str:
    """The dtype of quantized elements, for dtype=: real = scale · (stored − zero_point).

    storage -- "int8", "uint8", "int16"; "int4" or "int32" of constants
    scale   -- a number; or several, along the dimension `axis`, with as many zero points or one
    narrow  -- weights' range: one less than the storage has, −127..127
    """
    storage = dtype_text(storage)
    found = re.fullmatch(r"(u?)int(4|8|16|32)", storage or "")
    if not found:
        raise ArgumentError(f"storage={storage!r:.40}: there are int4, int8, int16, int32 and those of uint")
    bits, is_unsigned = int(found[2]), bool(found[1])
    low, high = (0, 2**bits - 1) if is_unsigned else (-2**(bits - 1), 2**(bits - 1) - 1)
    words = f"{'u' if is_unsigned else 'i'}{bits}" + (f"<{low + 1}:{high}>" if narrow else "") + ":f32"
    scales = _numbers(scale, "scale")
    wrong = [one for one in scales if not _LEAST_SCALE <= one <= _MOST_SCALE]
    if wrong:
        raise ArgumentError(f"scale={wrong[0]}: a scale is a normal number of float32 above 0, from {_LEAST_SCALE:.9g} to {_MOST_SCALE:.9g}")
    points = _numbers(zero_point, "zero_point") * (len(scales) if getattr(zero_point, "__len__", None) is None else 1)
    if len(points) != len(scales) or not scales or (axis is None and len(scales) != 1):
        raise ArgumentError(f"scale: {len(scales)} scales and {len(points)} zero points; give one of each, or several with axis=")
    wrong = [point for point in points if not (low + narrow <= point <= high and point == int(point))]
    if wrong:
        raise ArgumentError(f"zero_point={wrong[0]:g}: {storage} has whole numbers from {low + narrow} to {high}")
    steps = [f"{one:.16e}" + (f":{int(point)}" if point else "") for one, point in zip(scales, points)]
    if axis is None:
        return f"!quant.uniform<{words}, {steps[0]}>"
    if isinstance(axis, bool) or not hasattr(axis, "__index__"):
        raise TypeError(f"axis: expected a whole number, not {type(axis).__name__}")
    return f"!quant.uniform<{words}:{axis.__index__()}, {{{','.join(steps)}}}>"
