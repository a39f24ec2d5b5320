"""A short run of fuzz.py; a long one is a command, which it names."""

import subprocess
import sys
import unittest

from common import HERE

sys.path.insert(0, str(HERE / "wrong"))
from fuzz import BOUND, growth_of


class Fuzz(unittest.TestCase):
    def test_three_thousand_calls(self):
        done = subprocess.run([sys.executable, str(HERE / "wrong" / "fuzz.py"), "--calls=3000", "--seconds=120", "--seed=5"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertRegex(done.stdout, r"\d+ calls of seed 5, \d+ of them refused")

    def test_what_each_call_leaves_is_growth_and_what_grows_once_is_not(self):
        steady = [(calls, 64 << 20) for calls in range(0, 2001, 250)]
        once = [(calls, size + (122 << 20 if calls > 500 else 0)) for calls, size in steady]
        leak = [(calls, size + calls * (61 << 10)) for calls, size in steady]
        self.assertEqual([growth_of(sizes) > BOUND for sizes in (steady, once, leak)], [False, False, True])


if __name__ == "__main__":
    unittest.main()
