"""The manual pages: what a formatter warns of, and that they say what --help says."""
import os
import pathlib
import shutil
import subprocess
import unittest

PAGES = sorted(pathlib.Path(os.environ["QOPT_COMPLETIONS"], "man1").glob("*.1"))


class Pages(unittest.TestCase):
    def test_each_command_has_one(self):
        names = [page.stem for page in PAGES]
        for name in ("qopt", "qrun", "qrun-run", "qrun-quantize", "qrun-compile", "qrun-refit"):
            self.assertIn(name, names)

    def test_what_stands_in_them(self):
        text = {page.stem: page.read_text(encoding="utf-8") for page in PAGES}
        self.assertIn(".TH QRUN\\-BENCH 1", text["qrun-bench"])
        self.assertIn("\\fB\\-\\-device\\fR=\\fITEXT\\fR", text["qrun-bench"])
        self.assertIn(".SH PASSES", text["qopt"])
        self.assertIn("\\fB\\-\\-insert\\-quant\\fR", text["qopt"])
        self.assertIn(".SH EXIT STATUS", text["qrun"])

    @unittest.skipUnless(shutil.which("man") and shutil.which("groff"), "man is not installed")
    def test_man_warns_of_nothing(self):
        for page in PAGES:
            made = subprocess.run(["man", "--warnings=w", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page],
                                  capture_output=True, text=True, check=True,
                                  env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})
            self.assertEqual(made.stderr, "", page.name)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_warns_of_nothing(self):
        for page in PAGES:
            made = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page],
                                  capture_output=True, text=True)
            # No date: the same sources make the same pages.
            said = [line for line in made.stdout.splitlines() if "missing date" not in line]
            self.assertEqual(said, [], page.name)


if __name__ == "__main__":
    unittest.main()
