"""Answers for whole operators by test/numerics/lite.py's reading of the interpreter's rules: {operator: answer}."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "numerics"))

import lite  # noqa: E402
import lite_functions  # noqa: E402
import lite_resize  # noqa: E402


def _activation(model):
    return model.options[1]["fusedActivationFunction"]


def _binary(rule, *more):
    return lambda m, a, b: rule(m.inputs[0], m.inputs[1], m.output, a, b, *more)


def _unary(rule):
    return lambda m, a: rule(m.inputs[0], m.output, a)


def _compared(test):
    return lambda m, a, b: test(lite.comparable(m.inputs[0], a), lite.comparable(m.inputs[1], b))


def _reduced(mean):
    def run(m, a):
        x, axes = m.inputs[0], tuple(int(i) for i in m.inputs[1].data)
        count = int(np.prod([x.shape[i] for i in axes]))
        total = lite.centred(a, x).sum(axes, keepdims=m.options[1]["keepDims"])
        return lite.mean(x, m.output, total, count) if mean else lite.summed(x, m.output, total)
    return run


def _function(real, sixteen=None):
    def run(m, a):
        if sixteen and m.inputs[0].type == "i16":
            return sixteen(m.inputs[0], a)
        return lite_functions.function(real(m.output), m.inputs[0], m.output, a)
    return run


def _softmax(m, a):
    beta = m.options[1]["beta"]
    return (lite_functions.softmax16(m.inputs[0], a, beta) if m.inputs[0].type == "i16"
            else lite_functions.softmax8(m.inputs[0], m.output, a, beta))


def _resized(m, a):
    rows, columns = (int(n) for n in m.inputs[1].data)
    return lite_resize.resized(m.inputs[0], a, (rows, columns), m.options[1]["alignCorners"], m.options[1]["halfPixelCenters"])


def _concatenated(m, *parts):
    return np.concatenate([lite.joined(x, m.output, a) for x, a in zip(m.inputs, parts)], m.options[1]["axis"])


# Rules that operations of the IR say are (L1) to (L15); the others are expanded: softmax (L16, L17), roots (L18),
# bilinear resizes (L19), comparisons and squared differences (L20).
READINGS = {
    "ADD": lambda m, a, b: lite.added(*m.inputs, m.output, a, b, 1, _activation(m)),
    "SUB": lambda m, a, b: lite.added(*m.inputs, m.output, a, b, -1, _activation(m)),
    "MUL": lambda m, a, b: lite.multiplied(*m.inputs, m.output, a, b, _activation(m)),
    "SQUARED_DIFFERENCE": _binary(lite.squared_difference), "PRELU": _binary(lite.prelu),
    "LEAKY_RELU": lambda m, a: lite.leaky_relu(m.inputs[0], m.output, a, m.options[1]["alpha"]),
    "RELU": lambda m, a: lite.bound(m.inputs[0], m.output, a, 1),
    "RELU6": lambda m, a: lite.bound(m.inputs[0], m.output, a, 3),
    "RELU_N1_TO_1": lambda m, a: lite.bound(m.inputs[0], m.output, a, 2),
    "ABS": _unary(lite.absolute), "QUANTIZE": _unary(lite.requantized),
    "DEQUANTIZE": lambda m, a: lite.dequantized(m.inputs[0], a),
    "MEAN": _reduced(True), "SUM": _reduced(False),
    "EXP": _function(lambda y: np.exp), "LOG": _function(lite_functions.logarithm_to),
    "LOGISTIC": _function(lambda y: lite_functions.sigmoid, lite_functions.logistic16),
    "TANH": _function(lambda y: np.tanh, lite_functions.tanh16), "SOFTMAX": _softmax,
    "L2_NORMALIZATION": _unary(lite_functions.l2_norm), "RSQRT": _unary(lite_functions.rsqrt), "HARD_SWISH": _unary(lite_functions.hard_swish),
    "RESIZE_BILINEAR": _resized, "CONCATENATION": _concatenated,
    "EQUAL": _compared(np.equal), "NOT_EQUAL": _compared(np.not_equal), "LESS": _compared(np.less),
    "LESS_EQUAL": _compared(np.less_equal), "GREATER": _compared(np.greater),
    "GREATER_EQUAL": _compared(np.greater_equal),
}
