"""Bilinear resizes of steps (L19), as LiteRT's reference kernels compute them."""

import numpy as np

from lite import f32


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
    """Resizes an image in NHWC."""
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
