"""Files of later issues, which get a clear line today, and what trials said without a folder."""

import json
import os
import pty
import re
import subprocess

import numpy as np
import trial
from cases import case


@case("gpu", "joined heads: any batch, or a clear refusal")
def joined_heads(t):
    done = t.run("qopt joined-heads.onnx -o m.mlirbc", code=(0, 3))
    if done.code == 0:
        done = t.run("qrun run m.mlirbc --device=host --input=x=joined-heads.npz:x --preprocessed --output=y.npy", code=(0, 3))
    if done.code == 0:
        t.near(t.load("y.npy"), t.load("joined-heads.npz", "y"), 1e-4, "the attention")
    else:
        t.check("mix the dimension that grows" in done.err, f"the refusal is another: {done.last_line()}")


@case("thesis/stated-int16", "stated INT16 stays behind a float layer, or is warned of", "thesis")
def stated_bits(t):
    t.run("qopt stated-int16.prototxt --weights=stated-int16.caffemodel -o m.mlir")
    t.run("qrun calibrate m.mlir --data=stated-int16.npz --preprocessed -o c.json")
    done = t.run("qopt m.mlir --insert-quant=calibration=c.json --fold-dequant -o q.mlir")
    wide = re.search(r"nn\.conv2d .*: \(tensor<[^>]*!quant\.uniform<i16", t.text("q.mlir"))
    t.check(wide or re.search("warning.*'c'", done.err), "the convolution reads 8 bits, and no warning names it")


def celsius(t, model):
    t.write("net.prototxt", 'layer { name: "data" type: "Input" top: "data" input_param { shape { dim: 1 dim: 1 } } }\n'
            'layer { name: "neuron" type: "InnerProduct" bottom: "data" top: "y" inner_product_param { num_output: 1 } }\n')
    return t.run(f"qopt net.prototxt --weights={model} -o m.mlir", code=(0, 1, 3))


@case("thesis/ranges", "ranges that a file saved are read, or a line says that they are not", "thesis")
def saved_ranges(t):
    done = celsius(t, "celsius_observed.caffemodel")
    t.check(done.code == 0, f"exit {done.code}: {done.last_line()}")
    t.check("nn.range" in t.text("m.mlir") or re.search("range|quantizer", done.err),
            "the ranges are dropped without a word")


@case("thesis/int8-blobs", "blobs packed as INT8 are read, or refused clearly", "thesis")
def int8_blobs(t):
    done = celsius(t, "celsius_int8.caffemodel")
    t.check(done.code == 0 or done.code == 3 and "not supported" in done.err, f"exit {done.code}: {done.last_line()}")


@case("thesis/alexnet-moe", "random data beside the inputs: a clear refusal", "")
def alexnet_moe(t):
    folder = os.path.join(t.repro, "..", "data", "caffe", "architectures", "mixed-precision-thesis",
                          "imagenet_caffenet_moe")
    if not os.path.isdir(folder):
        raise trial.Skipped("the shared networks are not there")
    name = os.path.join(os.path.realpath(folder), sorted(f for f in os.listdir(folder) if f.endswith(".prototxt"))[0])
    done = t.run(f"qopt {name} -o m.mlir", code=(0, 1, 3))
    t.check(done.code == 0 or "DummyData" in done.err or "ga_dummy" in done.err, done.last_line())


def product(t):
    """A network of one product."""
    onnx = t.onnx()
    h = onnx.helper
    value = h.make_tensor_value_info
    weights = onnx.numpy_helper.from_array(np.random.default_rng(3).standard_normal((8, 4)).astype(np.float32), "w")
    graph = h.make_graph([h.make_node("MatMul", ["x", "w"], ["h"], "h"), h.make_node("Relu", ["h"], ["y"], "y")], "g",
                         [value("x", 1, ["N", 8])], [value("y", 1, ["N", 4])], [weights])
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8), t.path("m.onnx"))
    np.savez(t.path("d.npz"), x=np.random.default_rng(4).standard_normal((20, 8)).astype(np.float32))


@case("said/warnings", "quantize gives each warning once", "")
def warnings_once(t):
    t.model("lenet.onnx")
    t.model("digits_calibration.npz")
    done = t.run("qrun quantize lenet.onnx --data=digits_calibration.npz -o q.mlirbc")
    count = done.err.count("bytes of 0 to 255")
    t.check(count == 1, f"that bytes go in as they are is said {count} times")


NEAR_NAME = """
#include "tools/libqopt/qopt.h"
#include <cstdio>
int main(int, char **argv) {
  auto network = qopt::Network::load(argv[1]);
  std::fputs(network->runPasses("fold-batchnorm").message().c_str(), stderr);
}
"""
MISALIGNED = """
#include "runtime/core/qrt_c.h"
#include <stdio.h>
#include <vector>
int main(int, char **argv) {
  qrt_device *device; qrt_artifact *artifact; qrt_model *model; qrt_binding *binding;
  if (qrt_open_device("host", &device) || qrt_open_artifact(argv[1], &artifact) ||
      qrt_load(device, artifact, 0, 0, &model))
    return 1;
  std::vector<char> in(qrt_port_bytes(model, QRT_INPUT, 0, 1) + 8), out(qrt_port_bytes(model, QRT_OUTPUT, 0, 1) + 8);
  const qrt_buffer input = {in.data() + 1, in.size() - 8}, output = {out.data(), out.size() - 8};
  fputs(qrt_status_message(qrt_bind(model, 1, &input, 1, &output, 1, &binding)), stderr);
}
"""


