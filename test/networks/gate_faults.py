#!/usr/bin/env python3
"""Faults planted between two builds of a network, which `qrun gate` must find, and equal builds, which it must pass.

gate_faults.py BIN_DIR DATA_DIR [NETWORK…] [--equal=100]

A build is a network's INT8 in Q/DQ form, absorbed into integers. Nine faults are planted in its file (FAULTS), the tenth is a build
that gives the same answers more slowly. Each is gated twice:
- with --exact it must fail, with the exit status of answers (4), since bits differ; the slow one by its time (5);
- by default it must get the verdict that all samples give, as `qrun eval --against` counts them: a fault that flips more than twice
  what is allowed or leaves less than 30 dB fails, one that is within both passes. Between the two flips' rates either is right.
The table tells after how many samples the gate was sure. --equal gates of the network beside itself, a copy under another name,
must all pass; their times are compared, too. Exit status 1 where a verdict is wrong, 77 (skipped) where DATA_DIR, NumPy or onnx
is absent.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    from onnx import numpy_helper
except ImportError:
    print("skipped: NumPy or onnx is absent")
    sys.exit(77)

import zoo_gates

ALLOWED, DECIBELS, SLOWER = 1.0, 30.0, 1.5  # percent of flips, dB, and the ratio of times that is asked of equal builds


class Build:
    """A Q/DQ file whose constants can be changed."""

    def __init__(self, path):
        self.model = onnx.load(path)
        graph = self.model.graph
        self.constants = {tensor.name: tensor for tensor in graph.initializer}
        self.layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm", "MatMul")]
        self.parts = {node.output[0]: node for node in graph.node if node.op_type == "DequantizeLinear"}
        self.quantizes = [node for node in graph.node if node.op_type == "QuantizeLinear"]

    def change(self, name, function):
        """Replaces a constant by function of a copy of it, of the same type and shape."""
        tensor = self.constants[name]
        before = numpy_helper.to_array(tensor)
        after = np.asarray(function(before.copy())).astype(before.dtype).reshape(before.shape)
        assert (after != before).any(), f"{name} is what it was"
        tensor.CopyFrom(numpy_helper.from_array(after, name))

    def weights(self, layer):
        """The names of a layer's bytes, of their scales and of its bias."""
        read = [self.parts[name] for name in self.layers[layer].input[1:] if name in self.parts]
        return read[0].input[0], read[0].input[1], read[1].input[0]


def swapped(values):
    values[[0, 1]] = values[[1, 0]]
    return values


def one_more(values):
    largest = np.abs(values.astype(int)).argmax()
    values.flat[largest] -= np.sign(values.flat[largest])
    return values


def without_low_bit(values):
    return values & ~1


def class_of_zeros(values):
    values[0] = 0
    return values


def forget_preprocessing(build):
    del build.model.metadata_props[:]


def scaled(factor):
    return lambda values: values * np.float32(factor)


FAULTS = {
    "two channels of weights swapped": lambda build: build.change(build.weights(0)[0], swapped),
    "scales of a layer's weights 1.5 times as large": lambda build: build.change(build.weights(-1)[1], scaled(1.5)),
    "an activation's scale halved": lambda build: build.change(build.quantizes[1].input[1], scaled(0.5)),
    "an activation's scale 1.01 times as large": lambda build: build.change(build.quantizes[1].input[1], scaled(1.01)),
    "biases of a layer negated": lambda build: build.change(build.weights(0)[2], np.negative),
    "weights without their lowest bit": lambda build: build.change(build.weights(0)[0], without_low_bit),
    "one weight nearer to 0 by a step": lambda build: build.change(build.weights(0)[0], one_more),
    "weights of a class 0": lambda build: build.change(build.weights(-1)[0], class_of_zeros),
    "mean and deviation forgotten": forget_preprocessing,
}


