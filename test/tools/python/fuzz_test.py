"""A short run of fuzz.py; a long one is a command, which it names."""

import subprocess
import sys
import unittest

from common import HERE


class Fuzz(unittest.TestCase):
    def test_three_thousand_calls(self):
        done = subprocess.run([sys.executable, str(HERE / "fuzz.py"), "--calls=3000", "--seconds=120", "--seed=5"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertRegex(done.stdout, r"\d+ calls of seed 5, \d+ of them refused")


if __name__ == "__main__":
    unittest.main()
