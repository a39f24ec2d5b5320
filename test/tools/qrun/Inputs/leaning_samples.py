"""leaning_samples.py OUT.npy COUNT: COUNT samples of four numbers. Three lie in [-1, 1]; the last is a thousand times as large."""
import random
import subprocess
import sys
from pathlib import Path

out, count = sys.argv[1:]
numbers = random.Random(5)
values = [scale * numbers.uniform(-1, 1) for _ in range(int(count)) for scale in (1, 1, 1, 1000)]
make_array = Path(__file__).resolve().parents[2] / "Inputs" / "make_array.py"
subprocess.run([sys.executable, make_array, out, f"f4:{count},4:" + ",".join(map(str, values))], check=True)
