"""Single-operator models drawn from a seed: shapes, types, parameters, options."""

import draw_hybrid
import numpy as np
from draw_products import conv, depthwise, fully_connected, transpose_conv
from draw_tensors import BYTE_TYPES, RANGE, STEP_TYPES, activation, any_shape, constant, same, scale, sizes, steps
from write_model import Model, Tensor

# ---- two operands ----

def _pair(rng, kind):
    shape = any_shape(rng)
    other = tuple(1 if rng.random() < .3 else n for n in shape)
    first, second = steps(rng, kind, shape), steps(rng, kind, other)
    return (second, first) if rng.random() < .2 else (first, second)


def _sum(operator, options):
    def drawn(rng):
        kind = str(rng.choice(STEP_TYPES, p=[.45, .2, .35]))
        a, b = _pair(rng, kind)
        if rng.random() < .2:
            b = steps(rng, kind, b.shape, data=True)
        y = steps(rng, kind, (1,), of=float(np.float32(max(a.scale, b.scale) * rng.uniform(.5, 3))))
        fields = dict(fusedActivationFunction=activation(rng))
        if kind == "i16":
            fields["potScaleInt16"] = False
        return Model(operator, [a, b], y, (options, fields), 3)
    return drawn


def mul(rng):
    kind = str(rng.choice(STEP_TYPES, p=[.45, .2, .35]))
    a, b = _pair(rng, kind)
    limit = {"i8": 127, "u8": 127, "i16": 32767}[kind]
    y = steps(rng, kind, (1,), of=float(np.float32(a.scale * b.scale * limit * rng.uniform(.1, 2))))
    return Model("MUL", [a, b], y, ("MulOptions", dict(fusedActivationFunction=activation(rng))), 4)


def _extreme(operator):
    def drawn(rng):
        a, b = _pair(rng, str(rng.choice(STEP_TYPES)))
        b.scales, b.zeros = a.scales, a.zeros
        return Model(operator, [a, b], same(a), ("MaximumMinimumOptions", {}), 4)
    return drawn


def _comparison(operator, options):
    def drawn(rng):
        kind = str(rng.choice(BYTE_TYPES))
        a, b = _pair(rng, kind)
        if rng.random() < .5:
            b.scales = tuple(float(np.float32(a.scale * rng.uniform(.5, 2))) for _ in b.scales)
        return Model(operator, [a, b], Tensor("bool", (1,)), (options, {}), 2)
    return drawn


def squared_difference(rng):
    a, b = _pair(rng, "i8")
    largest = max(a.scale, b.scale)
    y = steps(rng, "i8", (1,), of=float(np.float32(largest * largest * 10000 * rng.uniform(.5, 3))))
    return Model("SQUARED_DIFFERENCE", [a, b], y, ("SquaredDifferenceOptions", {}), 2)


def prelu(rng):
    kind = str(rng.choice(BYTE_TYPES))
    shape = (*sizes(rng, 3), int(rng.integers(1, 6)))
    x = steps(rng, kind, shape)
    alpha = steps(rng, kind, (1, 1, shape[3]), data=True)
    y = steps(rng, kind, shape, of=float(np.float32(x.scale * rng.uniform(.5, 2))))
    return Model("PRELU", [x, alpha], y)


# ---- one operand ----

def _same_kind(operator, kinds, options=(), version=2, spread=(.5, 2)):
    def drawn(rng):
        kind = str(rng.choice(kinds))
        x = steps(rng, kind, any_shape(rng))
        y = steps(rng, kind, x.shape, of=float(np.float32(x.scale * rng.uniform(*spread))))
        return Model(operator, [x], y, options(rng) if callable(options) else options, version)
    return drawn


def _fixed_result(operator, options, parameters, kinds, scales=(1e-3, 1e-1)):
    """Functions whose result has parameters of its own, by type."""
    def drawn(rng):
        kind = str(rng.choice(kinds))
        shape = any_shape(rng)
        x = steps(rng, kind, shape, of=scale(rng, *scales) if kind != "i16" else scale(rng, 1e-5, 1e-3))
        if operator in ("SOFTMAX", "LOG_SOFTMAX", "L2_NORMALIZATION"):
            x.shape = (*x.shape, int(rng.integers(1, 24)))
        of, at = parameters[kind]
        fields = dict(beta=float(np.float32(rng.choice([1, 1, .5, 2])))) if operator == "SOFTMAX" else {}
        return Model(operator, [x], steps(rng, kind, x.shape, of=of, at=at), (options, fields) if options else (), 3 if
                     operator in ("TANH", "LOGISTIC", "SOFTMAX") else 2)
    return drawn


