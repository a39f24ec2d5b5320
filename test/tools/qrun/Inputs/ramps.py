"""ramps.py PREFIX: PREFIX.bytes.npz and PREFIX.floats.npz, 30 samples 3x4x4 each, raw and normalised, with labels."""
import os
import subprocess
import sys

make = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs", "make_array.py")
values = [(i * 37 + i // 48 * 5) % 256 for i in range(30 * 48)]
labels = "labels=i8:30:" + ",".join(str(i % 3) for i in range(30))
for name, kind, numbers in (("bytes", "u1", values), ("floats", "f4", [v / 80 - 1.5 for v in values])):
    array = f"x={kind}:30,3,4,4:" + ",".join(str(v) for v in numbers)
    subprocess.run([sys.executable, make, f"{sys.argv[1]}.{name}.npz", array, labels], check=True)
