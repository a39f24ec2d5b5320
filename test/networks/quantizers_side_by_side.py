"""ONNX Runtime's static quantizer beside ours: what each loses against float, simulated and executed.

quantizers_side_by_side.py BIN DATA [NETWORK…] [--float=PASS]… [--ours='CALIBRATE; INSERT-QUANT; PASSES']…

The same networks (those of zoo_gates.py), calibration samples and dev samples. Its quantizer runs three times (int8
min-max, int8 percentile, uint8 min-max; per channel), its files with graph optimizations off, where pairs are computed
in float, and on, by its integer kernels. Ours is run by the host driver, whose integers are the evaluator's; what
calibrates and quantizes is given by options of qrun calibrate and of --insert-quant, and what passes run before
(--float=--recognize-composites) and behind (--absorb-residual). The profile ort-cpu's file is also exported and
executed by ONNX Runtime. A line each: flips against float (of the same executor), points of accuracy lost with their
paired 95 % interval. Exit status 77 where ONNX Runtime or NumPy is absent.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import onnxruntime
except ImportError:
    print("ONNX Runtime or NumPy is absent; nothing compared")
    sys.exit(77)

import zoo_gates

QUANTIZER = Path(__file__).parents[2] / "tools/scripts/quantize_with_onnxruntime.py"
THEIRS = [("int8", "min-max"), ("int8", "percentile"), ("uint8", "min-max")]
OURS = ["; profile=qopt", "--calibrator=auto; profile=qopt", "; profile=trt", "; profile=ort-cpu"]
BATCH = 20
AT_ONCE = {"efficientnet_lite0": 10}  # images of which its calibrators keep all activations


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")


class Network:
    """A network and its samples, in the current folder."""

    def __init__(self, name, options):
        self.name, self.qopt, self.qrun = name, options.bin / "qopt", options.bin / "qrun"
        data = str(options.data)
        self.calibration, self.dev = zoo_gates.samples_of(zoo_gates.NETWORKS[name][0], data)
        _, self.mean, self.std = zoo_gates.model_of(name, data)
        self.model = zoo_gates.as_onnx(name, data)
        zoo_gates.fold(name, self.qopt, data, "folded.mlirbc", *options.float)
        with np.load(self.dev) as arrays:
            self.images, self.labels = arrays["images"], arrays["labels"].astype(int)
        self.float = self.predictions(self.model, optimized=True)
        self.tables = {}

    def predictions(self, path, optimized):
        """ONNX Runtime's."""
        options = onnxruntime.SessionOptions()
        levels = onnxruntime.GraphOptimizationLevel
        options.graph_optimization_level = levels.ORT_ENABLE_ALL if optimized else levels.ORT_DISABLE_ALL
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        mean, std = (np.float32(values)[:, None, None] for values in (self.mean, self.std))
        name = session.get_inputs()[0].name
        batches = ((self.images[i:i + BATCH].astype(np.float32) - mean) / std for i in range(0, len(self.images), BATCH))
        return np.concatenate([session.run(None, {name: x})[0].argmax(-1) for x in batches])

    def theirs(self, activations, calibrator):
        run(sys.executable, QUANTIZER, self.model, "theirs.onnx", f"--data={self.calibration}", "--mean", *self.mean,
            "--std", *self.std, f"--activations={activations}", f"--calibrator={calibrator}",
            f"--at-once={AT_ONCE.get(self.name, 50)}")
        what = f"ONNX Runtime {activations} {calibrator}"
        self.say(f"{what}, simulated", "theirs.onnx", optimized=False)
        self.say(f"{what}, executed", "theirs.onnx", optimized=True)

    def ours(self, calibrate, insert, passes=""):
        if calibrate not in self.tables:
            self.tables[calibrate] = f"table{len(self.tables)}.json"
            run(self.qrun, "calibrate", "folded.mlirbc", f"--data={self.calibration}", "-o", self.tables[calibrate],
                *calibrate.split())
        run(self.qopt, "folded.mlirbc", f"--insert-quant=calibration={self.tables[calibrate]} {insert}",
            "--fold-dequant", *passes.split(), "-o", "ours.mlirbc")
        what = f"ours {insert} {calibrate or 'min-max'} {passes}".replace("--calibrator=", "").strip()
        self.line(what, *zoo_gates.lost(self.qrun, "ours.mlirbc", "folded.mlirbc", self.dev))
        if "ort-cpu" in insert:
            run(self.qopt, "ours.mlirbc", "--emit=onnx-qdq", "-o", "ours.onnx")
            self.say(f"{what}, exported, executed by ONNX Runtime", "ours.onnx", optimized=True)

    def say(self, what, path, optimized):
        found = self.predictions(path, optimized)
        lost = (self.float == self.labels).astype(int) - (found == self.labels)
        counted = np.append(lost, [1, -1])  # Bonett and Price, as qrun eval has it
        centre, spread = 100 * counted.mean(), 196 * counted.std() / np.sqrt(len(counted))
        self.line(what, (found != self.float).sum(), 100 * lost.mean(), centre - spread, centre + spread)

    def line(self, what, flips, drop, low, high):
        print(f"{self.name:19} {what:82} {flips:5} {drop:7.2f} [{low:.2f}, {high:.2f}]", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("networks", nargs="*", default=list(zoo_gates.NETWORKS))
    parser.add_argument("--float", action="append", default=[])
    parser.add_argument("--ours", action="append")
    options = parser.parse_args()
    options.bin, options.data = options.bin.resolve(), options.data.resolve()
    for name in options.networks:
        with tempfile.TemporaryDirectory() as folder, zoo_gates.inside(folder):
            network = Network(name, options)
            correct = 100 * (network.float == network.labels).mean()
            print(f"{name}: float {correct:.2f} % of {len(network.labels)}; flips, points lost, 95 % interval")
            for theirs in THEIRS:
                network.theirs(*theirs)
            for ours in options.ours or OURS:
                network.ours(*(part.strip() for part in ours.split(";")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
