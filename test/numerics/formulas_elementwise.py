"""Comparisons, bits, integers' arithmetic and functions of one element, from their words alone."""

import math
from types import SimpleNamespace

import numpy as np

f32 = np.float32


def wrapped(exact, like):
    """Python integers as `like` holds them."""
    bits = 8 * like.itemsize
    signed = like.kind == "i"
    flat = [int(v) & ((1 << bits) - 1) for v in np.asarray(exact, object).ravel()]
    flat = [v - (1 << bits) if signed and v >> (bits - 1) else v for v in flat]
    return np.array(flat, like).reshape(np.shape(exact))


def exactly(operate):
    """Two operands, in Python's integers where they are integers."""
    def run(op, a, b):
        if a.data.dtype.kind == "f":
            return None
        x, y = np.broadcast_arrays(a.data, b.data)
        exact = [operate(int(i), int(j)) for i, j in zip(x.ravel(), y.ravel())]
        return wrapped(np.array(exact, object).reshape(x.shape), a.data.dtype)
    return run


def saturated(reals, to):
    """Floats as integers: towards zero, NaN 0, the ends where they lie past them."""
    limits = np.iinfo(to)
    exact = [0 if v != v else limits.max if v > limits.max else limits.min if v < limits.min else int(v)
             for v in reals.ravel().tolist()]
    return np.array(exact, to).reshape(reals.shape)


def truncated(a, b):
    """a / b towards zero; 0 by 0."""
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def div(op, a, b):
    exact = exactly(truncated)(op, a, b)
    return a.data / b.data if exact is None else exact


def mod(op, a, b):
    if a.data.dtype.kind == "f":
        return f32(np.fmod(a.data.astype(np.float64), b.data.astype(np.float64)))
    if "truncated" in op.attributes:
        return exactly(lambda x, y: 0 if y == 0 else x - y * truncated(x, y))(op, a, b)
    return exactly(lambda x, y: 0 if y == 0 else x % y)(op, a, b)


def integer_power(a, b):
    if b >= 0:
        return pow(a, b, 1 << 64)
    return 1 if a == 1 else 0 if abs(a) != 1 else (1 if b % 2 == 0 else -1)


def power(op, a, b):
    if a.data.dtype.kind == "f":
        with np.errstate(all="ignore"):
            return f32(np.power(a.data.astype(np.float64), b.data.astype(np.float64)))
    if b.data.dtype.kind == "f":
        whole = (np.rint(b.data) == b.data) & (np.abs(b.data) < 2.0 ** 31)
        exponents = SimpleNamespace(data=np.where(whole, b.data, 0).astype(np.int64))
        with np.errstate(all="ignore"):
            real = f32(np.power(a.data.astype(np.float64), b.data.astype(np.float64)))
        return np.where(whole, exactly(integer_power)(op, a, exponents), saturated(real, a.data.dtype))
    return exactly(integer_power)(op, a, b)


def shift(op, a, b):
    bits = 8 * a.data.dtype.itemsize
    if "right" in op.attributes:
        return exactly(lambda x, y: x >> y if y < bits else 0)(op, a, b)
    return exactly(lambda x, y: x << y if y < bits else 0)(op, a, b)


def is_inf(op, x):
    positive, negative = (name in op.attributes for name in ("positive", "negative"))
    return (np.isposinf(x.data) & positive) | (np.isneginf(x.data) & negative)


def prelu(op, a, b):
    return np.where(a.data < 0, b.data * a.data, a.data)


def real(function):
    """NaN where it is not defined."""
    def run(x, _):
        try:
            return function(x)
        except ValueError:
            return math.nan
    return run


def softplus(x):
    return max(x, 0) + math.log1p(math.exp(-abs(x)))


def swish(x, alpha):
    return x / (1 + math.exp(-alpha * x))


OPS = {
    "bit_cast": lambda op, x: x.data.view(op.type.dtype),
    "div": div, "mod": mod, "pow": power, "shift": shift, "prelu": prelu,
    "equal": lambda op, a, b: a.data == b.data,
    "less": lambda op, a, b: a.data < b.data,
    "less_equal": lambda op, a, b: a.data <= b.data,
    "and": lambda op, a, b: a.data & b.data,
    "or": lambda op, a, b: a.data | b.data,
    "xor": lambda op, a, b: a.data ^ b.data,
    "not": lambda op, x: ~x.data,
    "is_nan": lambda op, x: np.isnan(x.data), "is_inf": is_inf,
    "where": lambda op, c, a, b: np.where(c.data, a.data, b.data),
}

# name: (value, attributes) → the real function
FUNCTIONS = {
    "reciprocal": lambda x, _: 1 / x if x else math.inf,
    # Python's integers have no −0.
    "floor": lambda x, _: math.copysign(math.floor(x), x),
    "ceil": lambda x, _: math.copysign(math.ceil(x), x),
    "round": lambda x, _: math.copysign(np.rint(x), x),
    "softsign": lambda x, _: x / (1 + abs(x)),
    "thresholded_relu": lambda x, a: x if x > float(a["alpha"]) else 0.0,
    "shrink": lambda x, a: (x + float(a["bias"]) if x < -float(a["lambd"])
                            else x - float(a["bias"]) if x > float(a["lambd"]) else 0.0),
    "swish": lambda x, a: swish(x, float(a["alpha"])),
    **{name: real(getattr(math, name)) for name in (
        "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh")},
    "atanh": lambda x, _: (math.atanh(x) if abs(x) < 1
                           else math.copysign(math.inf, x) if abs(x) == 1 else math.nan),
    "elu": lambda x, a: x if x > 0 else float(a["alpha"]) * math.expm1(x),
    "selu": lambda x, a: float(a["gamma"]) * (x if x > 0 else float(a["alpha"]) * math.expm1(x)),
    "celu": lambda x, a: x if x > 0 else float(a["alpha"]) * math.expm1(x / float(a["alpha"])),
    "softplus": lambda x, _: softplus(x),
    "mish": lambda x, _: x * math.tanh(softplus(x)),
}