def hard_swish(rng):
    kind = str(rng.choice(BYTE_TYPES))
    x = steps(rng, kind, any_shape(rng))
    y = steps(rng, kind, x.shape, of=float(np.float32(x.scale * rng.uniform(.3, 2))))
    return Model("HARD_SWISH", [x], y, ("HardSwishOptions", {}))


def table(operator, options, low=.02):
    """exp and log: a result scale near what they give."""
    def drawn(rng):
        kind = str(rng.choice(("i8", "i16")))
        x = steps(rng, kind, any_shape(rng), of=scale(rng, 1e-3, low) if kind == "i8" else scale(rng, 1e-5, 1e-4))
        y = steps(rng, kind, x.shape, of=scale(rng, 5e-3, 5e-2) if kind == "i8" else scale(rng, 5e-5, 1e-3))
        return Model(operator, [x], y, (options, {}) if options else (), 2)
    return drawn


def rsqrt(rng):
    x = steps(rng, "i8", any_shape(rng), at=-128)
    return Model("RSQRT", [x], steps(rng, "i8", x.shape), (), 2)


def quantize(rng):
    pairs = [("i8", "i8"), ("u8", "i8"), ("i8", "u8"), ("u8", "u8"), ("i16", "i8"), ("i16", "i16"), ("i8", "i16"),
             ("f32", "i8"), ("f32", "u8"), ("f32", "i16")]
    source, target = pairs[int(rng.integers(0, len(pairs)))]
    shape = any_shape(rng)
    if source == "f32":
        return Model("QUANTIZE", [Tensor("f32", shape)], steps(rng, target, shape), ("QuantizeOptions", {}), 3)
    x = steps(rng, source, shape)
    of = x.scale if rng.random() < .2 else x.scale * rng.uniform(.3, 3)
    return Model("QUANTIZE", [x], steps(rng, target, shape, of=float(np.float32(of))), ("QuantizeOptions", {}), 3)


def dequantize(rng):
    x = steps(rng, str(rng.choice(STEP_TYPES)), any_shape(rng))
    return Model("DEQUANTIZE", [x], Tensor("f32", x.shape), ("DequantizeOptions", {}), 3)


# ---- windows, reductions, copies ----

def _pool(operator):
    def drawn(rng):
        kernel, strides = rng.integers(1, 4, 2), rng.integers(1, 3, 2)
        size = [int(n) for n in kernel + rng.integers(0, 5, 2)]
        x = steps(rng, str(rng.choice(STEP_TYPES)), (int(rng.integers(1, 3)), *size, int(rng.integers(1, 6))))
        fields = dict(padding=int(rng.integers(0, 2)), strideW=int(strides[1]), strideH=int(strides[0]),
                      filterWidth=int(kernel[1]), filterHeight=int(kernel[0]), fusedActivationFunction=activation(rng))
        return Model(operator, [x], same(x), ("Pool2DOptions", fields), 3)
    return drawn


def _reduction(operator, kinds, shares):
    def drawn(rng):
        rank = int(rng.integers(1, 5))
        x = steps(rng, str(rng.choice(kinds)), sizes(rng, rank))
        axes = sorted(rng.choice(rank, int(rng.integers(1, rank + 1)), replace=False))
        y = same(x) if shares else steps(rng, x.type, (1,), of=float(np.float32(x.scale * rng.uniform(.3, 1.5))))
        fields = dict(keepDims=bool(rng.integers(0, 2)))
        return Model(operator, [x, constant(axes)], y, ("ReducerOptions", fields), 3 if operator == "MEAN" else 2)
    return drawn


def concatenation(rng):
    kind = str(rng.choice(STEP_TYPES))
    rank = int(rng.integers(1, 5))
    axis, shape = int(rng.integers(0, rank)), list(sizes(rng, rank))
    count = int(rng.integers(1, 4))
    first = steps(rng, kind, shape)
    inputs = []
    for _ in range(count):
        part = list(shape)
        part[axis] = int(rng.integers(1, 6))
        other = kind == "u8" and rng.random() < .5
        inputs.append(steps(rng, kind, part) if other else
                      Tensor(kind, tuple(part), first.scales, first.zeros))
    return Model("CONCATENATION", inputs, same(first), ("ConcatenationOptions", dict(axis=axis)), 3)


def pad(rng):
    rank = int(rng.integers(1, 5))
    x = steps(rng, str(rng.choice(STEP_TYPES)), sizes(rng, rank))
    return Model("PAD", [x, constant(rng.integers(0, 3, (rank, 2)))], same(x), ("PadOptions", {}), 2)


