"""make_array.py OUT.npy TYPE:SHAPE:VALUES, or OUT.npz NAME=TYPE:SHAPE:VALUES…

TYPE is f4, f8, i1, u1 or i8 as NumPy names them; SHAPE and VALUES are separated by
commas. NumPy itself is not needed.
"""

import struct
import sys

FORMATS = {"f4": ("<f4", "f"), "f8": ("<f8", "d"), "i1": ("|i1", "b"), "u1": ("|u1", "B"), "i8": ("<i8", "q")}


def npy(text):
    kind, shape, values = text.split(":")
    descr, code = FORMATS[kind]
    dims = "".join(f"{size}, " for size in shape.split(","))
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': ({dims})}}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    numbers = [float(v) if code in "fd" else int(v) for v in values.split(",") if v]
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) +
            header.encode() + struct.pack(f"<{len(numbers)}{code}", *numbers))


out, *arrays = sys.argv[1:]
if out.endswith(".npy"):
    with open(out, "wb") as file:
        file.write(npy(arrays[0]))
else:
    import zipfile  # here: it takes longer to import than an array takes to write

    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for array in arrays:
            name, text = array.split("=")
            archive.writestr(name + ".npy", npy(text))
