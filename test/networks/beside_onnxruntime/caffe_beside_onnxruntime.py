"""Caffe networks beside ONNX Runtime: caffe_beside_onnxruntime.py BIN DATA [NETWORK…]

BIN holds qopt and qrun, DATA is the folder of shared data. Each network is imported by qopt, and built for ONNX Runtime
by caffe_as_onnx.py, which shares no line with the importer. Both run on the same preprocessed tensors: the images that
the network is for, by Pillow and NumPy, or noise for detectors. Shown are the largest distance, relative to the largest
value of the sample's output, and for classifiers how often the arg-max is the same and the accuracy. Fails past 1e-4, or
where more than one arg-max of 500 differs. Exit status 77 where a module is absent.
"""

import sys
import subprocess
import tempfile
from pathlib import Path

try:
    import numpy as np
    import onnxruntime
    from PIL import Image
except ImportError:
    print("ONNX Runtime, onnx, NumPy or Pillow is absent; nothing compared")
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).parent))
import caffe_as_onnx  # noqa: E402

DISTANCE = 1e-4


def imagenet(data):
    """500 images: the shorter side to 256, 227×227 from the centre, BGR, minus the mean."""
    folder = data / "images" / "imagenet"
    lines = [line.split() for line in (folder / "labels.txt").read_text().splitlines()]
    samples = np.empty((len(lines), 3, 227, 227), np.float32)
    mean = np.array([104, 117, 123], np.float32).reshape(3, 1, 1)
    for sample, (name, _) in zip(samples, lines):
        image = Image.open(folder / name).convert("RGB")
        scale = 256 / min(image.size)
        image = image.resize([round(side * scale) for side in image.size], Image.BILINEAR)
        left, top = ((side - 227) // 2 for side in image.size)
        pixels = np.asarray(image.crop((left, top, left + 227, top + 227)), np.float32)
        sample[:] = pixels.transpose(2, 0, 1)[::-1] - mean
    return samples, np.array([int(label) for _, label in lines])


def mnist(data):
    with np.load(data / "arrays" / "mnist_dev.npz") as arrays:
        return arrays["images"].astype(np.float32) / 256, arrays["labels"]


def cifar(data):
    with np.load(data / "arrays" / "cifar10_dev.npz") as arrays:
        mean = np.array([125.3, 122.95, 113.87], np.float32).reshape(3, 1, 1)
        return arrays["images"].astype(np.float32) - mean, arrays["labels"]


def noise(*shape):
    def make(data):
        return np.random.default_rng(1).uniform(-1, 1, shape).astype(np.float32), None
    return make


NETWORKS = {
    "squeezenet": ("squeezenet_v1.0/SqueezeNet_deploy", "squeezenet_v1.0/squeezenet_v1.0", imagenet),
    "lenet": ("lenet_mnist/lenet", "lenet_mnist/lenet_iter_10000", mnist),
    "resnet20": ("resnet20_cifar10/res20_cifar_train_test", "resnet20_cifar10/cifar10_res20_iter_64000", cifar),
    "mtcnn_det1": ("mtcnn/det1", "mtcnn/det1", noise(64, 3, 12, 12)),
    "ultraface": ("ultraface_slim/slim-320", "ultraface_slim/slim-320", noise(1, 3, 240, 320)),
}


def run_ours(qrun, net, weights, x, folder):
    np.save(folder / "x.npy", x)
    done = subprocess.run([qrun, "run", net, f"--weights={weights}", f"--input={folder}/x.npy", "--preprocessed",
                           f"--output={folder}/y.npz"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{net}: {done.stderr}")
    with np.load(folder / "y.npz") as arrays:
        return [arrays[name] for name in arrays.files]


def compare(name, qrun, data, folder):
    text, blobs, make = NETWORKS[name]
    net, weights = data / "caffe" / f"{text}.prototxt", data / "caffe" / f"{blobs}.caffemodel"
    x, labels = make(data)
    model = caffe_as_onnx.build(net, weights)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    theirs = {}
    for i in range(0, len(x), 50):
        outputs = session.run(None, {session.get_inputs()[0].name: x[i:i + 50]})
        for k, output in enumerate(outputs):
            theirs.setdefault(k, []).append(output)
    theirs = [np.concatenate(parts) for parts in theirs.values()]
    ours = run_ours(qrun, net, weights, x, folder)
    worst = 0.0
    for mine, other in zip(ours, theirs, strict=True):
        rows = mine.reshape(len(mine), -1), other.reshape(len(other), -1)
        worst = max(worst, float((np.abs(rows[0] - rows[1]).max(1) / np.abs(rows[1]).max(1)).max()))
    failed = worst > DISTANCE
    line = f"{name:12} {len(x):6} samples  distance {worst:.1e}"
    if labels is not None:
        mine, other = (values[0].reshape(len(x), -1).argmax(1) for values in (ours, theirs))
        differ = int((mine != other).sum())
        failed |= differ * 500 > len(x)
        line += f"  arg-max differs {differ}  top-1 {100 * (mine == labels).mean():.2f} %, theirs {100 * (other == labels).mean():.2f} %"
    print(line + ("  FAILED" if failed else ""))
    return failed


def main():
    if len(sys.argv) < 3 or any(name not in NETWORKS for name in sys.argv[3:]):
        sys.exit(__doc__ + "\nNetworks: " + ", ".join(NETWORKS))
    qrun, data = Path(sys.argv[1]) / "qrun", Path(sys.argv[2])
    if not data.is_dir():
        print(f"skipped: {data} is absent")
        sys.exit(77)
    failed = False
    for name in sys.argv[3:] or NETWORKS:
        with tempfile.TemporaryDirectory() as folder:
            failed |= compare(name, qrun, data, Path(folder))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
