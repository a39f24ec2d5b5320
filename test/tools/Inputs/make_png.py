"""make_png.py OUT HEIGHTxWIDTH:RED,GREEN,BLUE…: pictures of one colour; Pillow is not needed."""
import struct
import sys
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


for out, text in zip(sys.argv[1::2], sys.argv[2::2]):
    size, colour = text.split(":")
    height, width = (int(side) for side in size.split("x"))
    row = b"\0" + bytes(int(value) for value in colour.split(",")) * width
    with open(out, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))
