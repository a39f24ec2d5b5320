"""Runs whose sizes are not those that a part's program was made for: sizes without a name that differ, and sizes of zero."""

import unittest

import numpy
import onnxruntime
from onnx import TensorProto, helper

import onnxruntime_ep_qopt
from common import FLOAT, Comparing, Logged, claimed, in_threads, model, session, values

node = helper.make_node
ROWS = {"first": numpy.array([1]), "end": numpy.array([2**40]), "axis": numpy.array([0])}


def towers():
    """Two inputs of unnamed lengths, of which each row meets each."""
    nodes = [node("MatMul", ["a", "w"], ["u"], "left"), node("MatMul", ["b", "w"], ["v"], "right"), node("Gemm", ["u", "v"], ["y"], "pairs", transB=1)]
    return model(nodes, [("a", FLOAT, [None, 64]), ("b", FLOAT, [None, 64])], [("y", FLOAT, [None, None])], {"w": values(1, 64, 64)})


def cache():
    nodes = [node("Concat", ["past", "x"], ["all"], "join", axis=1), node("MatMul", ["all", "w"], ["y"], "product")]
    return model(nodes, [("past", FLOAT, ["B", "P", 64]), ("x", FLOAT, ["B", "S", 64])], [("y", FLOAT, ["B", None, 64])], {"w": values(1, 64, 64)})


class Unnamed(Comparing):
    def test_unnamed_sizes_may_differ(self):
        source = towers()
        with Logged() as logged:
            made = session(source, {"device": "host:1"}, log_severity_level=1)
            for a, b in [(3, 3), (3, 5), (4, 2), (3, 5), (2, 2)]:
                self.compare(made, source, {"a": values(a, a, 64), "b": values(b + 9, b, 64)}, rtol=1e-3, atol=1e-3)
        self.assertEqual(logged.text.count("alone was made in"), 2, logged.text)
        self.assertIn("a program for the sizes a 3x64, b 5x64 alone was made in", logged.text.replace("b 5x64, a 3x64", "a 3x64, b 5x64"))

    def test_unnamed_sizes_that_are_expanded(self):
        source = model([node("Add", ["a", "b"], ["y"], "sum")], [("a", FLOAT, [None, None]), ("b", FLOAT, [None, None])], [("y", FLOAT, [None, None])], {})
        made = session(source)
        for a, b in [((3, 4), (3, 4)), ((3, 1), (1, 4)), ((1, 4), (3, 4))]:
            self.compare(made, source, {"a": values(1, *a), "b": values(2, *b)})

    def test_more_sizes_than_are_kept(self):
        """The latest four are kept: they run again without a program being made, the first does not."""
        source = towers()
        for rows, programs in (((*range(4, 12), *range(11, 7, -1)), 8), ((*range(4, 12), 4), 9)):
            with Logged() as logged:
                made = session(source, log_severity_level=1)
                for b in rows:
                    self.compare(made, source, {"a": values(b, 3, 64), "b": values(b + 9, b, 64)}, rtol=1e-3, atol=1e-3)
            self.assertEqual(logged.text.count("alone was made in"), programs, logged.text)

    def test_threads_that_come_with_sizes_of_their_own(self):
        """More sizes than are kept: threads wait for each other's programs, and take those away that others use."""
        made = session(towers(), {"device": "host:1"}, intra_op_num_threads=1)
        w = values(1, 64, 64).astype(numpy.float64)

        def work(seed):
            for i in range(24):
                a, b = values(seed, 3, 64), values(i, 3 + (seed + i) % 7, 64)
                numpy.testing.assert_allclose(made.run(None, {"a": a, "b": b})[0], (a @ w) @ (b @ w).T, rtol=1e-3, atol=5e-2)

        in_threads(8, work)

    def test_sizes_that_were_refused_are_not_compiled_again(self):
        source = model([node("Add", ["a", "b"], ["y"], "sum")], [("a", FLOAT, [None]), ("b", FLOAT, [None])], [("y", FLOAT, [None])], {})
        with Logged() as logged:
            made = session(source, log_severity_level=1)
            for _ in range(3):
                with self.assertRaisesRegex(Exception, "at the sizes a 3, b 4: .*; a session without this provider runs them"):
                    made.run(None, {"a": values(1, 3), "b": values(2, 4)})
            self.compare(made, source, {"a": values(1, 3), "b": values(2, 1)})
        self.assertEqual((logged.text.count("the sizes a 3, b 4 were refused in"), logged.text.count("alone was made in")), (1, 1), logged.text)

    def test_on_the_reference(self):
        source = towers()
        self.compare(session(source, {"device": "reference"}), source, {"a": values(1, 3, 64), "b": values(2, 5, 64)}, rtol=1e-3, atol=1e-3)

    def test_what_no_sizes_help_is_said_once(self):
        """The ids are wrong, not the sizes: the run's own error is told."""
        source = model([node("Gather", ["table", "ids"], ["y"], "lookup")], [("ids", TensorProto.INT64, ["N"])], [("y", FLOAT, ["N", 3])], {"table": values(1, 10, 3)})
        with Logged() as logged, self.assertRaisesRegex(Exception, "Gather 'lookup'"):
            session(source, log_severity_level=1).run(None, {"ids": numpy.array([10], numpy.int64)})
        self.assertIn("1 of 1 nodes run on", logged.text)
        self.assertNotIn("alone was made in", logged.text)
        with self.assertRaisesRegex(Exception, "Gather 'lookup'"):  # the reference does not tell these errors from others
            session(source, {"device": "reference"}).run(None, {"ids": numpy.array([10], numpy.int64)})

    @unittest.skipUnless(hasattr(onnxruntime, "ModelCompiler"), "this version's Python module compiles no models")
    def test_a_compiled_model_says_what_to_do(self):
        chosen = onnxruntime.SessionOptions()
        chosen.add_provider_for_devices(onnxruntime_ep_qopt.devices(), {})
        compiled = onnxruntime.ModelCompiler(chosen, towers(), embed_compiled_data_into_model=True).compile_to_bytes()
        made = session(compiled)
        made.run(None, {"a": values(1, 3, 64), "b": values(2, 3, 64)})
        with self.assertRaisesRegex(Exception, "takes 'a' Nx64, 'b' Nx64|takes 'b' Nx64, 'a' Nx64") as caught:
            made.run(None, {"a": values(1, 3, 64), "b": values(2, 5, 64)})
        self.assertIn("add_free_dimension_override_by_name", str(caught.exception))
        self.assertNotIn("--shape", str(caught.exception))


