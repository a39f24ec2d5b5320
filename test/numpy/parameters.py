"""From measured ranges to quantization parameters, per profile."""

from dataclasses import dataclass

import numpy as np

from rounding import f32

PROFILES = ("qopt", "trt")


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


def _scale(value):
    """f64 rounded once to f32; an empty range has scale 1."""
    scale = np.float32(value) if value != 0 else np.float32(1)
    if not np.finfo(np.float32).tiny <= scale < np.inf:
        raise ValueError(f"scale {value} is no normal float32")
    return scale


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


def quantize_bias(b, input_scale, weight_scale):
    """rint(b / (s_x * s_w[c])) in f64, which must fit i32."""
    scale = np.float64(input_scale) * weight_scale.astype(np.float64)
    q = np.rint(b.astype(np.float64) / scale)
    if np.abs(q).max() > 2**31 - 1:
        raise ValueError("a bias that needs more than 32 bits: raise s_w")
    return q.astype(np.int64)


def multiplier(numerator, denominator):
    """A quotient of f64 values, rounded once to f32; denormals are refused."""
    m = f32(np.asarray(numerator, np.float64) / np.float64(denominator))
    if (np.abs(m) < np.finfo(np.float32).tiny).any():
        raise ValueError("a denormal multiplier")
    return m
