"""INT8 files of one Keras network: by TFLite's converter, and by qopt of the same calibration samples; both in the interpreter.

  beside_converter.py --qopt=PATH --qrun=PATH --arrays=FOLDER [--epochs=12] [--calibration=200] [--held=2000] [--networks=cnn,separable,residual] [--work=FOLDER]

Each network is trained here, seeded, on FOLDER's cifar10_train_lossless.npz and cifar10_calibration.npz. The converter makes a float file of it and, of the first
--calibration samples of cifar10_calibration.npz, an INT8 one. qopt reads the float file, measures the same samples, quantizes
under profile tflite and writes a file. All three run in TensorFlow's interpreter by reference kernels over the first --held samples of
cifar10_dev.npz: a flip is a sample whose largest output is another one than the float file's. Ours must have no more flips.
Exit status 1 where it has more, 77 without TensorFlow.
"""

import argparse
import os
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
try:
    import numpy as np
    import tensorflow as tf
except ImportError as error:
    print(f"skipped: {error}; PyPI's package is tensorflow-cpu")
    sys.exit(77)

layers = tf.keras.layers


def normed(x, convolution):
    return layers.ReLU(max_value=6)(layers.BatchNormalization()(convolution(x)))


def cnn(x):
    for filters in (16, 32, 64):
        x = normed(x, layers.Conv2D(filters, 3, padding="same", use_bias=False))
        x = layers.MaxPooling2D()(x)
    return layers.Dense(10, activation="softmax")(layers.Dense(64, activation="relu")(layers.Flatten()(x)))


def separable(x):
    x = normed(x, layers.Conv2D(16, 3, strides=2, padding="same", use_bias=False))
    for filters in (32, 64, 96):
        x = normed(x, layers.DepthwiseConv2D(3, padding="same", use_bias=False))
        x = normed(x, layers.Conv2D(filters, 1, use_bias=False))
        x = layers.AveragePooling2D(2)(x) if filters < 96 else x
    return layers.Dense(10, activation="softmax")(layers.GlobalAveragePooling2D()(x))


def residual(x):
    x = normed(x, layers.Conv2D(16, 3, padding="same", use_bias=False))
    for filters, strides in ((16, 1), (32, 2), (64, 2)):
        inner = normed(x, layers.Conv2D(filters, 3, strides=strides, padding="same", use_bias=False))
        inner = layers.BatchNormalization()(layers.Conv2D(filters, 3, padding="same", use_bias=False)(inner))
        short = x if strides == 1 else layers.Conv2D(filters, 1, strides=strides)(x)
        x = layers.ReLU()(layers.Add()([inner, short]))
    return layers.Dense(10, activation="softmax")(layers.GlobalAveragePooling2D()(x))


NETWORKS = {"cnn": cnn, "separable": separable, "residual": residual}


def samples(folder, name, count):
    with np.load(f"{folder}/{name}.npz") as arrays:
        images = arrays["images"][:count].transpose(0, 2, 3, 1).astype(np.float32) / 127.5 - 1
        return images, arrays["labels"][:count].astype(np.int64)


def trained(make, images, labels, epochs):
    tf.keras.utils.set_random_seed(7)
    entry = tf.keras.Input((32, 32, 3), name="image")
    model = tf.keras.Model(entry, make(entry))
    model.compile(tf.keras.optimizers.Adam(2e-3), "sparse_categorical_crossentropy")
    model.fit(images, labels, batch_size=64, epochs=epochs, verbose=0)
    return model


def converted(model, calibration=None):
    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    if calibration is not None:
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: ([image[None]] for image in calibration)
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = converter.inference_output_type = tf.int8
    return converter.convert()


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-400:]}")


def written(options, folder, file, calibration):
    """Our INT8 file, of the converter's float one."""
    with open(f"{folder}/float.tflite", "wb") as out:
        out.write(file)
    np.savez(f"{folder}/calibration.npz", images=calibration)
    run(options.qopt, f"{folder}/float.tflite", "--fold-constants", "-o", f"{folder}/float.mlirbc")
    run(options.qrun, "calibrate", f"{folder}/float.mlirbc", f"--data={folder}/calibration.npz", "--preprocessed", "-o", f"{folder}/table.json")
    run(options.qopt, f"{folder}/float.mlirbc", f"--insert-quant=calibration={folder}/table.json profile=tflite io=quantized", "--fold-dequant",
        "--fixed-point=rules=tflite", "-o", f"{folder}/int8.mlirbc")
    run(options.qopt, f"{folder}/int8.mlirbc", "--emit=tflite", "-o", f"{folder}/ours.tflite")
    with open(f"{folder}/ours.tflite", "rb") as stream:
        return stream.read()


def answers(file, images):
    """The place of the largest output of each image."""
    kind = tf.lite.experimental.OpResolverType.BUILTIN_REF
    machine = tf.lite.Interpreter(model_content=file, experimental_op_resolver_type=kind)
    machine.allocate_tensors()
    port, output = machine.get_input_details()[0], machine.get_output_details()[0]["index"]
    scale, zero = port["quantization"]
    if port["dtype"] != np.float32:
        limits = np.iinfo(port["dtype"])
        images = np.clip(np.rint(images / scale) + zero, limits.min, limits.max).astype(port["dtype"])
    places = []
    for image in images:
        machine.set_tensor(port["index"], image[None])
        machine.invoke()
        places.append(int(machine.get_tensor(output).argmax()))
    return np.array(places)


def check(options, name, folder):
    """(flips of the converter's file, of ours)"""
    parts = [samples(options.arrays, name, None) for name in ("cifar10_train_lossless", "cifar10_calibration")]
    images, labels = (np.concatenate(part) for part in zip(*parts))
    calibration = parts[1][0][:options.calibration]
    held, truth = samples(options.arrays, "cifar10_dev", options.held)
    model = trained(NETWORKS[name], images, labels, options.epochs)
    real = converted(model)
    expected = answers(real, held)
    flips = []
    for who, file in (("the converter's", converted(model, calibration)), ("ours", written(options, folder, real, calibration))):
        places = answers(file, held)
        flips.append(int((places != expected).sum()))
        print(f"{name}: {who}: {flips[-1]} flips of {len(held)}, {(places == truth).mean():.2%} right, {len(file)} bytes", flush=True)
    print(f"{name}: float {(expected == truth).mean():.2%} right", flush=True)
    return flips


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("qopt", "qrun", "arrays"):
        parser.add_argument(f"--{name}", required=True)
    for name, count in (("epochs", 12), ("calibration", 200), ("held", 2000)):
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--networks", default=",".join(NETWORKS))
    parser.add_argument("--work")
    options = parser.parse_args()
    worse = []
    for name in options.networks.split(","):
        with tempfile.TemporaryDirectory(dir=options.work) as folder:
            theirs, ours = check(options, name, folder)
        worse += [name] if ours > theirs else []
    print("no more flips than the converter's" if not worse else f"more flips than the converter's: {', '.join(worse)}")
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())
