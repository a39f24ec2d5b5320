#!/usr/bin/env python3
"""This runs ONNX's backend tests through the provider alone: no node may run on ONNX Runtime's CPU provider.

node_tests.py DATA --backend=onnx_backend [--filter=TEXT] [--waivers=FILE] [--list]      with onnxruntime_ep_qopt in PYTHONPATH

DATA is what onnx_backend reads (test/importers/onnx/backend), whose outcomes on the host are what is to be reached: a test that passes there
passes here, with its inputs as they stand or as the same kinds of constants, unless ONNX Runtime itself refuses the file, which is listed apart. ONNX Runtime's own optimizations are off: they would compute constants instead of us.

Exit status: 0 where nothing is wrong or refused by the provider, and each test that passes there and not here is in FILE ("TEST: OUTCOME: reason" a
line); 1 as well where a waived test has another outcome, unless ONNX Runtime refuses its file, or is none; 2 where onnx_backend fails; 77 without data.
"""

import argparse
import collections
import ctypes
import re
import subprocess
import sys
from pathlib import Path

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, numpy_helper

import onnxruntime_ep_qopt

SUITES = ("node", "simple", "pytorch-operator", "pytorch-converted")
INTEGERS = (TensorProto.INT8, TensorProto.UINT8, TensorProto.INT16, TensorProto.UINT16, TensorProto.INT32, TensorProto.INT64, TensorProto.BOOL)
SETTINGS = {"device": "host:1", "min_multiply_adds": "0"}  # the provider takes these
# NumPy has no types of these: elements that are packed, by their bits, and others.
BITS = {TensorProto.INT4: 4, TensorProto.UINT4: 4, TensorProto.FLOAT4E2M1: 4, TensorProto.INT2: 2, TensorProto.UINT2: 2}
OF_OTHER_KINDS = (TensorProto.BFLOAT16, TensorProto.FLOAT8E4M3FN, TensorProto.FLOAT8E4M3FNUZ, TensorProto.FLOAT8E5M2, TensorProto.FLOAT8E5M2FNUZ,
                  TensorProto.FLOAT8E8M0)
# These inputs of a test become constants, by place and tensor, in the order that onnx_backend tries.
BAKINGS = (lambda place, tensor: False,
           lambda place, tensor: place > 0 and tensor.data_type in INTEGERS and numpy.prod(tensor.dims, dtype=numpy.int64) <= 64,
           lambda place, tensor: place > 0,
           lambda place, tensor: True)
DECIDED = ("passed", "refused by qopt", "wrong")  # other constants would change nothing, or hide it
STAYS = re.compile("fallback to CPU EP has been explicitly disabled|Could not find an implementation|NOT_IMPLEMENTED")
OWN = re.compile("qopt:|EP_FAIL")  # an error that the provider made
OUTCOMES = ("passed", "with constants", "stays", "fails in a run", "refused by ONNX Runtime", "refused by qopt", "wrong")
WAIVERS_OF_BACKEND = Path(__file__).resolve().parents[2] / "importers/onnx/backend/waivers.txt"


def tensor_of(path):
    return TensorProto.FromString(path.read_bytes())


def sets_of(folder):
    """Yields (inputs, outputs) of each data set."""
    for data in sorted(folder.glob("test_data_set_*"), key=lambda path: int(path.name.rsplit("_", 1)[1])):
        yield [[tensor_of(data / f"{stem}_{i}.pb") for i in range(len(list(data.glob(f"{stem}_*.pb"))))] for stem in ("input", "output")]


def packed(value, bits):
    """Packs elements of less than a byte as in ONNX Runtime's memory, the first lowest, at the front of an array of as many bytes."""
    numbers, each = value.view(numpy.uint8).ravel() & (2**bits - 1), 8 // bits
    padded = numpy.append(numbers, numpy.zeros(-len(numbers) % each, numpy.uint8)).reshape(-1, each)
    front = (padded << (numpy.arange(each, dtype=numpy.uint8) * bits)).sum(1).astype(numpy.uint8)
    return numpy.append(front, numpy.zeros(value.size - len(front), numpy.uint8)).reshape(value.shape)


