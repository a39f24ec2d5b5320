"""The provider claims If where sizes decide it, and bodies of Loop and Scan."""

import unittest

import numpy
from onnx import TensorProto, helper, numpy_helper

from common import FLOAT, INT64, IS_FIRST, VERSION, Comparing, claimed, model, session, values
from context_test import compiled

node = helper.make_node


def loop_net(*factors):
    """Loops behind each other: each body reads a value of the graph around it, a constant of that, and a factor of its own."""
    nodes, read = [], "h0"
    for i, factor in enumerate(factors):
        body = helper.make_graph(
            [node("MatMul", ["h", "w"], ["a"], "product"), node("Add", ["a", "x"], ["b"], "outer"), node("Mul", ["b", "k"], ["c"], "scaled"),
             node("Tanh", ["c"], ["next"], "tanh"), node("Identity", ["go"], ["goes"], "goes")], "body",
            [helper.make_tensor_value_info("i", INT64, []), helper.make_tensor_value_info("go", TensorProto.BOOL, []), helper.make_tensor_value_info("h", FLOAT, [2, 64])],
            [helper.make_tensor_value_info("goes", TensorProto.BOOL, []), helper.make_tensor_value_info("next", FLOAT, [2, 64])],
            [numpy_helper.from_array(numpy.float32(factor), "k")])
        nodes.append(node("Loop", ["count", "", read], [f"y{i}"], f"loop{i}", body=body))
        read = f"y{i}"
    return model(nodes, [("x", FLOAT, [2, 64]), ("h0", FLOAT, [2, 64])], [(read, FLOAT, [2, 64])],
                 {"count": numpy.array(5), "w": values(1, 64, 64, scale=0.1)})


def feeds_of_loops():
    return {"x": values(2, 2, 64), "h0": values(3, 2, 64)}


class ControlFlow(Comparing):
    def test_a_branch_that_sizes_choose_is_taken(self):
        """Exporters write another graph for another rank or size."""
        branches = [helper.make_graph([node(kind, ["r", "k"], ["b"])], "g", [], [helper.make_tensor_value_info("b", FLOAT, None)],
                                      [numpy_helper.from_array(numpy.float32(2), "k")]) for kind in ("Mul", "Div")]
        nodes = [node("MatMul", ["x", "w"], ["r"], "product"), node("Shape", ["r"], ["s"], "shape"), node("Gather", ["s", "one"], ["c"], "columns"),
                 node("Equal", ["c", "five"], ["t"], "is_five"), node("If", ["t"], ["i"], "choice", then_branch=branches[0], else_branch=branches[1]),
                 node("Relu", ["i"], ["y"], "relu")]
        source = model(nodes, [("x", FLOAT, ["N", 6])], [("y", FLOAT, ["N", 5])],
                       {"w": values(1, 6, 5), "one": numpy.array(1), "five": numpy.array(5)})
        made, mine, nodes, programs, log = claimed(source)
        self.assertEqual((mine, programs), (nodes, 1), log)
        self.compare(made, source, {"x": values(2, 3, 6)})

    def test_bodies_of_control_flow_stay(self):
        body = [helper.make_graph([node("Add" if positive else "Sub", ["x", "x"], ["r"])], "g", [], [helper.make_tensor_value_info("r", FLOAT, [3])])
                for positive in (True, False)]
        nodes = [node("If", ["c"], ["i"], "choice", then_branch=body[0], else_branch=body[1]), node("Relu", ["i"], ["y"], "relu")]
        source = model(nodes, [("c", TensorProto.BOOL, []), ("x", FLOAT, [3])], [("y", FLOAT, [3])], {})
        made, mine, *_, log = claimed(source, {"min_multiply_adds": "0"})
        self.assertEqual(mine, 1, log)
        for truth in (True, False):
            self.compare(made, source, {"c": numpy.array(truth), "x": values(2, 3)})

    def test_bodies_of_loops_are_claimed(self):
        source = loop_net(0.5)
        made, mine, *_, log = claimed(source, {"min_multiply_adds": "8000"})
        if IS_FIRST:
            self.assertEqual(mine, 0, log)
        else:
            self.assertRegex(log, r"the body of Loop 'loop0': \d of \d nodes run on 'host', in 1 programs of 8192 multiply-adds")
        self.compare(made, source, feeds_of_loops())

    def test_bodies_of_the_same_names(self):
        source = loop_net(0.5, -0.25)
        self.compare(session(source, {"min_multiply_adds": "8000"}), source, feeds_of_loops())

    @unittest.skipIf(VERSION < (1, 31), "ONNX Runtime cannot read the model that it writes: a constant that the body reads is gone")
    def test_bodies_of_a_compiled_model_stay(self):
        """ONNX Runtime writes the graph around them alone."""
        source = loop_net(0.5)
        self.compare(session(compiled(source, {"min_multiply_adds": "8000"})), source, feeds_of_loops())

    def test_bodies_of_scans_are_claimed(self):
        body = helper.make_graph(
            [node("MatMul", ["h", "w"], ["a"], "product"), node("Add", ["a", "x"], ["b"], "sum"), node("Sigmoid", ["b"], ["next"], "sigmoid"),
             node("Mul", ["next", "next"], ["seen"], "square")], "body",
            [helper.make_tensor_value_info("h", FLOAT, [2, 64]), helper.make_tensor_value_info("x", FLOAT, [2, 64])],
            [helper.make_tensor_value_info("next", FLOAT, [2, 64]), helper.make_tensor_value_info("seen", FLOAT, [2, 64])])
        nodes = [node("Scan", ["h0", "xs"], ["last", "all"], "scan", body=body, num_scan_inputs=1)]
        source = model(nodes, [("xs", FLOAT, ["T", 2, 64]), ("h0", FLOAT, [2, 64])], [("last", FLOAT, [2, 64]), ("all", FLOAT, ["T", 2, 64])],
                       {"w": values(1, 64, 64, scale=0.1)})
        made, mine, *_, log = claimed(source, {"min_multiply_adds": "8000"})
        if IS_FIRST:
            self.assertEqual(mine, 0, log)
        else:
            self.assertRegex(log, r"the body of Scan 'scan': (\d) of \1 nodes run on 'host', in 1 programs of 8192 multiply-adds")
        for length in (1, 7):
            self.compare(made, source, {"xs": values(2, length, 2, 64), "h0": values(3, 2, 64)})

    def test_a_small_body_stays(self):
        body = helper.make_graph([node("Add", ["h", "h"], ["next"], "twice"), node("Identity", ["go"], ["goes"], "goes")], "body",
                                 [helper.make_tensor_value_info("i", INT64, []), helper.make_tensor_value_info("go", TensorProto.BOOL, []),
                                  helper.make_tensor_value_info("h", FLOAT, [3])],
                                 [helper.make_tensor_value_info("goes", TensorProto.BOOL, []), helper.make_tensor_value_info("next", FLOAT, [3])])
        source = model([node("Loop", ["count", "", "x"], ["y"], "loop", body=body)], [("x", FLOAT, [3])], [("y", FLOAT, [3])], {"count": numpy.array(4)})
        made, mine, *_, log = claimed(source)
        self.assertEqual(mine, 0, log)
        self.compare(made, source, {"x": values(2, 3)})


if __name__ == "__main__":
    unittest.main()
