"""qopt: a graph-rewriting compiler for quantized inference.

    import qopt
    model = qopt.load("net.onnx")
    result = qopt.quantize(model, samples, max_drop=0.5)
    compiled = result.model.compile("host:4")
    y = compiled(x)

The distribution is called qopt-compiler; `qopt` on PyPI is another project.
"""

from . import passes, runtime
from ._calibrate import calibrate, merge
from ._errors import ArgumentError, CancelledError, DeviceError, Error, FileError, NotFoundError, UnsupportedError
from ._judging import evaluate, quantize
from ._model import Layer, Model, Port, load
from ._native import __version__
from ._results import EvaluateResult, QuantizeResult, Remark
from ._table import Table
from .runtime import Compiled

__all__ = [
    "ArgumentError", "CancelledError", "Compiled", "DeviceError", "Error", "EvaluateResult", "FileError", "Layer", "Model",
    "NotFoundError", "Port", "QuantizeResult", "Remark", "Table", "UnsupportedError", "__version__", "calibrate", "evaluate",
    "load", "merge", "passes", "quantize", "runtime",
]
