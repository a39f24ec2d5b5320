"""Streams: runs of a program of which each begins with the states that the run before has left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Tuple

from ._arguments import count_of
from ._errors import ArgumentError
from ._types import Port

if TYPE_CHECKING:
    from ._types import Array
    from .runtime import Compiled


def _states(compiled: Compiled) -> List[Tuple[Port, int]]:
    """Each input that is a state, and the place of its output."""
    places = {port.name: place for place, port in enumerate(compiled.outputs)}
    found = []
    for port in compiled.inputs:
        place = places.get(port.name + ".next")
        if place is not None and compiled.outputs[place][1:4] == port[1:4]:
            found.append((port, place))
    return found


class Stream:
    """Runs of a program that hand its states on, for one thread at a time; Compiled.stream() makes it.

    stream(x, …), stream(name=x, …) or stream({name: x, …}) takes the inputs that are no states, as the program's own call
    does, and returns the outputs that are none. A call that fails leaves the states as they were.
    """

    __slots__ = ("_batch", "_compiled", "_now", "_states")

    def __init__(self, compiled: Compiled, batch: int = 1) -> None:
        self._compiled, self._batch = compiled, count_of(batch, "batch")
        self._states = _states(compiled)
        if not self._states:
            raise ArgumentError("the program has no states: no output is called as an input and '.next', with its dtype and shape")
        self._now: Dict[str, Any] = {}
        self.reset()

    def reset(self, **states: Array) -> None:
        """The next call begins with all states at rest, 0 or the zero point of steps; with those that are given as they are."""
        names = [port.name for port, _ in self._states]
        for name in states:
            if name not in names:
                raise ArgumentError(f"reset: there is no state '{name}'; there are {', '.join(names)}")
        self._now = {port.name: states[port.name] if port.name in states else self._at_rest(port) for port, _ in self._states}

    def _at_rest(self, port: Port) -> Any:
        import numpy

        if len(set(port.symbols)) > (port.symbols[:1] == port.shape[:1]):
            raise ArgumentError(f"state '{port.name}' is of open sizes, {port.shape}: fix them as the model is loaded")
        shape = [size if isinstance(size, int) else self._batch for size in port.shape]
        dtype = port.dtype.replace("int4", "int8").replace("int2", "int8")
        return numpy.full(shape, port.quantization[1] if port.quantization else 0, dtype)

    @property
    def states(self) -> Dict[str, Any]:
        """The states with which the next call begins, by name; reset(**states) of a copy goes on from there."""
        return dict(self._now)

    def __call__(self, *arrays: Any, **named: Array) -> Any:
        others = [port.name for port in self._compiled.inputs if port.name not in self._now]
        given: Dict[str, Any] = dict(arrays[0]) if len(arrays) == 1 and isinstance(arrays[0], dict) else {}
        if not given:
            if len(arrays) > len(others):
                raise TypeError(f"{len(arrays)} arrays for {len(others)} inputs: {', '.join(others)}")
            given = dict(zip(others, arrays))
        for name in [*given, *named]:
            if name in self._now:
                raise TypeError(f"'{name}' is a state, which the stream keeps; stream.reset({name}=…) sets it")
            if name in given and name in named:
                raise TypeError(f"input '{name}' is given twice")
        outputs = self._compiled({**given, **named, **self._now})
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        places = [place for _, place in self._states]
        self._now = {port.name: outputs[place] for port, place in self._states}
        left = tuple(output for place, output in enumerate(outputs) if place not in places)
        return left[0] if len(left) == 1 else left

    def __repr__(self) -> str:
        return f"<qopt.runtime.Stream of {', '.join(self._now)}>"
