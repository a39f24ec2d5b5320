"""Multipliers of fixed point, on Python's integers as gemmlowp and TFLite define them."""

import math

import numpy as np

INT32 = -2**31, 2**31 - 1


def quantized_multiplier(m):
    """m as (mantissa of 31 bits, exponent): mantissa·2^(exponent − 31)."""
    if m == 0:
        return 0, 0
    fraction, exponent = math.frexp(m)
    mantissa = math.floor(fraction * 2**31 + 0.5)  # m > 0: halves go up
    return (2**30, exponent + 1) if mantissa == 2**31 else (mantissa, exponent)


def doubling_high_product(a, b):
    """SaturatingRoundingDoublingHighMul; both are never −2^31 here."""
    product = a * b
    nudge = 2**30 if product >= 0 else 1 - 2**30
    return int(math.copysign(1, product + nudge)) * (abs(product + nudge) // 2**31)  # C's division


def rounding_shift(x, exponent):
    """RoundingDivideByPOT."""
    mask = 2**exponent - 1
    threshold = (mask >> 1) + (1 if x < 0 else 0)
    return (x >> exponent) + (1 if (x & mask) > threshold else 0)


def product(n, m):
    mantissa, exponent = quantized_multiplier(m)
    shifted = min(max(n << max(exponent, 0), INT32[0]), INT32[1])
    return rounding_shift(doubling_high_product(shifted, mantissa), max(-exponent, 0))


def products(n, ratios):
    """Returns the product of each element with its m."""
    n, ratios = np.broadcast_arrays(np.asarray(n, object), np.asarray(ratios, np.float64))
    return np.array([product(int(a), float(b)) for a, b in zip(n.flat, ratios.flat)], object).reshape(n.shape)


def store(t, q):
    return np.array(np.clip(t + int(q.zero_point), q.low, q.high), np.int64).astype(q.storage)


def grid_of(types):
    """TFLite's for sums: twice the larger scale, 20 bits finer (15 beside 16-bit steps); None where it is too coarse."""
    (scale_a, bytes_a), (scale_b, bytes_b), y = types
    bits = 15 if 2 in (bytes_a, bytes_b) else 20
    twice = 2 * max(scale_a, scale_b)
    return (bits, twice) if twice / 2**bits <= float(y.scale) / 8 else None


def add(a, b, types, sign):
    (scale_a, _), (scale_b, _), y = types
    bits, twice = grid_of(types)
    total = products(a * 2**bits, scale_a / twice) + sign * products(b * 2**bits, scale_b / twice)
    return store(products(total, twice / (2**bits * float(y.scale))), y)
