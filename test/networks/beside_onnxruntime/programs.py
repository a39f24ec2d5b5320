#!/usr/bin/env python3
"""This runs programs of PyPI as they are, on qopt by `python -m onnxruntime_ep_qopt` and on ONNX Runtime's own provider: it compares
answers and times.

programs.py [NAME…] [--pictures=FOLDER] [--turns=N] [--device=host:1]     with onnxruntime_ep_qopt in PYTHONPATH, and an interpreter that has
    onnxruntime rapidocr-onnxruntime magika nudenet ddddocr pillow

Each turn is two processes, one of each kind, in turns; what is compared is what the program prints: texts are equal, scores within 1e-4. CPU
time of the work is taken without imports and sessions, medians. --pictures has photographs for nudenet; without it there are drawn ones alone.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

HEAD = """
import json, sys, time
from pathlib import Path
files = [Path(name) for name in sys.argv[1:]]
def report(work):
    work(files[0])  # programs for its sizes are made, here and there
    begin = time.process_time()
    found = [work(file) for file in files]
    print("RESULT", json.dumps({"seconds": time.process_time() - begin, "found": found}))
"""
# A user of each package writes this.
PROGRAMS = {
    "rapidocr": """
from rapidocr_onnxruntime import RapidOCR
engine = RapidOCR(intra_op_num_threads=1)
report(lambda file: [[text, float(score)] for _, text, score in engine(str(file))[0] or []])
""",
    "magika": """
from magika import Magika
engine = Magika()
def work(file):
    said = engine.identify_path(file)
    return [said.output.label, float(said.score)]
report(work)
""",
    "nudenet": """
from nudenet import NudeDetector
engine = NudeDetector()
report(lambda file: [[one["class"], float(one["score"])] for one in engine.detect(str(file))])
""",
    "ddddocr": """
from ddddocr import DdddOcr
engine = DdddOcr(show_ad=False)
report(lambda file: engine.classification(file.read_bytes()))
""",
}
# This program shows the provider's log, also where a program's own options ask for silence.
LOUD = """
import runpy, sys
import onnxruntime
from onnxruntime_ep_qopt.hook import install
session = onnxruntime.InferenceSession
make = session.__init__
def loud(self, path_or_bytes, sess_options=None, *more, **named):
    sess_options = sess_options if sess_options is not None else onnxruntime.SessionOptions()
    sess_options.log_severity_level = 1
    make(self, path_or_bytes, sess_options, *more, **named)
session.__init__ = loud
install({"device": sys.argv[1]})
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
SENTENCES = ("The quick brown fox", "Invoice 2024-117", "Total: 1,284.50 EUR", "Hello world", "qopt runs networks", "Platform 9 3/4", "No smoking",
             "Room 404", "Open 24 hours", "Fragile: this side up")


def drawn(folder, words, size, name):
    """Draws a picture for each text, dark on light, with lines of noise."""
    made = []
    for i, text in enumerate(words):
        picture = Image.new("RGB", size, (245 - 6 * i, 240, 225 + 2 * i))
        pen = ImageDraw.Draw(picture)
        pen.line((0, 5 + i, size[0], size[1] - 7 - i), fill=(200, 190, 180))
        pen.text((size[0] // 12, size[1] // 4), text, fill=(20 + 5 * i, 10, 40), font=ImageFont.load_default(size[1] // 2.2))
        made.append(folder / f"{name}{i}.png")
        picture.save(made[-1])
    return made


def files_for(name, folder, pictures):
    if name == "rapidocr":
        return drawn(folder, SENTENCES, (460, 72), "text")
    if name == "ddddocr":
        return drawn(folder, ("8kx3", "a7bn", "4tz9", "qp2m", "h5we", "3rd6", "yx8k", "n4c7", "2fgh", "w9tj"), (130, 48), "captcha")
    if name == "nudenet":
        return sorted(pictures.glob("*.jpg"))[:10] if pictures else drawn(folder, SENTENCES, (320, 240), "drawn")
    samples = {"a.py": "import os\nprint(os.getcwd())\n" * 20, "b.json": json.dumps({"a": [1, 2, {"b": None}]}) * 9, "c.html": "<html><body><p>x</p></body></html>" * 9,
               "d.c": "#include <stdio.h>\nint main(void) { return puts(\"x\"); }\n" * 9, "e.csv": "a,b,c\n1,2,3\n" * 40, "f.txt": "Plain words, and more of them. " * 30,
               "g.sh": "#!/bin/sh\nset -e\nls | wc -l\n" * 9, "h.md": "# Title\n\n- one\n- two\n\n```\nx\n```\n" * 9, "i.sql": "SELECT a FROM b WHERE c = 1;\n" * 20}
    for file, text in samples.items():
        (folder / file).write_text(text)
    return sorted(folder.glob("[a-i].*")) + [Path(sys.executable).resolve(), *drawn(folder, ("x",), (40, 40), "png")]


def run(words, environment):
    done = subprocess.run([sys.executable, "-B", *map(str, words)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    found = re.search(r"^RESULT (.*)$", done.stdout, re.MULTILINE)
    if not found:
        raise RuntimeError(done.stdout[-2000:] + done.stderr[-2000:])
    return json.loads(found[1]), done.stderr


def difference(got, want):
    """Returns the largest difference of two scores; raises where anything else differs."""
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        return max((difference(*pair) for pair in zip(got, want, strict=True)), default=0.0)
    if isinstance(want, float) and isinstance(got, float):
        return abs(got - want)
    if got != want:
        raise AssertionError(f"{got!r}, by ONNX Runtime's provider {want!r}")
    return 0.0


def share_of(log):
    """Returns how many nodes of all sessions run on qopt, and how many nodes there are."""
    found = re.findall(r"(\d+) of (\d+) nodes run on", log)
    return tuple(sum(map(int, column)) for column in zip(*found, strict=True)) if found else (0, 0)


def measure(name, folder, given):
    app = folder / "app_of_the_test.py"
    app.write_text(HEAD + PROGRAMS[name])
    files = files_for(name, folder, given.pictures)
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    _, log = run(["-c", LOUD, given.device, app, *files], environment)
    ours, theirs, worst = [], [], 0.0
    for _ in range(given.turns):
        mine, _ = run(["-m", "onnxruntime_ep_qopt", f"device={given.device}", app, *files], environment)
        own, _ = run([app, *files], environment)
        worst = max(worst, difference(mine["found"], own["found"]))
        ours.append(mine["seconds"])
        theirs.append(own["seconds"])
    mine, own = statistics.median(ours), statistics.median(theirs)
    count, nodes = share_of(log)
    print(f"{name}: {len(files)} files, answers equal, scores at most {worst:.1g} apart; {count} of {nodes} nodes on qopt; "
          f"{mine:.2f} s, ONNX Runtime's provider {own:.2f} s, {own / mine:.2f} times", flush=True)
    return worst <= 1e-4


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=list(PROGRAMS))
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--device", default="host:1")
    given = parser.parse_args()
    alright = True
    for name in given.names:
        with tempfile.TemporaryDirectory() as folder:
            try:
                alright &= measure(name, Path(folder), given)
            except (AssertionError, RuntimeError) as error:
                print(f"{name}: {error}")
                alright = False
    return 0 if alright else 1


if __name__ == "__main__":
    sys.exit(main())
