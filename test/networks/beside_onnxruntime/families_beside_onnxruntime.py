#!/usr/bin/env python3
"""The time of single operations on the CPU beside ONNX Runtime's, a family each, in alternating pairs, worst first.

families_beside_onnxruntime.py BIN_DIR [FAMILY…] [--pairs=20] [--threads=2] [--work=FOLDER]

Each family is a model of one node, random weights and inputs, float32. Both run with --threads threads, read their inputs
where they are and write their results into memory that is kept: ours is bench's --device-resident, the peer has an I/O binding. Of each pair one goes first in turn; each side's time is
the median of runs that take about a tenth of a second together. Prints the median of the ratios ours / ONNX Runtime's with
its 95 % interval and the geometric mean. Needs numpy, onnx and onnxruntime; exits 77 (skipped) without the last.
"""
import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, "../../../tools/scripts")]
from measure import bench  # noqa: E402
from paired import BoundPeer, alternating, outcome_of  # noqa: E402


def model(op, inputs, output, weights=(), constants=(), **attributes):
    """A model of one node: its inputs' shapes, then those of weights, then constants as they are; "" leaves one out."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper
    random, names, initializers = np.random.default_rng(3), [], []
    ports = [helper.make_tensor_value_info(f"x{i}", TensorProto.FLOAT, shape) for i, shape in enumerate(inputs)]
    values = [(random.standard_normal(shape) * 0.05).astype(np.float32) for shape in weights]
    for i, value in enumerate([*values, *constants]):
        names.append("" if isinstance(value, str) else f"w{i}")
        if names[-1]:
            initializers.append(numpy_helper.from_array(np.asarray(value), names[-1]))
    node = helper.make_node(op, [port.name for port in ports] + names, ["y"], name=op, **attributes)
    graph = helper.make_graph([node], op, ports, [helper.make_tensor_value_info("y", TensorProto.FLOAT, output)], initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def recurrent(op, hidden, batch, directions=1, steps=50):
    gates = {"LSTM": 4, "GRU": 3}[op]
    weights = [(directions, gates * hidden, hidden)] * 2 + [(directions, 2 * gates * hidden)]
    return lambda: model(op, [(steps, batch, hidden)], (steps, directions, batch, hidden), weights, hidden_size=hidden,
                         direction="bidirectional" if directions == 2 else "forward")


def operation(op, inputs, output, weights=(), constants=lambda: (), **attributes):
    return lambda: model(op, inputs, output, weights, constants(), **attributes)


def sizes(*values):
    """Resize's: no region, no scales, the sizes."""
    def made():
        import numpy as np
        return "", "", np.array(values, np.int64)
    return made


def conv(inputs, output, weights, padding, **attributes):
    return operation("Conv", [inputs], output, [weights, (weights[0],)], pads=[padding] * 2 * len(weights[2:]), **attributes)


