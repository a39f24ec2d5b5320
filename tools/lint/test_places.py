"""Checks that tests lie at the place of what they test, under test/, so that one is found from the
other.

A folder test/<room>/… needs its folder <room>/…; a file X_test.cpp in it needs a source X or X_… there or
below, or the folder's own name, or a word of its folder's in BEHAVIOURS. Folders of test/ that are no
room's (conformance, fuzz, networks, …) are for tests of the whole.
"""

import os

ROOMS = ("importers", "ir", "lowering", "passes", "runtime", "tools")
# Tests of what no single file does: place → names.
BEHAVIOURS = {
    "importers/caffe": {"networks", "recorded_layers"},
    "importers/onnx": {"broken_files", "models"},
    "importers/tflite": {"networks"},
    "importers/onnx/graph": {"dynamic_batch", "empty", "graph_inputs"},
    "ir": {"conversions"},
    "lowering": {"random_chains"},
    "lowering/kernels": {"family_samples", "nvrtc", "scalar_list", "scalar_ops"},
    "passes/quantize": {"weight_scales"},
    "runtime/format": {"mutations"},
    "tools/libqopt/flows/quantize": {"float_gates"},
    "runtime/numerics/scalar": {"scalar_integers"},
    "runtime/numerics/windows": {"conv2d_finish"},
}


def _known(files):
    """{folder: stems of the sources in it and below}, for every folder of a room."""
    stems = {}
    for path in files:
        folder, name = os.path.split(path)
        if path.split("/")[0] not in ROOMS:
            continue
        while folder:
            stems.setdefault(folder, set()).add(name.split(".")[0])
            folder = os.path.dirname(folder)
    return stems


def check(files):
    """(complaints, report)"""
    stems, found, tests = _known(files), [], 0
    for path in sorted(files):
        parts = path.split("/")
        if parts[0] != "test" or len(parts) < 3 or parts[1] not in ROOMS or not path.endswith("_test.cpp"):
            continue
        tests += 1
        place, subject = "/".join(parts[1:-1]), parts[-1][: -len("_test.cpp")]
        if place not in stems:
            found.append(f"{path}: there is no {place}/ that it could test")
        elif not (subject in BEHAVIOURS.get(place, ()) or subject == parts[-2]
                  or any(stem == subject or stem.startswith(subject + "_") for stem in stems[place])):
            found.append(f"{path}: there is no {subject} in {place}/; name it after what it tests, "
                         "or say in tools/lint/test_places.py that it tests what no single file does")
    return found, f"{tests} tests lie where their sources do"
