"""The Python of docs/python.md, as it stands there, in a folder with what it reads."""

import contextlib
import io
import os
import re
import shutil
import unittest

from common import MODELS, ROOT, folder, quiet


class Page(unittest.TestCase):
    def test_from_files_to_an_int8_program(self):
        blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "python.md").read_text(encoding="utf-8"), flags=re.M | re.S)
        self.assertTrue(blocks)
        was = os.getcwd()
        with folder() as path, quiet():
            for name in ("lenet.onnx", "digits_calibration.npz", "digits_dev.npz"):
                shutil.copy(MODELS / name, path)
            os.chdir(path)
            try:
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    for block in blocks:
                        exec(compile(block, "docs/python.md", "exec"), {})
            finally:
                os.chdir(was)
            self.assertTrue((path / "lenet.qart").exists())
        self.assertGreater(float(re.search(r"right: ([\d.]+)", printed.getvalue())[1]), 0.97)


if __name__ == "__main__":
    unittest.main()
