"""Places that data choose, on NumPy arrays: padded with −1, and how many there are."""

import numpy as np

f32 = np.float32


def edges(op, box):
    if op.attributes.get("center_point_box"):
        x, y, width, height = box
        return x - width / f32(2), x + width / f32(2), y - height / f32(2), y + height / f32(2)
    y1, x1, y2, x2 = box
    return min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)


def area(left, right, low, high):
    return (right - left) * (high - low)


def union_share(op, a, b):
    """Intersection over union; 0 of a box without an area."""
    if np.isnan(a).any() or np.isnan(b).any():
        return 0
    (l1, r1, b1, t1), (l2, r2, b2, t2) = edges(op, a), edges(op, b)
    width, height = min(r1, r2) - max(l1, l2), min(t1, t2) - max(b1, b2)
    areas = area(l1, r1, b1, t1), area(l2, r2, b2, t2)
    if width <= 0 or height <= 0 or min(areas) <= 0:
        return 0
    both = width * height
    return both / (areas[0] + areas[1] - both)


def chosen_of(op, boxes, scores):
    """By elimination: whoever is taken strikes out all that overlap it."""
    above = op.attributes.get("score_threshold", -np.inf)
    left = [i for i in np.argsort(-scores, kind="stable")
            if scores[i] > above or (scores[i] == above == -np.inf)]
    taken = []
    while left and len(taken) < op.attributes["max_boxes"]:
        first, *left = left
        taken.append(first)
        left = [i for i in left
                if not union_share(op, boxes[first], boxes[i]) > op.attributes["iou_threshold"]]
    return taken


def padded(places, shape, axis):
    result = np.full(shape, -1, np.int64)
    count = places.shape[axis]
    result[(slice(None),) * axis + (slice(count),)] = places
    return [result, np.array([count], np.int64)]


def non_max_suppression(op, boxes, scores):
    rows = [(n, c, box) for n, c in np.ndindex(*scores.data.shape[:2])
            for box in chosen_of(op, boxes.data[n], scores.data[n, c])]
    return padded(np.array(rows, np.int64).reshape(-1, 3), op.type.shape, 0)


def non_zero(op, x):
    numbers = x.data
    if hasattr(x.type.element, "storage"):  # a narrow float's codes: all but the sign
        numbers = numbers & numbers.dtype.type((1 << (8 * numbers.itemsize - 1)) - 1)
    return padded(np.array(np.nonzero(numbers)), op.type.shape, 1)


OPS = {"non_max_suppression": non_max_suppression, "non_zero": non_zero}
