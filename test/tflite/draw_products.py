"""Sums of products, drawn."""

import numpy as np
from draw_tensors import STEP_TYPES, activation, constant, scale, steps
from write_model import Model, Tensor


def _weights(rng, kind, shape, axis, channels, per_channel, unsigned):
    """Weights are symmetric per channel or per tensor; u8 inputs have u8 ones with a zero point."""
    if unsigned:
        return steps(rng, "u8", shape, data=True)
    count = channels if per_channel else 1
    low, high = (-7, 7) if kind == "i4" else (-127, 127)
    result = Tensor(kind, tuple(shape), tuple(scale(rng) for _ in range(count)), (0,) * count, axis)
    result.data = rng.integers(low, high + 1, shape).astype(np.int8)
    return result


def _bias(rng, x, w, channels, bits, terms):
    scales = tuple(float(np.float32(x.scale) * np.float32(s)) for s in w.scales)
    result = Tensor(bits, (channels,), scales, (0,) * len(scales), 0)
    limit = 2000 * int(terms ** .5) if x.type != "i16" else 500000
    result.data = rng.integers(-limit, limit + 1, channels).astype(result.dtype)
    return result


def _product_result(rng, kind, x, w, terms):
    """A result of a scale that lets most sums lie within its type."""
    spread = 70.0 * 70 * np.sqrt(terms) * (90 if kind == "i16" else 1)
    ideal = float(x.scale) * float(max(w.scales)) * spread / (20000 if kind == "i16" else 80)
    return float(np.float32(ideal * rng.uniform(.4, 2.5)))


def _product_types(rng):
    kind = str(rng.choice(STEP_TYPES, p=[.5, .25, .25]))
    weights = "i8" if kind != "i8" or rng.random() < .9 else "i4"
    return kind, weights, kind == "u8"


def _conv_like(rng, depthwise):
    kind, weights, unsigned = _product_types(rng)
    if depthwise and weights == "i4":
        weights = "i8"
    batch, channels = int(rng.integers(1, 3)), int(rng.integers(1, 5))
    kernel, strides, dilations = rng.integers(1, 4, 2), rng.integers(1, 3, 2), rng.integers(1, 3, 2)
    if rng.random() < .5:
        dilations = np.array([1, 1])
    if (dilations > 1).any():
        strides = np.array([1, 1])
    size = [int(n) for n in (kernel - 1) * dilations + 1 + rng.integers(0, 5, 2)]
    x = steps(rng, kind, (batch, *size, channels))
    multiplier = int(rng.integers(1, 3))
    out = channels * multiplier if depthwise else int(rng.integers(1, 6))
    shape = (1, *kernel, out) if depthwise else (out, *kernel, channels)
    axis = 3 if depthwise else 0
    w = _weights(rng, weights, tuple(int(n) for n in shape), axis, out, rng.random() < .7, unsigned)
    terms = int(kernel.prod()) * (1 if depthwise else channels)
    bias = _bias(rng, x, w, out, "i64" if kind == "i16" else "i32", terms)
    y = steps(rng, kind, (1,) * 4, of=_product_result(rng, kind, x, w, terms))
    fields = dict(padding=int(rng.integers(0, 2)), strideW=int(strides[1]), strideH=int(strides[0]),
                  dilationWFactor=int(dilations[1]), dilationHFactor=int(dilations[0]),
                  fusedActivationFunction=activation(rng))
    if depthwise:
        fields["depthMultiplier"] = multiplier
    name = "DepthwiseConv2DOptions" if depthwise else "Conv2DOptions"
    operator = "DEPTHWISE_CONV_2D" if depthwise else "CONV_2D"
    return Model(operator, [x, w, bias], y, (name, fields), 7 if weights == "i4" else 3 if not depthwise else 5)


def conv(rng):
    return _conv_like(rng, False)


def depthwise(rng):
    return _conv_like(rng, True)


def fully_connected(rng):
    kind, weights, unsigned = _product_types(rng)
    depth, out = int(rng.integers(1, 40)), int(rng.integers(1, 10))
    x = steps(rng, kind, (int(rng.integers(1, 4)), depth))
    w = _weights(rng, weights, (out, depth), 0, out, rng.random() < .3, unsigned)
    bias = _bias(rng, x, w, out, "i64" if kind == "i16" else "i32", depth)
    y = steps(rng, kind, (1, 1), of=_product_result(rng, kind, x, w, depth))
    return Model("FULLY_CONNECTED", [x, w, bias], y,
                 ("FullyConnectedOptions", dict(fusedActivationFunction=activation(rng))), 4)


def transpose_conv(rng):
    kind, _, unsigned = _product_types(rng)
    channels, out = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    kernel, strides = rng.integers(1, 4, 2), rng.integers(1, 3, 2)
    size = rng.integers(1, 5, 2)
    x = steps(rng, kind, (1, *(int(n) for n in size), channels))
    w = _weights(rng, "i8", (out, *(int(n) for n in kernel), channels), 0, out, rng.random() < .7, unsigned)
    terms = int(kernel.prod()) * channels
    is_same = bool(rng.integers(0, 2))
    result = size * strides if is_same else (size - 1) * strides + np.maximum(kernel, strides)
    shape = constant([1, *result, out])
    bias = _bias(rng, x, w, out, "i64" if kind == "i16" else "i32", terms)
    y = steps(rng, kind, (1, *(int(n) for n in result), out), of=_product_result(rng, kind, x, w, terms))
    fields = dict(padding=0 if is_same else 1, strideW=int(strides[1]), strideH=int(strides[0]))
    return Model("TRANSPOSE_CONV", [shape, w, x, bias], y, ("TransposeConvOptions", fields), 3)
