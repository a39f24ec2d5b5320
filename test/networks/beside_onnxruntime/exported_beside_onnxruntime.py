"""Exported models in ONNX Runtime: exported_beside_onnxruntime.py BIN DATA [NETWORK…] [--setting="profile=ort-cpu weight-bits=8"]…

BIN holds qopt and qrun, DATA is the folder of shared data; without names, all networks of zoo_gates.py. Each is
exported in two ways, checked by onnx and run in ONNX Runtime on samples that both sides read normalized:

- `--emit=onnx`, against our evaluator: the largest distance, relative to the largest value. Past 1e-4 fails.
- calibrated, quantized for the profiles qopt and trt, `--emit=onnx-qdq`: the steps of the last quantized layer,
  how many are apart from the evaluator's and by how much, and the predictions that differ. With ONNX Runtime's
  optimizations off (pairs computed as they stand, in f32) and on (its integer kernels, whose int8 sums saturate
  on a CPU without VNNI). Imported again and absorbed, the file must give the evaluator's own bits, but where a
  product of more than matrices has a bias: ONNX has it as an addition behind, which is not absorbed.
  What its optimizer made of the pairs is counted from the graph that it writes down; nothing recognized fails.

With --setting, of --insert-quant, each network is quantized so instead, and a line says how far ONNX Runtime's answers, as it is
installed, are apart from the evaluator's.

Exit status 77 where ONNX Runtime, onnx or NumPy is absent. How far the quantized answers are apart is shown, not
judged: a step in an early layer, where f32 lies at a half, moves all behind it.
"""

import argparse
import collections
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError:
    print("ONNX Runtime, onnx or NumPy is absent; nothing compared")
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).parents[1]))
import zoo_gates  # noqa: E402

SAMPLES = 64
FLOAT_DISTANCE = 1e-4


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")


class Network:
    """A network of zoo_gates, in a folder of its own."""

    def __init__(self, name, options, folder):
        self.qopt, self.qrun, self.folder = options.bin / "qopt", options.bin / "qrun", folder
        data = str(options.data)
        samples = zoo_gates.samples_of(zoo_gates.NETWORKS[name][0], data)
        self.calibration, dev = (Path(path).resolve() for path in samples)
        _, self.mean, self.std = zoo_gates.model_of(name, data)
        self.model = folder / "folded.mlirbc"
        zoo_gates.fold(name, self.qopt, data, self.model)
        with np.load(dev) as arrays:
            images = arrays["images" if "images" in arrays else arrays.files[0]][:SAMPLES]
        self.x = self.normalized(images)

    def normalized(self, images):
        shape = (1, -1) + (1,) * (images.ndim - 2)
        mean, std = (np.float32(np.asarray(v)).reshape(shape) for v in (self.mean, self.std))
        return (images.astype(np.float32) - mean) / std

    def quantized(self, setting):
        cal, path = self.folder / "cal.json", self.folder / f"{setting.replace(' ', '.')}.mlirbc"
        if not cal.exists():
            run(self.qrun, "calibrate", self.model, f"--data={self.calibration}", "--device=host", "-o", cal)
        run(self.qopt, self.model, f"--insert-quant=calibration={cal} {setting}", "--fold-dequant", "-o", path)
        return path

    def absorbed(self, path, value=None):
        again = self.folder / "absorbed.mlirbc"
        cut = [f"--outputs={value}"] if value else []
        run(self.qopt, path, *cut, "--absorb-qdq", "-o", again)
        return again

    def exported(self, module, form):
        path = self.folder / f"{module.stem}.{form}.onnx"
        run(self.qopt, module, f"--emit={form}", "-o", path)
        again = self.folder / "again.onnx"
        run(self.qopt, module, f"--emit={form}", "-o", again)
        if path.read_bytes() != again.read_bytes():
            sys.exit(f"{path.name}: the same module gave two files")
        onnx.checker.check_model(onnx.load(path), full_check=True)
        return path

    def ours(self, module):
        """The evaluator's outputs, by name."""
        given, taken = self.folder / "inputs.npy", self.folder / "outputs.npz"
        np.save(given, self.x)
        run(self.qrun, "run", module, "--device=reference", f"--output={taken}", "--preprocessed", f"--input={given}")
        with np.load(taken) as arrays:
            return {name: arrays[name] for name in arrays.files}

    def theirs(self, path, optimized):
        options = onnxruntime.SessionOptions()
        levels = onnxruntime.GraphOptimizationLevel
        options.graph_optimization_level = levels.ORT_ENABLE_EXTENDED if optimized else levels.ORT_DISABLE_ALL
        written = self.folder / "optimized.onnx"
        options.optimized_model_filepath = str(written)
        options.log_severity_level = 3
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        names = [port.name for port in session.get_outputs()]
        outputs = session.run(names, {session.get_inputs()[0].name: self.x})
        kinds = collections.Counter(node.op_type for node in onnx.load(written).graph.node)
        return dict(zip(names, outputs)), kinds


