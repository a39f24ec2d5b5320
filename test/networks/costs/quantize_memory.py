"""Peak memory of `qrun quantize`, as it is by default, on EfficientNet-Lite0 and photographs: it has a bar.

quantize_memory.py BIN DATA [--most=MIB] [--samples=N]

32 of 40 photographs calibrate, the others judge. Prints the seconds by the clock and of processors, and the most that
the process held. Exit status 1 where that is more than --most MiB, 77 where DATA, NumPy or Pillow is absent.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import PIL  # noqa: F401
except ImportError:
    print("skipped: NumPy or Pillow is absent")
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).parents[1]))
import zoo_gates  # noqa: E402

# A child's peak begins with that of who started it: somebody small does.
STARTER = """
import resource, subprocess, sys, time
begin = time.monotonic()
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.monotonic() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
sys.exit(done.returncode and done.stdout)
"""


def measured(*command):
    """Seconds by the clock and of processors, and the peak in MiB."""
    words = [sys.executable, "-S", "-c", STARTER, *map(str, command)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return [float(number) for number in done.stdout.split()]


def write_samples(data, count):
    folder = f"{data}/images/imagenet"
    with open(f"{folder}/labels.txt", encoding="utf-8") as file:
        names = [line.split()[0] for line in file]
    images = [zoo_gates.cropped(f"{folder}/{name}", 224, resample=3) for name in names[::len(names) // count][:count]]
    np.savez("calibration.npz", images=np.stack(images[:count * 4 // 5]))
    np.savez("dev.npz", images=np.stack(images[count * 4 // 5:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=os.path.abspath)
    parser.add_argument("data", type=os.path.abspath)
    parser.add_argument("--most", type=float, default=500)
    parser.add_argument("--samples", type=int, default=40)
    options = parser.parse_args()
    if not os.path.exists(options.data):
        print(f"skipped: {options.data} is absent")
        return 77
    model, mean, std = zoo_gates.model_of("efficientnet_lite0", options.data)
    with tempfile.TemporaryDirectory() as folder, zoo_gates.inside(folder):
        write_samples(options.data, options.samples)
        seconds, busy, peak = measured(
            f"{options.bin}/qrun", "quantize", model, f"--mean={zoo_gates.joined(mean)}", f"--std={zoo_gates.joined(std)}",
            "--data=calibration.npz", "--test=dev.npz", "-o", "integers.mlirbc")
    print(f"{seconds:.1f} s, processors {busy:.1f} s, peak {peak:.0f} MiB")
    if peak > options.most:
        print(f"the process held {peak:.0f} MiB, and {options.most:.0f} is the most")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
