"""Ports, and the types of the arguments that callers may give, for type checkers and for help()."""

import os
from typing import Any, Callable, Dict, Iterable, Literal, Mapping, NamedTuple, Optional, Protocol, Sequence, Tuple, Union


class Port(NamedTuple):
    """An input or output.

    name         -- its own, or the value's
    dtype        -- of its elements as stored: "float32", "int8", …
    shape        -- sizes in elements, in logical order (NCHW); an open one is a text of symbols: "N", "2*H+1"
    quantization -- (scale, zero point) of stored integers: real = scale · (stored − zero point); None: as it is
    mean, std    -- of raw samples, one number or one a channel: x = (raw − mean) / std; both empty: x = raw
    image        -- what becomes of pictures, in the words of the tools: "--resize=256"; "" for nothing
    """

    name: str
    dtype: str
    shape: Tuple[Union[int, str], ...]
    quantization: Optional[Tuple[float, int]]
    mean: Tuple[float, ...]
    std: Tuple[float, ...]
    image: str

    @property
    def symbols(self) -> Tuple[str, ...]:
        """The port's open sizes, as they stand in shape."""
        return tuple(size for size in self.shape if isinstance(size, str))


def ports_of(tuples: Iterable[Any]) -> Tuple[Port, ...]:
    return tuple(Port(name, dtype, shape, steps, tuple(mean), tuple(std), image)
                 for name, dtype, shape, steps, mean, std, image in tuples)


class HasArray(Protocol):
    """An object that NumPy can make an array of: its own arrays and numbers, tensors of torch and
    others."""

    @property
    def __array__(self) -> Callable[..., Any]: ...


class HasDLPack(Protocol):
    """An array that speaks DLPack."""

    @property
    def __dlpack__(self) -> Callable[..., Any]: ...


class Bar(Protocol):
    """A bar as tqdm's."""

    total: Any

    @property
    def update(self) -> Callable[..., Any]: ...


Array = Union[HasArray, HasDLPack]
Path = Union[str, "os.PathLike[str]"]
Texts = Union[str, Sequence[str]]  # one, or several
Numbers = Union[Sequence[int], HasArray]  # whole numbers
Samples = Union[Array, Mapping[str, Any], Iterable[Any], Callable[[], Any], Path]
Labels = Union[None, Literal[False], str, Sequence[int], Sequence[str], Array]
Judge = Literal["", "classes", "embedding", "values"]  # what outputs are judged as; "": each as what it looks like
Reals = Union[float, Sequence[float], Array]  # one number, or one a channel
Shapes = Union[str, Mapping[str, Sequence[Optional[int]]]]
Binds = Union[str, Mapping[str, Union[float, Sequence[float], Array]]]
Sizes = Union[int, str, Sequence[int]]

Progress = Union[None, bool, Callable[[int, Optional[int]], Any], Bar]
OnStep = Optional[Callable[..., Any]]  # it is called with state, label, done, total, and note= where it has that parameter
OnRemark = Optional[Callable[[str, str], Any]]  # kind, text
OnCommand = Optional[Callable[[str], Any]]
IsCancelled = Optional[Callable[[], Any]]

Fields = Dict[str, Any]
