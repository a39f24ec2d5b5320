"""Networks: load, look, rewrite, save, compile."""

from __future__ import annotations

import html
import os
import tempfile
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Tuple, Union

from . import _native
from ._arguments import bind_texts, count_of, numbers_text, path_of, shape_texts, text_of, texts_of
from ._errors import ArgumentError, Error
from ._types import Port, ports_of

if TYPE_CHECKING:
    from ._types import Binds, Path, Reals, Shapes, Sizes, Texts
    from .runtime import Compiled


class Layer(NamedTuple):
    """An operation of the network: name, kind ("conv2d"), names of the values that it reads and are no constants, types."""

    name: str
    kind: str
    operands: Tuple[str, ...]
    types: Tuple[str, ...]


def _shape_text(shape):
    return "×".join(str(size) for size in shape) or "scalar"


class Model:
    """A network in memory, made by qopt.load(). Its threads take turns."""

    _words: Tuple[str, ...] = ()  # options by which commands read the file as it was read here
    _changes = 0  # how often it was changed in place: a program is of what it was
    _is_changed = False  # since it was read, so that the file is another network

    def __init__(self, native: _native.Model) -> None:
        if not isinstance(native, _native.Model):
            raise TypeError("qopt.load() makes models; Model() is not called")
        self._native = native

    @property
    def inputs(self) -> Tuple[Port, ...]:
        """A Port for each."""
        return ports_of(self._native.ports()[0])

    @property
    def outputs(self) -> Tuple[Port, ...]:
        """A Port for each."""
        return ports_of(self._native.ports()[1])

    @property
    def layers(self) -> List[Layer]:
        """A Layer for each operation that is no constant, in the order in which they run."""
        return [Layer(*layer) for layer in self._native.layers()]

    @property
    def text(self) -> str:
        """MLIR, with all weights: what load() reads again."""
        return self._native.text(True)

    @property
    def weight_bytes(self) -> int:
        """Bytes of the distinct constants, biases and tables included."""
        return self._native.weight_bytes()

    @property
    def hash(self) -> str:
        """SHA-256 in hexadecimal of the text without places."""
        return self._native.hash()

    def multiply_adds(self, batch: int = 1) -> int:
        """Multiply-adds of one run; every open size counts as `batch`."""
        return self._native.multiply_adds(count_of(batch, "batch"))

    def clone(self) -> Model:
        """A copy, which shares the weights in memory."""
        copy = Model(self._native.clone())
        copy._words, copy._is_changed = self._words, self._is_changed
        return copy

    def run(self, name: str, **options: Any) -> Model:
        """Runs a pass on this model, or a whole pipeline ("fold-batch-norm,insert-quant{bits=8}"), and returns the model.

        Options of a pass are keywords, with _ for -: run("insert-quant", calibration=table, attention="integer").
        qopt.passes.names() lists the passes. Where a pass fails, the model is as it was.
        """
        from .passes import run

        return run(self, name, options)

    def compile(self, device: str = "host", *, values: Optional[Texts] = None, float_order: str = "fast", libraries: Texts = (),
                tuning: Optional[Path] = None) -> Compiled:
        """A program for a device: "host", "host:4" (threads), "cuda", "cuda:1", "opencl", or "reference", the evaluator.

        values      -- names of values that .values keeps of each call, or "all"
        float_order -- what float sums may be made of: "fast"; "direct", the terms of their definition alone;
                       "invariant", one order for all batches (dynamic ranges are of a run's batch all the same)
        libraries   -- whose functions layers may run as, where they are found: "clblast"
        tuning      -- the path of a database of qopt.tune, whose fastest kernels are taken; None: of the one that QOPT_TUNING names,
                       else of the user's, as they are at the call
        """
        from .runtime import Compiled

        keeps = values is not None
        chosen = None if values in (None, "all") else texts_of(values, "values")
        database = "" if tuning is None else path_of(tuning, "tuning")
        native = _native.compile(self._native, text_of(device, "device"), text_of(float_order, "float_order"),
                                 texts_of(libraries, "libraries"), keeps, chosen, database)
        why = _native.why_unused(native, database) if database else ""
        if why:
            warnings.warn(f"tuning database {database}: {why}; kernels are chosen without it", stacklevel=2)
        made = Compiled(native)
        made._of(self)
        return made

    def save(self, path: Path) -> None:
        """Writes .mlir (text), .mlirbc (bytecode), .onnx or .tflite, whole or not at all. A .tflite file's images are channels
        last."""
        path = path_of(path, "path")
        if path.endswith(".onnx"):
            self._native.save_onnx(path, self._native.holds_steps())
            return
        if path.endswith(".tflite"):
            self._native.save_tflite(path)
            return
        if path.endswith(".qart"):
            raise ArgumentError(f"{path}: programs are of a device: write model.compile('host').save(path)")
        if not path.endswith((".mlir", ".mlirbc")):
            raise ArgumentError(f"{path}: a model is written as .onnx, .tflite, .mlirbc (bytecode) or .mlir (text); write '{os.path.splitext(path)[0]}.onnx'")
        self._native.save(path)

    def onnx(self, qdq: Optional[bool] = None) -> bytes:
        """An ONNX model, as bytes. Quantized layers stand as pairs of DequantizeLinear and QuantizeLinear (qdq=True; the
        default where there are some)."""
        return self._native.onnx(self._native.holds_steps() if qdq is None else bool(qdq))

    def tflite(self) -> bytes:
        """A TFLite model, as bytes. Images are channels last in it, quantized layers are steps."""
        return self._native.tflite()

    def summary(self) -> str:
        """Returns a short text about the model: inputs, outputs, layers, bytes of weights and
        multiply-adds."""
        lines = []
        for title, ports in (("input", self.inputs), ("output", self.outputs)):
            lines += [f"{title:7}{port.name}: {port.dtype} {_shape_text(port.shape)}" for port in ports]
        counts = self._kinds()
        lines.append(f"layers  {sum(counts.values())}: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
        lines.append(f"weights {self.weight_bytes:,} bytes")
        if not any(port.symbols for port in self.inputs) or len({s for p in self.inputs for s in p.symbols}) == 1:
            lines.append(f"work    {self.multiply_adds():,} multiply-adds at batch 1")
        return "\n".join(lines)

    def _kinds(self) -> Dict[str, int]:
        counts = {}
        for layer in self.layers:
            counts[layer.kind] = counts.get(layer.kind, 0) + 1
        return dict(sorted(counts.items(), key=lambda kind: -kind[1]))

    def __str__(self) -> str:
        """MLIR without large weights; `text` has them."""
        return self._native.text(False)

    def __repr__(self) -> str:
        inputs = ", ".join(f"{port.name} {_shape_text(port.shape)}" for port in self.inputs)
        return f"<qopt.Model {self._native.file()}: {inputs}; {len(self.layers)} layers>"

    def _repr_html_(self) -> str:
        rows = [f"<tr><td>{html.escape(layer.name)}</td><td>{html.escape(layer.kind)}</td>"
                f"<td>{html.escape(', '.join(layer.types))}</td></tr>" for layer in self.layers]
        return (f"<pre>{html.escape(self.summary())}</pre><details><summary>layers</summary><table>"
                f"<tr><th>name</th><th>operation</th><th>type</th></tr>{''.join(rows)}</table></details>")

    def __reduce__(self) -> Any:
        return _unpickle, (self._native.bytecode(),)


def _unpickle(data: bytes) -> Model:
    return Model(_native.parse(data, "<pickle>"))


_SETTINGS = ("mean", "std", "resize", "interpolation", "crop", "channels")


def _arguments(format, shape, bind, settings, weights, phase, stages, inputs, outputs):
    arguments = _native.LoadArguments()
    arguments.format = "" if format is None else text_of(format, "format")
    if arguments.format and arguments.format not in _native.format_names():
        raise ArgumentError(f"format='{format}': there are {', '.join(_native.format_names())}")
    arguments.shapes = shape_texts(shape)
    arguments.values = bind_texts(bind)
    preprocess = []
    for name in _SETTINGS:
        value = settings[name]
        if value is None:
            continue
        if name in ("mean", "std"):
            value = numbers_text(value, name)
        elif not isinstance(value, str):
            sizes = value if isinstance(value, (tuple, list)) else (value,)
            value = "x".join(str(count_of(size, name)) for size in sizes)
        preprocess.append((name, text_of(value, name)))
    arguments.preprocess = preprocess
    arguments.weights = "" if weights is None else path_of(weights, "weights")
    arguments.phase = "" if phase is None else text_of(phase, "phase")
    arguments.stages = texts_of(stages, "stages")
    arguments.inputs = texts_of(inputs, "inputs")
    arguments.outputs = texts_of(outputs, "outputs")
    return arguments


def _words_of(arguments):
    """Returns the arguments as options of the tools."""
    words = [f"--{name}={value}" for name, value in arguments.preprocess]
    words += [f"--shape={shape}" for shape in arguments.shapes] + [f"--bind={value}" for value in arguments.values]
    words += [f"--{name}={value}" for name, value in (("weights", arguments.weights), ("phase", arguments.phase)) if value]
    return (*words, *([f"--stage={','.join(arguments.stages)}"] if arguments.stages else []))


def _says_format(path, format):
    """Tells whether commands, which go by the file's name, read the file as that format."""
    return not format or path.endswith({"mlir": (".mlir", ".mlirbc"), "caffe": (".prototxt",), "graphdef": (".pb", ".pbtxt", ".meta")}.get(format, f".{format}"))


def _from_bytes(data, arguments):
    format = arguments.format
    if not format:
        head = data.lstrip()[:6]
        format = "mlir" if data.startswith(b"ML\xefR") or head.startswith((b"module", b"//", b"#", b"!", b"func")) else "onnx"
    if format == "mlir":
        model = Model(_native.parse(data, "<bytes>"))
        if not (_words_of(arguments) or arguments.inputs or arguments.outputs):
            return model
        data = model._native.bytecode()  # whose places are those of `data`, and not of the file
    with tempfile.TemporaryDirectory(prefix="qopt-") as folder:
        path = os.path.join(folder, "bytes." + format)
        with open(path, "wb") as file:
            file.write(data)
        return _load_shown(path, "<bytes>", arguments)


def _load_shown(path, shown, arguments):
    """Loads a file that messages call by another name."""
    try:
        return Model(_native.load(path, shown, arguments))
    except Error as error:
        raise type(error)(str(error).replace(path, shown)) from None


def load(source: Any, *, example_inputs: Any = None, format: Optional[str] = None, shape: Optional[Shapes] = None,
         bind: Optional[Binds] = None, mean: Optional[Union[str, Reals]] = None, std: Optional[Union[str, Reals]] = None,
         resize: Optional[Sizes] = None, interpolation: Optional[str] = None, crop: Optional[Sizes] = None,
         channels: Optional[str] = None, weights: Optional[Path] = None, phase: Optional[str] = None, stages: Optional[Texts] = None,
         inputs: Optional[Texts] = None, outputs: Optional[Texts] = None, check: bool = True) -> Model:
    """A Model of a file, of bytes in memory, or of a network of PyTorch.

    source         -- a path (.onnx, .mlir, .mlirbc, .pb, .prototxt with `weights`), the bytes of an ONNX or MLIR file, or a
                      torch.nn.Module or torch.export.ExportedProgram, which PyTorch's own exporters to ONNX read
    example_inputs -- of a torch.nn.Module: a tensor, a tuple of them, or a dictionary by name, as it is called with; the first size
                      of the first is open, and that of those which have as many, but where `shape` states it. An ExportedProgram has
                      its own, and the sizes that it was exported with as dynamic are open
    format         -- "onnx", …, where the name does not say it
    shape          -- numbers for sizes that the model leaves open: {"x": (1, 3, None)} or "x:1x3x?"
    bind           -- inputs that become constants: {"sr": 16000}
    mean, std      -- of raw samples: x = (raw − mean) / std; one number, or one a channel
    resize, interpolation, crop, channels -- of pictures: 256 or (height, width); "bilinear", "bicubic"; "rgb", "bgr"
    weights        -- a second file of weights: a Caffe network's .caffemodel, a TensorFlow graph's checkpoint
    phase, stages  -- of Caffe's networks
    inputs, outputs -- names of values at which the graph is cut
    check          -- of a network of PyTorch: whether it is refused where its program on the host does not answer as PyTorch does, for
                      example_inputs and for more samples: floats within 1e-5 of the largest magnitude (16-bit floats within 4
                      roundings) or 4 times PyTorch's own error, integers exactly; and where forward reads values of its inputs.
                      False exports what forward does for example_inputs, unchecked
    """
    settings = dict(zip(_SETTINGS, (mean, std, resize, interpolation, crop, channels)))
    arguments = _arguments(format, shape, bind, settings, weights, phase, stages, inputs, outputs)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _from_bytes(bytes(source), arguments)
    if isinstance(source, (str, os.PathLike)):
        path = path_of(source, "source")
        if path.endswith(".qart"):
            raise ArgumentError(f"{path}: holds programs: load it with qopt.runtime.load(path)")
        if path == "-":
            raise ArgumentError("source: standard input is read with qopt.load(sys.stdin.buffer.read())")
        model = Model(_native.load(path, "", arguments))
        model._words = _words_of(arguments)
        model._is_changed = bool(arguments.inputs or arguments.outputs) or not _says_format(path, arguments.format)
        return model
    from . import _torch

    if not _torch.is_network(source):
        raise TypeError(f"source: expected a path, bytes, a torch.nn.Module or an ExportedProgram, not {type(source).__name__}")
    name = f"<{type(source).__name__}>"
    return _torch.load(source, example_inputs, name, arguments, check, lambda path, taken: _load_shown(path, name, taken))
