"""Programs: compiled models, and files of them. Whole without the compiler, too (distribution qopt-runtime)."""

from __future__ import annotations

import html
import os
import weakref
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union, cast

from ._arguments import count_of, path_of, text_of
from ._errors import ArgumentError, MissingValueError
from ._extension import HAS_COMPILER, extension, missing
from ._types import Port, ports_of
from ._stream import Stream as Stream

if TYPE_CHECKING:
    from ._model import Model
    from ._native import Compiled as NativeCompiled
    from ._native import DeviceArray as DeviceArray
    from ._types import Array, Path
else:
    DeviceArray = extension.DeviceArray


def _model_type() -> Any:
    from ._model import Model

    return Model


class Weight(NamedTuple):
    """A constant of the network, as a refit may change it.

    name, layer -- its own, and of the first layer that reads it
    dtype       -- of its elements as stored: "float32"; "int4" is given as int8
    shape       -- sizes in elements
    fixed       -- why it is changed with the whole model alone; None: it may be given by name
    """

    name: str
    layer: str
    dtype: str
    shape: Tuple[int, ...]
    fixed: Optional[str]


class RefittedProgram(NamedTuple):
    """The changes to one program of a file: kernels whose texts hold other numbers, and compiled
    kernels of those texts, which are left out."""

    program: str
    kernels: int
    changed_kernels: int
    dropped_binaries: int


class _Values(Dict[str, Any]):
    """Values by name; what is not there is an error that says why."""

    def __missing__(self, name: Any) -> Any:
        if not self:
            raise MissingValueError(f"values: there is no '{name}' before the first call of the program; call it, then read .values")
        raise MissingValueError(f"values: the program keeps no '{name}'; there are {', '.join(self)}: "
                                "name others in model.compile(values=[…])")


class _Closed:
    """Stands in place of a program that was closed: whatever is asked of it is an error that says
    so."""

    def __call__(self, *arrays: Any, **named: Any) -> Any:
        raise ArgumentError("the program is closed; compile the model, or load the file, again")

    def __getattr__(self, name: str) -> Any:
        return self()


