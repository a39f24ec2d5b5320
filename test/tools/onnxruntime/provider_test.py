"""Models in a stock ONNX Runtime, on qopt beside its CPU provider."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import onnxruntime_ep_qopt
from common import FLOAT, INT64, IS_FIRST, Comparing, Logged, claimed, conv_net, model, session, values

node = helper.make_node


def scaler(read, made):
    """An operator that is not imported."""
    return node("Scaler", [read], [made], "scaler", domain="ai.onnx.ml", offset=[0.5], scale=[2.0])


def net_with_scaler():
    """Two parts that are imported, and between them a node that is not."""
    nodes = [node("MatMul", ["x", "w1"], ["a"], "before"), node("Relu", ["a"], ["r"], "relu"), scaler("r", "d"),
             node("MatMul", ["d", "w2"], ["b"], "behind"), node("Tanh", ["b"], ["y"], "tanh")]
    return model(nodes, [("x", FLOAT, [4, 12])], [("y", FLOAT, [4, 5])], {"w1": values(1, 12, 6), "w2": values(2, 6, 5, scale=0.1)},
                 domains=["ai.onnx.ml"], inside=[("d", FLOAT, [4, 6])])


class Provider(Comparing):
    def test_a_float_network_runs_whole(self):
        source = conv_net()
        made, mine, nodes, programs, log = claimed(source)
        self.assertEqual((mine, programs), (nodes, 1), log)
        self.assertIn("QoptExecutionProvider", made.get_providers())
        self.compare(made, source, {"x": values(9, 2, 3, 16, 16)})

    def test_what_is_not_imported_stays(self):
        source = net_with_scaler()
        made, mine, nodes, programs, log = claimed(source, {"min_multiply_adds": "0"})
        self.assertEqual((nodes - mine, programs), (1, 2), log)
        self.assertRegex(log, r"Scaler 'scaler' stays with ONNX Runtime: ai.onnx.ml.Scaler")
        self.assertIn("what runs here was found in round 2", log)
        self.compare(made, source, {"x": values(9, 4, 12)})

    def test_a_node_that_reads_what_has_no_known_rank_stays(self):
        nodes = [scaler("x", "d"), node("Reshape", ["d", "sizes"], ["a"], "reshape"), node("Tanh", ["a"], ["t"], "tanh"), node("Relu", ["x"], ["r"], "relu")]
        source = model(nodes, [("x", FLOAT, [4, 4])], [("t", FLOAT, [4, 4]), ("r", FLOAT, [4, 4])], {"sizes": numpy.array([4, 4])}, domains=["ai.onnx.ml"])
        made, mine, nodes, *_, log = claimed(source, {"min_multiply_adds": "0"})
        self.assertEqual((mine, nodes), (2, 4), log)
        self.assertRegex(log, "Reshape 'reshape' stays with ONNX Runtime: it reads 'd', ")
        self.compare(made, source, {"x": values(2, 4, 4)})

    def test_a_small_part_stays_but_a_small_whole_does_not(self):
        _, mine, _, programs, log = claimed(net_with_scaler())
        self.assertEqual((mine, programs), (0, 0), log)
        self.assertIn("is smaller than min_multiply_adds", log)
        relu = model([node("Relu", ["x"], ["y"])], [("x", FLOAT, [3])], [("y", FLOAT, [3])], {})
        made, mine, *_ = claimed(relu)
        self.assertEqual(mine, 1)
        self.compare(made, relu, {"x": values(1, 3)})

    def test_a_claim_has_no_path_through_what_stays(self):
        nodes = [node("MatMul", ["x", "w"], ["a"], "a"), scaler("a", "d"), node("Relu", ["a"], ["r"], "r"),
                 node("Add", ["r", "d"], ["y"], "sum")]
        source = model(nodes, [("x", FLOAT, [4, 4])], [("y", FLOAT, [4, 4])], {"w": values(1, 4, 4)}, domains=["ai.onnx.ml"], inside=[("d", FLOAT, [4, 4])])
        made, mine, nodes, programs, log = claimed(source, {"min_multiply_adds": "0"})
        self.assertEqual((mine, nodes, programs), (3, 4, 2), log)
        self.compare(made, source, {"x": values(2, 4, 4)})

    def test_a_whole_of_several_small_pieces_does_not_stay(self):
        source = model([node("Relu", ["x"], ["y"]), node("Neg", ["x"], ["z"])], [("x", FLOAT, [3])], [("y", FLOAT, [3]), ("z", FLOAT, [3])], {})
        made, mine, _, programs, log = claimed(source)
        self.assertEqual((mine, programs), (2, 2), log)
        self.compare(made, source, {"x": values(1, 3)})

    def test_what_nobody_reads_is_claimed_beside(self):
        """Expansions of functions leave such a node where ONNX Runtime's optimizations are off."""
        nodes = [node("Shape", ["x"], ["s"], "shape"), node("Gather", ["s", "one"], ["c"], "columns"), node("Relu", ["x"], ["y"], "relu")]
        source = model(nodes, [("x", FLOAT, ["N", 3])], [("y", FLOAT, ["N", 3])], {"one": numpy.array(1)})
        off = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        with Logged() as logged:
            made = session(source, log_severity_level=1, graph_optimization_level=off)
        self.assertIn("3 of 3 nodes run on 'host', in 1 programs", logged.text)
        self.compare(made, source, {"x": values(1, 2, 3)})

    def test_a_zero_byte_in_an_attribute_does_not_end_it(self):
        """ONNX Runtime's own Pad knows no such mode."""
        source = model([node("Pad", ["x", "around"], ["y"], "pad", mode=b"constant\0z")], [("x", FLOAT, [3])], [("y", FLOAT, [5])], {"around": numpy.array([1, 1])})
        with Logged() as logged, self.assertRaises(Exception):
            session(source, log_severity_level=1)
        self.assertIn("Pad 'pad' stays with ONNX Runtime: its attribute 'mode' holds a zero byte", logged.text)

    def test_default_attributes_that_onnx_runtime_fills_in(self):
        """It hands nodes over with every attribute that their schema has a default for."""
        steps = {"s": numpy.float32(0.5), "z": numpy.array(3, numpy.uint8), "w": values(1, 1, 4, 3), "r": values(2, 1, 4, 4)}
        nodes = [node("DequantizeLinear", ["x", "s", "z"], ["d"], "dequantize"), node("RNN", ["d", "w", "r"], ["y"], "rnn", hidden_size=4)]
        source = model(nodes, [("x", TensorProto.UINT8, [2, 5, 3])], [("y", FLOAT, [2, 1, 5, 4])], steps, opset=23)
        made, mine, nodes, _, log = claimed(source)
        self.assertEqual(mine, nodes, log)
        self.compare(made, source, {"x": numpy.arange(30, dtype=numpy.uint8).reshape(2, 5, 3)})

    def test_weights_of_few_bits_in_blocks(self):
        """ONNX Runtime writes out weight_prepacked = 0 from 1.28 on."""
        packed = numpy.random.default_rng(3).integers(0, 256, (5, 2, 16)).astype(numpy.uint8)
        nodes = [node("MatMulNBits", ["x", "w", "s"], ["y"], "product", domain="com.microsoft", K=64, N=5, bits=4, block_size=32)]
        source = model(nodes, [("x", FLOAT, [3, 64])], [("y", FLOAT, [3, 5])], {"w": packed, "s": values(4, 10)}, domains=["com.microsoft"])
        made, mine, nodes, _, log = claimed(source)
        self.assertEqual(mine, nodes, log)
        self.compare(made, source, {"x": values(5, 3, 64)})

    def test_outputs_are_several_and_one_is_read_inside(self):
        nodes = [node("MatMul", ["x", "w"], ["a"], "a"), node("Sigmoid", ["a"], ["b"], "b"), node("ArgMax", ["b"], ["c"], "c", axis=1, keepdims=0),
                 node("Greater", ["a", "b"], ["d"], "d")]
        source = model(nodes, [("x", FLOAT, ["N", 6])],
                       [("a", FLOAT, ["N", 5]), ("c", INT64, ["N"]), ("b", FLOAT, ["N", 5]), ("d", TensorProto.BOOL, ["N", 5])], {"w": values(1, 6, 5)})
        self.compare(session(source), source, {"x": values(2, 7, 6)})

    def test_an_initializer_that_is_an_input_may_be_another_one(self):
        nodes = [node("MatMul", ["x", "w"], ["a"], "a"), node("Add", ["a", "b"], ["y"], "y")]
        source = model(nodes, [("x", FLOAT, [2, 6]), ("w", FLOAT, [6, 5])], [("y", FLOAT, [2, 5])], {"w": values(1, 6, 5), "b": values(3, 5)})
        made, x = session(source), values(2, 2, 6)
        self.compare(made, source, {"x": x})
        self.compare(made, source, {"x": x, "w": values(7, 6, 5)})

    def test_element_types_other_than_f32(self):
        nodes = [node("Gather", ["table", "ids"], ["e"], "gather"), node("Cast", ["e"], ["h"], "half", to=TensorProto.FLOAT16),
                 node("Add", ["h", "h"], ["y"], "twice")]
        source = model(nodes, [("ids", INT64, ["N"])], [("y", TensorProto.FLOAT16, ["N", 3])], {"table": values(1, 10, 3)})
        self.compare(session(source), source, {"ids": numpy.array([3, 0, 9], numpy.int64)}, rtol=0, atol=0)

    def test_a_node_that_computes_in_f64_stays(self):
        nodes = [node("MatMul", ["x", "w"], ["a"], "a"), node("Cast", ["a"], ["y"], "wide", to=TensorProto.DOUBLE)]
        source = model(nodes, [("x", FLOAT, [2, 6])], [("y", TensorProto.DOUBLE, [2, 5])], {"w": values(1, 6, 5)})
        made, mine, *_, log = claimed(source, {"min_multiply_adds": "0"})
        self.assertEqual(mine, 1, log)
        self.assertIn("is of type DOUBLE, which is computed as FLOAT here", log)
        self.compare(made, source, {"x": values(2, 2, 6)})

    def test_a_node_whose_result_data_measure_stays(self):
        nodes = [node("MatMul", ["x", "w"], ["a"], "product"), node("Relu", ["a"], ["r"], "relu"), node("NonZero", ["r"], ["y"], "places")]
        source = model(nodes, [("x", FLOAT, [3, 6])], [("y", INT64, [2, "K"]), ("a", FLOAT, [3, 5])], {"w": values(1, 6, 5)})
        made, mine, nodes, *_, log = claimed(source, {"min_multiply_adds": "0"})
        self.assertEqual((mine, nodes), (2, 3), log)
        self.assertIn("NonZero 'places' stays with ONNX Runtime: the length of its result depends on the data", log)
        self.compare(made, source, {"x": values(2, 3, 6)})

    def test_scalars_come_from_outside(self):
        source = model([node("Mul", ["x", "s"], ["y"], "scaled")], [("x", FLOAT, [4]), ("s", FLOAT, [])], [("y", FLOAT, [4])], {})
        made, mine, *_, log = claimed(source)
        self.assertEqual(mine, 0 if IS_FIRST else 1, log)
        self.compare(made, source, {"x": values(2, 4), "s": numpy.array(3, numpy.float32)})

    def test_a_device_is_an_option(self):
        source = conv_net()
        for device in ("host:1", "reference"):
            _, mine, nodes, _, log = made = claimed(source, {"device": device})[:5]
            self.assertEqual(mine, nodes)
            self.assertIn(f"run on '{device}'", log)
            self.compare(made[0], source, {"x": values(9, 2, 3, 16, 16)})


