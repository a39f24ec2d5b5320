#!/usr/bin/env python3
"""Frozen graphs, Keras networks and SavedModels beside TensorFlow: files.py BIN_DIR DATA_DIR

The files of DATA_DIR/graphdef, those of speech cut at their fingerprint; a MobileNet v1 and a small text network of
Keras with seeded weights, frozen and as SavedModel. qrun's evaluator and its host must agree with TensorFlow within
1e-5 of the largest value (at least 1). Exit status 1 where one differs, 77 (skipped) where TensorFlow or the data is
absent.
"""
import os
import subprocess
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
try:
    import numpy as np
    import tensorflow as tf
except ImportError:
    print("skipped: TensorFlow is not installed")
    sys.exit(77)

NEAR = 1e-5
# Each file's input (a value of the graph), its shape there, its output, and what qopt is told of it.
CUT = ["--inputs=Reshape", "--outputs=labels_softmax"]
FILES = {"mnist/fc_layers": ("X", (3, 784), "output", []), "mnist/softmax": ("input", (3, 784), "softmax", []),
         "keyword_spotting/DNN_S": ("Reshape", (1, 250), "labels_softmax", CUT),
         "keyword_spotting/CNN_S": ("Reshape", (1, 490), "labels_softmax", CUT),
         "keyword_spotting/DS_CNN_S": ("Reshape", (1, 490), "labels_softmax", CUT)}


def graph_of(path):
    definition = tf.compat.v1.GraphDef()
    with open(path, "rb") as file:
        definition.ParseFromString(file.read())
    graph = tf.Graph()
    with graph.as_default():
        tf.import_graph_def(definition, name="")
    return graph


def ours(binaries, path, name, value, device, options):
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", value)
        if options:
            subprocess.run([f"{binaries}/qopt", path, *options, "-o", f"{folder}/cut.mlirbc"], check=True)
            path = f"{folder}/cut.mlirbc"
        run = subprocess.run([f"{binaries}/qrun", "run", path, f"--input={name}={folder}/x.npy",
                              f"--output={folder}/y.npy", f"--device={device}"],
                             capture_output=True, text=True, check=False)
        if run.returncode:
            print(run.stderr.strip())
            return None
        return np.load(f"{folder}/y.npy")


def agrees(what, theirs, mine):
    if mine is None or mine.shape != theirs.shape:
        print(f"{what}: no answer of shape {theirs.shape}")
        return False
    worst = float(np.abs(mine.astype(np.float64) - theirs).max())
    print(f"{what}: {worst:.1e} from TensorFlow's, largest value {np.abs(theirs).max():.3g}")
    return worst <= NEAR * max(1.0, float(np.abs(theirs).max()))


def frozen_file(binaries, data, name):
    entry, shape, output, options = FILES[name]
    path = f"{data}/graphdef/{name}.pb"
    value = np.random.default_rng(3).uniform(0, 1, shape).astype(np.float32)
    if entry == "Reshape":
        value = (value * 20 - 10).astype(np.float32)
    with tf.compat.v1.Session(graph=graph_of(path)) as session:
        theirs = session.run(f"{output}:0", {f"{entry}:0": value})
    return all([agrees(f"{name} ({device})", theirs, ours(binaries, path, entry, value, device, options))
                for device in ("reference", "host")])


def mobilenet():
    """Seeded weights; each norm has the statistics of what it reads on drawn pictures."""
    tf.keras.utils.set_random_seed(5)
    model = tf.keras.applications.MobileNet((96, 96, 3), alpha=0.25, weights=None, classes=10)
    x = np.random.default_rng(1).uniform(-1, 1, (8, 96, 96, 3)).astype(np.float32)
    for layer in model.layers:
        if isinstance(layer, tf.keras.layers.BatchNormalization):
            values = tf.keras.Model(model.inputs, layer.input)(x, training=False).numpy()
            gamma, beta, _, _ = layer.get_weights()
            layer.set_weights([gamma, beta, values.mean((0, 1, 2)), values.var((0, 1, 2))])
    return model, x[:2]


def text():
    """Words' embeddings, a convolution along them, a mean, two products."""
    tf.keras.utils.set_random_seed(6)
    model = tf.keras.Sequential([tf.keras.Input((12,), dtype=tf.int32), tf.keras.layers.Embedding(50, 16),
                                 tf.keras.layers.Conv1D(24, 3, activation="relu"), tf.keras.layers.GlobalAveragePooling1D(),
                                 tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(4, activation="softmax")])
    return model, np.random.default_rng(2).integers(0, 50, (2, 12)).astype(np.int32)


def keras(binaries, name, make, folder):
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2
    model, x = make()
    theirs = model(x, training=False).numpy()
    call = tf.function(lambda value: model(value, training=False)).get_concrete_function(
        tf.TensorSpec((None, *x.shape[1:]), x.dtype, "x"))
    graph = convert_variables_to_constants_v2(call).graph.as_graph_def()
    with open(f"{folder}/{name}.pb", "wb") as file:
        file.write(graph.SerializeToString())
    model.export(f"{folder}/{name}", verbose=False)
    fine = agrees(f"{name} frozen", theirs, ours(binaries, f"{folder}/{name}.pb", "x", x, "host", []))
    entry = tf.saved_model.load(f"{folder}/{name}").signatures["serving_default"]
    input_name = next(iter(entry.structured_input_signature[1]))
    return agrees(f"{name} SavedModel", theirs, ours(
        binaries, f"{folder}/{name}/saved_model.pb", f"serving_default_{input_name}", x, "host", [])) and fine


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binaries, data = map(os.path.abspath, sys.argv[1:])
    if not os.path.isdir(f"{data}/graphdef"):
        print(f"skipped: no {data}/graphdef")
        return 77
    fine = [frozen_file(binaries, data, name) for name in FILES]
    with tempfile.TemporaryDirectory() as folder:
        fine += [keras(binaries, name, make, folder) for name, make in (("mobilenet", mobilenet), ("text", text))]
    return int(not all(fine))


if __name__ == "__main__":
    sys.exit(main())
