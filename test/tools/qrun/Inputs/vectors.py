"""vectors.py OUT.npz: 40 samples of 16 numbers that look like noise."""
import os
import subprocess
import sys

make = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs", "make_array.py")
values = [((i * 7919 + 104729) * (i + 31) % 1009) / 504.5 - 1 for i in range(40 * 16)]
subprocess.run([sys.executable, make, sys.argv[1], "x=f4:40,16:" + ",".join(f"{v:.4f}" for v in values)], check=True)
