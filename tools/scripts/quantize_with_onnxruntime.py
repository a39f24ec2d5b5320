#!/usr/bin/env python3
"""Quantizes an ONNX model with ONNX Runtime's static quantizer: Q/DQ, int8
weights per channel, batch norm folded.

  quantize_with_onnxruntime.py model.onnx quantized.onnx --data=samples.npz \\
      --mean 125.3 123 113.9 --std 63 62.1 66.7 \\
      [--activations=int8] [--calibrator=percentile] [--at-once=50] \\
      [--answer=golden.npz --answer-data=inputs.npz]

samples.npz holds `images`, u8 NCHW; a sample is (x - mean[c]) / std[c].
Activations are affine uint8, or symmetric int8, by min-max unless said
otherwise. Its calibrators keep all activations of the samples that they are
given at once: --at-once says of how many, all by default. With --answer, ONNX
Runtime's answer without graph optimizations (Q and DQ computed as written, in
float) to --answer-data is stored as images, mean, std, output. Needs
test/numpy/requirements.txt.
"""

import argparse
import os
import sys
import tempfile

import numpy as np
import onnx
import onnx.version_converter
import onnxruntime as ort
from onnxruntime import quantization
from onnxruntime.quantization.shape_inference import quant_pre_process


def preprocess(images, options):
    mean, std = (np.array(v, np.float32)[:, None, None]
                 for v in (options.mean, options.std))
    return (images.astype(np.float32) - mean) / std


def read_images(path):
    with np.load(path) as data:
        return data["images"]


def input_name(path):
    session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
    return session.get_inputs()[0].name


METHODS = {
    "min-max": quantization.CalibrationMethod.MinMax,
    "percentile": quantization.CalibrationMethod.Percentile,
    "entropy": quantization.CalibrationMethod.Entropy,
}
# Activations' type, and whether their zero point is 0.
ACTIVATIONS = {
    "uint8": (quantization.QuantType.QUInt8, False),
    "int8": (quantization.QuantType.QInt8, True),
}


class Samples(quantization.CalibrationDataReader):
    """One sample at a time."""

    def __init__(self, name, x):
        self.name, self.x = name, x
        self.set_range(0, len(x))

    def __len__(self):
        return len(self.x)

    def set_range(self, start_index, end_index):
        self.rest = iter(range(start_index, end_index))

    def get_next(self):
        i = next(self.rest, None)
        return None if i is None else {self.name: self.x[i:i + 1]}


def raise_opset(path):
    """Q/DQ along an axis, as weights per channel need it, came with opset 13."""
    model = onnx.load(path)
    if next(o.version for o in model.opset_import if o.domain in ("", "ai.onnx")) < 13:
        onnx.save(onnx.version_converter.convert_version(model, 13), path)


def quantize(options):
    x = preprocess(read_images(options.data), options)
    kind, symmetric = ACTIVATIONS[options.activations]
    extra = {"ActivationSymmetric": symmetric}
    if options.at_once:
        # Meant for min-max; each method adds up what it is given at once.
        x = x[:len(x) // options.at_once * options.at_once]
        extra["CalibStridedMinMax"] = options.at_once
    with tempfile.TemporaryDirectory() as folder:
        folded = os.path.join(folder, "folded.onnx")
        quant_pre_process(options.model, folded, skip_symbolic_shape=True)
        raise_opset(folded)
        quantization.quantize_static(
            folded, options.quantized, Samples(input_name(folded), x),
            quant_format=quantization.QuantFormat.QDQ, activation_type=kind,
            weight_type=quantization.QuantType.QInt8,
            per_channel=True, reduce_range=False,
            calibrate_method=METHODS[options.calibrator], extra_options=extra)


def unoptimised_answer(path, x):
    settings = ort.SessionOptions()
    settings.graph_optimization_level = (
        ort.GraphOptimizationLevel.ORT_DISABLE_ALL)
    session = ort.InferenceSession(path, settings,
                                   providers=["CPUExecutionProvider"])
    return session.run(None, {session.get_inputs()[0].name: x})[0]


def store_answer(options):
    images = read_images(options.answer_data)
    output = unoptimised_answer(options.quantized, preprocess(images, options))
    np.savez_compressed(options.answer, images=images, output=output,
                        mean=np.array(options.mean, np.float32),
                        std=np.array(options.std, np.float32))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("quantized")
    parser.add_argument("--data", required=True)
    parser.add_argument("--mean", type=float, nargs="+", required=True)
    parser.add_argument("--std", type=float, nargs="+", required=True)
    parser.add_argument("--activations", choices=ACTIVATIONS, default="uint8")
    parser.add_argument("--calibrator", choices=METHODS, default="min-max")
    parser.add_argument("--at-once", type=int)
    parser.add_argument("--answer")
    parser.add_argument("--answer-data")
    options = parser.parse_args()
    if bool(options.answer) != bool(options.answer_data):
        parser.error("--answer and --answer-data go together")
    quantize(options)
    if options.answer:
        store_answer(options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