class Zero(Comparing):
    def test_a_batch_of_zero(self):
        source = model([node("MatMul", ["x", "w"], ["y"], "product")], [("x", FLOAT, ["N", 64])], [("y", FLOAT, ["N", 8])], {"w": values(1, 64, 8)})
        made = session(source)
        for batch in (2, 0, 3, 0):
            self.compare(made, source, {"x": values(1, batch, 64)})

    def test_a_past_of_no_tokens(self):
        source = cache()
        made = session(source)
        for past, new in [(0, 4), (4, 1), (0, 2)]:
            self.compare(made, source, {"past": values(1, 1, past, 64), "x": values(2, 1, new, 64)}, rtol=1e-3, atol=1e-4)

    def test_a_slice_that_leaves_nothing(self):
        nodes = [node("Slice", ["x", "first", "end", "axis"], ["t"], "rest"), node("MatMul", ["t", "w"], ["y"], "product")]
        source = model(nodes, [("x", FLOAT, ["N", 64])], [("y", FLOAT, [None, 8])], {"w": values(1, 64, 8), **ROWS})
        made = session(source)
        for length in (3, 1, 2):
            self.compare(made, source, {"x": values(1, length, 64)}, rtol=1e-3, atol=1e-4)

    def test_sums_over_nothing(self):
        """Products of no terms are zeros, beside an output that is empty."""
        nodes = [node("Slice", ["x", "first", "end", "axis"], ["t"], "rest"), node("Transpose", ["t"], ["u"], "turned", perm=[1, 0]),
                 node("MatMul", ["u", "t"], ["y"], "product")]
        source = model(nodes, [("x", FLOAT, ["N", 8])], [("y", FLOAT, [8, 8]), ("t", FLOAT, [None, 8])], ROWS)
        made = session(source)
        for length in (3, 1):
            self.compare(made, source, {"x": values(1, length, 8)})

    def test_no_detections(self):
        """NonMaxSuppression that finds nothing gives the part behind it no rows."""
        names = ["boxes", "scores", "most", "overlap", "least"]
        nodes = [node("NonMaxSuppression", names, ["found"], "nms"), node("Gather", ["found", "two"], ["at"], "places", axis=1),
                 node("Gather", ["rows", "at"], ["r"], "picked"), node("MatMul", ["r", "w"], ["y"], "product")]
        constants = {"most": numpy.array([5]), "overlap": numpy.array([0.5], numpy.float32), "least": numpy.array([0.5], numpy.float32),
                     "two": numpy.array(2), "rows": values(1, 6, 64), "w": values(2, 64, 512)}
        source = model(nodes, [("boxes", FLOAT, [1, 6, 4]), ("scores", FLOAT, [1, 1, 6])], [("y", FLOAT, [None, 512])], constants)
        made, boxes = session(source, {"min_multiply_adds": "0"}), numpy.abs(values(3, 1, 6, 4))
        for score in (0.0, 1.0):
            self.compare(made, source, {"boxes": boxes, "scores": numpy.full((1, 1, 6), score, numpy.float32)}, rtol=1e-3, atol=1e-3)


class Counted(unittest.TestCase):
    def test_a_part_has_no_fewer_multiply_adds_than_none(self):
        nodes = [node("Slice", ["x", "first", "end", "axis"], ["t"], "rest"), node("Slice", ["t", "first", "end", "axis"], ["u"], "more"),
                 node("Transpose", ["u"], ["v"], "turned", perm=[1, 0]), node("MatMul", ["v", "u"], ["y"], "product")]
        *_, log = claimed(model(nodes, [("x", FLOAT, ["N", 64])], [("y", FLOAT, [64, 64])], ROWS))
        self.assertIn("in 1 programs of 0 multiply-adds", log)


if __name__ == "__main__":
    unittest.main()
