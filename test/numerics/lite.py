"""Readings of the rules (L1) to (L20) on NumPy's integers: what LiteRT's reference kernels give.

x, z and y say how operands and the result are quantized: type (i8, u8, i16), scale (an f32), zero.
"""

import math

import numpy as np

LIMITS = {"i8": (-128, 127), "u8": (0, 255), "i16": (-32768, 32767)}
f32 = np.float32


# ---- multipliers (L1, L2) ----

def multiplier(m):
    """(mantissa of 31 bits, exponent): m = mantissa·2^(exponent − 31), 0 below 2^−32."""
    if m == 0:
        return 0, 0
    fraction, exponent = math.frexp(m)
    mantissa = math.floor(abs(fraction) * 2**31 + 0.5)
    if mantissa == 2**31:
        mantissa, exponent = 2**30, exponent + 1
    return (0, 0) if exponent < -31 else (int(math.copysign(mantissa, fraction)), exponent)


def high_product(a, b):
    """a·b·2^−31, halves up."""
    return (np.int64(a) * np.int64(b) + 2**30) >> 31


def rounded_shift(x, count):
    """x·2^−count, halves away from zero."""
    half = np.int64(1) << count >> 1
    return np.where(x >= 0, (x + half) >> count, -((-x + half) >> count))


def scaled_by(n, mantissa, exponent):
    shifted = ((np.asarray(n, np.int64) << max(exponent, 0)) + 2**31) % 2**32 - 2**31
    return rounded_shift(high_product(shifted, mantissa), max(-exponent, 0))


def scaled(n, m):
    return scaled_by(n, *multiplier(float(m)))


def scaled_wide(n, m):
    """Rescales sums of 64 bits by a mantissa of 15 bits, with one rounding, halves up."""
    mantissa, exponent = multiplier(float(m))
    reduced = (mantissa + 2**15) >> 16 if mantissa < 0x7FFF0000 else 0x7FFF
    return (np.asarray(n, np.int64) * reduced + (np.int64(1) << (14 - exponent))) >> (15 - exponent)


def scaled_long(n, m):
    """Rescales products with constant weights in f64."""
    return round_away(np.asarray(n, np.float64) * float(m)).astype(np.int64)


def round_away(t):
    return np.trunc(t) + np.copysign(np.where(np.abs(t - np.trunc(t)) >= 0.5, 1, 0), t).astype(t.dtype)


def clamp(t, y, activation=0):
    low, high = LIMITS[y.type]
    step = lambda bound: y.zero + int(round_away(f32(f32(bound) / y.scale)))  # noqa: E731
    if activation in (1, 3):
        low = max(low, step(0))
    if activation == 2:
        low = max(low, step(-1))
    if activation in (2, 3):
        high = min(high, step(1 if activation == 2 else 6))
    return np.minimum(np.maximum(t, low), high).astype(y.dtype)


def centred(q, x):
    return q.astype(np.int64) - x.zero


# ---- sums, products ----

def on_grid(a, b, x, z, bits):
    twice = float(2 * max(x.scale, z.scale))
    return (scaled(centred(a, x) << bits, float(x.scale) / twice),
            scaled(centred(b, z) << bits, float(z.scale) / twice), twice)


def added(x, z, y, a, b, sign, activation=0):
    bits = 15 if x.type == "i16" else 20
    left, right, twice = on_grid(a, b, x, z, bits)
    t = scaled(left + sign * right, twice / (2**bits * float(y.scale)))
    return clamp(t + y.zero, y, activation)


def multiplied(x, z, y, a, b, activation=0):
    t = scaled(centred(a, x) * centred(b, z), x.scale * z.scale / y.scale)
    return clamp(t + y.zero, y, activation)


def squared_difference(x, z, y, a, b):
    left, right, twice = on_grid(a, b, x, z, 7)
    t = scaled((left - right)**2, twice * twice / (2.0**14 * float(y.scale)))
    return clamp(t + y.zero, y)


def leaky_relu(x, y, a, alpha):
    n, alpha = centred(a, x), f32(alpha)
    mantissa, exponent = multiplier(float(x.scale * alpha / y.scale))
    below = scaled_by(n, abs(mantissa), exponent) * (-1 if mantissa < 0 else 1)
    return clamp(np.where(n >= 0, scaled(n, x.scale / y.scale), below) + y.zero, y)


def prelu(x, z, y, a, b):
    n = centred(a, x)
    below = scaled(n * centred(b, z), x.scale * z.scale / y.scale)
    return clamp(np.where(n >= 0, scaled(n, x.scale / y.scale), below) + y.zero, y)


def bound(x, y, a, activation):
    return clamp(scaled(centred(a, x), x.scale / y.scale) + y.zero, y, activation)


def absolute(x, y, a):
    n = abs(centred(a, x))
    return clamp((n if x.scale == y.scale else scaled(n, x.scale / y.scale)) + y.zero, y)


def requantized(x, y, a):
    if x.type == "f32":
        return clamp(round_away(a / y.scale).astype(np.int64) + y.zero, y)
    return clamp(scaled(centred(a, x), float(x.scale) / float(y.scale)) + y.zero, y)


def dequantized(x, a):
    return (float(x.scale) * centred(a, x)).astype(np.float32)


# ---- reductions, pools ----

def mean(x, y, total, count):
    """Takes Σ (q − z) over `count` elements."""
    mantissa, exponent = multiplier(float(x.scale) / float(y.scale))
    shift = min(count.bit_length() - 1, 32, 31 + exponent)
    return clamp(scaled_by(total, (mantissa << shift) // count, exponent - shift) + y.zero, y)


def summed(x, y, total):
    return clamp(scaled(total, float(x.scale) / float(y.scale)) + y.zero, y)


def average(x, a, count):
    """Takes Σ q over `count` elements, where input and result have one type."""
    half = np.where(a > 0, count // 2, -(count // 2))
    return clamp(np.sign(a + half) * (abs(a + half) // count), x)


def joined(x, y, a):
    """An operand of a concatenation."""
    if x.scale == y.scale and x.zero == y.zero:
        return a
    scale = f32(x.scale * (f32(1) / y.scale))
    bias = f32(-x.zero) * scale
    return clamp(round_away(a.astype(f32) * scale + bias).astype(np.int64) + y.zero, y)


def comparable(x, a):
    return scaled(centred(a, x) << 8, float(x.scale))
