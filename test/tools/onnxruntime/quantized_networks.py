"""The shared networks, quantized by ONNX Runtime's quantizer and by ours: every element is that of `qrun run`."""

import os
import tempfile
import unittest
from pathlib import Path

import numpy
import onnx
import onnxruntime
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from common import claimed, on_cpu
from integers_test import by_qrun, run_tools

ZOO = Path(os.environ["QOPT_TEST_DATA"]) / "onnx" / "zoo"
CALIBRATING = 32  # of a network's 64 samples


class Samples(CalibrationDataReader):
    def __init__(self, x):
        self.left = iter([{"input": x}])

    def get_next(self):
        return next(self.left, None)


def by_their_quantizer(path, x, folder):
    """Weights of 7 bits by channel: sums of 16 bits do not saturate where there is no VNNI."""
    quant_pre_process(str(path), f"{folder}/clean.onnx", skip_symbolic_shape=True)
    quantize_static(f"{folder}/clean.onnx", f"{folder}/q.onnx", Samples(x), quant_format=QuantFormat.QDQ, per_channel=True, reduce_range=True,
                    activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8)


def by_ours(path, x, folder):
    numpy.save(f"{folder}/calibrating.npy", x)
    run_tools(folder, ["qrun", "quantize", path, "--preprocessed", "--data=calibrating.npy", "--test=calibrating.npy", "--profile=ort-cpu",
                       "--calibrator=min-max", "--no-repair", "--choose-samples=0", "-o", "q.mlirbc"],
              ["qopt", "q.mlirbc", "--emit=onnx-qdq", "-o", "q.onnx"])


class QuantizedNetworks(unittest.TestCase):
    def check(self, name, quantize):
        path = ZOO / f"{name}.onnx"
        x = numpy.load(ZOO / f"{name}_golden.npz")["input"]
        with tempfile.TemporaryDirectory() as folder:
            quantize(path, x[:CALIBRATING], folder)
            source = (Path(folder) / "q.onnx").read_bytes()
        self.assertIn("QuantizeLinear", {one.op_type for one in onnx.load_from_string(source).graph.node})
        made, mine, nodes, programs, log = claimed(source)
        self.assertEqual((mine, programs), (nodes, 1), log)
        (got,) = made.run(None, {made.get_inputs()[0].name: x})
        numpy.testing.assert_array_equal(got, by_qrun(source, x))
        theirs = on_cpu(source)
        (want,) = theirs.run(None, {theirs.get_inputs()[0].name: x})
        same = int((got.argmax(-1) == want.argmax(-1)).sum())
        print(f"{name} {quantize.__name__}: {nodes} nodes, {got.size} elements equal to qrun's; ONNX Runtime {onnxruntime.__version__}: "
              f"largest difference {numpy.abs(got - want).max():.2g} of {numpy.abs(want).max():.2g}, {same} of {len(x)} predictions the same", flush=True)

    def test_zoo(self):
        for path in sorted(ZOO.glob("*.onnx")):
            for quantize in (by_their_quantizer, by_ours):
                with self.subTest(path.stem, by=quantize.__name__):
                    self.check(path.stem, quantize)


if __name__ == "__main__":
    unittest.main()
