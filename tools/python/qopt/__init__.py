"""qopt: a graph-rewriting compiler for quantized inference.

    import qopt
    model = qopt.load("net.onnx")
    result = qopt.quantize(model, samples, max_drop=0.5)
    compiled = result.model.compile("host:4")
    y = compiled(x)

The distribution is called qopt-compiler; `qopt` on PyPI is another project.
"""

from . import build, passes, rewrite, runtime
from ._calibrate import calibrate, convert_table, merge, merge_tables, table_names
from ._changing import repair, tune
from ._errors import ArgumentError, CancelledError, DeviceError, Error, FileError, NotFoundError, UnsupportedError
from ._judging import accuracy, accuracy_grids, evaluate, quantize
from ._looking import compare, label, lint_data
from ._model import Layer, Model, Port, load
from ._native import DeviceArray, __version__
from ._reports import AccuracyResult, CompareResult, LabelResult, LintDataResult, RepairResult, TuneResult
from ._results import EvaluateResult, QuantizeResult, Remark
from ._table import Table
from .runtime import Compiled

__all__ = [
    "AccuracyResult", "ArgumentError", "CancelledError", "CompareResult", "Compiled", "DeviceArray", "DeviceError", "Error", "EvaluateResult",
    "FileError", "LabelResult", "Layer", "LintDataResult", "Model", "NotFoundError", "Port", "QuantizeResult", "Remark",
    "RepairResult", "Table", "TuneResult", "UnsupportedError", "__version__", "accuracy", "accuracy_grids", "build",
    "calibrate", "compare", "convert_table", "evaluate", "label", "lint_data", "load", "merge", "merge_tables", "passes", "quantize",
    "repair", "rewrite", "runtime", "table_names", "tune",
]


def __getattr__(name):
    if name == "ray":  # which not everybody has
        import importlib

        return importlib.import_module(".ray", __name__)
    raise AttributeError(f"module 'qopt' has no attribute '{name}'")
