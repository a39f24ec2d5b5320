"""Many elements to one, and softmax, on plain and stored NumPy arrays."""

import functools

import numpy as np

f32 = np.float32


def f64(x):
    return np.asarray(x).astype(np.float64)


def larger(a, b):
    """NaN wins (as np.maximum has it), and -0 lies below +0."""
    return np.where(a == b, np.where(np.signbit(a), b, a), np.maximum(a, b))


def ordered(x, axes, keep, join=np.add, start=0):
    """Element i joins partial i mod 64; then p and p + 32, 16, ... 1."""
    kept = [a for a in range(x.ndim) if a not in axes]
    flat = x.transpose(kept + list(axes)).reshape([x.shape[a] for a in kept] + [-1])
    partial = np.full(flat.shape[:-1] + (64,), start, np.float32)
    for i in range(flat.shape[-1]):
        partial[..., i % 64] = join(partial[..., i % 64], flat[..., i])
    while partial.shape[-1] > 1:
        half = partial.shape[-1] // 2
        partial = join(partial[..., :half], partial[..., half:])
    total = partial[..., 0]
    return np.expand_dims(total, axes) if keep else total


def span(op):
    """Axes, and whether they stay."""
    return tuple(op.attributes["axes"]), "keep_dims" in op.attributes


def extreme(sign):
    def run(op, x):
        axes, keep = span(op)
        join = larger if sign > 0 else lambda a, b: -larger(-a, -b)
        if x.data.dtype != np.float32:
            join = np.maximum if sign > 0 else np.minimum
        for axis in axes:
            x = type(x)(x.type, np.expand_dims(functools.reduce(
                join, [x.data.take(i, axis) for i in range(x.data.shape[axis])]), axis))
        return x.data if keep else x.data.squeeze(axes)
    return run


def product(op, x):
    if x.data.dtype != np.float32:
        axes, keep = span(op)
        return x.data.prod(axis=axes, keepdims=keep, dtype=x.data.dtype)
    return ordered(x.data, *span(op), np.multiply, 1)


def place(find):
    """np.argmax and np.argmin take a NaN first, and the first of equal elements."""
    def run(op, x):
        axis = op.attributes["axis"]
        keep = "keep_dims" in op.attributes
        if "select_last" not in op.attributes:
            return find(x.data, axis=axis, keepdims=keep)
        return x.data.shape[axis] - 1 - find(np.flip(x.data, axis), axis=axis, keepdims=keep)
    return run


def log_sum_exp(op, x):
    axes, keep = span(op)
    most = np.finfo(np.float32).max
    m = np.clip(x.data.max(axis=axes, keepdims=True), -most, most)
    y = f32(np.log(f64(ordered(f32(np.exp(f64(x.data - m))), axes, True)))) + m
    return y if keep else y.squeeze(axes)


def softmax(op, x):
    axis = op.attributes["axis"]
    e = f32(np.exp(f64(x.data - x.data.max(axis=axis, keepdims=True))))
    return e / ordered(e, (axis,), True)


def masked_softmax(op, x):
    with np.errstate(invalid="ignore"):
        return np.where(np.isneginf(x.data), f32(0), softmax(op, x))


def guarded_softmax(op, x):
    with np.errstate(invalid="ignore"):
        shares = softmax(op, x)
    return np.where(np.isnan(shares), f32(0), shares)


def log_softmax(op, x):
    axis = op.attributes["axis"]
    d = x.data - x.data.max(axis=axis, keepdims=True)
    return d - f32(np.log(f64(ordered(f32(np.exp(f64(d))), (axis,), True))))


OPS = {
    "reduce_max": extreme(1), "reduce_min": extreme(-1),
    "reduce_prod": product, "arg_max": place(np.argmax), "arg_min": place(np.argmin),
    "reduce_l1": lambda op, x: ordered(np.abs(x.data), *span(op)),
    "reduce_l2": lambda op, x: np.sqrt(ordered(x.data * x.data, *span(op))),
    "reduce_sum_square": lambda op, x: ordered(x.data * x.data, *span(op)),
    "reduce_log_sum": lambda op, x: f32(np.log(f64(ordered(x.data, *span(op))))),
    "reduce_log_sum_exp": log_sum_exp, "softmax": softmax, "log_softmax": log_softmax,
    "masked_softmax": masked_softmax, "guarded_softmax": guarded_softmax,
}
