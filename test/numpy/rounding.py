"""The roundings of docs/reference/numerics.md on NumPy arrays.

Every function takes and gives float32 unless it says otherwise. NumPy's own
float32 +, -, *, / and sqrt are IEEE operations rounded once, half to even.
"""

import numpy as np


def f32(x):
    """One rounding to float32, half to even (from integers and float64 too)."""
    return np.asarray(x).astype(np.float32)


def _round_to_odd(high, low):
    """float64 `high` with its last bit set where `low`, the rest, is not 0.

    A value rounded to odd at 53 bits rounds to 24 bits as the exact sum does.
    """
    bits = high.view(np.int64)
    away = (low > 0) == (high > 0)
    step = np.where(away, np.int64(1), np.int64(-1))
    inexact = (low != 0) & ((bits & 1) == 0) & np.isfinite(high)
    return np.where(inexact, bits + step, bits).view(np.float64)


def fma(a, b, c):
    """float32 a * b + c, rounded once.

    The product of two float32 is exact in float64. The sum's error comes from
    Knuth's TwoSum and is folded into the last bit before the one rounding.
    """
    a, b, c = np.broadcast_arrays(f32(a), f32(b), f32(c))
    product = a.astype(np.float64) * b.astype(np.float64)
    addend = c.astype(np.float64)
    with np.errstate(invalid="ignore"):
        total = product + addend
        part = total - product
        error = (product - (total - part)) + (addend - part)
    return f32(_round_to_odd(np.atleast_1d(total), np.atleast_1d(error))
               ).reshape(total.shape)


def to_storage(t, zero_point, low, high):
    """clamp(rint(t) + z) of a float32 t; the clamp is done in float. i64."""
    assert t.dtype == np.float32
    shifted = np.rint(t) + np.float32(zero_point)
    clamped = np.minimum(np.maximum(shifted, np.float32(low)),
                         np.float32(high))
    return clamped.astype(np.int64)


def quantize(x, params):
    """float32 → i64 in params' storage range; NaN → z, ±Inf saturates."""
    t = f32(x) / params.scale
    t = np.where(np.isnan(t), np.float32(0), t)
    return to_storage(t, params.zero_point, params.low, params.high)


def dequantize(q, params):
    """i64 → float32, one rounding."""
    return params.scale * f32(q - params.zero_point)
