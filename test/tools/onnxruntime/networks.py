"""The shared networks whole on qopt: beside the CPU provider in f32, and each in one program."""

import os
import unittest
from pathlib import Path

import numpy
import onnxruntime

from common import claimed, on_cpu

ZOO = Path(os.environ["QOPT_TEST_DATA"]) / "onnx" / "zoo"


class Networks(unittest.TestCase):
    def test_zoo(self):
        for path in sorted(ZOO.glob("*.onnx")):
            with self.subTest(path.stem):
                made, mine, nodes, programs, log = claimed(str(path))
                self.assertEqual((mine, programs), (nodes, 1), log)
                (given,) = made.get_inputs()
                shape = [size if isinstance(size, int) else 3 for size in given.shape]
                x = numpy.random.default_rng(1).standard_normal(shape).astype(numpy.float32)
                got, want = made.run(None, {given.name: x}), on_cpu(str(path)).run(None, {given.name: x})
                for mine_out, theirs in zip(got, want, strict=True):
                    numpy.testing.assert_allclose(mine_out, theirs, rtol=1e-3, atol=1e-4)
                print(f"{path.stem}: {mine} nodes, onnxruntime {onnxruntime.__version__}")


if __name__ == "__main__":
    unittest.main()
