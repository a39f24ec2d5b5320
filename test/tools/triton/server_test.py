#!/usr/bin/env python3
"""This asks the backend in Triton Inference Server itself by HTTP, and compares answers with `qrun run`, bit by bit.

Usage: server_test.py --server=TRITONSERVER --qrun=QRUN --backend=LIBRARY --libqrt=LIBRARY --models=DIR
Exits with 77 where there is no such server: the wheel nvidia-pytriton has one, in pytriton/tritonserver/bin.
"""

import argparse
import array
import http.client
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

OPTIONS = None

PICKS = """
func.func @main(%index: tensor<?x1xi64, #nn.dims<N>> {nn.name = "index"}, %x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<?x1xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<N>>) {
  %picked = nn.gather_elements %x, %index {axis = 1 : i64, nn.name = "picked"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?x1xi64, #nn.dims<N>>) -> tensor<?x1xf32, #nn.dims<N>>
  %row = nn.reduce_sum %x {axes = array<i64: 1>, nn.name = "row"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  return %picked, %row : tensor<?x1xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<N>>
}
"""


def floats(count, seed):
    choose = random.Random(seed)
    return array.array("f", (choose.uniform(-2, 2) for _ in range(count))).tobytes()


class Server:
    """It is a process of Triton's with a repository of models, which are loaded when they are asked for."""

    def __init__(self, folder):
        self.repository, backends = folder / "models", folder / "backends"
        self.repository.mkdir()
        own = backends / "qopt"
        own.mkdir(parents=True)
        shutil.copy(OPTIONS.backend, own)
        library = Path(OPTIONS.libqrt)
        soname = re.search(r"SONAME.*\[(.+)\]", subprocess.run(["readelf", "-dW", library], check=True, text=True,
                                                               capture_output=True).stdout)[1]
        shutil.copy(library, own / soname)
        linked = subprocess.run(["ldd", OPTIONS.server], check=True, text=True, capture_output=True).stdout
        found = re.search(r"libtritonserver\S*\.so => (\S+)", linked)
        if found and not found[1].endswith("/libtritonserver.so"):  # a wheel calls it otherwise
            (own / "libtritonserver.so").symlink_to(found[1])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = open(folder / "log", "w+")
        self.process = subprocess.Popen(
            [OPTIONS.server, f"--model-repository={self.repository}", f"--backend-directory={backends}",
             f"--http-port={self.port}", "--allow-grpc=false", "--allow-metrics=false",
             "--model-control-mode=explicit"], stdout=self.log, stderr=subprocess.STDOUT,
            env={**os.environ, "MALLOC_ARENA_MAX": "1"})  # what is freed is not kept by threads that come and go
        for _ in range(600):
            try:
                if self.ask("GET", "/v2/health/ready")[0] == 200:
                    return
            except OSError:
                if self.process.poll() is not None:
                    break
            time.sleep(0.1)
        raise RuntimeError("the server does not start: " + self.logged())

    def logged(self):
        self.log.seek(0)
        return self.log.read()

    def close(self):
        self.process.terminate()
        self.process.wait(60)
        self.log.close()

    def ask(self, method, path, body=b"", headers=None):
        """Returns (status, headers, body)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        result = answer.status, answer.headers, answer.read()
        connection.close()
        return result

    def get(self, path):
        return json.loads(self.ask("GET", path)[2])

    def put(self, name, file, config=None):
        (self.repository / name / "1").mkdir(parents=True)
        shutil.copy(file, self.repository / name / "1" / "model.qart")
        if config:
            (self.repository / name / "config.pbtxt").write_text('backend: "qopt"\n' + config)

    def load(self, name):
        """Says what is wrong, or nothing."""
        status, _, body = self.ask("POST", f"/v2/repository/models/{name}/load")
        return "" if status == 200 else json.loads(body)["error"]

    def infer(self, name, inputs, outputs):
        """`inputs` are (name, type, shape, bytes). Returns ({output: (shape, bytes)}, "") or (None, what is wrong)."""
        head = json.dumps({
            "inputs": [{"name": n, "datatype": t, "shape": s, "parameters": {"binary_data_size": len(b)}}
                       for n, t, s, b in inputs],
            "outputs": [{"name": n, "parameters": {"binary_data": True}} for n in outputs]}).encode()
        status, headers, body = self.ask("POST", f"/v2/models/{name}/infer", head + b"".join(b for *_, b in inputs),
                                         {"Inference-Header-Content-Length": str(len(head))})
        if status != 200:
            return None, json.loads(body)["error"]
        at = int(headers["Inference-Header-Content-Length"])
        answer = {}
        for output in json.loads(body[:at])["outputs"]:
            size = output["parameters"]["binary_data_size"]
            answer[output["name"]] = output["shape"], body[at:at + size]
            at += size
        return answer, ""


class TritonServer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        cls.files = {name: cls.compile(cls.path / f"{name}.qart", Path(OPTIONS.models) / f"{name}.onnx")
                     for name in ("lenet", "resnet20_ort_qdq")}
        (cls.path / "picks.mlir").write_text(PICKS)
        cls.files["picks"] = cls.compile(cls.path / "picks.qart", cls.path / "picks.mlir")
        cls.server = Server(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        cls.folder.cleanup()

    @staticmethod
    def compile(to, model):
        subprocess.run([OPTIONS.qrun, "compile", "--quiet", model, "--device=host", "-o", to], check=True,
                       stdout=subprocess.DEVNULL)
        return to

    def by_qrun(self, name, shape, data):
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
        header = header.ljust(-(-(len(header) + 11) // 64) * 64 - 11) + "\n"
        (self.path / "in.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") +
                                           header.encode() + data)
        subprocess.run([OPTIONS.qrun, "run", "--quiet", self.files[name], f"--input={self.path}/in.npy",
                        f"--output={self.path}/out.npy"], check=True, stdout=subprocess.DEVNULL)
        out = (self.path / "out.npy").read_bytes()
        return out[10 + int.from_bytes(out[8:10], "little"):]

    def ask_together(self, model, file, shape, batches):
        """Sends requests of these batches at the same time; each has the bits of `qrun run`."""
        count = 1
        for size in shape:
            count *= size
        data = [floats(batch * count, seed) for seed, batch in enumerate(batches)]
        answers = [None] * len(batches)

        def ask(i):
            answers[i] = self.server.infer(model, [("input", "FP32", [batches[i], *shape], data[i])], ["output"])

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(len(batches))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for i, (answer, error) in enumerate(answers):
            self.assertEqual(error, "")
            self.assertEqual(answer["output"][0], [batches[i], 10])
            self.assertEqual(answer["output"][1], self.by_qrun(file, [batches[i], *shape], data[i]))
        return self.server.get(f"/v2/models/{model}/stats")["model_stats"][0]

    def test_a_file_without_a_configuration_is_served(self):
        self.server.put("lenet.qopt", self.files["lenet"])
        self.assertEqual(self.server.load("lenet.qopt"), "")
        config = self.server.get("/v2/models/lenet.qopt/config")
        self.assertEqual(config["max_batch_size"], 4)
        self.assertEqual(config["input"][0]["dims"], [1, 28, 28])
        self.assertEqual([group["kind"] for group in config["instance_group"]], ["KIND_MODEL"])
        self.assertIn("dynamic_batching", config)
        self.ask_together("lenet.qopt", "lenet", [1, 28, 28], [1, 2, 3, 4])
        status, _, _ = self.server.ask("POST", "/v2/repository/models/lenet.qopt/unload")
        self.assertEqual(status, 200)
        self.assertEqual(self.server.load("lenet.qopt"), "")
        self.ask_together("lenet.qopt", "lenet", [1, 28, 28], [2])

    def test_requests_are_joined(self):
        self.server.put("joined", self.files["lenet"],
                        "max_batch_size: 16 dynamic_batching { preferred_batch_size: [ 16 ]"
                        " max_queue_delay_microseconds: 2000000 }")
        self.assertEqual(self.server.load("joined"), "")
        stats = self.ask_together("joined", "lenet", [1, 28, 28], [1, 3, 2, 1, 4, 1, 3, 1])
        self.assertEqual(stats["inference_count"], 16)
        self.assertLess(stats["execution_count"], 8)

    def test_instances_answer_beside_each_other_in_integers(self):
        self.server.put("twice", self.files["resnet20_ort_qdq"],
                        "max_batch_size: 4 instance_group [ { count: 2 kind: KIND_CPU } ]"
                        ' parameters { key: "device" value { string_value: "host:1" } }')
        self.assertEqual(self.server.load("twice"), "")
        self.ask_together("twice", "resnet20_ort_qdq", [3, 32, 32], [1, 2, 1, 4, 2, 1])

    def test_scalars_of_a_sample_and_an_index_that_leaves_its_tensor(self):
        self.server.put("picks", self.files["picks"], "max_batch_size: 8")
        self.assertEqual(self.server.load("picks"), "")
        rows = ("x", "FP32", [2, 4], array.array("f", range(8)).tobytes())

        def ask(index, outputs):
            return self.server.infer("picks", [rows, ("index", "INT64", [2, 1], array.array("q", index).tobytes())],
                                     outputs)

        answer, _ = ask([1, 2], ["row", "picked"])
        self.assertEqual(answer, {"row": ([2, 1], array.array("f", [6, 22]).tobytes()),
                                  "picked": ([2, 1], array.array("f", [1, 6]).tobytes())})
        self.assertEqual(list(ask([1, 2], ["picked"])[0]), ["picked"])
        self.assertIn("picked", ask([1, 4], ["picked"])[1])

    def test_loading_again_and_again_leaves_nothing(self):
        self.server.put("again", self.files["resnet20_ort_qdq"], "max_batch_size: 4")
        path = "/v2/repository/models/again/unload"

        def held():
            """Returns (KiB in memory, open files)."""
            process = f"/proc/{self.server.process.pid}"
            return int(re.search(r"VmRSS:\s+(\d+)", Path(process, "status").read_text())[1]), len(os.listdir(process + "/fd"))

        def cycles(count):
            for _ in range(count):
                self.assertEqual(self.server.load("again"), "")
                self.ask_together("again", "resnet20_ort_qdq", [3, 32, 32], [1])
                self.assertEqual(self.server.ask("POST", path)[0], 200)
                while any(model["name"] == "again" and model.get("state") not in (None, "UNAVAILABLE")
                          for model in json.loads(self.server.ask("POST", "/v2/repository/index")[2])):
                    time.sleep(0.02)

        cycles(5)
        before = held()
        cycles(15)
        self.assertLess(held()[0], before[0] + 4000)
        self.assertLess(held()[1], before[1] + 5)

    def test_what_is_wrong_is_told_as_a_model_is_loaded(self):
        self.server.put("typed", self.files["lenet"],
                        'max_batch_size: 4 input [ { name: "input" data_type: TYPE_INT8 dims: [ 1, 28, 28 ] } ]')
        self.assertIn("input 'input' is TYPE_INT8", self.server.load("typed"))
        self.server.put("card", self.files["lenet"], 'parameters { key: "device" value { string_value: "null" } }')
        self.assertIn("model.qart", self.server.load("card"))
        self.server.put("empty", self.files["lenet"], 'default_model_filename: "none.qart"')
        self.assertIn("none.qart is not there", self.server.load("empty"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option in ("server", "qrun", "backend", "libqrt", "models"):
        parser.add_argument(f"--{option}", required=True)
    OPTIONS, rest = parser.parse_known_args()
    if not os.path.exists(OPTIONS.server):
        print(f"skipped: there is no Triton Inference Server at {OPTIONS.server}: pip download nvidia-pytriton --no-deps"
              " -d build/triton && python3 -m zipfile -e build/triton/*.whl build/triton"
              " && chmod +x build/triton/pytriton/tritonserver/bin/tritonserver")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
