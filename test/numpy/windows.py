"""Spatial windows of NCHW arrays, as convolution and pooling read them."""

import numpy as np


def windows(x, kernel, strides, pads):
    """[N, C, OH, OW, KH, KW] view of x, padded with 0."""
    top, left, bottom, right = pads
    padded = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)))
    view = np.lib.stride_tricks.sliding_window_view(padded, kernel,
                                                    axis=(2, 3))
    return view[:, :, ::strides[0], ::strides[1]]


def convolve(x, w, strides, pads):
    """Convolution in the type of x and w: NCHW, OIHW → NOHW."""
    view = windows(x, w.shape[2:], strides, pads)
    n, _, oh, ow = view.shape[:4]
    rows = view.transpose(0, 2, 3, 1, 4, 5).reshape(n * oh * ow, -1)
    flat = rows @ w.reshape(w.shape[0], -1).T
    return np.ascontiguousarray(
        flat.reshape(n, oh, ow, -1).transpose(0, 3, 1, 2))


def of_convolution(node):
    """strides and pads of a Conv node."""
    return (list(node.attributes.get("strides", [1, 1])),
            list(node.attributes.get("pads", [0, 0, 0, 0])))


def max_pool(x, node):
    kernel = list(node.attributes["kernel_shape"])
    strides = list(node.attributes.get("strides", [1, 1]))
    return windows(x, kernel, strides, [0, 0, 0, 0]).max(axis=(4, 5))
