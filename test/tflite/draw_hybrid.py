"""Products of real values with weights of steps, drawn."""

import numpy as np
from draw_tensors import scale, sizes
from write_model import Model, Tensor


def _weights(rng, shape, axis, channels, per_channel):
    count = channels if per_channel else 1
    result = Tensor("i8", tuple(shape), tuple(scale(rng) for _ in range(count)), (0,) * count, axis)
    result.data = rng.integers(-127, 128, shape).astype(np.int8)
    return result


def _bias(rng, channels):
    result = Tensor("f32", (channels,))
    result.data = rng.normal(0, 1, channels).astype(np.float32)
    return result


def fully_connected(rng):
    depth, out = int(rng.integers(1, 70)), int(rng.integers(1, 10))
    x = Tensor("f32", (*sizes(rng, 1, 4), depth))
    per_channel = rng.random() < .5
    w = _weights(rng, (out, depth), 0, out, per_channel)
    fields = dict(asymmetricQuantizeInputs=bool(rng.integers(0, 2)))
    return Model("FULLY_CONNECTED", [x, w, _bias(rng, out)], Tensor("f32", (1, 1)), ("FullyConnectedOptions", fields),
                 12 if per_channel else 9)


def _image(rng, depthwise):
    channels, multiplier = int(rng.integers(2, 5)), int(rng.integers(1, 3))
    out = channels * multiplier if depthwise else int(rng.integers(1, 6))
    kernel, strides = [int(n) for n in rng.integers(1, 4, 2)], rng.integers(1, 3, 2)
    x = Tensor("f32", (int(rng.integers(1, 3)), *(k + int(rng.integers(0, 5)) for k in kernel), channels))
    shape, axis = ((1, *kernel, out), 3) if depthwise else ((out, *kernel, channels), 0)
    w = _weights(rng, shape, axis, out, depthwise or rng.random() < .6)
    fields = dict(padding=int(rng.integers(0, 2)), strideW=int(strides[1]), strideH=int(strides[0]), dilationWFactor=1,
                  dilationHFactor=1)
    if depthwise:
        fields["depthMultiplier"] = multiplier
    operator, options = (("DEPTHWISE_CONV_2D", "DepthwiseConv2DOptions") if depthwise else
                         ("CONV_2D", "Conv2DOptions"))
    return Model(operator, [x, w, _bias(rng, out)], Tensor("f32", (1,) * 4), (options, fields), 6 if depthwise else 5)


def conv(rng):
    return _image(rng, False)


def depthwise(rng):
    return _image(rng, True)