def cut_at(path, value):
    """The model that gives `value` alone."""
    model, cut = onnx.load(path), path.with_suffix(".cut.onnx")
    del model.graph.output[:]
    model.graph.output.append(onnx.helper.make_empty_tensor_value_info(value))
    onnx.save(model, cut)
    return cut


def biases_behind(path):
    """Additions of a vector to what MatMul gives."""
    graph = onnx.load(path).graph
    vectors = {tensor.name for tensor in graph.initializer if len(tensor.dims) == 1}
    vectors |= {node.output[0] for node in graph.node if node.op_type == "DequantizeLinear" and node.input[0] in vectors}
    products = {node.output[0] for node in graph.node if node.op_type == "MatMul"}
    return sum(node.op_type == "Add" and not (products.isdisjoint(node.input) or vectors.isdisjoint(node.input))
               for node in graph.node)


def last_steps(path):
    return [node.output[0] for node in onnx.load(path).graph.node if node.op_type == "QuantizeLinear"][-1]


def steps_apart(have, want):
    steps = np.abs(have.astype(int) - want.astype(int))
    return ", ".join(f"{count / steps.size:.2%} by {s}" for s, count in enumerate(np.bincount(steps.ravel()))
                     if count)


def float_distance(network, name):
    path = network.exported(network.model, "onnx")
    theirs, _ = network.theirs(path, optimized=True)
    worst = 0
    for output, want in network.ours(network.model).items():
        distance = np.abs(theirs[output] - want).max() / np.abs(want).max()
        opset = onnx.load(path).opset_import[0].version
        print(f"{name} float, opset {opset}: {output} {distance:.1e} of the largest value apart")
        worst = max(worst, distance)
    return worst


def is_integer(kind):
    return kind.startswith("QLinear") or "Integer" in kind or kind in ("QGemm", "QAttention")


def compare_quantized(network, name, profile):
    """Returns whether the file is the module, and ONNX Runtime saw quantized layers in it."""
    module = network.quantized(f"profile={profile}")
    path = network.exported(module, "onnx-qdq")
    ours, again = network.ours(module), network.ours(network.absorbed(path))
    is_same = all(np.array_equal(ours[output], again[output]) for output in ours)
    biases = biases_behind(path)
    print(f"{name} {profile}: imported again and absorbed {'the same bits' if is_same else 'other bits'}"
          f"{f', {biases} biases stand behind their products' if biases else ''}")
    value = last_steps(path)
    want = next(iter(network.ours(network.absorbed(path, value)).values()))
    for optimized in (False, True):
        have, _ = network.theirs(cut_at(path, value), optimized)
        theirs, kinds = network.theirs(path, optimized)
        moved = [(theirs[output].argmax(-1) != ours[output].argmax(-1)).sum() for output in ours]
        print(f"{name} {profile}, {'integer kernels' if optimized else 'pairs in f32'}: steps of {value} apart: "
              f"{steps_apart(have[value], want)}; {sum(moved)} of {SAMPLES} predictions differ")
    return (is_same or biases > 0) and count_kinds(f"{name} {profile}", kinds)


def show_answers(network, name, setting):
    module = network.quantized(setting)
    ours, (theirs, _) = network.ours(module), network.theirs(network.exported(module, "onnx-qdq"), optimized=True)
    for output, want in ours.items():
        flips = (theirs[output].argmax(-1) != want.argmax(-1)).sum()
        print(f"{name}, {setting}: {output} {np.abs(theirs[output] - want).max():.3g} of {np.abs(want).max():.3g} apart, "
              f"{flips} of {SAMPLES} predictions differ")


def count_kinds(title, kinds):
    integer = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()) if is_integer(kind))
    pairs = sum(kinds[kind] for kind in ("QuantizeLinear", "DequantizeLinear"))
    left = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()) if kind in
                     ("Conv", "FusedConv", "Gemm", "FusedGemm", "MatMul", "FusedMatMul"))
    print(f"{title}: recognized {integer or 'nothing'}; left {pairs} of Q and DQ, {left or 'no product'}")
    return bool(integer)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("networks", nargs="*")
    parser.add_argument("--setting", action="append", default=[])
    options = parser.parse_args()
    options.bin, options.data = options.bin.resolve(), options.data.resolve()
    is_good = True
    for name in options.networks or zoo_gates.NETWORKS:
        with tempfile.TemporaryDirectory() as folder:
            network = Network(name, options, Path(folder))
            for setting in options.setting:
                show_answers(network, name, setting)
            if options.setting:
                continue
            is_good &= bool(float_distance(network, name) <= FLOAT_DISTANCE)
            for profile in zoo_gates.NETWORKS[name][1]:
                is_good &= compare_quantized(network, name, profile)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
