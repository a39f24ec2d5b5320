"""make_orders.py OUT.npy: 400 samples of two numbers as OUT.given.npy, OUT.reversed.npy and OUT.shuffled.npy; 200 of them and
400 copies of one near 0 as OUT.copies.npy and, in another order, OUT.copies_last.npy. NumPy is not needed."""

import random
import subprocess
import sys
from pathlib import Path

stem = sys.argv[1].removesuffix(".npy")
numbers = random.Random(1)
samples = [[numbers.gauss(0, 50), numbers.gauss(10, 40)] for _ in range(400)]
copies = [[0.01, -0.01]] * 400
orders = {"given": samples, "reversed": samples[::-1], "shuffled": numbers.sample(samples, 400),
          "copies": samples[:200] + copies, "copies_last": copies[:100] + samples[:200][::-1] + copies[100:]}
for name, rows in orders.items():
    values = ",".join(repr(value) for row in rows for value in row)
    subprocess.run([sys.executable, Path(__file__).parent / "make_array.py", f"{stem}.{name}.npy",
                    f"f4:{len(rows)},2:{values}"], check=True)
