"""qopt: a graph-rewriting compiler for quantized inference.

    import qopt
    model = qopt.load("net.onnx")
    result = qopt.quantize(model, samples, max_drop=0.5)
    compiled = result.model.compile("host:4")
    y = compiled(x)

The distributions are called qopt-compiler, which has all of it, and qopt-runtime, which has qopt.runtime alone; `qopt` on
PyPI is another project.
"""

from typing import TYPE_CHECKING, Any

from . import _extension, runtime
from ._errors import ArgumentError, CancelledError, DeviceError, Error, FileError, NotFoundError, UnsupportedError
from ._types import Port
from ._version import __version__
from .runtime import Compiled, DeviceArray

if _extension.HAS_COMPILER:
    from . import build, passes, rewrite
    from ._calibrate import calibrate, convert_table, merge, merge_tables, table_names
    from ._changing import merge_tunings, repair, tune
    from ._explaining import ExplainResult, explain
    from ._judging import accuracy, accuracy_grids, evaluate, quantize
    from ._looking import compare, label, lint_data
    from ._model import Layer, Model, load
    from ._page import ReportedLayer, ReportResult, report
    from ._reports import AccuracyResult, CompareResult, LabelResult, LintDataResult, RepairResult, TuneResult
    from ._results import EvaluateResult, QuantizeResult, Remark
    from ._search import SearchResult, search
    from ._table import Table

__all__ = [
    "AccuracyResult", "ArgumentError", "CancelledError", "CompareResult", "Compiled", "DeviceArray", "DeviceError", "Error",
    "EvaluateResult", "ExplainResult", "FileError", "LabelResult", "Layer", "LintDataResult", "Model", "NotFoundError", "Port",
    "QuantizeResult", "Remark", "RepairResult", "ReportResult", "ReportedLayer", "SearchResult", "Table", "TuneResult", "UnsupportedError",
    "__version__", "accuracy", "accuracy_grids", "build", "calibrate", "compare", "convert_table", "evaluate", "explain", "label",
    "lint_data", "load", "merge", "merge_tables", "merge_tunings", "passes", "quantize", "repair", "report", "rewrite", "runtime", "search",
    "table_names", "tune",
]

if not TYPE_CHECKING:  # for checkers there are the names above, and modules that are imported
    if _extension.HAS_COMPILER:

        def __getattr__(name: str) -> Any:
            if name == "ray":  # which not everybody has
                import importlib

                return importlib.import_module(".ray", __name__)
            raise AttributeError(f"module 'qopt' has no attribute '{name}'")

    else:
        __getattr__ = _extension.say_what_is_missing(["ray", *(name for name in __all__ if name not in globals())])
        __all__ = [name for name in __all__ if name in globals()]
