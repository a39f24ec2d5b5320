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
    """Of sums of 64 bits: a mantissa of 15 bits, one rounding, halves up."""
    mantissa, exponent = multiplier(float(m))
    reduced = (mantissa + 2**15) >> 16 if mantissa < 0x7FFF0000 else 0x7FFF
    return (np.asarray(n, np.int64) * reduced + (np.int64(1) << (14 - exponent))) >> (15 - exponent)


def scaled_long(n, m):
    """In f64, of products of 16 and 8 bits."""
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
    """Of Σ (q − z) over `count` elements."""
    mantissa, exponent = multiplier(float(x.scale) / float(y.scale))
    shift = min(count.bit_length() - 1, 32, 31 + exponent)
    return clamp(scaled_by(total, (mantissa << shift) // count, exponent - shift) + y.zero, y)


def summed(x, y, total):
    return clamp(scaled(total, float(x.scale) / float(y.scale)) + y.zero, y)


def average(x, a, count):
    """Of Σ q over `count` elements, where input and result have one type."""
    half = np.where(a > 0, count // 2, -(count // 2))
    return clamp(np.sign(a + half) * (abs(a + half) // count), x)


# ---- tables ----

def table8(x, y, function):
    q = np.arange(LIMITS[x.type][0], LIMITS[x.type][1] + 1)
    real = x.scale * (q - x.zero).astype(f32)
    t = round_away(f32(function(real)) * (f32(1) / y.scale))
    t = np.clip(t + f32(y.zero), -2.0**31, 2.0**31 - 1).astype(np.int64)
    return np.clip(t, *LIMITS[y.type])


def table16(scale, zero, out, at, function, kind=f32):
    """513 points of a function over the range, moved by half the error in the middle."""
    scale, out = kind(scale), kind(out)
    low, high = scale * kind(-32768 - zero), scale * kind(32767 - zero)
    least, most = out * kind(-32768 - at), out * kind(32767 - at)
    step = (high - low) / kind(512)
    inverse = kind(65536) / (most - least)
    i = np.arange(512).astype(kind)
    value, middle, after = (function(kind(v)) for v in (low + i * step, low + i * step + step / kind(2),
                                                       low + (i + kind(1)) * step))
    sample = round_away(value * inverse)
    error = round_away((after * inverse + sample) / kind(2)) - round_away(middle * inverse)
    points = np.clip(sample - round_away(error / kind(2)), -32768, 32767)
    last = np.clip(round_away(kind(function(np.array([high], kind))[0]) * inverse), -32768, 32767)
    return np.append(points, last).astype(np.int64)


def looked_up(q, table):
    index, rest = 256 + (q >> 7), q & 127
    return table[index] + (((table[index + 1] - table[index]) * rest + 64) >> 7)


def function(real, x, y, a):
    if x.type == "i16":
        return looked_up(a.astype(np.int64), table16(x.scale, 0, y.scale, 0, real)).astype(y.dtype)
    return table8(x, y, real)[a.astype(int) - LIMITS[x.type][0]].astype(y.dtype)


def logarithm_to(y):
    """The lowest step's value where there is none."""
    least = f32(LIMITS[y.type][0] - y.zero) * y.scale

    def computed(v):
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(v <= 0, least, np.log(np.maximum(v, f32(1e-45)))).astype(v.dtype)
    return computed


def sigmoid(v):
    with np.errstate(over="ignore"):
        return f32(1) / (f32(1) + np.exp(-v))


def sigmoids():
    """256 numbers of 16 bits: σ(i/24), raised by half of what the chord to the next is too low in its middle."""
    i = np.arange(257.0)
    at = lambda v: 65536 / (1 + np.exp(-v / 24))  # noqa: E731
    chord = (at(i[:-1]) + at(i[1:])) / 2
    return np.append(np.floor(at(i[:-1]) + (at(i[:-1] + 0.5) - chord) / 2 + 0.5)[:255], 65535).astype(np.int64)


SIGMOIDS = sigmoids()


def _argument(x, pot):
    """The multiplier to steps of 1/12288, and its shift to the right."""
    exponent = math.log2(float(x.scale))
    left = 12 + round(exponent)
    if abs(exponent - round(exponent)) < 1e-3 and left in pot:
        return 3 << left, 0
    m, shift = float(x.scale) * 4096 * 3, 0
    while m <= 32767 / 2 and shift <= 30:
        m, shift = m * 2, shift + 1
    return int(m), shift


def logistic16(x, a):
    m, shift = _argument(x, (0,))
    n = (a.astype(np.int64) * m + (1 << shift >> 1)) >> shift
    at = np.minimum(abs(n) >> 9, 254)
    low, high = SIGMOIDS[at], SIGMOIDS[at + 1]
    t = np.where(abs(n) >> 9 >= 255, 0x7FFF << 10, (low << 9) + (abs(n) & 511) * (high - low))
    t = np.where(n >= 0, t + 512, (1 << 25) - t + 511)
    return (t >> 10).astype(np.int16)


def tanh16(x, a):
    m, shift = _argument(x, (0, 1))
    n = (a.astype(np.int64) * m + (1 << shift >> 1)) >> shift
    at = np.minimum(abs(n) >> 8, 254)
    low, high = SIGMOIDS[at], SIGMOIDS[at + 1]
    t = np.where(abs(n) >> 8 >= 255, 0xFFFF << 8, (low << 8) + (abs(n) & 255) * (high - low))
    t = np.where(n >= 0, t - 2**23 + 128, -t + 2**23 + 127)
    return (t >> 8).astype(np.int16)


# ---- softmax, norms ----

def exp_below(a):
    """exp of a ≤ 0 in 5 integer bits, as a number of 31 bits."""
    a = np.asarray(a, np.int64)
    rest = (a & (2**24 - 1)) - 2**24  # modulo 1/4
    x = (rest << 5) + 2**28
    x2 = high_product(x, x)
    x3, x4 = high_product(x2, x), high_product(x2, x2)
    inner = rounded_shift(high_product(rounded_shift(x4, 2) + x3, 715827883) + x2, 1)
    result = 1895147668 + high_product(1895147668, x + inner)
    for exponent, factor in enumerate((1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242)):
        bit = 24 + exponent
        result = np.where((rest - a) >> bit & 1, high_product(result, factor), result)
    return np.where(a == 0, 2**31 - 1, result)


def reciprocal(x):
    """1/(1 + x) of a number of 31 bits in [0, 1), by three steps of Newton's method."""
    half = (x + 2**31) >> 1  # (x + 1)/2, halves up
    r = 1515870810 + high_product(half, -1010580540)
    for _ in range(3):
        r = r + (high_product(r, 2**29 - high_product(half, r)) << 2)
    return np.clip(r << 1, -2**31, 2**31 - 1)


def leading(x):
    return 32 - np.frexp(np.asarray(x, np.float64))[1]


def softmax8(x, y, a, beta):
    m = min(float(f32(beta)) * float(x.scale) * 2**26, 2**31 - 1.0)
    mantissa, left = multiplier(m)
    least = -math.floor(31 * 2**26 / 2**left)
    d = a.astype(np.int64) - a.max(-1, keepdims=True).astype(np.int64)
    e = exp_below(high_product(np.maximum(d, least) << left, mantissa))
    total = np.where(d >= least, rounded_shift(e, 12), 0).sum(-1, keepdims=True)
    lead = leading(total)
    share = high_product(reciprocal((total << lead) - 2**31), e)
    t = rounded_shift(share, 12 - lead + 31 - 8)
    return np.clip(np.where(d >= least, t, 0) + LIMITS[y.type][0], *LIMITS[y.type]).astype(y.dtype)


def softmax16(x, a, beta):
    exps = table16(10.0 / 65535, 32767, 2.0 / 65535, 0, np.exp, np.float64)
    parts = table16(1.0 / 65535, -32768, 2.0 / 65535, 0, lambda v: 1 / (1 + v), np.float64)
    d = a.astype(np.int64) - a.max(-1, keepdims=True).astype(np.int64)
    m = float(x.scale * f32(beta)) / (10.0 / 65535.0)
    e = looked_up(np.clip(scaled(d, m) + 32767, -32768, 32767), exps)
    total = e.sum(-1, keepdims=True)
    lead = leading(total)
    s = ((total << (lead - 1)) + 2**13) >> 14
    r = looked_up(np.clip(s - 2**15 - 2**16, -32768, 32767), parts)
    shift = 31 - lead
    return np.clip((e * r + (np.int64(1) << (shift - 1))) >> shift, 0, 32767).astype(np.int16)


def inverse_root(n):
    """(mantissa, shift to the right) of 1/sqrt(n), by five steps of Newton's method."""
    if n <= 1:
        return 2**31 - 1, 0
    shift = 11
    while n >= 2**29:
        n, shift = n // 4, shift + 1
    pairs = (32 - n.bit_length() - 1) // 2 - 1
    shift, n = shift - pairs, n << 2 * pairs
    value = n >> 1
    half = int(rounded_shift(np.int64(value), 1))
    x = 2**28
    at3 = lambda raw, bits: int(np.clip(raw << bits, -2**31, 2**31 - 1))  # noqa: E731
    for _ in range(5):
        cube = at3(int(high_product(high_product(x, x), x)), 6)
        x = at3(int(high_product(2**28 + 2**27, x)) - int(high_product(half, cube)), 3)
    mantissa = int(high_product(x, 1518500250))
    return (mantissa << -shift, 0) if shift < 0 else (mantissa, shift)


def l2_norm(x, y, a):
    n = centred(a, x)
    rows = n.reshape(-1, n.shape[-1])
    out = []
    for row in rows:
        mantissa, shift = inverse_root(int((row**2).sum()))
        out.append(scaled_by(row, mantissa, 7 - shift) if x.type == "i8" else scaled_by(128 * row, mantissa, -shift))
    return np.clip(np.array(out).reshape(n.shape) + y.zero, *LIMITS[y.type]).astype(y.dtype)


def rsqrt(x, y, a):
    mantissa, exponent = multiplier(1.0 / float(f32(np.sqrt(x.scale)) * y.scale))
    table = []
    for n in range(0, 256):
        inverse, shift = inverse_root(n)
        data = scaled_by(1, inverse, 20 - shift)
        table.append(127 if n == 0 else int(np.clip(scaled_by(data, mantissa, exponent - 20) + y.zero, -128, 127)))
    return np.array(table)[np.clip(centred(a, x), 0, 255)].astype(np.int8)


# ---- hard swish, resampling ----

def high_product16(a, b):
    p = np.asarray(a, np.int64) * b
    return np.sign(p + np.where(p >= 0, 2**14, 1 - 2**14)) * (abs(p + np.where(p >= 0, 2**14, 1 - 2**14)) >> 15)


def reduced(mantissa):
    return 32767 if mantissa >= 2**31 - 1 - 2**15 else (mantissa + 2**15) >> 16


def hard_swish(x, y, a):
    fine = f32(1 / 128) * x.scale
    out, shift = multiplier(float(fine / y.scale))
    relu, exponent = multiplier(float(fine / f32(3 / 32768)))
    saturated = lambda v: np.clip(v, -32768, 32767)  # noqa: E731
    n = centred(a, x) * 128
    value, r = high_product16(n, reduced(out)), n
    if exponent > 0:
        r = saturated(r << (exponent - 1))
    r = high_product16(r, reduced(relu))
    r = saturated(r * 2) if exponent > 0 else rounded_shift(r, -exponent)
    r = (r + 32768) >> 1
    product = r * value
    t = np.sign(product) * (abs(product) >> 15)
    return np.clip(rounded_shift(t, -shift) + y.zero, *LIMITS[y.type]).astype(y.dtype)


def _places(count, size, corners, halves):
    scale = ((size << 10) + count // 2) // count
    if corners and count > 1:
        scale = (((size - 1) << 10) + (count - 1) // 2) // (count - 1)
    at = np.arange(count, dtype=np.int64) * scale
    if halves:
        at += scale // 2 - 512
    low = np.maximum(at >> 10 if not halves else np.floor_divide(at, 1024), 0)
    high = np.minimum(-(-at // 1024) if halves else (at >> 10) + 1, size - 1)
    return at, np.minimum(low, size - 1), high


def resized(x, a, count, corners, halves):
    """Of NHWC."""
    if x.type == "u8":
        return _resized_floats(x, a, count, corners, halves)
    v, y0, y1 = _places(count[0], a.shape[1], corners, halves)
    u, x0, x1 = _places(count[1], a.shape[2], corners, halves)
    q = a.astype(np.int64)
    dv, du = (v - 1024 * y0)[:, None, None], (u - 1024 * x0)[None, :, None]
    total = (q[:, y0][:, :, x0] * (1024 - dv) * (1024 - du) + q[:, y1][:, :, x0] * dv * (1024 - du)
             + q[:, y0][:, :, x1] * (1024 - dv) * du + q[:, y1][:, :, x1] * dv * du)
    return (np.sign(total) * ((abs(total) + 2**19) >> 20)).astype(x.dtype)


def _float_places(count, size, corners, halves):
    step = f32(size - 1) / f32(count - 1) if corners and count > 1 else f32(size) / f32(count)
    n = np.arange(count).astype(f32)
    at = (n + f32(0.5)) * step - f32(0.5) if halves else n * step
    low = np.maximum(np.floor(at).astype(int), 0)
    return at - low.astype(f32), np.minimum(low, size - 1), np.minimum(np.ceil(at).astype(int), size - 1)


def _resized_floats(x, a, count, corners, halves):
    v, y0, y1 = _float_places(count[0], a.shape[1], corners, halves)
    u, x0, x1 = _float_places(count[1], a.shape[2], corners, halves)
    q, v, u, one = a.astype(f32), v[:, None, None], u[None, :, None], f32(1)
    t = q[:, y0][:, :, x0] * (one - v) * (one - u) + q[:, y1][:, :, x0] * v * (one - u)
    t = t + q[:, y0][:, :, x1] * (one - v) * u + q[:, y1][:, :, x1] * v * u
    return (t + f32(0.5)).astype(x.dtype)


def joined(x, y, a):
    """An operand of a concatenation."""
    if x.scale == y.scale and x.zero == y.zero:
        return a
    scale = f32(x.scale * (f32(1) / y.scale))
    bias = f32(-x.zero) * scale
    return clamp(round_away(a.astype(f32) * scale + bias).astype(np.int64) + y.zero, y)


def comparable(x, a):
    return scaled(centred(a, x) << 8, float(x.scale))
