"""qopt: a graph-rewriting compiler for quantized inference.

    import qopt
    model = qopt.load("net.onnx")
    table = qopt.calibrate(model, samples)
    model.run("insert-quant", calibration=table)
    compiled = model.compile("host:4")
    y = compiled(x)

The distribution is called qopt-compiler; `qopt` on PyPI is another project.
"""

from . import build, passes, rewrite, runtime
from ._calibrate import Table, calibrate, merge
from ._errors import ArgumentError, DeviceError, Error, FileError, NotFoundError, UnsupportedError
from ._model import Layer, Model, Port, load
from ._native import __version__
from .runtime import Compiled

__all__ = [
    "ArgumentError", "Compiled", "DeviceError", "Error", "FileError", "Layer", "Model", "NotFoundError", "Port", "Table",
    "UnsupportedError", "__version__", "build", "calibrate", "load", "merge", "passes", "rewrite", "runtime",
]


def __getattr__(name):
    if name == "ray":  # which not everybody has
        import importlib

        return importlib.import_module(".ray", __name__)
    raise AttributeError(f"module 'qopt' has no attribute '{name}'")
