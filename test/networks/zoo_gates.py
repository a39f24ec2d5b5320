#!/usr/bin/env python3
"""INT8 accuracy of the shared networks: calibrated, quantized per profile, gated, beside float.

zoo_gates.py BIN_DIR DATA_DIR NETWORK…   exits 77 (skipped) where DATA_DIR is absent.
Min-max on the calibration samples; the predictions that flip against float on the dev samples and the points
of accuracy lost are gated, each drop printed with its paired 95 % interval. Flips allowed are those of a
simulated ONNX Runtime. ImageNet's 500 JPEGs need Pillow; every fifth calibrates, the others are judged.
"""
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile

# network → (samples, gates by profile)
NETWORKS = {
    "lenet": ("mnist", {"qopt": ["--max-flips=10"], "trt": ["--max-flips=12"]}),
    "mlp": ("mnist", {"qopt": ["--max-flips=10"], "trt": ["--max-flips=12"]}),
    "moe": ("mnist", {"qopt": ["--max-flips=10"], "trt": ["--max-flips=12"]}),
    "resnet20": ("cifar10", {"qopt": ["--max-flips=24"], "trt": ["--max-flips=36"]}),
    "mobilenetv2": ("cifar10", {"qopt": ["--max-flips=14"], "trt": ["--max-flips=36"]}),
    "vit": ("cifar10", {"qopt": ["--max-drop=0.5"], "trt": ["--max-drop=0.5"]}),
    "alexlite": ("cifar10", {"qopt": ["--max-drop=0.5"], "trt": ["--max-drop=0.5"]}),
    "efficientnet_lite0": ("imagenet", {"qopt": ["--max-drop=0.5"], "trt": []}),
    "squeezenet": ("imagenet_bgr", {"qopt": ["--max-drop=1"], "trt": []}),
    "caffe_resnet20": ("cifar10", {"qopt": ["--max-drop=0.5"], "trt": ["--max-drop=0.5"]}),
}
# network → prototxt, caffemodel, mean; further options of the import
CAFFE = {
    "squeezenet": ("squeezenet_v1.0/SqueezeNet_deploy", "squeezenet_v1.0/squeezenet_v1.0", [104, 117, 123], []),
    "caffe_resnet20": ("resnet20_cifar10/res20_cifar_train_test", "resnet20_cifar10/cifar10_res20_iter_64000",
                       [125.3, 122.95, 113.87], ["--shape=Data1:?x3x32x32"]),
}


def run(*command):
    command = [os.fspath(word) for word in command]
    print("+", " ".join(os.path.basename(c) if c.startswith("/") else c for c in command),
          flush=True)
    subprocess.run(command, check=True)


def joined(values):
    return ",".join(repr(float(v)) for v in values)