FAMILIES = {
    "lstm 256": recurrent("LSTM", 256, 1),
    "lstm 256, batch 32": recurrent("LSTM", 256, 32),
    "lstm 128, both ways": recurrent("LSTM", 128, 1, 2),
    "lstm 128, both ways, batch 32": recurrent("LSTM", 128, 32, 2),
    "gru 256": recurrent("GRU", 256, 1),
    "gru 256, batch 32": recurrent("GRU", 256, 32),
    "softmax 8x12x196x196": operation("Softmax", [(8, 12, 196, 196)], (8, 12, 196, 196), axis=-1),
    "layer norm 8x196x768": operation("LayerNormalization", [(8, 196, 768)], (8, 196, 768), [(768,), (768,)]),
    "matmul 12x512x64x512": operation("MatMul", [(12, 512, 64), (12, 64, 512)], (12, 512, 512)),
    "depthwise 7x7, 96x56x56": conv((1, 96, 56, 56), (1, 96, 56, 56), (96, 1, 7, 7), 3, group=96),
    "depthwise 3x3 dilated by 2, 96x56x56": conv((1, 96, 56, 56), (1, 96, 56, 56), (96, 1, 3, 3), 2, group=96,
                                                 dilations=[2, 2]),
    "conv 3x3 of 8 groups, 128x28x28": conv((1, 128, 28, 28), (1, 128, 28, 28), (128, 16, 3, 3), 1, group=8),
    "transposed conv 4x4 by 2, 64x28x28": operation("ConvTranspose", [(1, 64, 28, 28)], (1, 64, 56, 56),
                                                    [(64, 64, 4, 4), (64,)], strides=[2, 2], pads=[1] * 4),
    "conv 1d 5, 64x1024": conv((1, 64, 1024), (1, 128, 1024), (128, 64, 5), 2),
    "max pool 13x13, 256x26x26": operation("MaxPool", [(1, 256, 26, 26)], (1, 256, 26, 26), kernel_shape=[13, 13],
                                           pads=[6] * 4),
    "average pool 7x7, 256x28x28": operation("AveragePool", [(1, 256, 28, 28)], (1, 256, 22, 22), kernel_shape=[7, 7]),
    "add 32x3136x32": operation("Add", [(32, 3136, 32)] * 2, (32, 3136, 32)),
    "resize linear, 64x64x64 by 2": operation("Resize", [(1, 64, 64, 64)], (1, 64, 128, 128),
                                              constants=sizes(1, 64, 128, 128), mode="linear"),
    "resize nearest, 64x64x64 by 2": operation("Resize", [(1, 64, 64, 64)], (1, 64, 128, 128),
                                               constants=sizes(1, 64, 128, 128), mode="nearest",
                                               coordinate_transformation_mode="asymmetric", nearest_mode="floor"),
    "concat 4 of 64x112x112": operation("Concat", [(1, 64, 112, 112)] * 4, (1, 256, 112, 112), axis=1),
}


def measure(family, binaries, options):
    import onnx
    onnx.save(FAMILIES[family](), "family.onnx")
    subprocess.run([f"{binaries}/qopt", "family.onnx", "--fold-constants", "--recognize-composites", "-o", "family.mlirbc"],
                   check=True, stderr=subprocess.DEVNULL)
    device = f"host:{options.threads}"
    ours = lambda runs: statistics.median(bench(binaries, "family.mlirbc", device, 1, "--device-resident",
                                                f"--warmup={max(2, runs // 5)}", f"--iterations={runs}")["seconds"])
    outcome = outcome_of(alternating(ours, BoundPeer("family.onnx", options.threads).median, options.pairs))
    print("%s: %.3f [%.3f, %.3f]" % (family, *outcome[:3]), time.strftime("%H:%M:%S"), file=sys.stderr, flush=True)
    return outcome


def report(rows):
    print("| family | ours ms | ONNX Runtime ms | ratio | 95 % |\n|---|---|---|---|---|")
    for of, family in sorted(rows, reverse=True):
        print(f"| {family} | {of.ours * 1e3:.3f} | {of.theirs * 1e3:.3f} | {of.ratio:.2f} | {of.low:.2f} to {of.high:.2f} |")
    mean = math.exp(statistics.mean(math.log(of.ratio) for of, _ in rows))
    print(f"\ngeometric mean {mean:.2f}, {sum(of.ratio > 1 for of, _ in rows)} of {len(rows)} above 1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries")
    parser.add_argument("families", nargs="*", help="those whose names begin so")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--work")
    options = parser.parse_args()
    try:
        import onnxruntime  # noqa: F401
    except ImportError:
        print("skipped: onnxruntime is absent")
        return 77
    binaries = os.path.abspath(options.binaries)
    chosen = [name for name in FAMILIES if not options.families or name.startswith(tuple(options.families))]
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(options.work or folder, exist_ok=True)
        os.chdir(options.work or folder)
        report([(measure(family, binaries, options), family) for family in chosen])
    return 0


if __name__ == "__main__":
    sys.exit(main())
