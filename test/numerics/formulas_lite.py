"""Operations of functions with nn.fixed_point = "tflite": lite.py's rules on this room's values, NCHW."""

import dataclasses

import numpy as np

import formulas
import lite
import lite_functions

KINDS = {np.int8: "i8", np.uint8: "u8", np.int16: "i16"}


@dataclasses.dataclass
class Ends:
    """Gives a tensor's quantization as lite.py reads it."""
    type: str
    scale: np.float32
    zero: int
    dtype: type


def ends(type_or_value):
    q = getattr(type_or_value, "type", type_or_value).element
    return Ends(KINDS[q.storage], np.float32(q.scale), int(q.zero_point), q.storage)


def product(op, acc, x, w, bias, axis):
    """(L1, L2) of exact sums, channels along `axis`."""
    from_, y = ends(x), ends(op.type)
    scales = np.atleast_1d(np.asarray(w.type.element.scale, np.float32))
    shape = [-1 if i == axis else 1 for i in range(acc.ndim)]
    if bias is not None:
        acc = acc + bias.data.astype(np.int64).reshape(shape)
    is_long = op.name == "matmul"  # of constant weights, here
    is_float = from_.type == "u8" and not is_long
    ratios = [float(np.float32(from_.scale * s)) / float(y.scale) if is_float
              else float(from_.scale) * float(s) / float(y.scale) for s in scales]
    scaled = lite.scaled_long if is_long else lite.scaled_wide if from_.type == "i16" else lite.scaled
    parts = [scaled(part, ratios[c if len(ratios) > 1 else 0])
             for c, part in enumerate(np.moveaxis(acc, axis, 0))]
    return lite.clamp(np.stack(parts, axis) + y.zero, y)


def conv2d(op, x, w, bias=None, **other):
    acc = formulas_windows.sums(op, formulas.steps(x), formulas.steps(w))
    return product(op, acc, x, w, bias, 1)


def matmul(op, a, b, bias=None):
    right = formulas.steps(b)
    acc = formulas.steps(a) @ (right.swapaxes(-1, -2) if op.attributes.get("transpose_b") else right)
    return product(op, acc, a, b, bias, acc.ndim - 1)


def _binary(rule, *more):
    return lambda op, a, b: rule(ends(a), ends(b), ends(op.type), a.data, b.data, *more)


def _unary(rule):
    return lambda op, x: rule(ends(x), ends(op.type), x.data)


def _reduced(mean):
    def run(op, x):
        axes = tuple(op.attributes["axes"])
        total = formulas.steps(x).sum(axes, keepdims="keep_dims" in op.attributes)
        count = int(np.prod([x.data.shape[a] for a in axes]))
        return lite.mean(ends(x), ends(op.type), total, count) if mean else lite.summed(ends(x), ends(op.type), total)
    return run


def _on_grid(op, x):
    return x.data if x.type.element == op.type.element else lite.bound(ends(x), ends(op.type), x.data, 0)


def relu(op, x):
    return np.maximum(_on_grid(op, x), ends(op.type).dtype(ends(op.type).zero))


def clip(op, x):
    y = ends(op.type)
    low, high = (int(lite.round_away(np.float32(op.attributes[end]) / y.scale)) + y.zero for end in ("min", "max"))
    least, most = lite.LIMITS[y.type]
    return np.clip(_on_grid(op, x), max(low, least), min(high, most)).astype(y.dtype)


def _function(real, sixteen=None):
    def run(op, x):
        if sixteen and ends(x).type == "i16":
            return sixteen(ends(x), x.data)
        return lite_functions.function(real(ends(op.type)), ends(x), ends(op.type), x.data)
    return run


def concat(op, *parts):
    return np.concatenate([lite.joined(ends(x), ends(op.type), x.data) for x in parts], op.attributes["axis"])


def avg_pool2d(op, x):
    return lite.average(ends(x), *formulas_windows.raw_sums(op, x.data.astype(np.int64)))


def quantize(op, x):
    return lite.requantized(Ends("f32", np.float32(1), 0, np.float32), ends(op.type), formulas.reals(x))


OPS = {
    "conv2d": conv2d, "matmul": matmul, "add": _binary(lite.added, 1), "sub": _binary(lite.added, -1),
    "mul": _binary(lite.multiplied), "prelu": _binary(lite.prelu), "requantize": _unary(lite.requantized),
    "relu": relu, "clip": clip, "reduce_mean": _reduced(True), "reduce_sum": _reduced(False),
    "avg_pool2d": avg_pool2d, "quantize": quantize, "concat": concat,
    "sigmoid": _function(lambda y: lite_functions.sigmoid, lite_functions.logistic16),
    "tanh": _function(lambda y: np.tanh, lite_functions.tanh16),
    "exp": _function(lambda y: np.exp), "log": _function(lite_functions.logarithm_to),
    "hard_swish": _unary(lite_functions.hard_swish), "abs": _unary(lite.absolute),
    "leaky_relu": lambda op, x: lite.leaky_relu(ends(x), ends(op.type), x.data, op.attributes["alpha"]),
    "max": lambda op, a, b: np.maximum(a.data, b.data), "min": lambda op, a, b: np.minimum(a.data, b.data),
}

import formulas_windows  # noqa: E402