def cropped(path, size, resample):
    """As networks are trained: the shorter side 256, the middle."""
    import numpy as np
    from PIL import Image
    image = Image.open(path).convert("RGB")
    scale = 256 / min(image.size)
    image = image.resize([round(side * scale) for side in image.size], resample)
    left, top = ((side - size) // 2 for side in image.size)
    return np.asarray(image.crop((left, top, left + size, top + size))).transpose(2, 0, 1)


def pack_imagenet(folder, crop):
    import numpy as np
    with open(f"{folder}/labels.txt") as file:
        rows = [line.split() for line in file]
    images = np.stack([crop(f"{folder}/{name}") for name, _ in rows])
    labels = np.array([int(label) for _, label in rows])
    calibrates = np.arange(len(rows)) % 5 == 0
    np.savez("calibration.npz", images=images[calibrates], labels=labels[calibrates])
    np.savez("dev.npz", images=images[~calibrates], labels=labels[~calibrates])
    return "calibration.npz", "dev.npz"


def samples_of(name, data):
    folder = f"{data}/images/imagenet"
    if name == "imagenet":
        return pack_imagenet(folder, lambda path: cropped(path, 224, resample=3))  # bicubic
    if name == "imagenet_bgr":
        return pack_imagenet(folder, lambda path: cropped(path, 227, resample=2)[::-1])  # bilinear
    return f"{data}/arrays/{name}_calibration.npz", f"{data}/arrays/{name}_dev.npz"


def model_of(network, data):
    """The file (import_options tells the rest), and the mean and deviation that it was trained with."""
    if network in CAFFE:
        text, _, mean, _ = CAFFE[network]
        return f"{data}/caffe/{text}.prototxt", mean, [1] * 3
    if network == "efficientnet_lite0":
        return f"{data}/onnx/{network}/{network}.onnx", [127] * 3, [128] * 3
    with open(f"{data}/onnx/zoo/{network}.json") as file:
        description = json.load(file)
    return f"{data}/onnx/zoo/{network}.onnx", description["mean"], description["std"]


def import_options(network, data):
    """Returns what the file needs beside itself."""
    if network not in CAFFE:
        return []
    _, weights, _, options = CAFFE[network]
    return [f"--weights={data}/caffe/{weights}.caffemodel", *options]


def as_onnx(network, data):
    """The network for executors of ONNX; a Caffe network's in the current folder."""
    model, *_ = model_of(network, data)
    if network in CAFFE:
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "beside_onnxruntime"))
        import caffe_as_onnx
        import onnx
        onnx.save(caffe_as_onnx.build(model, f"{data}/caffe/{CAFFE[network][1]}.caffemodel"), "caffe.onnx")
        return "caffe.onnx"
    return model


@contextlib.contextmanager
def inside(folder):
    """The current folder, for a while."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def fold(network, qopt, data, path, *passes):
    """The network as it is calibrated."""
    model, mean, std = model_of(network, data)
    run(qopt, model, *import_options(network, data), f"--mean={joined(mean)}", f"--std={joined(std)}", "--fold-constants",
        "--fold-batch-norm", *passes, "-o", path)


def lost(qrun, module, against, dev):
    """Flips, points of accuracy lost, the ends of their paired 95 % interval."""
    told = subprocess.run([qrun, "eval", module, f"--against={against}", f"--data={dev}"], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    flips = re.search(r"flips: (\d+) of", told)[1]
    drop = re.search(r"drop: (\S+) points, 95 % interval \[(\S+), (\S+)\]", told)
    return int(flips), *map(float, drop.groups())


def gate(network, bin_dir, data):
    """0: a limit that is passed ends all."""
    qopt, qrun = f"{bin_dir}/qopt", f"{bin_dir}/qrun"
    samples, gates = NETWORKS[network]
    calibration, dev = samples_of(samples, data)
    fold(network, qopt, data, "folded.mlirbc")
    run(qrun, "calibrate", "folded.mlirbc", f"--data={calibration}", "--device=host", "-o", "cal.json")
    for profile, limits in gates.items():
        run(qopt, "folded.mlirbc", f"--insert-quant=calibration=cal.json profile={profile}",
            "--fold-dequant", "-o", f"{profile}.mlirbc")
        run(qrun, "eval", f"{profile}.mlirbc", "--against=folded.mlirbc", f"--data={dev}", *limits)
    return 0


def skip_without(data):
    """Exits 77 where there is no data."""
    if not os.path.isdir(data):
        print(f"skipped: {data} is absent")
        sys.exit(77)


def failures_or_skip(data, networks, check):
    """check(network) of each, in an empty folder; exits 77 where there is no data."""
    skip_without(data)
    failures = 0
    for network in networks:
        with tempfile.TemporaryDirectory() as work, inside(work):
            failures += check(network)
    return failures


def main(check):
    """Checks the networks of the words BIN_DIR DATA_DIR NETWORK…; check(network, bin_dir, data) counts what is wrong."""
    bin_dir, data = map(os.path.abspath, sys.argv[1:3])
    sys.exit(bool(failures_or_skip(data, sys.argv[3:], lambda network: check(network, bin_dir, data))))


if __name__ == "__main__":
    main(gate)