class Gate:
    """The gate of one network's builds in the current folder, on its dev samples."""

    def __init__(self, binaries, network, data):
        self.qopt, self.qrun = f"{binaries}/qopt", f"{binaries}/qrun"
        calibration, self.samples = zoo_gates.samples_of(zoo_gates.NETWORKS[network][0], data)
        zoo_gates.fold(network, self.qopt, data, "float.mlirbc")
        zoo_gates.run(self.qrun, "calibrate", "float.mlirbc", f"--data={calibration}", "--quiet", "-o", "ranges.json")
        zoo_gates.run(self.qopt, "float.mlirbc", "--insert-quant=calibration=ranges.json", "--fold-dequant", "-o", "int8.mlirbc")
        zoo_gates.run(self.qopt, "int8.mlirbc", "--emit=onnx-qdq", "-o", "qdq.onnx")
        self.build("qdq.onnx", "old.mlirbc")

    def build(self, path, module):
        zoo_gates.run(self.qopt, path, "--absorb-qdq", "--fold-dequant", "-o", module)

    def verdict(self, new, *options):
        """(exit status, samples that were looked at, the checks that fail)."""
        done = subprocess.run([self.qrun, "gate", "old.mlirbc", new, f"--data={self.samples}", "--json", "--quiet", *options], capture_output=True,
                              text=True, check=False)
        if done.returncode not in (0, 4, 5):
            raise RuntimeError(done.stderr)
        told = json.loads(done.stdout)
        return done.returncode, told["samples"], [check["check"] for check in told["results"] if not check["passes"]]

    def truth(self, new):
        """(percent of flips, dB) over all samples."""
        zoo_gates.run(self.qrun, "eval", new, "--against=old.mlirbc", f"--data={self.samples}", "--quiet", "--json=eval.json")
        with open("eval.json", encoding="utf-8") as file:
            (output,) = json.load(file)["results"][-1]["outputs"]
        return 100 * output["flips"] / output["samples"], float("inf") if output["exact"] else output["sqnr_db"]


def judged(gate, fault):
    """(the row's texts, what is wrong)."""
    changed = Build("qdq.onnx")
    FAULTS[fault](changed)
    onnx.save(changed.model, "new.onnx")
    gate.build("new.onnx", "new.mlirbc")
    exact, _, why = gate.verdict("new.mlirbc", "--exact")
    status, samples, checks = gate.verdict("new.mlirbc")
    flips, decibels = gate.truth("new.mlirbc")
    bad, good = flips > 2 * ALLOWED or decibels < DECIBELS, flips <= ALLOWED and decibels >= DECIBELS
    wrong = [text for holds, text in ((exact != 4 or "bits" not in why, f"--exact exits {exact}: {why}"), (bad and status != 4, "passes"),
                                      (good and status != 0, "fails")) if holds]
    return [f"{flips:.2f} %, {decibels:.1f} dB", f"fails: {', '.join(checks)}" if status else "passes", str(samples)], wrong


def slow(gate):
    status, samples, checks = gate.verdict("old.mlirbc", "--exact", f"--max-slowdown={SLOWER}", "--new-device=reference", "--first=640")
    return ["the same bits", f"fails: {', '.join(checks)}", str(samples)], [] if (status, checks) == (5, ["time"]) else [f"exits {status}"]


def gated(network, binaries, data, equal):
    """Prints the network's rows; returns how many verdicts are wrong."""
    gate, found = Gate(binaries, network, data), 0
    print(f"| {network}: fault | over all samples | by default the gate | after samples |\n|---|---|---|--:|")
    for fault in [*FAULTS, "evaluated in place of compiled"]:
        texts, wrong = judged(gate, fault) if fault in FAULTS else slow(gate)
        found += bool(wrong)
        print(f"| {fault} | {' | '.join(texts)} |" + "".join(f" wrong: {text};" for text in wrong), flush=True)
    subprocess.run(["cp", "old.mlirbc", "same.mlirbc"], check=True)
    failed = [gate.verdict("same.mlirbc", f"--max-slowdown={SLOWER}") for _ in range(equal)]
    failed = [verdict for verdict in failed if verdict[0]]
    print(f"\n{equal} gates of equal builds: {len(failed)} fail {failed[:3] if failed else ''}\n", flush=True)
    return found + len(failed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("data")
    parser.add_argument("networks", nargs="*", default=["lenet"])
    parser.add_argument("--equal", type=int, default=100)
    options = parser.parse_args()
    zoo_gates.skip_without(options.data)
    binaries, data, wrong = os.path.abspath(options.binaries), os.path.abspath(options.data), 0
    for network in options.networks:
        with tempfile.TemporaryDirectory() as folder, zoo_gates.inside(folder):
            wrong += gated(network, binaries, data, options.equal)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