class Mistakes(unittest.TestCase):
    def says(self, text, options):
        with self.assertRaisesRegex(Exception, text):
            session(conv_net(), options)

    def test_options(self):
        self.says("no provider option 'divice'", {"divice": "host"})
        self.says("device=hots", {"device": "hots"})
        self.says("min_multiply_adds=few: expected a number", {"min_multiply_adds": "few"})

    def test_a_device_that_is_not_here(self):
        """It is an error as the session is made, which says what there is."""
        self.says("device=opencl:99: there is no OpenCL device 99|OpenCL", {"device": "opencl:99"})
        self.says("device=cuda:77: .*CUDA", {"device": "cuda:77"})
        self.says("cuda:x: expected cuda:index with 0 to", {"device": "cuda:x"})

    def test_an_instruction_set_that_the_processor_has_not(self):
        code = "import sys; sys.path.insert(0, sys.argv[1])\nfrom common import conv_net, session\nsession(conv_net())"
        done = subprocess.run([sys.executable, "-c", code, Path(__file__).parent], env=dict(os.environ, QOPT_ISA="avx9"), capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("QOPT_ISA=avx9: no instruction set of this processor", done.stderr)

    def test_a_run_that_fails_names_the_node(self):
        nodes = [node("Gather", ["table", "ids"], ["y"], "lookup")]
        source = model(nodes, [("ids", INT64, ["N"])], [("y", FLOAT, ["N", 3])], {"table": values(1, 10, 3)})
        with self.assertRaisesRegex(Exception, "Gather 'lookup'"):
            session(source).run(None, {"ids": numpy.array([10], numpy.int64)})

    def test_a_run_that_fails_names_one_node_of_several(self):
        nodes = [node("Relu", ["table"], ["t"], "before"), node("Gather", ["t", "ids"], ["g"], "lookup"), node("Softmax", ["g"], ["s"], "behind"),
                 node("MatMul", ["s", "w"], ["y"], "last")]
        source = model(nodes, [("table", FLOAT, [10, 8]), ("ids", INT64, ["N"])], [("y", FLOAT, ["N", 3])], {"w": values(1, 8, 3)})
        with self.assertRaisesRegex(Exception, "qopt: the model: Gather 'lookup': "):
            session(source).run(None, {"table": values(2, 10, 8), "ids": numpy.array([10], numpy.int64)})

    def test_providers_are_not_asked_for_by_name(self):
        """The trap that docs/onnxruntime.md warns of."""
        onnxruntime_ep_qopt.devices()
        made = onnxruntime.InferenceSession(conv_net(), providers=["CPUExecutionProvider"])
        self.assertEqual(made.get_providers(), ["CPUExecutionProvider"])


if __name__ == "__main__":
    unittest.main()