def _resize(operator, options):
    def drawn(rng):
        x = steps(rng, str(rng.choice(STEP_TYPES)), (1, *sizes(rng, 2, 5), int(rng.integers(1, 4))))
        mode = int(rng.integers(0, 3))
        fields = dict(alignCorners=mode == 1, halfPixelCenters=mode == 2)
        return Model(operator, [x, constant(rng.integers(1, 9, 2))], same(x), (options, fields), 3)
    return drawn


def _move(operator, fields, options, version=2):
    def drawn(rng):
        x = steps(rng, str(rng.choice(STEP_TYPES)), any_shape(rng))
        inputs, values = fields(rng, x)
        return Model(operator, [x, *inputs], same(x), (options, values) if options else (), version)
    return drawn


def _leaky(rng):
    return "LeakyReluOptions", dict(alpha=float(np.float32(rng.choice([.1, .2, .01, rng.uniform(-1, 1.5)]))))


BYTES = {"u8": (1 / 256, 0), "i8": (1 / 256, -128), "i16": (2 ** -15, 0)}
SYMMETRIC = {"u8": (1 / 128, 128), "i8": (1 / 128, 0), "i16": (2 ** -15, 0)}

OPERATORS = [
    (conv, 6), (depthwise, 5), (fully_connected, 5), (transpose_conv, 3),
    (draw_hybrid.fully_connected, 2), (draw_hybrid.conv, 2), (draw_hybrid.depthwise, 2),
    (_sum("ADD", "AddOptions"), 4), (_sum("SUB", "SubOptions"), 4), (mul, 4),
    (_extreme("MAXIMUM"), 1), (_extreme("MINIMUM"), 1),
    *[(_comparison(name, options), .5) for name, options in (
        ("EQUAL", "EqualOptions"), ("NOT_EQUAL", "NotEqualOptions"), ("LESS", "LessOptions"),
        ("LESS_EQUAL", "LessEqualOptions"), ("GREATER", "GreaterOptions"), ("GREATER_EQUAL", "GreaterEqualOptions"))],
    (squared_difference, 1), (prelu, 2),
    (_same_kind("LEAKY_RELU", STEP_TYPES, _leaky), 3), (_same_kind("RELU", STEP_TYPES), 2),
    (_same_kind("RELU6", STEP_TYPES), 2), (_same_kind("RELU_N1_TO_1", BYTE_TYPES, version=1), 1),
    (_same_kind("ABS", ("i8", "i16")), 1), (hard_swish, 2),
    (_fixed_result("LOGISTIC", None, BYTES, STEP_TYPES), 2), (_fixed_result("TANH", None, SYMMETRIC, STEP_TYPES), 2),
    (_fixed_result("SOFTMAX", "SoftmaxOptions", BYTES, STEP_TYPES), 4),
    (_fixed_result("L2_NORMALIZATION", "L2NormOptions", SYMMETRIC, BYTE_TYPES), 2),
    (table("EXP", "ExpOptions"), 1), (table("LOG", None), 1), (rsqrt, 1), (quantize, 5), (dequantize, 2),
    (_pool("AVERAGE_POOL_2D"), 4), (_pool("MAX_POOL_2D"), 2),
    (_reduction("MEAN", STEP_TYPES, False), 4), (_reduction("SUM", STEP_TYPES, False), 2),
    (_reduction("REDUCE_MAX", STEP_TYPES, True), 1), (_reduction("REDUCE_MIN", STEP_TYPES, True), 1),
    (concatenation, 2), (pad, 1), (_resize("RESIZE_BILINEAR", "ResizeBilinearOptions"), 3),
    (_resize("RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions"), 2),
    (_move("TRANSPOSE", lambda rng, x: ([constant(rng.permutation(len(x.shape)))], {}), "TransposeOptions"), 1),
    (_move("RESHAPE", lambda rng, x: ([constant([-1])], dict(newShape=[-1])), "ReshapeOptions", 1), .5),
]


def draw(seed):
    """The model of a seed, and its inputs."""
    rng = np.random.default_rng(seed)
    weights = np.array([weight for _, weight in OPERATORS], float)
    model = OPERATORS[int(rng.choice(len(OPERATORS), p=weights / weights.sum()))][0](rng)
    values = []
    for tensor in model.inputs:
        if tensor.data is not None:
            continue
        if tensor.type == "f32":
            spread = 90 * float(model.output.scale) if model.output.scales else 1
            reals = rng.normal(0, spread, tensor.shape).astype(np.float32)
            if rng.random() < .5:  # an even range, as clipped values have
                end = np.float32(spread * rng.uniform(.2, 1))
                reals = np.clip(reals, -end, end)
            values.append(reals)
            continue
        low, high = RANGE[tensor.type]
        values.append(rng.integers(low, high + 1, tensor.shape).astype(tensor.dtype))
    return model, values
