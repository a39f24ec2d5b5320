"""Normalizations and attention on NumPy arrays: each step rounded to f32."""

import itertools

import numpy as np

import formulas


def f32(x):
    return np.asarray(x, np.float32)


def mean(x, axes):
    n = np.prod([x.shape[a] for a in axes])
    return formulas.ordered(x, axes, True) / f32(n)


def normalized(d, axes, epsilon):
    return d * (f32(1) / np.sqrt(mean(d * d, axes) + f32(epsilon)))


def affine(y, scale, bias):
    y = y if scale is None else y * scale
    return y if bias is None else y + bias


def data_of(value):
    return None if value is None else value.data


def trailing(centred):
    def run(op, x, scale=None, bias=None):
        axes = tuple(range(op.attributes["axis"], x.data.ndim))
        d = x.data - mean(x.data, axes) if centred else x.data
        return affine(normalized(d, axes, op.attributes["epsilon"]), data_of(scale), data_of(bias))
    return run


def standardize(op, x):
    return trailing("centered" in op.attributes)(op, x)


def group_norm(op, x, scale=None, bias=None):
    groups, channels = op.attributes["groups"], x.data.shape[1]
    split = x.data.reshape([x.data.shape[0], groups, channels // groups, *x.data.shape[2:]])
    axes = tuple(range(2, split.ndim))
    y = normalized(split - mean(split, axes), axes, op.attributes["epsilon"]).reshape(x.data.shape)

    def along_channels(p):
        if p is None:
            return None
        each = p.data if p.data.size == channels else np.repeat(p.data, channels // groups)
        return each.reshape([-1] + [1] * (x.data.ndim - 2))
    return affine(y, along_channels(scale), along_channels(bias))


def mean_variance_norm(op, x):
    axes = tuple(op.attributes["axes"])
    d = x.data - mean(x.data, axes)
    return d / (np.sqrt(mean(d * d, axes)) + f32(op.attributes["epsilon"]))


def lp_norm(op, x):
    axes = (op.attributes["axis"],)
    if op.attributes["p"] == 1:
        norm = formulas.ordered(np.abs(x.data), axes, True)
    else:
        norm = np.sqrt(formulas.ordered(x.data * x.data, axes, True))
    return np.where(norm == 0, x.data, x.data / np.where(norm == 0, f32(1), norm))


def lrn(op, x):
    """f32 up to the base, whose power is rounded once."""
    size = op.attributes["size"]
    axes = range(2, x.data.ndim) if "within_channels" in op.attributes else (1,)
    low = (size - 1) // 2
    widths = [(low, size - 1 - low) if a in axes else (0, 0) for a in range(x.data.ndim)]
    padded = np.pad(x.data * x.data, widths)
    window = [padded[tuple(slice(at.get(a, 0), at.get(a, 0) + n) for a, n in enumerate(x.data.shape))]
              for at in (dict(zip(axes, place)) for place in itertools.product(range(size), repeat=len(axes)))]
    total = formulas.ordered(np.stack(window), (0,), False)
    base = f32(op.attributes["bias"]) + total * (f32(op.attributes["alpha"]) / f32(len(window)))
    return x.data / f32(np.power(base.astype(np.float64), float(op.attributes["beta"])))


def f64(x):
    return x.astype(np.float64)


def under(s, mask, fill):
    """Scores under a mask, whose matrices may repeat along the batch."""
    m = mask.data
    if m.ndim == 4 and 1 < m.shape[0] < s.shape[0]:
        m = np.tile(m, (s.shape[0] // m.shape[0], 1, 1, 1))
    return np.where(m, s, f32(fill)) if m.dtype == bool else s + m


def attention(op, q, k, v, *masks):
    """Products in f64, each result rounded once."""
    share = q.data.shape[1] // k.data.shape[1]
    keys, values = (np.repeat(x.data, share, 1) for x in (k, v))
    s = f32(f64(q.data) @ f64(keys).swapaxes(2, 3)) * f32(op.attributes["scale"])
    if cap := op.attributes["softcap"]:
        s = f32(np.tanh(f64(s / f32(cap)))) * f32(cap)
    for mask in masks:
        s = under(s, mask, op.attributes.get("fill"))
    spelled = "fill" in op.attributes or "nan_as_zero" in op.attributes  # the softmax is NaN of nothing but −∞
    low = s if spelled else np.maximum(s, np.finfo(np.float32).min)  # a query that sees no key has no weights
    e = f32(np.exp(f64(low - low.max(axis=3, keepdims=True))))
    weights = e / formulas.ordered(e, (3,), True)
    if "nan_as_zero" in op.attributes:
        weights = np.where(np.isnan(weights), f32(0), weights)
    elif masks and not spelled:
        weights = np.where(np.isneginf(s), f32(0), weights)
    return f32(f64(weights) @ f64(values))


OPS = {
    "attention": attention,
    "standardize": standardize, "layer_norm": trailing(True), "rms_norm": trailing(False), "group_norm": group_norm,
    "mean_variance_norm": mean_variance_norm, "lp_norm": lp_norm, "lrn": lrn,
}
