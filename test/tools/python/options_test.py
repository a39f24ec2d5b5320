"""Keywords of flows are the fields of their options in libqopt, with their defaults; none is forgotten."""

import inspect
import re
import unittest

import qopt
from common import ROOT

FLOWS = ROOT / "tools" / "libqopt" / "flows"
REPORT = ROOT / "tools" / "libqopt" / "report" / "report.h"
# Structs whose fields are keywords of their own, by the field that holds them.
FLAT = {"recipe": (FLOWS / "recipe" / "recipe.h", "Recipe"), "gates": (FLOWS / "eval" / "gates.h", "Gates"),
        "selection": (FLOWS / "feed" / "sample_selection.h", "SampleSelection"),
        "how": (ROOT / "tools" / "libqopt" / "calibrator.h", "CalibratorOptions"),
        "contest": (FLOWS / "contest" / "contest_options.h", "ContestOptions"),
        "effort": (REPORT, "ReportEffort"),
        "settings": (ROOT / "passes" / "calibrate" / "calibrators.h", "CalibrationSettings")}
FUNCTIONS = {"accuracy": (FLOWS / "accuracy" / "accuracy.h", "AccuracyOptions"),
             "compare": (FLOWS / "compare" / "compare.h", "CompareOptions"),
             "explain": (FLOWS / "explain" / "explain.h", "ExplainOptions"),
             "convert_table": (FLOWS / "tables" / "tables.h", "ConvertOptions"),
             "label": (FLOWS / "label" / "label.h", "LabelOptions"),
             "lint_data": (FLOWS / "lint" / "lint_data.h", "LintDataOptions"),
             "merge_tables": (FLOWS / "tables" / "tables.h", "MergeOptions"),
             "repair": (FLOWS / "repair" / "repair.h", "RepairOptions"),
             "report": (REPORT, "ReportOptions"),
             "search": (FLOWS / "search" / "search.h", "SearchOptions"),
             "tune": (FLOWS / "tune" / "tune.h", "TuneOptions"),
             "calibrate": (FLOWS / "calibrate" / "calibrate.h", "CalibrateOptions"),
             "evaluate": (FLOWS / "evaluate" / "evaluate.h", "EvaluateOptions"),
             "quantize": (FLOWS / "quantize" / "quantize.h", "QuantizeOptions")}
REPAIRER = (ROOT / "tools" / "libqopt" / "repairer.h", "RepairerOptions")
RENAMED = {"skips_zeros": "skip_zeros", "is_partial": "partial", "how_many": "sample_count", "except": "all_but"}
OF_ONE = {"merge_tables": {"parts": "tables"}}
HOOKS = {"on_step", "on_remark", "on_command", "is_cancelled"}
# Options of compile.h that a program which is thrown away can have.
COMPILE = {"float_order", "libraries"}
OWN = {"progress", "against", "limits", "known", "read_words", "memory", "rows"}  # of Python alone, or of the library alone; limits is a table here, words are those of the models, memory is a budget that leaves no trace, rows are what a contest spares
# Keywords whose default is "what the samples or the model say", or the method's.
# A page's are those of the results that it is of.
OF_RESULTS = {"every", "others", "most", "chosen", "batch", "preprocessed", "device", "float_order", "profile", "integer_attention", "float_name",
              "quantized_name", "calibration_name", "output_name", "samples", "layer_samples", "layer_batch", "timed_runs", "timed_batch"}
DERIVED = {"name", "other_name", "float_name", "quantized_name", "network_name", "model_name", "samples_name", "test_name", "labels_name", "against_name", "labels", "most", "percentile", "clip_weight"}


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def fields_of(header, struct, flat=FLAT):
    """Names of a struct's fields, those of structs in it in their places."""
    body = re.search(rf"^struct {struct} \{{\n(.*?)^\}};", header.read_text(encoding="utf-8"), flags=re.M | re.S)[1]
    body = re.sub(r"//[^\n]*", "", body)
    body = re.sub(r"[\w:>]+ [&*]?\w+\([^()]*\)[^;{]*(\{[^}]*\}|;)", ";", body)  # functions
    names = []
    for statement in body.split(";"):
        found = re.match(r"\s*(?:[\w:]+(?:<.*>)?)\s+(\w+.*)", statement, flags=re.S)
        if not found or "operator" in statement:
            continue
        for part in re.sub(r"\{[^}]*\}|\"[^\"]*\"", "", found[1]).split(","):
            name = part.split("=")[0].split()[-1].lstrip("*&")
            if name in flat:
                names += fields_of(*flat[name])
            elif re.fullmatch(r"\w+", name) and name not in ("hooks", "compile"):
                names.append("how_many" if (struct, name) == ("RepairerOptions", "samples") else snake(name))
    return names


class Options(unittest.TestCase):
    def test_none_is_forgotten(self):
        for name, (header, struct) in FUNCTIONS.items():
            text = header.read_text(encoding="utf-8")
            compiles = "CompileOptions compile;" in text or "how;" in text
            flat = {**FLAT, "how": REPAIRER} if name == "repair" else FLAT
            renamed = {**RENAMED, **OF_ONE.get(name, {})}
            expected = {renamed.get(field, field) for field in fields_of(header, struct, flat)} | HOOKS | (COMPILE if compiles else set())
            self.assertGreater(len(expected), 6, name)
            given = set(inspect.signature(getattr(qopt, name)).parameters) - {"model", "models", "first", "second", "what", "path"} - OWN
            given -= {"floats", "quantized"} if name == "explain" else set()  # its two networks
            self.assertEqual(given, expected - OWN, name)

    def test_defaults_are_the_library_s(self):
        for name in FUNCTIONS:
            defaults = getattr(qopt._native, name + "_defaults")()
            for key, parameter in inspect.signature(getattr(qopt, name)).parameters.items():
                if key in DERIVED or key not in defaults or (name == "report" and key in OF_RESULTS):
                    continue
                if parameter.default is parameter.empty:
                    self.assertIn(key, ("samples", "to", "device", "database"))
                    continue
                own = list(parameter.default) if isinstance(parameter.default, tuple) else parameter.default
                self.assertEqual(own, defaults[key], f"{name}: {key}")


if __name__ == "__main__":
    unittest.main()
