#!/usr/bin/env python3
"""The Graph Transform Tool's transforms on networks of every format: transforms.py BIN_DIR DATA_DIR

Each transform of docs/graph-transforms.md that is not refused runs on TensorFlow graphs, ONNX and Caffe networks, with and without
norms, on the .mlir of one, and on a network that has what transforms rewrite (made_networks.py). A cell says what
happened beside the network before, and is judged:
- "unchanged": the module is the same text. A transform that rewrites must change two networks at least;
- "equal", or how far answers on drawn samples moved: equal bits where nothing is computed anew, 1e-5 of the largest value for folds;
- "half levels", "half steps": how far round_weights and quantize_weights moved the weights, in units of what their
  definition allows (weights.py): 1 at most;
- "flips": classes that differ on MNIST's or CIFAR-10's dev samples, and the accuracy lost in points with its paired 95 %
  interval: 0.5 points at most, as zoo_gates.py allows. Of networks without such samples finite answers alone are asked;
- "one range": quantize_nodes' fallback is one range for all values, which residual sums cannot do with. Its module must be
  the one that --insert-quant makes of a calibration table with this range for every value, and its flips are printed.
An ONNX network and its .mlir must answer alike in every bit. Exit status 1 where a cell is wrong, 77 (skipped) where the
data or NumPy is absent.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

import made_networks
import weights

BOUNDS = {"bits": 0.0, "folds": 1e-5, "half levels": 1.0, "half steps": 1.0, "flips": 0.5, "one range": 0.0}
LEVELS = 256
FALLBACK = "quantize_nodes(input_min=LOW, input_max=HIGH, fallback_min=LEAST, fallback_max=MOST)"
AT_IMPORT = ["add_default_attributes", "backport_concatv2", "backport_tensor_array_v3", "flatten_atrous_conv", "fuse_resize_and_conv",
             "remove_control_dependencies", "remove_device", 'set_device(device="/cpu:0", if_default=true)', "sort_by_execution_order",
             "rename_node(ignore_errors=true, old_node_name=none, new_node_name=x)"]  # the last fails, which leaves the network
TRANSFORMS = {
    **dict.fromkeys(AT_IMPORT, "bits"), "fold_batch_norms": "folds", "fold_old_batch_norms": "folds",
    "fold_constants(max_constant_size_in_bytes=1000000, clear_output_shapes=true, exclude_op=Softmax)": "bits",
    "fuse_convolutions": "bits", "fuse_pad_and_conv": "bits", "fuse_resize_pad_and_conv": "bits", "merge_duplicate_nodes": "bits",
    "obfuscate_names": "bits", "remove_nodes(op=Identity, op=CheckNumerics, op=nn.abs, max_inputs=1)": "bits",
    "rename_node(old_node_name=LAYER, new_node_name=renamed)": "bits", "strip_unused_nodes(type=float)": "bits",
    f"round_weights(num_steps={LEVELS})": "half levels", "quantize_weights(minimum_size=100)": "half steps", "quantize_nodes": "flips",
    FALLBACK: "one range"}
# A network's files and options, the shape of drawn samples, its labelled samples and what it takes of their pixels.
CUT, BATCH = ["--inputs=Reshape", "--outputs=labels_softmax"], ["--shape=Data1:?x3x32x32"]
RES20 = ["caffe/resnet20_cifar10/res20_cifar_train_test.prototxt", "caffe/resnet20_cifar10/cifar10_res20_iter_64000.caffemodel"]
MEANS = np.float32([125.3, 122.95, 113.87]).reshape(3, 1, 1)


def unit(pixels):
    return pixels / np.float32(255)


NETWORKS = {
    "graphdef": (["graphdef/mnist/fc_layers.pb"], [], (8, 784), "mnist", lambda pixels: unit(pixels).reshape(-1, 784)),
    "graphdef, norms": (["graphdef/keyword_spotting/DS_CNN_S.pb"], CUT, (2, 490), None, None),
    "onnx": (["onnx/zoo/lenet.onnx"], [], (8, 1, 28, 28), "mnist", unit),
    "onnx, norms": (["onnx/zoo/resnet20.onnx"], [], (1, 3, 32, 32), "cifar10", "onnx/zoo/resnet20.json"),
    "onnx, made": (["made.onnx"], [], made_networks.SHAPE, None, None),
    "caffe": (["caffe/lenet_mnist/lenet.prototxt", "caffe/lenet_mnist/lenet_iter_10000.caffemodel"], [], (8, 1, 28, 28), "mnist",
              lambda pixels: pixels / np.float32(256)),
    "caffe, norms": (RES20, BATCH, (1, 3, 32, 32), "cifar10", lambda pixels: pixels - MEANS),
    "mlir": (["lenet.mlir"], [], (8, 1, 28, 28), "mnist", unit),
    "mlir, made": (["made.mlir"], [], made_networks.SHAPE, None, None)}
TWINS = [("onnx", "mlir"), ("onnx, made", "mlir, made")]


def ran(*command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"{' '.join(command)} exits {run.returncode}: {run.stderr.strip().splitlines()[-1:]}")
    return run.stdout


class Column:
    """One network in a folder of its own, and what transforms do to it."""

    def __init__(self, binaries, data, network, folder, made):
        files, options, shape, samples, scale = network
        self.qopt, self.qrun, self.folder, self.samples = f"{binaries}/qopt", f"{binaries}/qrun", folder, samples
        where = [f"{made}/{file}" if os.path.exists(f"{made}/{file}") else f"{data}/{file}" for file in files]
        self.model = [where[0], *options, *(f"--weights={file}" for file in where[1:])]
        ran(self.qopt, *self.model, "-o", f"{folder}/plain.mlir")
        np.save(f"{folder}/x.npy", np.random.default_rng(7).uniform(0, 1, shape).astype(np.float32))
        if samples:
            self.write_samples(data, scale)
        self.plain = self.answer("plain.mlir")
        self.words = {"LAYER": self.first_layer(), **self.ranges(shape[0])}

    def write_samples(self, data, scale):
        if isinstance(scale, str):
            with open(f"{data}/{scale}", encoding="utf-8") as file:
                told = json.load(file)
            mean, deviation = (np.float32(told[key]).reshape(-1, 1, 1) for key in ("mean", "std"))
            scale = lambda pixels: (pixels - mean) / deviation
        for part in ("calibration", "dev"):
            with np.load(f"{data}/arrays/{self.samples}_{part}.npz") as arrays:
                pixels = scale(arrays["images"].astype(np.float32))
                np.savez(f"{self.folder}/{part}.npz", images=pixels.astype(np.float32), labels=arrays["labels"])

    def answer(self, module):
        ran(self.qrun, "run", f"{self.folder}/{module}", f"--input={self.folder}/x.npy", f"--output={self.folder}/y.npy", "--device=reference")
        answer = np.load(f"{self.folder}/y.npy")
        if not np.isfinite(answer).all():
            raise RuntimeError(f"{module} of {self.model}: answers are not finite")
        return answer

    def first_layer(self):
        return re.search(r"= nn\.(?:conv2d|matmul) .*nn\.name = \"([^\"]+)\"", self.text("plain.mlir"))[1]

    def ranges(self, batch):
        """The input's, and the least that holds every value's, as quantize_nodes is told them."""
        samples = "calibration.npz" if self.samples else "x.npy"
        ran(self.qrun, "calibrate", f"{self.folder}/plain.mlir", f"--data={self.folder}/{samples}", "--preprocessed", f"--batch={batch}",
            "-o", f"{self.folder}/ranges.json")
        ranges = json.loads(self.text("ranges.json"))["ranges"]
        low, high = ranges[re.search(r"%arg0: .*?nn\.name = \"([^\"]+)\"", self.text("plain.mlir"))[1]]
        least, most = (choose(end for pair in ranges.values() for end in pair) for choose in (min, max))
        self.write_one_range(least, most)
        return {"LOW": str(low), "HIGH": str(high), "LEAST": str(least), "MOST": str(most)}

    def write_one_range(self, least, most):
        """Writes the calibration table in which every value but the inputs has the same range."""
        table = json.loads(self.text("ranges.json"))
        inputs = re.search(r"func\.func @\w+\((.*?)\) -> ", self.text("plain.mlir"))[1]
        table["ranges"] = {name: ends if f'"{name}"' in inputs else [least, most] for name, ends in table["ranges"].items()}
        with open(f"{self.folder}/one_range.json", "w", encoding="utf-8") as file:
            json.dump(table, file)

    def text(self, file):
        with open(f"{self.folder}/{file}", encoding="utf-8") as text:
            return text.read()

    def cell(self, transform):
        """(whether the module changed, by how much what is judged moved, its text, the answers)."""
        kind = TRANSFORMS[transform]
        for word, value in self.words.items():
            transform = transform.replace(word, value)
        ran(self.qopt, *self.model, f"--transforms={transform}", "-o", f"{self.folder}/new.mlir")
        after = self.answer("new.mlir")
        if self.text("new.mlir") == self.text("plain.mlir"):
            return False, 0.0, "unchanged", after
        moved, text = self.moved(kind, after)
        return True, moved, text, after

    def moved(self, kind, after):
        if kind == "one range":
            return self.beside_one_range()
        if kind == "flips":
            return self.flips() if self.samples else (0.0, "finite, no samples")
        if kind in ("bits", "folds"):
            moved = float(np.abs(after.astype(np.float64) - self.plain).max() / max(1.0, np.abs(self.plain).max()))
            return moved, "equal" if moved == 0 else f"{moved:.1e}"
        before = weights.constants(f"{self.folder}/plain.mlir")
        if kind == "half levels":
            moved = weights.rounded(before, weights.constants(f"{self.folder}/new.mlir"), LEVELS)
        else:
            ran(self.qopt, f"{self.folder}/new.mlir", "--fold-constants=dequantize=true", "-o", f"{self.folder}/real.mlir")
            after = {module: weights.constants(f"{self.folder}/{module}.mlir") for module in ("real", "new")}
            moved = weights.stored(before, {**after["real"], **after["new"]}, weights.channel_axes(f"{self.folder}/new.mlir"))
        return moved, f"{moved:.5f} {kind}"

    def beside_one_range(self):
        """(0 where the module is the one that the table of one range gives, else 1, the flips' text)."""
        ran(self.qopt, f"{self.folder}/plain.mlir", f"--insert-quant=calibration={self.folder}/one_range.json", "--fold-dequant", "-o",
            f"{self.folder}/one_range.mlir")
        same = self.text("one_range.mlir") == self.text("new.mlir")
        return float(not same), self.flips()[1] if self.samples else "finite, no samples"

    def flips(self):
        ran(self.qrun, "eval", f"{self.folder}/new.mlir", f"--against={self.folder}/plain.mlir", f"--data={self.folder}/dev.npz",
            "--preprocessed", f"--json={self.folder}/eval.json")
        told = json.loads(self.text("eval.json"))["results"][-1]
        output, drop = told["outputs"][0], told["drop"]
        return drop["points"], (f"{output['flips']} of {output['samples']} flips, {drop['points']:.2f} points "
                                f"[{drop['low']:.2f}, {drop['high']:.2f}]")


def all_cells(binaries, data):
    """{network: {transform: cell}}"""
    cells = {}
    with tempfile.TemporaryDirectory() as made:
        made_networks.write(f"{made}/made.mlir")
        ran(f"{binaries}/qopt", f"{made}/made.mlir", "--emit=onnx", "-o", f"{made}/made.onnx")
        ran(f"{binaries}/qopt", f"{data}/onnx/zoo/lenet.onnx", "-o", f"{made}/lenet.mlir")
        made_networks.add_unread(f"{made}/lenet.mlir")
        for name, network in NETWORKS.items():
            with tempfile.TemporaryDirectory() as folder:
                column = Column(binaries, data, network, folder, made)
                cells[name] = {transform: column.cell(transform) for transform in TRANSFORMS}
    return cells


def judged(transform, cells):
    """The row's texts and what is wrong with it."""
    row = {name: cells[name][transform] for name in NETWORKS}
    bound, faults = BOUNDS[TRANSFORMS[transform]], []
    faults += [f"{name}: beyond {bound}" for name, (_, moved, *_) in row.items() if not moved <= bound]
    # The fallback is each network's own measured range, which the values that the .mlir alone has take part in.
    faults += [f"{one} and {other} differ" for one, other in TWINS if transform != FALLBACK and not np.array_equal(row[one][3], row[other][3])]
    changed = sum(cell[0] for cell in row.values())
    if transform in AT_IMPORT and changed:
        faults.append("changes a module, though the import did it")
    if transform not in AT_IMPORT and changed < 2:
        faults.append(f"changes {changed} networks, two are to be shown")
    return [cell[2] for cell in row.values()], faults


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binaries, data = map(os.path.abspath, sys.argv[1:])
    if not os.path.isdir(f"{data}/graphdef"):
        print(f"skipped: no {data}/graphdef")
        return 77
    cells, failed = all_cells(binaries, data), 0
    print("| transform | " + " | ".join(NETWORKS) + " |\n|---|" + "---|" * len(NETWORKS))
    for transform in TRANSFORMS:
        texts, faults = judged(transform, cells)
        failed += len(faults)
        print(f"| {transform} | " + " | ".join(texts) + " |" + "".join(f" wrong: {fault};" for fault in faults))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
