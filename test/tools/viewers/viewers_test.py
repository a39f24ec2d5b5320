"""Tests the files of `qrun report --onnx --node-data` in Netron and Model Explorer, in Debian's
Chromium.

Both are PyPI's, in a virtual environment of one's own; where they or the browser are absent, exits 77 and says so.
"""

import argparse
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "report_page"))
import browser as chromium  # noqa: E402

PACKAGES = "netron ai-edge-model-explorer model-explorer-onnx"


def why_not(python):
    if chromium.missing():
        return f"{chromium.missing()} is not installed"
    if not Path(python).exists():
        return f"there is no {python}; python3 -m venv build/viewers && build/viewers/bin/pip install {PACKAGES}"
    done = subprocess.run([python, "-c", "import model_explorer, model_explorer_onnx, netron"], check=False, stderr=subprocess.PIPE, text=True)
    return f"{python}: {done.stderr.strip().splitlines()[-1]}; install {PACKAGES}" if done.returncode else None


def make_files(qrun, models, folder):
    def run(*arguments):
        subprocess.run([qrun, *map(str, arguments), "--quiet"], check=True, stdout=subprocess.DEVNULL)

    run("quantize", models / "lenet.onnx", f"--data={models / 'digits_calibration.npz'}", "--keep", "-o", folder / "q.mlirbc")
    run("report", folder / "q.float.mlirbc", folder / "q.mlirbc", f"--data={models / 'digits_dev.npz'}", "-o", folder / "r.html",
        f"--calibration={folder / 'q.json'}", "--timed-runs=3", f"--onnx={folder / 'r.onnx'}", f"--node-data={folder / 'r.json'}")


def free_port():
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return one.getsockname()[1]


class Server:
    """A viewer's own, ended with the block."""

    def __init__(self, folder, *command):
        self.port = free_port()
        self.log = open(folder / "server.log", "w+", encoding="utf-8")
        self.process = subprocess.Popen([*map(str, command), f"--port={self.port}"], stdout=self.log, stderr=self.log)

    def __enter__(self):
        for _ in range(600):
            with socket.socket() as one:
                if one.connect_ex(("localhost", self.port)) == 0:
                    return self
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise AssertionError(f"{self.process.args[0]} does not answer: {self.said()}")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def said(self):
        self.log.flush()
        return Path(self.log.name).read_text(encoding="utf-8")


def until(ask, what):
    for _ in range(300):
        if found := ask():
            return found
        time.sleep(0.2)
    raise AssertionError(f"{what} does not come")


def expect(text, *patterns):
    for pattern in patterns:
        assert re.search(pattern, text, flags=re.S), f"/{pattern}/ is not in:\n{text}"


def try_netron(python, folder, pictures):
    """Names and notes at layers, scales at their nodes, types at edges, the model's metadata."""
    with Server(folder, Path(python).parent / "netron", folder / "r.onnx") as server, chromium.Browser(folder / "netron") as browser:
        browser.post("url", url=f"http://localhost:{server.port}/favicon.ico")
        browser.run("document.cookie = 'consent=1;path=/'")  # else a question stands before the graph
        browser.post("url", url=f"http://localhost:{server.port}/")
        until(lambda: browser.run("return document.querySelectorAll('g.node').length") > 20, "Netron's graph")
        drawn = until(lambda: browser.run("return document.querySelector('#target, svg').textContent"), "Netron's text")
        expect(drawn, r"QuantizeLinear", r"y_scale = [\d.]+", "Conv", "N×20×24×24", "N×500")
        browser.screenshot(pictures / "netron.png")
        sidebar = "return [...document.querySelectorAll('.sidebar')].map(part => part.innerText).join()"
        browser.run("document.getElementById(arguments[0]).querySelector('.node-item').dispatchEvent(new MouseEvent('click', {bubbles: true}))",
                    "node-name-/f/f.0/Conv")
        until(lambda: "NODE PROPERTIES" in browser.run(sidebar), "the layer's sidebar")
        expect(browser.run(sidebar), "/f/f.0/Conv", r"SQNR: [\d.]+ dB", r"clipped: \S+ %", r"time: [\d.]+ ms, as conv2d")
        browser.screenshot(pictures / "netron-layer.png")
        for title in ("GRAPH PROPERTIES", "MODEL PROPERTIES"):  # of the graph first, then of what it is in
            browser.run("window.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', ctrlKey: true, keyCode: 13}))")
            until(lambda: title in browser.run(sidebar), title)
        expect(browser.run(sidebar), "qopt 0", "METADATA", "4 of 4", r"[\d.]+ dB", "500 samples on host")
        browser.screenshot(pictures / "netron-model.png")


def try_model_explorer(python, folder, pictures):
    """Each overlay's numbers at the layers that it is about, and the model's metadata."""
    overlays = sorted(folder.glob("r.*.json"))
    assert [path.name for path in overlays] == ["r.clipped.json", "r.sqnr.json", "r.time.json"], overlays
    with Server(folder, Path(python).parent / "model-explorer", folder / "r.onnx", "--extensions=model_explorer_onnx", "--no_open_in_browser",
                f"--node_data_paths={','.join(map(str, overlays))}") as server, \
            chromium.Browser(folder / "explorer", height=1600) as browser:
        url = until(lambda: re.search(r"http://\S+data=\S+", server.said()), "Model Explorer's address")[0]
        browser.post("url", url=url)
        text = until(lambda: (shown := browser.run("return document.body.innerText")).count("\tConv\t") and shown, "the table of layers")
        expect(text, *(re.escape(path.name) for path in overlays), r"\[metadata\] qopt\.calibrator\s+auto",
               r"\[metadata\] qopt\.judged_by\s+500 samples on host")
        rows = re.findall(r"^\d+\t(Conv|Gemm|MaxPool|Relu)\t(\S+)\t(\S+)\t(\S+)$", text, flags=re.M)
        assert len([row for row in rows if row[0] == "Conv"]) == 2, f"two convolutions are to have numbers: {rows}"
        for kind, clipped, sqnr, seconds in rows:
            assert kind in ("Gemm", "Relu") or (float(clipped) < 1 and float(sqnr) > 10 and float(seconds) > 0), rows
            digits = [number.replace(".", "").strip("0") for number in (clipped, sqnr, seconds)]
            assert max(map(len, digits)) <= 6, f"numbers are for people: {rows}"
        browser.screenshot(pictures / "model-explorer.png")


def main():
    parser = argparse.ArgumentParser()
    for name in ("qrun", "models", "python"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--pictures", type=Path, help="a folder for screenshots, to be looked at")
    given = parser.parse_args()
    if why := why_not(given.python):
        print(f"skipped: {why}")
        return 77
    with tempfile.TemporaryDirectory(prefix="qopt-viewers-") as name:
        folder = Path(name)
        make_files(given.qrun, Path(given.models), folder)
        try_netron(given.python, folder, given.pictures or folder)
        try_model_explorer(given.python, folder, given.pictures or folder)
    print("Netron and Model Explorer show names, types, scales and notes")
    return 0


sys.exit(main())
