"""Anti-aliased strokes and shapes on small u8 images, NumPy alone."""

import numpy as np


def grid(size):
    """Centres of the pixels: x and y, [size, size]."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float64)
    return x, y


def distance_to_polyline(points, x, y):
    """Distance of each (x, y) to the nearest segment; points [k, 2]."""
    start, end = points[:-1], points[1:]
    d = end - start
    length = np.maximum((d * d).sum(axis=1), 1e-12)
    px, py = x[..., None] - start[:, 0], y[..., None] - start[:, 1]
    along = np.clip((px * d[:, 0] + py * d[:, 1]) / length, 0, 1)
    return np.hypot(px - along * d[:, 0], py - along * d[:, 1]).min(axis=-1)


def ink(distance, radius):
    """1 inside, 0 outside, a ramp of one pixel between."""
    return np.clip(radius - distance + 0.5, 0, 1)


def to_u8(image):
    return np.rint(255 * np.clip(image, 0, 1)).astype(np.uint8)