def value_of(tensor):
    value, make = numpy_helper.to_array(tensor), onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type
    if tensor.data_type in BITS:
        return make(packed(value, BITS[tensor.data_type]), tensor.data_type)
    if tensor.data_type in OF_OTHER_KINDS:
        return make(value.view(numpy.uint8 if value.dtype.itemsize == 1 else numpy.uint16), tensor.data_type)
    return onnxruntime.OrtValue.ortvalue_from_numpy(value)


def agrees(got, want):
    """Compares as ONNX's own runner does: by 1e-3 relative, 1e-7 absolute; integers and what is no float in every bit."""
    if got.shape != want.shape:
        return f"{got.shape}, expected {want.shape}"
    if want.dtype.kind in "biu":
        return "" if numpy.array_equal(got, want) else "integers"
    a, b = got.astype(numpy.float64), want.astype(numpy.float64)
    return "" if numpy.allclose(a, b, rtol=1e-3, atol=1e-7, equal_nan=True) else f"at most {numpy.nanmax(numpy.abs(a - b)):g} apart"


def session_of(model):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads, options.log_severity_level = 1, 4
    options.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    options.add_provider_for_devices(onnxruntime_ep_qopt.devices(), SETTINGS)
    return onnxruntime.InferenceSession(model, options, enable_fallback=0)


