"""Times of TFLite networks on the CPU beside ai-edge-litert's with XNNPACK, in alternating pairs of one call, worst first.

  speed_beside_interpreter.py BIN_DIR DATA_DIR [--networks=NAME,…] [--pairs=15] [--threads=2] [--work=FOLDER] [--json=FILE] [--prepare]

Both sides read one file: DATA_DIR/tflite's, or one that `qopt --emit=tflite` writes of DATA_DIR/onnx/zoo's networks, float and
quantized under profile tflite. The interpreter has its default kernels, which hand what they can to XNNPACK. Of each pair one goes
first in turn; a side's time is the median of runs that take about a tenth of a second together. --prepare makes the files alone. Prints
the ratio ours / theirs with its 95 %, the geometric mean, and where a ratio is above 1.1 the five layers that take most of our time. It needs
numpy, flatbuffers and ai-edge-litert; exits 77 where one of them or DATA_DIR is absent, 1 where the mean is above 0.8 or a ratio above 1.1.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time

try:
    import numpy as np
    from ai_edge_litert import interpreter
except ImportError as error:
    print(f"skipped: {error}; PyPI's packages are ai-edge-litert and numpy")
    sys.exit(77)

import whole_files

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.join(ROOT, "test/networks"), os.path.join(ROOT, "tools/scripts")]
from measure import times  # noqa: E402
from paired import alternating, outcome_of  # noqa: E402

MEAN, WORST = 0.8, 1.1
# The files that are read as they are, and the networks of which files are written.
FILES = {"mobilenet_v1_0.5_160 int8": "tflite/mobilenet/mobilenet_v1_0.5_160_quant.tflite",
         "mobilenet_v1_0.25_128 int8": "tflite/mobilenet/mobilenet_v1_0.25_128_quant.tflite",
         "person_detect int8": "tflite/person_detect/person_detect.tflite", "resnet8 int8": "tflite/resnet8_cifar10/pretrainedResnet_quant.tflite",
         "resnet8 float": "tflite/resnet8_cifar10/pretrainedResnet.tflite"}
WRITTEN = {"mobilenetv2 int8": "mobilenetv2", "mobilenetv2 float": "mobilenetv2", "resnet20 float": "resnet20"}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-300:]}")
    return done.stdout


def write_network(options, name, stem):
    """stem.tflite of a network of the zoo."""
    zoo, source = f"{options.data}/onnx/zoo", WRITTEN[name]
    qopt, qrun = f"{options.binaries}/qopt", f"{options.binaries}/qrun"
    run(qopt, f"{zoo}/{source}.onnx", "--fold-constants", "--fold-batch-norm", "-o", f"{stem}.mlirbc")
    if name.endswith(" int8"):
        run(qrun, "calibrate", f"{stem}.mlirbc", f"--data={options.data}/arrays/cifar10_calibration.npz", "--first=200", "-o", f"{stem}.json")
        run(qopt, f"{stem}.mlirbc", f"--insert-quant=calibration={stem}.json profile=tflite", "--fold-dequant", "--fixed-point=rules=tflite",
            "-o", f"{stem}.steps.mlirbc")
    run(qopt, f"{stem}{'.steps' * name.endswith(' int8')}.mlirbc", "--emit=tflite", "-o", f"{stem}.tflite")


def prepared(options, name):
    """(file of both, module of ours)"""
    stem = f"{options.work}/{name.replace(' ', '_')}"
    if name in WRITTEN and not os.path.exists(f"{stem}.tflite"):
        write_network(options, name, stem)
    file = f"{options.data}/{FILES[name]}" if name in FILES else f"{stem}.tflite"
    if not os.path.exists(f"{stem}.ours.mlirbc"):
        run(f"{options.binaries}/qopt", file, "--fold-constants", "--absorb-qdq", "--fold-dequant", "--fuse-pads", "-o", f"{stem}.ours.mlirbc")
    return file, f"{stem}.ours.mlirbc"


class Peer:
    """The interpreter on random inputs."""

    def __init__(self, path, threads):
        with open(path, "rb") as stream:
            file = stream.read()
        try:
            self.machine = interpreter.Interpreter(model_content=file, num_threads=threads)
        except ValueError:  # for the axis that a bias of one dimension names
            self.machine = interpreter.Interpreter(model_content=whole_files.with_plain_biases(file), num_threads=threads)
        self.machine.allocate_tensors()
        rng = np.random.default_rng(1)
        for detail in self.machine.get_input_details():
            kind, shape = np.dtype(detail["dtype"]), [int(n) for n in detail["shape"]]
            value = rng.standard_normal(shape) if kind.kind == "f" else rng.integers(np.iinfo(kind).min, np.iinfo(kind).max, shape)
            self.machine.set_tensor(detail["index"], value.astype(kind))
        self.median(2)

    def median(self, runs):
        taken = []
        for _ in range(runs + max(2, runs // 5)):
            start = time.perf_counter()
            self.machine.invoke()
            taken.append(time.perf_counter() - start)
        return statistics.median(taken[-runs:])


def measure(options, name):
    file, module = prepared(options, name)

    def ours(runs):
        return statistics.median(times(options.binaries, module, f"host:{options.threads}", 1, max(2, runs // 5), runs))

    of = outcome_of(alternating(ours, Peer(file, options.threads).median, options.pairs))
    print(f"{name}: {of.ratio:.3f} [{of.low:.3f}, {of.high:.3f}], {of.ours * 1e3:.3f} ms", file=sys.stderr, flush=True)
    return {"network": name, "ratio": of.ratio, "low": of.low, "high": of.high, "ours": of.ours, "theirs": of.theirs}


def slowest(options, name):
    """Returns the lines of `qrun bench --per-layer` with the layers that take most of our time."""
    told = run(f"{options.binaries}/qrun", "bench", prepared(options, name)[1], f"--device=host:{options.threads}", "--batch=1", "--per-layer")
    return "\n".join(told.splitlines()[:14])


def report(options, rows):
    print("| network | ours ms | interpreter ms | ratio | 95 % |\n|---|--:|--:|--:|---|")
    for row in sorted(rows, key=lambda row: -row["ratio"]):
        print(f"| {row['network']} | {row['ours'] * 1e3:.3f} | {row['theirs'] * 1e3:.3f} | {row['ratio']:.2f} | {row['low']:.2f} to {row['high']:.2f} |")
    mean = math.exp(statistics.fmean(math.log(row["ratio"]) for row in rows))
    behind = [row["network"] for row in rows if row["ratio"] > WORST]
    print(f"\ngeometric mean {mean:.2f}, {len(behind)} of {len(rows)} above {WORST}")
    for name in behind:
        print(f"\n{name}:\n{slowest(options, name)}")
    return mean <= MEAN and not behind


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("data")
    parser.add_argument("--networks", default=",".join([*FILES, *WRITTEN]))
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--work", default="speed")
    parser.add_argument("--json")
    parser.add_argument("--prepare", action="store_true")
    options = parser.parse_args()
    if not os.path.isdir(options.data):
        print(f"skipped: there is no {options.data}")
        return 77
    os.makedirs(options.work, exist_ok=True)
    names = options.networks.split(",")
    if options.prepare:
        for name in names:
            prepared(options, name)
        return 0
    rows = [measure(options, name) for name in names]
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    return int(not report(options, rows))


if __name__ == "__main__":
    sys.exit(main())
