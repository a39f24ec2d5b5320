"""Shared by the GPU scripts: calls of qopt and qrun, and points that are measured one by one and kept in a file."""

import json
import os
import subprocess
import tempfile
import threading
import time

import results

MODELS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "models")
MORE, SKIPPED = 3, 77  # exit codes: there is more to do; no such device


class OutOfTime(Exception):
    pass


def left_until(deadline):
    """Seconds until a time of the monotonic clock; OutOfTime where there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise OutOfTime
    return left


def run(command, seconds, environment=None):
    """(output, error)"""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=seconds,
                              check=False, env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired as expired:
        raise OutOfTime from expired
    lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
    return done.stdout, "" if done.returncode == 0 else lines[-1]


def run_to_answer(command, seconds, environment=None):
    """(seconds until it writes something, error); waits for its end, which is that of its device's driver, too."""
    with tempfile.TemporaryFile("w+") as errors:
        begun = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors,
                              env={**os.environ, **(environment or {})}) as process:
            expired = threading.Event()
            alarm = threading.Timer(seconds, lambda: (expired.set(), process.kill()))
            alarm.daemon = True
            alarm.start()
            answered = process.stdout.read(1) and time.monotonic() - begun
            process.stdout.read()
            code = process.wait()
            alarm.cancel()
        if expired.is_set():
            raise OutOfTime
        errors.seek(0)
        lines = errors.read().strip().splitlines() or [f"exit code {code}"]
    return answered, "" if code == 0 and answered else lines[-1]


def bench(binaries, model, arguments, seconds, environment=None, runs=run):
    """(what `qrun bench` exports of one model, device and batch, with what `runs` gave, run or run_to_answer, as "said";
    error)"""
    with tempfile.TemporaryDirectory() as folder:
        times = os.path.join(folder, "times.json")
        command = [os.path.join(binaries, "qrun"), "bench", model, *arguments, f"--export-times={times}"]
        said, error = runs(command, seconds, environment)
        if error:
            return None, error
        with open(times, encoding="utf-8") as file:
            return {**json.load(file)["results"][0], "said": said}, ""


def quantize_command(binaries, network, path):
    """Makes the INT8 module of a network of the repository's, by the calibration that lies beside it."""
    return [os.path.join(binaries, "qopt"), os.path.join(MODELS, f"{network}.onnx"), "--fold-batch-norm",
            f"--insert-quant=calibration={MODELS}/goldens/{network}.calibration.json profile=qopt", "--fold-dequant",
            "-o", str(path)]


def caches_in(folder):
    """Variables by which nothing that is compiled is found or kept elsewhere: ours, PoCL's, NVIDIA's."""
    return {"QOPT_CACHE": os.path.join(folder, "kernels.sqlite"), "POCL_CACHE_DIR": os.path.join(folder, "pocl"),
            "XDG_CACHE_HOME": os.path.join(folder, "xdg"), "CUDA_CACHE_PATH": os.path.join(folder, "cuda")}


def devices(binaries):
    """Lines of `qrun devices`, by what --device takes."""
    output, _ = run([os.path.join(binaries, "qrun"), "devices"], 120)
    return {line.split()[0]: line for line in output.splitlines()[1:] if line.strip()}


def has_device(binaries, device):
    name, colon, number = device.partition(":")
    found = devices(binaries)
    return (name if name == "host" else f"{name}:{number if colon else 0}") in found


def add_arguments(parser, seconds):
    parser.add_argument("bin")
    parser.add_argument("models")
    parser.add_argument("results")
    parser.add_argument("--device", type=lambda text: text.split(","), default=["cuda", "opencl"],
                        help="cuda, opencl or host; several, separated by commas")
    parser.add_argument("--seconds", type=float, default=seconds)
    parser.add_argument("--fresh", action="store_true", help="begin the file of results anew")


def present(options):
    """The devices of --device that there are; the others are named."""
    found = [device for device in options.device if has_device(options.bin, device)]
    for device in options.device:
        if device not in found:
            print(f"left out: no device {device}")
    return found


def measure_all(table, points, measure, options):
    """measure(point, seconds left) → a row's values, for each point (a tuple) that the file does not have. Whether
    all are there."""
    begun = time.monotonic()
    if options.fresh and os.path.exists(options.results):
        os.remove(options.results)
    results.mend(options.results)
    rows = results.read_table(table, options.results)
    for point in points:
        if point in rows:
            continue
        try:
            found = measure(point, left_until(begun + options.seconds))
        except OutOfTime:
            print("there is more: run it again")
            return False
        results.append(options.results, {"table": table, "point": point, **found})
        print(*point, found.get("error") or found.get("says") or "measured", flush=True)
    return True


def failed(table, points, options):
    rows = results.read_table(table, options.results)
    return any("error" in rows[point] for point in points)
