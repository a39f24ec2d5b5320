#!/usr/bin/env python3
"""The Graph Transform Tool's transforms on networks of every format: transforms.py BIN_DIR DATA_DIR

Each transform of docs/graph-transforms.md that is not refused runs on two TensorFlow graphs, two ONNX networks, two
of Caffe, with and without norms, and on the .mlir of one; the evaluator's answers on drawn samples are compared with those
before it: equal bits where the transform moves nothing, 1e-5 of the largest value where it folds. How far answers
move where a transform rounds is printed and not judged, but for that they are finite: the passes' own tests do that. The
ONNX network and its .mlir must answer alike in every bit. Prints a table; exit status 1 where a cell differs, 77 (skipped) where the data or NumPy is absent.
"""
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

BITS, FOLDS, ROUNDS = 0.0, 1e-5, float("inf")
TRANSFORMS = {
    "add_default_attributes": BITS, "backport_concatv2": BITS, "backport_tensor_array_v3": BITS, "flatten_atrous_conv": BITS,
    "fold_batch_norms": FOLDS, "fold_old_batch_norms": FOLDS,
    "fold_constants(max_constant_size_in_bytes=1000000, clear_output_shapes=true, exclude_op=Softmax)": BITS,
    "fuse_convolutions": BITS, "fuse_pad_and_conv": BITS, "fuse_resize_and_conv": BITS, "fuse_resize_pad_and_conv": BITS,
    "merge_duplicate_nodes": BITS, "obfuscate_names": BITS, "remove_control_dependencies": BITS, "remove_device": BITS,
    "remove_nodes(op=Identity, op=CheckNumerics, max_inputs=1)": BITS,
    "rename_node(old_node_name=LAYER, new_node_name=renamed)": BITS, 'set_device(device="/cpu:0", if_default=true)': BITS,
    "sort_by_execution_order": BITS, "strip_unused_nodes(type=float)": BITS, "round_weights(num_steps=256)": ROUNDS,
    "quantize_weights(minimum_size=100)": ROUNDS, "quantize_nodes": ROUNDS,
    "quantize_nodes(input_min=0, input_max=1, fallback_min=-30, fallback_max=30)": ROUNDS,
    "rename_node(ignore_errors=true, old_node_name=none, new_node_name=x)": BITS}
# A network's files and options, the shape of its samples; LENET stands for the .mlir of ONNX's.
CUT = ["--inputs=Reshape", "--outputs=labels_softmax"]
NETWORKS = {"graphdef": (["graphdef/mnist/fc_layers.pb"], [], (8, 784)),
            "graphdef, norms": (["graphdef/keyword_spotting/DS_CNN_S.pb"], CUT, (2, 490)),
            "onnx": (["onnx/zoo/lenet.onnx"], [], (8, 1, 28, 28)), "onnx, norms": (["onnx/zoo/resnet20.onnx"], [], (1, 3, 32, 32)),
            "caffe": (["caffe/lenet_mnist/lenet.prototxt", "caffe/lenet_mnist/lenet_iter_10000.caffemodel"], [], (8, 1, 28, 28)),
            "caffe, norms": (["caffe/resnet20_cifar10/res20_cifar_train_test.prototxt", "caffe/resnet20_cifar10/cifar10_res20_iter_64000.caffemodel"], [], (1, 3, 32, 32)),
            "mlir": (["LENET"], [], (8, 1, 28, 28))}


def ran(*command):
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"{' '.join(command[:1])} exits {run.returncode}: {run.stderr.strip().splitlines()[-1:]}")


def answer(binaries, module, folder):
    ran(f"{binaries}/qrun", "run", module, f"--input={folder}/x.npy", f"--output={folder}/y.npy", "--device=reference")
    return np.load(f"{folder}/y.npy")


def layer_of(module):
    """The first layer with weights, of a module as text."""
    with open(module, encoding="utf-8") as text:
        return re.search(r"= nn\.(?:conv2d|matmul) .*nn\.name = \"([^\"]+)\"", text.read())[1]


def column(binaries, folder, model, shape):
    """What each transform does to one network: how far its answers move."""
    plain = f"{folder}/plain.mlir"
    ran(f"{binaries}/qopt", *model, "-o", plain)
    np.save(f"{folder}/x.npy", np.random.default_rng(7).uniform(0, 1, shape).astype(np.float32))
    before, moved, after = answer(binaries, plain, folder), {}, {}
    for text in TRANSFORMS:
        ran(f"{binaries}/qopt", *model, f"--transforms={text.replace('LAYER', layer_of(plain))}", "-o", f"{folder}/new.mlir")
        after[text] = answer(binaries, f"{folder}/new.mlir", folder)
        if not np.isfinite(after[text]).all():
            raise RuntimeError(f"{text}: answers are not finite")
        moved[text] = float(np.abs(after[text].astype(np.float64) - before).max() / max(1.0, np.abs(before).max()))
    return moved, after


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binaries, data = map(os.path.abspath, sys.argv[1:])
    if not os.path.isdir(f"{data}/graphdef"):
        print(f"skipped: no {data}/graphdef")
        return 77
    columns, answers = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        ran(f"{binaries}/qopt", f"{data}/onnx/zoo/lenet.onnx", "-o", f"{folder}/lenet.mlir")
        for name, (files, options, shape) in NETWORKS.items():
            model = [f"{folder}/lenet.mlir" if files[0] == "LENET" else f"{data}/{files[0]}", *options]
            model += [f"--weights={data}/{file}" for file in files[1:]]
            columns[name], answers[name] = column(binaries, folder, model, shape)
    failed = 0
    print("| transform | " + " | ".join(columns) + " |\n|---|" + "---|" * len(columns))
    for text, bound in TRANSFORMS.items():
        cells = [columns[name][text] for name in columns]
        wrong = sum(not cell <= bound for cell in cells)
        wrong += not np.array_equal(answers["onnx"][text], answers["mlir"][text])
        failed += wrong
        print(f"| {text} | " + " | ".join("equal" if cell == 0 else f"{cell:.1e}" for cell in cells) + (" | wrong |" if wrong else " |"))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