@case("said/run-passes", "a pipeline's wrong name gets a near one", "")
def near_name(t):
    t.model("lenet.onnx")
    t.write("near_name.cpp", NEAR_NAME)
    t.build("near_name.cpp")
    t.run("./program lenet.onnx", says="fold-batch-norm")


@case("said/build", "a host program that does not compile is a fault, not skipped", "")
def unbuildable(t):
    t.write("broken.cpp", '#include "tools/libqopt/qopt.h"\nint main() { return qopt::thereIsNoSuch(); }\n')
    try:
        t.build("broken.cpp")
    except trial.Unexpected as fault:
        t.check("thereIsNoSuch" in str(fault), f"the fault is another: {fault}")
    else:
        t.check(False, "broken.cpp compiles")


@case("said/misaligned", "the C interface refuses a buffer that is not aligned", "")
def misaligned_buffer(t):
    t.model("lenet.onnx")
    t.run("qrun compile lenet.onnx --device=host -o lenet.qart")
    t.write("misaligned.cpp", MISALIGNED)
    t.build("misaligned.cpp")
    t.run("./program lenet.qart", says="a multiple of 4 bytes")


@case("said/terminal", "a terminal gets no megabytes of hexadecimal", "")
def terminal(t):
    t.model("lenet.onnx")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(["qopt", "lenet.onnx"], cwd=t.scratch, env=t.environment, stdin=subprocess.DEVNULL,
                               stdout=theirs, stderr=subprocess.PIPE, start_new_session=True)
    os.close(theirs)
    size = 0
    while size < 1 << 20:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        size += len(part)
    process.kill()
    process.communicate()
    t.check(size < 200_000, f"more than {size // 1000} kB on a terminal")


@case("said/json", "commands that tell numbers tell them as JSON", "")
def json_output(t):
    missing = [command for command in ("run", "label", "calibrate", "merge", "quantize", "accuracy", "repair",
                                       "convert-calibration", "eval", "compare", "lint-data", "compile", "refit", "bench",
                                       "tune", "devices")
               if "--json" not in t.run(f"qrun {command} --help").out]
    t.check(not missing, f"no --json: {', '.join(missing)}")
    done = t.run("qrun devices --json", code=(0, 2))
    if done.code == 0:
        json.loads(done.out)


@case("said/shape", "qopt takes --shape of several inputs as qrun compile does", "")
def several_shapes(t):
    onnx = t.onnx()
    h = onnx.helper
    value = h.make_tensor_value_info
    graph = h.make_graph([h.make_node("Concat", ["a", "b"], ["y"], "y", axis=1)], "g",
                         [value("a", 1, ["N", "S"]), value("b", 1, ["N", "T"])], [value("y", 1, None)])
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8), t.path("m.onnx"))
    t.run("qrun compile m.onnx --shape=a:1x2,b:1x3 --device=host -o m.qart")
    t.run("qopt m.onnx --shape=a:1x2,b:1x3 -o m.mlirbc")


@case("said/home", "a HOME that cannot be written is not a missing device", "")
def unwritable_home(t):
    usual = t.run("qrun devices", code=None)
    if "opencl" not in usual.out.lower() or re.search("(?i)opencl.*no ", usual.out):
        raise trial.Skipped("no OpenCL device here")
    done = t.run("env -u XDG_CACHE_HOME -u POCL_CACHE_DIR -u QOPT_CACHE HOME=/proc/nobody qrun devices", code=None)
    t.check(done.out == usual.out or re.search("(?i)cache|HOME", done.out + done.err),
            "an OpenCL device is gone, and the cache's folder is not named")


@case("said/printed", "printed commands say numbers as they were given", "")
def printed_numbers(t):
    product(t)
    done = t.run("qrun quantize m.onnx --data=d.npz --mean=113.9 --std=66.7 -o q.mlirbc", code=None)
    t.check("113.9" in done.err + done.out, "no command is printed")
    t.check("113.90" not in done.err + done.out, "113.9 is printed with 17 digits")


@case("said/auto-memory", "auto takes a few times the weights more memory than min-max", "")
def auto_memory(t):
    onnx = t.onnx()
    h = onnx.helper
    random = np.random.default_rng(5)
    weights = [onnx.numpy_helper.from_array((random.standard_normal((192, 192, 3, 3)) / 42).astype(np.float32), f"w{i}")
               for i in range(12)]  # 16 MB
    nodes, x = [], "x"
    for i in range(12):
        nodes += [h.make_node("Conv", [x, f"w{i}"], [f"h{i}"], f"h{i}", pads=[1, 1, 1, 1]),
                  h.make_node("Relu", [f"h{i}"], [f"r{i}"], f"r{i}")]
        x = f"r{i}"
    graph = h.make_graph(nodes, "g", [h.make_tensor_value_info("x", 1, ["N", 192, 16, 16])],
                         [h.make_tensor_value_info(x, 1, ["N", 192, 16, 16])], weights)
    onnx.save(h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8), t.path("m.onnx"))
    np.savez(t.path("d.npz"), x=random.standard_normal((16, 192, 16, 16)).astype(np.float32))
    peaks = {name: t.run(f"qrun calibrate m.onnx --data=d.npz --preprocessed --calibrator={name} -o c.json",
                         timeout=300).peak for name in ("min-max", "auto")}
    t.check(peaks["auto"] < peaks["min-max"] + 6 * 16,
            f"auto takes {peaks['auto']:.0f} MiB, min-max {peaks['min-max']:.0f}, of 16 MB of weights")
