"""Quantized models: every element is that of `qrun run`, of the network that `qopt --absorb-qdq --fold-dequant` makes."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy
import onnxruntime
from onnx import TensorProto, helper

import onnxruntime_ep_qopt
from common import FLOAT, Logged, claimed, conv_net, model, on_cpu, session, values

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


def dequantized_net():
    """Its steps come from outside: nothing in it quantizes."""
    net = Net()
    net.weights("w", 3, 40, 7)
    net.nodes += [node("DequantizeLinear", ["x", *net.steps("xs", 0.3, 200)], ["d"], "dequantize"), node("MatMul", ["d", "w"], ["y"], "product")]
    return model(net.nodes, [("x", U8, [5, 40])], [("y", FLOAT, [5, 7])], net.constants)


def float_result_net(type):
    """QGemm without a scale of its own for the result, or MatMulIntegerToFloat."""
    net = Net()
    x, w = net.steps("xs", 0.3, 200), net.steps("w", 0.01, 0, numpy.int8)
    net.constants["w_q"] = numpy.random.default_rng(4).integers(-63, 64, (40, 7)).astype(numpy.int8)
    read = ["x", *x, "w_q", *w, ""] if type == "QGemm" else ["x", "w_q", x[0], w[0], x[1], w[1]]
    return model([node(type, read, ["y"], "product", domain="com.microsoft")], [("x", U8, [5, 40])], [("y", FLOAT, [5, 7])],
                 net.constants, domains=["com.microsoft"])


def deep_net():
    """A convolution over three dimensions, whose depth becomes channels."""
    net = Net()
    net.pair("x", "xq", 0.02, 128)
    net.weights("w", 5, 6, 3, 2, 3, 3)
    net.nodes.append(node("Conv", ["xq", "w"], ["y"], "conv", pads=[1, 0, 1, 0, 1, 1]))
    return model(net.nodes, [("x", FLOAT, [1, 3, 5, 6, 7])], [("y", FLOAT, [1, 6, 5, 5, 7])], net.constants)


def biased_net():
    """A bias in floats, and pairs in a row: ONNX Runtime rounds the one and drops the other."""
    net = Net()
    net.pair("x", "xq", 0.02, 128)
    net.pair("xq", "xr", 0.07, 90)
    net.weights("w", 6, 8, 3, 3, 3)
    net.constants["b"] = values(7, 8)
    net.nodes.append(node("Conv", ["xr", "w", "b"], ["c"], "conv"))
    net.pair("c", "y", 0.01, 120)
    return model(net.nodes, [("x", FLOAT, [1, 3, 16, 16])], [("y_q", U8, [1, 8, 14, 14])], net.constants)


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

    def test_steps_from_outside(self):
        steps = numpy.random.default_rng(9).integers(0, 256, (5, 40)).astype(numpy.uint8)
        self.check(dequantized_net(), steps, step=1e-3)
        for type in ("QGemm", "MatMulIntegerToFloat"):
            self.check(float_result_net(type), steps, step=1e-3)

    def test_three_dimensions(self):
        self.check(deep_net(), values(10, 1, 3, 5, 6, 7), step=1e-4)

    def test_what_onnx_runtime_rounds_otherwise_is_switched_off(self):
        """Neither a compiled model nor a session with keep_bits() has its changes."""
        source, x = biased_net(), values(11, 1, 3, 16, 16)
        want = by_qrun(source, x)

        def bare():
            options = onnxruntime.SessionOptions()
            options.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {})
            return options

        def answer(made, options):
            return onnxruntime.InferenceSession(made, sess_options=options, enable_fallback=0).run(None, {"x": x})[0]

        self.assertGreater((answer(source, bare()) != want).sum(), 0)  # else this tests nothing
        options = bare()
        options.add_session_config_entry("optimization.disable_specified_optimizers", "ConstantFolding")
        entry = onnxruntime_ep_qopt.keep_bits(options).get_session_config_entry("optimization.disable_specified_optimizers")
        self.assertEqual(entry, "ConstantFolding;WeightBiasQuantization;DoubleQDQPairsRemover")
        numpy.testing.assert_array_equal(answer(source, options), want)
        with tempfile.TemporaryDirectory() as folder:
            compiled = str(Path(folder) / "compiled.onnx")
            (Path(folder) / "net.onnx").write_bytes(source)
            onnxruntime.ModelCompiler(bare(), str(Path(folder) / "net.onnx"), embed_compiled_data_into_model=True).compile_to_file(compiled)
            numpy.testing.assert_array_equal(answer(compiled, bare()), want)

    def test_the_log_names_what_may_round_otherwise(self):
        words = "WeightBiasQuantization and DoubleQDQPairsRemover of ONNX Runtime may have changed"
        with Logged() as logged:
            session(biased_net(), log_severity_level=1)
        self.assertEqual(logged.text.count(words), 1)
        with Logged() as logged:
            session(conv_net(), log_severity_level=1)
        self.assertNotIn(words, logged.text)

    def test_weights_behind_a_node_that_stays(self):
        """A DequantizeLinear of constants belongs to the part that reads it."""
        net = Net()
        net.pair("x", "xq", 0.02, 128)
        net.nodes += [node("SequenceConstruct", ["xq"], ["s"], "sequence"), node("SequenceAt", ["s", "first"], ["t"], "element")]
        net.constants["first"] = numpy.array(0)
        net.pair("t", "tq", 0.02, 128)
        net.weights("w", 8, 8, 3, 3, 3)
        net.nodes.append(node("Conv", ["tq", "w"], ["y"], "conv"))
        source = model(net.nodes, [("x", FLOAT, [1, 3, 16, 16])], [("y", FLOAT, [1, 8, 14, 14])], net.constants, inside=[("t", FLOAT, [1, 3, 16, 16])])
        made, mine, *_, log = claimed(source, {"min_multiply_adds": "1000"})
        self.assertNotIn("'w_dequantize' stays", log)
        self.assertNotIn("is not dequantized", log)
        x = values(12, 1, 3, 16, 16)
        self.assertGreaterEqual(mine, 4, log)
        steps = numpy.clip(numpy.rint(x / numpy.float32(0.02)) + 128, 0, 255).astype(numpy.int64) - 128
        weights = net.constants["w_q"].astype(numpy.int64)
        windows = numpy.lib.stride_tricks.sliding_window_view(steps, (3, 3), axis=(2, 3))
        sums = numpy.einsum("nchwij,ocij->nohw", windows, weights)
        scale = numpy.float32(numpy.float64(numpy.float32(0.02)) * numpy.float64(numpy.float32(0.01)))
        numpy.testing.assert_array_equal(made.run(None, {"x": x})[0], sums.astype(numpy.float32) * scale)  # E4

    def test_an_open_batch_gives_each_sample_its_bits(self):
        made, x = session(qdq_net("N", True)), values(8, 5, 3, 16, 16)
        whole = made.run(None, {"x": x})[0]
        for i in range(5):
            numpy.testing.assert_array_equal(made.run(None, {"x": x[i:i + 1]})[0], whole[i:i + 1])


if __name__ == "__main__":
    unittest.main()
