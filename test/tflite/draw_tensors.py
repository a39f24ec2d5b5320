"""Draws the parts of models: scales, steps, constants."""

import numpy as np
from ai_edge_litert import schema_py_generated as schema
from write_model import Tensor

RANGE = {"i8": (-128, 127), "u8": (0, 255), "i16": (-32768, 32767), "i4": (-7, 7)}
BYTE_TYPES, STEP_TYPES = ("i8", "u8"), ("i8", "u8", "i16")
ACTIVATIONS = [schema.ActivationFunctionType.NONE, schema.ActivationFunctionType.RELU,
               schema.ActivationFunctionType.RELU6, schema.ActivationFunctionType.RELU_N1_TO_1]


def activation(rng):
    return int(rng.choice(ACTIVATIONS, p=[.5, .2, .2, .1]))


def scale(rng, low=1e-3, high=1e-1):
    """A scale whose logarithm is uniform, as f32."""
    return float(np.float32(np.exp(rng.uniform(np.log(low), np.log(high)))))


def zero(rng, kind):
    if kind == "i16":
        return 0
    low, high = RANGE[kind]
    return int(rng.choice([rng.integers(low, high + 1), 0 if kind == "i8" else 128, low]))


def steps(rng, kind, shape, data=False, of=None, at=None):
    """A quantized tensor of its own parameters."""
    result = Tensor(kind, tuple(shape), (scale(rng) if of is None else of,), (zero(rng, kind) if at is None else at,))
    if data:
        low, high = RANGE[kind]
        result.data = rng.integers(low, high + 1, shape).astype(result.dtype)
    return result


def same(tensor, kind=None):
    return Tensor(kind or tensor.type, tensor.shape, tensor.scales, tensor.zeros, tensor.axis)


def sizes(rng, rank, most=6):
    return tuple(int(n) for n in rng.integers(1, most + 1, rank))


def constant(values, kind="i32"):
    array = np.array(values)
    result = Tensor(kind, array.shape)
    result.data = array.astype(result.dtype)
    return result


def any_shape(rng):
    return sizes(rng, int(rng.integers(1, 5)))
