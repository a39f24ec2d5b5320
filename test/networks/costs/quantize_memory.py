"""Peak memory of `qrun quantize`, as it is by default, on EfficientNet-Lite0 and drawn pictures: it has a bar.

quantize_memory.py BIN DATA [--most=MIB] [--samples=N] [--model=FILE --shape=3x48x320]

Pictures are noise of many scales: what is held depends on their size and number alone. Four of five calibrate, the others
judge. Another network of one input of that shape may be named. Prints the seconds by the clock and of processors, and the
most that the process held. Exit status 1 where that is more than --most MiB, 77 where the model or NumPy is absent.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is absent")
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


def drawn(shape, count):
    """[count, *shape] of u8."""
    random = np.random.default_rng(3)
    channels, height, width = shape
    pictures = np.zeros((count, *shape))
    for side in (1, 4, 16, 64):
        grid = random.normal(size=(count, channels, -(-height // side), -(-width // side)))
        pictures += grid.repeat(side, 2).repeat(side, 3)[:, :, :height, :width]
    return np.clip(128 + 40 * pictures, 0, 255).astype(np.uint8)


def write_samples(shape, count):
    images = drawn(shape, count)
    np.savez("calibration.npz", images=images[:count * 4 // 5])
    np.savez("dev.npz", images=images[count * 4 // 5:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=os.path.abspath)
    parser.add_argument("data", type=os.path.abspath)
    parser.add_argument("--most", type=float, default=500)
    parser.add_argument("--samples", type=int, default=40)
    parser.add_argument("--model", type=os.path.abspath)
    parser.add_argument("--shape", default="3x224x224")
    options = parser.parse_args()
    model, mean, std = zoo_gates.model_of("efficientnet_lite0", options.data)
    model = options.model or model
    if not os.path.exists(model):
        print(f"skipped: {model} is absent")
        return 77
    with tempfile.TemporaryDirectory() as folder, zoo_gates.inside(folder):
        write_samples([int(size) for size in options.shape.split("x")], options.samples)
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
