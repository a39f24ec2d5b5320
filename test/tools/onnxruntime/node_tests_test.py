"""This tests what node_tests.py takes for a mistake: it runs on small tests of its own, and without ONNX's data."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy
from onnx import helper, numpy_helper

import node_tests
from common import FLOAT, model


class NodeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def outcome(self, operator, want, settings):
        """Runs a test of one operator, which is given [-1, 2], with these options of the provider."""
        data = self.folder / "test_data_set_0"
        data.mkdir(exist_ok=True)
        node = helper.make_node(operator, ["x"], ["y"])
        (self.folder / "model.onnx").write_bytes(model([node], [("x", FLOAT, [2])], [("y", FLOAT, [2])], {}))
        for name, value in (("input_0", [-1, 2]), ("output_0", want)):
            (data / f"{name}.pb").write_bytes(numpy_helper.from_array(numpy.array(value, numpy.float32)).SerializeToString())
        with mock.patch.dict(node_tests.SETTINGS, settings):
            return node_tests.run_test(self.folder)[0]

    def test_outcomes(self):
        self.assertEqual(self.outcome("Relu", [0, 2], {}), "passed")
        self.assertEqual(self.outcome("Relu", [0, 3], {}), "wrong")
        self.assertEqual(self.outcome("Relu", [0, 2], {"device": "nonsense"}), "refused by qopt")

    def test_who_refuses(self):
        for text, outcome in (("[ONNXRuntimeError] : 11 : EP_FAIL : nobody gives 'x'", "refused by qopt"),
                              ("[ONNXRuntimeError] : 9 : NOT_IMPLEMENTED : qopt: no such layer", "refused by qopt"),
                              ("[ONNXRuntimeError] : 9 : NOT_IMPLEMENTED : Could not find an implementation", "stays"),
                              ("[ONNXRuntimeError] : 10 : INVALID_GRAPH : it is no model", "refused by ONNX Runtime")):
            self.assertEqual(node_tests.outcome_of(RuntimeError(text)), outcome)
        with self.assertRaises(TypeError):
            node_tests.outcome_of(TypeError("the test itself is wrong"))

    def test_what_is_missed(self):
        wanted = {name: name != "theirs" for name in ("a", "b", "c", "d", "e", "f", "theirs")}
        verdict = node_tests.Verdict(wanted, {"c": "stays", "d": "stays", "e": "stays", "f": "stays", "gone": "wrong"})
        for test, outcome in (("a", "passed"), ("b", "refused by qopt"), ("theirs", "stays"), ("c", "stays"), ("d", "wrong"), ("e", "passed"),
                              ("f", "refused by ONNX Runtime")):
            self.assertEqual(bool(verdict.complaint(test, outcome)), test in "bde", test)
        self.assertEqual((verdict.missed, list(verdict.unused)), (["b", "d", "e"], ["gone"]))
        self.assertTrue(node_tests.Verdict({"a": False}, {}).complaint("a", "refused by qopt"))

    def test_a_backend_that_lists_nothing(self):
        for backend in ("/bin/true", "/bin/false"):
            command = [sys.executable, "-B", node_tests.__file__, self.folder, f"--backend={backend}"]
            ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=120, check=False)
            self.assertEqual(ended.returncode, 2, ended.stdout)
            self.assertIn("lists 0 tests", ended.stdout)


if __name__ == "__main__":
    unittest.main()