def result_of(value, tensor):
    """Makes an array of the same kind as ONNX's of a value that ONNX Runtime gives, whatever its type."""
    want = numpy_helper.to_array(tensor)
    if tensor.data_type not in BITS and tensor.data_type not in OF_OTHER_KINDS:
        return value.numpy()
    shape, bits = tuple(value.shape()), BITS.get(tensor.data_type, 8 * want.dtype.itemsize)
    count = int(numpy.prod(shape, dtype=numpy.int64))
    held = numpy.frombuffer(ctypes.string_at(value.data_ptr(), (count * bits + 7) // 8), numpy.uint8)
    if bits >= 8:
        return held.view(want.dtype).reshape(shape)
    numbers = ((held[:, None] >> (numpy.arange(8 // bits, dtype=numpy.uint8) * bits)) & (2**bits - 1)).ravel()[:count]
    if want.dtype.name.startswith("int"):  # its sign fills the byte, as in ml_dtypes
        numbers = numpy.where(numbers >= 2**(bits - 1), numbers | (256 - 2**bits), numbers)
    return numbers.view(want.dtype).reshape(shape)


def outcome_of(error):
    """Says what the error of a session that could not be made is; one that ONNX Runtime did not throw goes on."""
    if OWN.search(str(error)):
        return "refused by qopt"
    if not str(error).startswith("[ONNXRuntimeError]"):
        raise error
    return "stays" if STAYS.search(str(error)) else "refused by ONNX Runtime"


def run_set(model, inputs, outputs, baking):
    """Returns (outcome, why) for one data set with these constants."""
    baked, feeds = onnx.ModelProto.FromString(model.SerializeToString()), {}
    names = [info.name for info in model.graph.input]
    for place, (name, tensor) in enumerate(zip(names, inputs, strict=False)):
        if baking(place, tensor):
            held = baked.graph.initializer.add()
            held.CopyFrom(tensor)
            held.name = name
            baked.graph.input.remove(next(info for info in baked.graph.input if info.name == name))
        else:
            feeds[name] = tensor
    try:
        session = session_of(baked.SerializeToString())
    except Exception as error:
        return outcome_of(error), str(error)
    try:
        given = {name: value_of(tensor) for name, tensor in feeds.items()}
        made = session.run_with_ort_values(None, given)
        for i, (got, tensor) in enumerate(zip(made, outputs, strict=True)):
            if why := agrees(result_of(got, tensor), numpy_helper.to_array(tensor)):
                return "wrong", f"output {i}: {why}"
    except Exception as error:  # a run fails where sizes are data of inputs, say
        return "fails in a run", str(error)
    return "passed", ""


def run_test(folder):
    """Returns (outcome, why) of the worst data set; each runs as it stands, else with constants as onnx_backend has them."""
    worst = ("passed", "")
    for inputs, outputs in sets_of(folder):
        model = onnx.load(folder / "model.onnx")
        first = None
        for baking in BAKINGS:
            result = run_set(model, inputs, outputs, baking)
            first = first or result
            if result[0] in DECIDED:
                break
        if result[0] == "passed" and first[0] != "passed":
            result = ("with constants", "")
        elif result[0] not in DECIDED:
            result = first
        worst = max(worst, result, key=lambda one: OUTCOMES.index(one[0]))
    return worst


def outcomes_of_qopt(binary, data, text):
    """Returns {test: does it pass on the host} of those in scope."""
    command = [binary, data, "--device=host", "--list-all", f"--filter={text}", f"--waivers={WAIVERS_OF_BACKEND}"]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    found = re.findall(r"^(passed|passed with constants|not supported|refused|fails|wrong) (\S+):", ended.stdout, re.MULTILINE)
    if not text and (ended.returncode or not found):  # a part of the tests may be none, or too small a one for as many waivers
        print(f"{binary} lists {len(found)} tests and exits {ended.returncode}\n{ended.stdout[-2000:]}")
        sys.exit(2)
    return {name: outcome.startswith("passed") for outcome, name in found}


def read_waivers(path):
    """Returns {test: the outcome that it may have}."""
    waivers = {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            test, outcome, _ = line.split(": ", 2)
            if outcome not in OUTCOMES[2:]:
                raise ValueError(f"{path}: '{outcome}' of {test} is no outcome that could be waived")
            waivers[test] = outcome
    return waivers


class Verdict:
    """Compares outcomes with those that are to be; `missed` lists tests with another one, `unused` the waivers of tests that did not ask."""

    def __init__(self, wanted, waivers):
        self.wanted, self.unused, self.missed = wanted, dict(waivers), []

    def complaint(self, test, outcome):
        """Says why the outcome is a mistake; the text is empty where it is none. Each test asks once."""
        waived = self.unused.pop(test, None)
        is_bad = outcome in ("wrong", "refused by qopt") or (self.wanted[test] and outcome in ("stays", "fails in a run"))
        if waived and outcome not in (waived, "refused by ONNX Runtime"):
            self.missed.append(test)
            return f"waived as '{waived}'"
        if is_bad and not waived:
            self.missed.append(test)
            return "not waived"
        return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--backend", type=Path, required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--waivers", type=Path, default=Path(__file__).with_name("node_tests_waivers.txt"))
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    if not given.data.is_dir():
        print(f"no {given.data}; nothing tested")
        return 77
    wanted = outcomes_of_qopt(given.backend, given.data, given.filter)
    counts, passes, verdict = collections.Counter(), collections.Counter(), Verdict(wanted, read_waivers(given.waivers))
    folders = [folder for suite in SUITES for folder in sorted((given.data / suite).iterdir()) if folder.name in wanted]
    for folder in folders:
        outcome, why = run_test(folder)
        counts[outcome] += 1
        passes[wanted[folder.name]] += outcome in OUTCOMES[:2]
        complaint = verdict.complaint(folder.name, outcome)
        if complaint or given.list and outcome not in OUTCOMES[:2]:
            print(f"{outcome}{complaint and ', ' + complaint}: {folder.name}: {why.splitlines()[0] if why else ''}", flush=True)
    stale = [] if given.filter else sorted(verdict.unused)
    for test in stale:
        print(f"waived, and no test in scope: {test}")
    print(f"onnxruntime {onnxruntime.__version__}, {sum(counts.values())} tests in scope: " + ", ".join(f"{counts[name]} {name}" for name in OUTCOMES))
    print(f"of {sum(wanted[folder.name] for folder in folders)} that qopt passes by itself {passes[True]} pass, of the others {passes[False]}; {len(verdict.missed)} missed")
    return 1 if verdict.missed or stale else 0


if __name__ == "__main__":
    sys.exit(main())
