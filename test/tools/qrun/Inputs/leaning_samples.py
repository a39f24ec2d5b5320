"""leaning_samples.py OUT.npy COUNT: COUNT samples of four numbers in [-1, 1], but for the last one of every fourth sample, which is 16 or -16."""
import random
import subprocess
import sys
from pathlib import Path

out, count = sys.argv[1:]
numbers = random.Random(5)
values = [numbers.uniform(-1, 1) for _ in range(4 * int(count))]
for place in range(3, len(values), 16):
    values[place] = 16 if values[place] > 0 else -16
make_array = Path(__file__).resolve().parents[2] / "Inputs" / "make_array.py"
subprocess.run([sys.executable, make_array, out, f"f4:{count},4:" + ",".join(map(str, values))], check=True)
