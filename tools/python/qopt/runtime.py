"""Programs: compiled models, and files of them."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

from . import _native
from ._arguments import count_of, path_of, text_of
from ._errors import ArgumentError

if TYPE_CHECKING:
    from ._model import Port
    from ._types import Array, Path


class Compiled:
    """A network on a device. Many threads may call one; in a process that was forked it is made again at the first call.

    compiled(x, …), compiled(name=x, …) or compiled({name: x, …}) takes one array per input: NumPy's, or any in the host's
    memory that speaks DLPack (a torch tensor on the CPU), which is not copied where it is dense. Each has the input's dtype
    and a shape that the input takes. Returns a NumPy array, or a tuple of one per output.
    """

    __slots__ = ("_model", "_native", "__weakref__")

    def __init__(self, native: _native.Compiled) -> None:
        if not isinstance(native, _native.Compiled):
            raise TypeError("model.compile() and qopt.runtime.load() make these; Compiled() is not called")
        self._native = native
        self._model: Any = None  # of one that was compiled here, a weak reference to it

    def __call__(self, *arrays: Any, **named: Array) -> Any:
        return self._native(*arrays, **named)

    def prepare(self, *arrays: Any, preprocessed: bool = False, **named: Array) -> Any:
        """Raw samples (uint8, float32, float64) as the network takes them: mean, deviation and steps applied.

        preprocessed -- floats have mean and deviation applied already; steps of quantized inputs alone are made
        """
        return self._native.prepare(arrays, named, bool(preprocessed))

    @property
    def values(self) -> Dict[str, Any]:
        """Outputs and kept values of the latest call, of whichever thread, by name: NumPy arrays, as stored."""
        return self._native.values

    @property
    def inputs(self) -> Tuple[Port, ...]:
        """A Port for each."""
        from ._model import ports_of

        return ports_of(self._native._inputs())

    @property
    def outputs(self) -> Tuple[Port, ...]:
        """A Port for each."""
        from ._model import ports_of

        return ports_of(self._native._outputs())

    @property
    def device(self) -> str:
        """As it was named: "host:4"."""
        return self._native.device

    @property
    def device_name(self) -> str:
        """As the device calls itself."""
        return self._native.device_name

    def activation_bytes(self, batch: int = 1) -> int:
        """Bytes of the activations of one run, inputs and outputs included."""
        return self._native.activation_bytes(count_of(batch, "batch"))

    def save(self, path: Path) -> None:
        """Writes the program as a .qart file, whole or not at all; qopt.runtime.load reads it, and hosts without Python."""
        path = path_of(path, "path")
        if not path.endswith(".qart"):
            raise ArgumentError(f"{path}: a file of programs ends in .qart; write '{os.path.splitext(path)[0]}.qart'")
        self._native._save(path)

    def __repr__(self) -> str:
        return f"<qopt.Compiled on {self.device_name}: {', '.join(port.name for port in self.inputs)}>"

    def _repr_html_(self) -> str:
        rows = [("", "name", "dtype", "shape")]
        rows += [(kind, port.name, port.dtype, "×".join(map(str, port.shape)) or "scalar")
                 for kind, ports in (("input", self.inputs), ("output", self.outputs)) for port in ports]
        lines = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
        return f"<p>{html.escape(self.device_name)}</p><table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"

    def __reduce__(self) -> Any:
        raise TypeError("a program on a device is not pickled; pickle the model, or save() a .qart file")


def load(path: Path, device: str = "host", *, float_order: str = "fast") -> Compiled:
    """The programs of a .qart file, for a device: as Model.compile's. The file is trusted as an executable is."""
    path = path_of(path, "path")
    if not path.endswith(".qart"):
        raise ArgumentError(f"{path}: a file of programs ends in .qart; load a model with qopt.load(path)")
    return Compiled(_native.open_artifact(path, text_of(device, "device"), text_of(float_order, "float_order")))


def devices() -> List[Tuple[str, str]]:
    """(driver, name) of every device that can be opened here, the host first."""
    return _native.devices()
