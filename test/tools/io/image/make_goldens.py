#!/usr/bin/env python3
"""Small pictures of every kind, and what Pillow (12 or later) and NumPy make of them: Inputs/*.jpg,
Inputs/*.png and Inputs/goldens.npz, which picture_goldens_test.cpp compares with. Run by hand:

    python3 make_goldens.py

An array of the goldens is a sample [C, H, W] in 8 bits; its name says the file and the steps, as
"color.jpg;resize=24;interpolation=bicubic;crop=16x20;channels=bgr".
"""
import os
import struct
import zlib

import numpy as np
from PIL import Image

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def scene(height, width, seed):
    """Slopes, an edge and some noise, in colour."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    planes = [127 + 90 * np.sin(x / (5 + c) + c) * np.cos(y / (7 - c)) for c in range(3)]
    picture = np.stack(planes, -1) + random.normal(0, 6, (height, width, 3))
    picture[height // 3:height // 2, width // 4:width // 2] += (90, -60, 120)
    return np.clip(picture, 0, 255).astype(np.uint8)


def png(name, rows, bits, colour, extra=b"", interlaced=False):
    """rows: [H, W, samples] of `bits` each."""
    def packed(block):
        lines = b""
        for row in block:
            values = row.reshape(-1)
            if bits == 16:
                data = values.astype(">u2").tobytes()
            elif bits == 8:
                data = values.astype(np.uint8).tobytes()
            else:
                binary = (values[:, None] >> np.arange(bits)[::-1]) & 1
                data = np.packbits(binary.astype(np.uint8).reshape(-1)).tobytes()
            lines += b"\0" + data
        return lines

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    blocks = [rows[y::dy, x::dx] for x, y, dx, dy in ADAM7] if interlaced else [rows]
    body = b"".join(packed(block) for block in blocks if block.size)
    header = struct.pack(">IIBBBBB", rows.shape[1], rows.shape[0], bits, colour, 0, 0, int(interlaced))
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra +
                   chunk(b"IDAT", zlib.compress(body, 9)) + chunk(b"IEND", b""))
    return chunk


def write_pngs(picture):
    grey = picture[..., :1]
    png("rgb.png", picture, 8, 2)
    png("rgb_interlaced.png", picture, 8, 2, interlaced=True)
    png("rgb16.png", picture.astype(np.uint16) * 256 + 200, 16, 2)
    png("rgba.png", np.concatenate([picture, 255 - grey], -1), 8, 6)
    png("grey.png", grey, 8, 0)
    png("grey16.png", grey.astype(np.uint16) * 256 + 200, 16, 0)
    png("grey_alpha.png", np.concatenate([grey, 255 - grey], -1), 8, 4)
    png("grey2.png", grey >> 6, 2, 0)
    chunk = png("bits.png", grey >> 7, 1, 0, interlaced=True)
    palette = np.random.default_rng(3).integers(0, 256, (16, 3), dtype=np.uint8)
    extra = chunk(b"PLTE", palette.tobytes()) + chunk(b"tRNS", bytes(range(0, 160, 16)))
    png("palette.png", grey >> 4, 4, 3, extra)


def write_jpegs(picture):
    image = Image.fromarray(picture)

    def save(image, name, **options):
        image.save(os.path.join(HERE, name), **options)

    save(image, "color.jpg", quality=90, subsampling=0)
    save(image, "color420.jpg", quality=75, subsampling=2)
    save(image, "color422.jpg", quality=75, subsampling=1)
    save(image, "progressive.jpg", quality=80, progressive=True)
    save(image.convert("L"), "grey.jpg", quality=85)
    save(image.convert("CMYK"), "cmyk.jpg", quality=85)
    exif = Image.Exif()
    exif[0x112] = 6
    save(image, "turned.jpg", quality=60, exif=exif)
    save(image, "named_wrongly.png", format="jpeg", quality=60)


def opened(name, channels):
    image = Image.open(os.path.join(HERE, name))
    if name == "grey16.png":  # Pillow clips such, or takes the upper bits, by its version
        high = (np.asarray(image).astype(np.uint32) >> 8).astype(np.uint8)
        image = Image.fromarray(high)
    return image.convert("RGB" if channels == 3 else "L")


def sample(name, channels, resize=None, interpolation="bilinear", crop=None, order="rgb"):
    """Resizes and crops as torchvision's Resize and CenterCrop on Pillow do."""
    image = opened(name, channels)
    if resize is not None:
        if isinstance(resize, int):
            width, height = image.size
            short = min(width, height)
            resize = (resize if height == short else int(resize * height / short),
                      resize if width == short else int(resize * width / short))
        kernel = Image.Resampling.BICUBIC if interpolation == "bicubic" else Image.Resampling.BILINEAR
        # Columns first, as Pillow did before 13 whatever the sizes.
        image = image.resize((resize[1], image.height), kernel).resize((resize[1], resize[0]), kernel)
    if crop is not None:
        top, left = round((image.height - crop[0]) / 2), round((image.width - crop[1]) / 2)
        image = image.crop((left, top, left + crop[1], top + crop[0]))
    array = np.asarray(image).reshape(image.height, image.width, channels)
    return np.ascontiguousarray((array[..., ::-1] if order == "bgr" else array).transpose(2, 0, 1))


def main():
    os.makedirs(HERE, exist_ok=True)
    picture = scene(19, 28, 1)
    write_pngs(picture)
    write_jpegs(picture)
    goldens = {}
    names = sorted(name for name in os.listdir(HERE) if name.endswith((".jpg", ".png")))
    for name in names:
        goldens[name] = sample(name, 3)
        goldens[name + ";grey"] = sample(name, 1)
    for resize, text in ((12, "12"), (31, "31"), ((10, 46), "10x46"), ((40, 11), "40x11"), ((19, 10), "19x10"),
                         ((4, 28), "4x28"), ((1, 1), "1x1")):
        for kernel in ("bilinear", "bicubic"):
            for name in ("rgb.png", "color420.jpg"):
                goldens[f"{name};resize={text};interpolation={kernel}"] = sample(name, 3, resize, kernel)
    goldens["rgb.png;crop=16x21;channels=bgr"] = sample("rgb.png", 3, crop=(16, 21), order="bgr")
    goldens["rgb.png;resize=14;crop=13x16"] = sample("rgb.png", 3, 14, crop=(13, 16))
    goldens["cmyk.jpg;resize=24;interpolation=bicubic;crop=21x18;channels=bgr"] = sample(
        "cmyk.jpg", 3, 24, "bicubic", (21, 18), "bgr")
    goldens["palette.png;resize=9;grey"] = sample("palette.png", 1, 9)
    np.savez_compressed(os.path.join(HERE, "goldens.npz"), **goldens)


main()
