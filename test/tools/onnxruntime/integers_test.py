"""Quantized models: every element is that of `qrun run`, of the network that `qopt --absorb-qdq --fold-dequant` makes."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy
from onnx import TensorProto, helper

from common import FLOAT, claimed, model, on_cpu, session, values

node = helper.make_node
U8 = TensorProto.UINT8


class Net:
    """Layers between pairs, of weights that are steps."""

    def __init__(self):
        self.nodes, self.constants = [], {}

    def steps(self, name, scale, zero, type=numpy.uint8):
        self.constants[f"{name}_s"], self.constants[f"{name}_z"] = numpy.float32(scale), numpy.array(zero, type)
        return [f"{name}_s", f"{name}_z"]

    def pair(self, read, name, scale, zero):
        steps = self.steps(name, scale, zero)
        self.nodes += [node("QuantizeLinear", [read, *steps], [f"{name}_q"], f"{name}_quantize"),
                       node("DequantizeLinear", [f"{name}_q", *steps], [name], f"{name}_dequantize")]

    def weights(self, name, seed, *shape):
        # Weights have 7 bits, so that sums of 16 bits in other executors do not saturate.
        self.constants[f"{name}_q"] = numpy.random.default_rng(seed).integers(-63, 64, shape).astype(numpy.int8)
        self.nodes.append(node("DequantizeLinear", [f"{name}_q", *self.steps(name, 0.01, 0, numpy.int8)], [name], f"{name}_dequantize"))


def qdq_net(batch, ends_in_steps):
    net = Net()
    net.pair("x", "xq", 0.02, 128)
    net.weights("w1", 1, 8, 3, 3, 3)
    net.nodes += [node("Conv", ["xq", "w1"], ["c1"], "conv1", pads=[1, 1, 1, 1]), node("Relu", ["c1"], ["r1"], "relu1")]
    net.pair("r1", "a1", 0.03, 0)
    net.nodes.append(node("MaxPool", ["a1"], ["p1"], "pool1", kernel_shape=[2, 2], strides=[2, 2]))
    net.pair("p1", "a2", 0.03, 0)
    net.weights("w2", 2, 4, 8, 3, 3)
    net.nodes.append(node("Conv", ["a2", "w2"], ["c2"], "conv2"))
    net.pair("c2", "a3", 0.05, 120)
    outputs = [("a3_q", U8, [batch, 4, 6, 6])] if ends_in_steps else [("a3", FLOAT, [batch, 4, 6, 6])]
    return model(net.nodes, [("x", FLOAT, [batch, 3, 16, 16])], outputs, net.constants)


def qlinear_net():
    net = Net()
    x, a, y = net.steps("xs", 0.02, 128), net.steps("as", 0.03, 10), net.steps("ys", 0.01, 100)
    w = net.steps("w", 0.01, 0, numpy.int8)
    net.constants["w_q"] = numpy.random.default_rng(4).integers(-63, 64, (8, 3, 3, 3)).astype(numpy.int8)
    net.constants["b"] = numpy.arange(8, dtype=numpy.int32) * 100
    net.nodes = [node("QLinearConv", ["x", *x, "w_q", *w, *a, "b"], ["c"], "conv"),
                 node("QLinearLeakyRelu", ["c", *a, *y], ["y"], "leaky", domain="com.microsoft", alpha=0.1)]
    return model(net.nodes, [("x", U8, ["N", 3, 8, 8])], [("y", U8, ["N", 8, 6, 6])], net.constants, domains=["com.microsoft"])


def run_tools(folder, *commands):
    """Runs commands of ours in the folder, the first word of each a tool's name; raises what one says that fails."""
    for name, *words in commands:
        done = subprocess.run([str(Path(os.environ["QOPT_TEST_BIN"]) / name), *map(str, words)], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise AssertionError(f"{name} exits {done.returncode}: {done.stdout}")


def by_qrun(source, x):
    """Returns what the command line answers."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "m.onnx").write_bytes(source)
        numpy.save(Path(folder) / "x.npy", x)
        run_tools(folder, ["qopt", "m.onnx", "--absorb-qdq", "--fold-dequant", "-o", "m.mlirbc"],
                  ["qrun", "run", "m.mlirbc", "--input=x.npy", "--output=y.npy", "--device=host"])
        return numpy.load(Path(folder) / "y.npy")


class Integers(unittest.TestCase):
    def check(self, source, x, step):
        """Every element as qrun's; within a step of the CPU provider's, which rounds in its own way."""
        made, mine, nodes, programs, log = claimed(source)
        self.assertEqual((mine, programs), (nodes, 1), log)
        got = made.run(None, {"x": x})[0]
        numpy.testing.assert_array_equal(got, by_qrun(source, x))
        want = on_cpu(source).run(None, {"x": x})[0]
        self.assertLessEqual(numpy.abs(got.astype(numpy.float64) - want).max(), step * 1.001)

    def test_pairs_that_end_in_steps(self):
        self.check(qdq_net(2, True), values(5, 2, 3, 16, 16), step=1)

    def test_pairs_that_end_in_floats(self):
        self.check(qdq_net(1, False), values(6, 1, 3, 16, 16), step=0.05)

    def test_qlinear_operators(self):
        self.check(qlinear_net(), numpy.random.default_rng(7).integers(0, 256, (2, 3, 8, 8)).astype(numpy.uint8), step=1)

    def test_an_open_batch_gives_each_sample_its_bits(self):
        made, x = session(qdq_net("N", True)), values(8, 5, 3, 16, 16)
        whole = made.run(None, {"x": x})[0]
        for i in range(5):
            numpy.testing.assert_array_equal(made.run(None, {"x": x[i:i + 1]})[0], whole[i:i + 1])


if __name__ == "__main__":
    unittest.main()
