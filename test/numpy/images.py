"""u8 NCHW images of an .npz and their preprocessing."""

import json

import numpy as np


def read(path):
    with np.load(path) as data:
        return data["images"]


def read_normalisation(path):
    """mean and std per channel, float32, from the network's .json."""
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    return (np.array(data["mean"], np.float32),
            np.array(data["std"], np.float32))


def preprocess(images, mean, std):
    """(x - mean[c]) / std[c] in float32, each step rounded."""
    x = images.astype(np.float32)
    return (x - mean[:, None, None]) / std[:, None, None]


def batches(images, mean, std, size=100):
    for start in range(0, len(images), size):
        yield preprocess(images[start:start + size], mean, std)
