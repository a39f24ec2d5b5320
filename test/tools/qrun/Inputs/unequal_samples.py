"""unequal_samples.py OUT.npy COUNT: COUNT samples of four numbers in [-1, 1], but for the first one of each, which is in [-512, 512]."""
import random
import subprocess
import sys
from pathlib import Path

out, count = sys.argv[1:]
numbers = random.Random(5)
values = [numbers.uniform(-1, 1) for _ in range(4 * int(count))]
values[::4] = [512 * value for value in values[::4]]
make_array = Path(__file__).resolve().parents[2] / "Inputs" / "make_array.py"
subprocess.run([sys.executable, make_array, out, f"f4:{count},4:" + ",".join(map(str, values))], check=True)
