"""From measured ranges to quantization parameters, per profile."""

import warnings
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rounding import f32

PROFILES = ("qopt", "trt")
TINY, HUGE = np.finfo(np.float32).tiny, np.finfo(np.float32).max


@dataclass(frozen=True)
class Params:
    scale: np.float32
    zero_point: int
    low: int
    high: int

    @property
    def storage(self):
        return np.int8 if self.low < 0 else np.uint8


def signed(scale):
    return Params(_scale(scale), 0, -128, 127)


def unsigned(scale):
    return Params(_scale(scale), 0, 0, 255)


def is_normal(value):
    return TINY <= abs(value) <= HUGE


def _scale(value):
    """f64 rounded once to f32; an empty range has scale 1, and so has, with a
    warning, one whose scale would be denormal."""
    scale = np.float32(value)
    if scale > HUGE:
        raise ValueError(f"scale {value} is no float32")
    if scale >= TINY:
        return scale
    if value != 0:
        warnings.warn(f"scale {value} is denormal: the range counts as empty")
    return np.float32(1)


def from_range(low, high, profile):
    """`qopt`: by sign; `trt`: signed."""
    low, high = min(float(low), 0.0), max(float(high), 0.0)
    if profile == "qopt" and low >= 0:
        return unsigned(high / 255)
    return signed(max(-low, high) / 127)


def of_sigmoid(profile):
    return unsigned(1 / 256) if profile == "qopt" else signed(1 / 127)


def quantize_weight(w):
    """float32 [out, ...] → (i64 in -127..127, float32 scale[out])."""
    absmax = np.abs(w.reshape(w.shape[0], -1)).max(axis=1).astype(np.float64)
    scale = np.array([_scale(a / 127) for a in absmax], np.float32)
    per_channel = scale.reshape((-1,) + (1,) * (w.ndim - 1))
    q = np.clip(np.rint(w / per_channel), -127, 127)
    return q.astype(np.int64), scale


@dataclass
class Product:
    """The weights and bias of a Conv or Gemm: integers, i64."""
    weight: np.ndarray
    scale: np.ndarray       # float32, per channel
    bias: np.ndarray        # None: there is none, or it stays float32

    def zero(self, c, input_scale, result_scale):
        """Channel c counts as one of zero weights and zero bias."""
        self.weight[c] = 0
        self.scale[c] = np.clip(
            np.float32(np.float64(result_scale) / np.float64(input_scale)),
            TINY, HUGE)
        if self.bias is not None:
            self.bias[c] = 0


def quantize_product(w, b, input_scale, result_scale, integer_bias):
    """result_scale None: the result is float."""
    raised = False
    product = Product(*quantize_weight(w), None)
    if integer_bias and b is not None:
        product.bias = np.zeros(len(b), np.int64)
        for c in range(len(b)):
            raised |= _follow_bias(product, c, w[c], np.float64(b[c]),
                                   np.float64(input_scale), result_scale)
    if result_scale is None:
        if raised:  # such a layer keeps its bias in float32
            return Product(*quantize_weight(w), None)
        return product
    for c, scale in enumerate(product.scale):
        m = np.float32(np.float64(input_scale) * np.float64(scale)
                       / np.float64(result_scale))
        if m < TINY:
            product.zero(c, input_scale, result_scale)
    return product


def _follow_bias(product, c, w, b, input_scale, result_scale):
    """Channel c of a layer with an integer bias; True where the bias chose the
    channel's scale, or would have."""
    def steps():
        return np.rint(b / (input_scale * np.float64(product.scale[c])))

    chosen = abs(steps()) > 2**30
    if chosen:
        product.scale[c] = _smallest_at_least(
            Fraction(abs(float(b))) / (Fraction(float(input_scale)) * 2**30))
        product.weight[c] = np.clip(np.rint(w / product.scale[c]), -127, 127)
    if not product.weight[c].any():
        chosen = True
        scale = np.float32(abs(b) / (input_scale * 2**23))
        y = np.float64(1 if result_scale is None else result_scale)
        m = np.float32(input_scale * np.float64(scale) / y)
        if b == 0 or not is_normal(scale) or not is_normal(m):
            product.zero(c, input_scale, y)
            return chosen
        product.scale[c] = scale
    product.bias[c] = steps()
    return chosen


def _smallest_at_least(exact):
    """The smallest float32 that is not below a Fraction."""
    guess = np.float32(float(exact))
    while Fraction(float(guess)) < exact:
        guess = np.nextafter(guess, np.float32(np.inf))
    while Fraction(float(np.nextafter(guess, np.float32(0)))) >= exact:
        guess = np.nextafter(guess, np.float32(0))
    return guess


def multiplier(numerator, denominator):
    """A quotient of f64 values, rounded once to f32; denormals are refused."""
    m = f32(np.asarray(numerator, np.float64) / np.float64(denominator))
    if (np.abs(m) < TINY).any():
        raise ValueError("a denormal multiplier")
    return m