class Compiled:
    """A network on a device. Many threads may call one; in a process that was forked it is made again at the first call.

    compiled(x, …), compiled(name=x, …) or compiled({name: x, …}) takes one array per input: NumPy's, or any that speaks
    DLPack. Each has the input's dtype and a shape that the input takes.

    Arrays in the host's memory (a torch tensor on the CPU) are not copied where they are dense, and may be read-only.
    Returns a NumPy array, or a tuple of one per output.

    Of a program on "cuda" or "cuda:1", where an input lies in that card's memory (a CUDA tensor of torch or CuPy), nothing
    passes through the host: inputs are read where they lie, outputs are qopt.DeviceArray on the card, which
    torch.from_dlpack(y) and cupy.from_dlpack(y) take without a copy, and y.numpy() copies to the host. Inputs beside it that
    lie in the host's memory are copied to the card; give all of them there for NumPy arrays. What is not contiguous, its
    library makes so on the card; what does not begin at a multiple of 64 bytes is copied there.
    Streams -- the run comes after what the tensors' library has queued, on its current stream where that says which (torch
               2.11 and later), else on CUDA's default stream; the call returns when the run is queued. What a consumer
               queues on the stream that it names to __dlpack__ comes after the run. A network whose data decide an index
               or the length of an output is waited for, and so is the run before where the batch is another. numpy() waits
               for the run and reads behind what is queued on CUDA's default stream.
    Memory  -- the program keeps inputs until it has read them: it lets go at a later call, or with the program. An output
               owns its memory until all that was made of it is gone.
    """

    __slots__ = ("_model", "_native", "__weakref__")

    def __init__(self, native: NativeCompiled) -> None:
        if not isinstance(native, extension.Compiled):
            raise TypeError("model.compile() and qopt.runtime.load() make these; Compiled() is not called")
        self._native = native
        self._model: Any = None  # of one that was compiled here, a weak reference to what it was compiled of, and its changes so far

    def __call__(self, *arrays: Any, **named: Array) -> Any:
        return self._native(*arrays, **named)

    async def run_async(self, *arrays: Any, **named: Array) -> Any:
        """Makes a call on one of asyncio's threads while the loop goes on: y = await
        compiled.run_async(x). A task that is cancelled stops waiting; the run itself goes to its
        end. For tensors on a card use a plain call instead: it does not wait for the run there,
        while this one runs on the stream of that thread.
        """
        import asyncio

        return await asyncio.to_thread(self._native, *arrays, **named)

    def stream(self, batch: int = 1) -> Stream:
        """Begins a stream of runs that hand states on, each an input NAME that an output NAME.next gives: stream(x) runs with
        the states that the last call has left, stream.reset() has the next one begin anew. Several streams share the program.

        batch -- samples of a run, where the program leaves that open
        """
        return Stream(self, batch)

    def close(self) -> None:
        """Lets go of the program, its weights and its memory on the device, once calls under way on other threads have ended.

        What the calls returned stays. Behind it, calls and all else but close() are an ArgumentError; once more does nothing.
        `with model.compile("cuda") as compiled:` closes it at the end.
        """
        self._native = cast("NativeCompiled", _Closed())
        self._model = None

    def __enter__(self) -> Compiled:
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def refit(self, weights: Union[Model, Mapping[str, Array]]) -> None:
        """Goes on with other weights, without compiling: calls from here on have them, those under way keep the old ones.

        weights -- a qopt.Model, the same network with other weights, whose shapes and scales are the same; or
                   {name: array} of some of .weights, each of its dtype and shape. Integers are steps of the scale and
                   zero point that were compiled. They are copied.

        After an error all is as it was. save() writes what runs: of a program from a file of several the one that runs here.
        """
        if HAS_COMPILER and isinstance(weights, _model_type()):
            if isinstance(self._native, _Closed):
                self._native()
            extension.refit_by(self._native, weights._native)
            self._of(weights)
            return
        if not hasattr(weights, "items"):
            raise TypeError(f"weights: expected a qopt.Model or {{name: array}}, not {type(weights).__name__}")
        given = dict(weights.items())
        if not given:
            raise ArgumentError("weights: none are given; write {name: array}, .weights lists the names")
        for name in given:
            text_of(name, "weights")
        self._native._refit_values(given)
        self._model = None  # no model has these weights

    def _of(self, model: Model) -> None:
        self._model = weakref.ref(model), model._changes

    def _source(self) -> Optional[Model]:
        """The model that it was compiled of, where that is there yet, as it was."""
        if self._model is None:
            return None
        model: Optional[Model] = self._model[0]()
        return model if model is not None and model._changes == self._model[1] else None

    @property
    def weights(self) -> Tuple[Weight, ...]:
        """A Weight for each constant of the network; empty where a refit takes no names: of open sizes, of several programs."""
        return tuple(Weight(name, layer, dtype, shape, why or None) for name, layer, dtype, shape, why in self._native._weights())

    def prepare(self, *arrays: Any, preprocessed: bool = False, **named: Array) -> Any:
        """Raw samples (uint8, float32, float64) as the network takes them: mean, deviation and steps applied.

        preprocessed -- floats have mean and deviation applied already; steps of quantized inputs alone are made
        """
        return self._native.prepare(arrays, named, bool(preprocessed))

    @property
    def values(self) -> Dict[str, Any]:
        """Outputs and kept values of the latest call, of whichever thread, by name: NumPy arrays, as stored. After
        a call on a card's tensors they stay on the card until they are asked for here, which waits for the run and copies them.

        An output has its name even where a layer whose value is another has it, too: compile(values=["that"]) is refused,
        and values="all" keeps the layer's as "that_1", or the next number that is free."""
        return _Values(self._native.values)

    @property
    def inputs(self) -> Tuple[Port, ...]:
        """A Port for each."""
        return ports_of(self._native._inputs())

    @property
    def outputs(self) -> Tuple[Port, ...]:
        """A Port for each."""
        return ports_of(self._native._outputs())

    @property
    def device(self) -> str:
        """The device as it was named: "host:4"."""
        return self._native.device

    @property
    def device_name(self) -> str:
        """The device as it calls itself."""
        return self._native.device_name

    def activation_bytes(self, batch: int = 1) -> int:
        """Counts bytes that the buffers of one run take, with inputs and outputs, for the samples that the device computes at once.
        The host takes a large batch in parts, so that these bytes grow with the batch only up to the size of the parts."""
        return self._native.activation_bytes(count_of(batch, "batch"))

    def save(self, path: Path) -> None:
        """Writes the program as a .qart file, whole or not at all; qopt.runtime.load reads it, and hosts without Python.

        Of a program that qopt.runtime.load gave, all programs of its file as they are; after a refit, the one that runs, with
        its weights. That file itself is not written."""
        path = path_of(path, "path")
        if not path.endswith(".qart"):
            raise ArgumentError(f"{path}: a file of programs ends in .qart; write '{os.path.splitext(path)[0]}.qart'")
        self._native._save(path)

    def __repr__(self) -> str:
        if isinstance(self._native, _Closed):
            return "<qopt.Compiled, closed>"
        return f"<qopt.Compiled on {self.device_name}: {', '.join(port.name for port in self.inputs)}>"

    def _repr_html_(self) -> str:
        if isinstance(self._native, _Closed):
            return f"<p>{html.escape(repr(self))}</p>"
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
    return Compiled(extension.open_artifact(path, text_of(device, "device"), text_of(float_order, "float_order")))


def refit(path: Path, model: Model, output: Path) -> List[RefittedProgram]:
    """Writes the programs of a .qart file with the weights of another model to another file: the bytes of `qrun refit`.

    path   -- the .qart file, for whatever devices
    model  -- a qopt.Model, the same network with other weights, loaded with the options that it was compiled with
    output -- the file that is written, whole or not at all

    Returns a RefittedProgram for each. Needs qopt-compiler, as a qopt.Model does.
    """
    if not HAS_COMPILER:
        raise missing("runtime.refit")
    names = [path_of(value, name) for value, name in ((path, "path"), (output, "output"))]
    for name, value in zip(("path", "output"), names):
        if not value.endswith(".qart"):
            raise ArgumentError(f"{name}={value}: a file of programs ends in .qart; write '{os.path.splitext(value)[0]}.qart'")
    if not isinstance(model, _model_type()):
        raise TypeError(f"model: expected a qopt.Model, not {type(model).__name__}; load it with qopt.load(path)")
    return [RefittedProgram(*program) for program in extension.refit_file(names[0], model._native, names[1])]


def devices() -> List[Tuple[str, str]]:
    """(driver, name) of every device that can be opened here, the host first."""
    return list(extension.devices())
