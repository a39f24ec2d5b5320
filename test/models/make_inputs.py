"""Makes the inputs of the tests and the demo: digits in the manner of MNIST
(strokes in a 20x20 box, centred by mass in 28x28) and coloured shapes, 32x32.

Every image has its own seed, so that the files come out the same again:
  python3 make_inputs.py           writes the four .npz files beside this script
  python3 make_inputs.py --check   compares them instead
"""

import argparse
import os
import sys

import numpy as np

import glyphs
import raster

HERE = os.path.dirname(os.path.abspath(__file__))
SETS = {"digits_calibration": 200, "digits_dev": 500,
        "shapes_calibration": 64, "shapes_dev": 32}


def jittered_strokes(digit, random):
    """The strokes of one written digit, scaled into a box of 20 pixels."""
    ways = glyphs.variants(digit)
    strokes = ways[random.randint(len(ways))]
    turn, shear = random.uniform(-.15, .15), random.uniform(-.25, .15)
    width = random.uniform(.6, 1.0)
    affine = np.array([[np.cos(turn), -np.sin(turn) - shear],
                       [np.sin(turn), np.cos(turn)]]) @ np.diag([width, 1.0])
    phase = random.uniform(0, 2 * np.pi, 2)
    warped = [(s + 0.02 * np.sin(5 * s[:, ::-1] + phase)) @ affine.T
              for s in strokes]
    points = np.concatenate(warped)
    low, high = points.min(axis=0), points.max(axis=0)
    scale = random.uniform(16.5, 18) / (high - low).max()
    middle = (low + high) / 2
    return [(s - middle) * scale for s in warped]


def digit_image(digit, random):
    """u8 [1, 28, 28]; the centre of mass is at the centre of the image."""
    strokes = jittered_strokes(digit, random)
    radius = random.uniform(0.8, 1.5)
    shift = np.full(2, 13.5)
    for _ in range(2):
        x, y = raster.grid(28)
        image = np.zeros((28, 28))
        for stroke in strokes:
            distance = raster.distance_to_polyline(stroke + shift, x, y)
            image = np.maximum(image, raster.ink(distance, radius))
        mass = image.sum()
        centre = np.array([(x * image).sum(), (y * image).sum()]) / mass
        shift = shift + 13.5 - centre
    return raster.to_u8(image)[None]


def background(random):
    """Two colours along a slanted gradient and a soft wave, [3, 32, 32]."""
    x, y = raster.grid(32)
    angle = random.uniform(0, 2 * np.pi)
    t = ((x - 15.5) * np.cos(angle) + (y - 15.5) * np.sin(angle)) / 44 + .5
    t = t + 0.1 * np.sin(random.uniform(.2, .8) * (x - y)
                         + random.uniform(0, 6))
    a, b = random.uniform(0, 1, (2, 3))
    return a[:, None, None] * (1 - t) + b[:, None, None] * t


def shape_mask(random):
    """Cover of one disc, box or stroke, [32, 32]."""
    x, y = raster.grid(32)
    cx, cy = random.uniform(6, 26, 2)
    radius = random.uniform(3, 10)
    kind = random.randint(3)
    if kind == 0:
        return raster.ink(np.hypot(x - cx, y - cy), radius)
    if kind == 1:
        flat = random.uniform(.4, 2.2)
        return raster.ink(np.maximum(np.abs(x - cx), np.abs(y - cy) * flat),
                          radius)
    points = random.uniform(2, 30, (random.randint(2, 5), 2))
    return raster.ink(raster.distance_to_polyline(points, x, y), radius / 4)


def shapes_image(random):
    """u8 [3, 32, 32]: a background, two to five shapes, noise."""
    image = background(random)
    for _ in range(random.randint(2, 6)):
        cover = shape_mask(random) * random.uniform(.6, 1)
        colour = random.uniform(0, 1, 3)[:, None, None]
        image = image * (1 - cover) + colour * cover
    noise = random.uniform(-1, 1, image.shape) * random.choice([0, .02, .08])
    return raster.to_u8(image + noise)


def make(name):
    """The arrays of one set; MT19937 streams are the same in every NumPy."""
    # numpy.random.RandomState is frozen, Generator's streams may change.
    seeds = [np.random.RandomState([sum(name.encode()), i])
             for i in range(SETS[name])]
    if name.startswith("shapes"):
        return {"images": np.stack([shapes_image(s) for s in seeds])}
    labels = np.arange(SETS[name], dtype=np.int64) % 10
    return {"images": np.stack([digit_image(d, s)
                                for d, s in zip(labels, seeds)]),
            "labels": labels}


def differences(name, arrays):
    with np.load(os.path.join(HERE, name + ".npz")) as stored:
        if set(stored) != set(arrays):
            return "other arrays"
        # A libm may round sin and hypot otherwise: one grey step of a pixel.
        far = [k for k in arrays if arrays[k].shape != stored[k].shape
               or np.abs(arrays[k].astype(int) - stored[k]).max() > 1]
        return f"{far} differ" if far else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    wrong = False
    for name in SETS:
        arrays = make(name)
        if options.check:
            found = differences(name, arrays)
            print(f"{name}: {found or 'same'}")
            wrong |= bool(found)
        else:
            np.savez_compressed(os.path.join(HERE, name + ".npz"), **arrays)
            print(f"{name}: {arrays['images'].shape}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
