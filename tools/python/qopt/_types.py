"""Types of the arguments that callers may give, for type checkers and for help()."""

import os
from typing import Any, Callable, Dict, Iterable, Literal, Mapping, Optional, Protocol, Sequence, Union


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
