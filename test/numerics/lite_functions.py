"""Functions, softmax and norms by the rules (L9) to (L13) and (L16) to (L18): what LiteRT's reference kernels give."""

import math

import numpy as np

from lite import LIMITS, centred, f32, high_product, multiplier, round_away, rounded_shift, scaled, scaled_by

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
    """Gives the lowest step's value where there is no logarithm."""
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
    total = np.minimum(((total - 1) & (2**32 - 1)) + 1, 2**32 - 1)
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


# ---- hard swish ----

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
    t = t << shift if shift > 0 else rounded_shift(t, -shift)
    return np.clip(t + y.zero, *LIMITS[y.type]).astype(y.dtype)
