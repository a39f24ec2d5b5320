"""tools/completions/help_text.py on texts of its own: long heads, and what it refuses."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tools" / "completions"))
import help_text

QRUN = """Time models
Usage: /some/where/qrun bench [OPTIONS] models...

Positionals:
  models TEXT=[] ... REQUIRED .onnx or .qart; one or several

Options:
  -h,--help                   Print this help message and exit
  --batch INT:INT in [1 - 1048576] ... Excludes: --shapes
                              Batch sizes
  --phase test|train          The phase
  --no-reuse{false}           Each value has bytes of its own
  --device TEXT=[] ...        Where to run

Devices: host[:threads], reference (slow).
"""
QOPT = """OVERVIEW: qopt: rewrites

  qopt in -o out

USAGE: qopt [options] INPUT

OPTIONS:

  --emit=<program|onnx-qdq>  - What is written
  -o <file>                  - Output
  Passes, run in the order given
    Passes:
      --fold                 -   Fold
        --max-bytes=<long>   - Largest
"""


class HelpText(unittest.TestCase):
    def test_cli11(self):
        command = help_text.parse_cli11("qrun bench", QRUN)
        options = {option.names[-1]: option for option in command.options}
        self.assertEqual(options["--batch"].text, "Batch sizes")
        self.assertTrue(options["--batch"].takes_number())
        self.assertEqual(options["--phase"].words(), ["test", "train"])
        self.assertEqual(options["--no-reuse"].value, "")
        self.assertEqual(command.operands[0].extensions(), [".onnx", ".qart"])
        self.assertEqual(command.usage, "bench [OPTIONS] models...")
        self.assertEqual(command.devices(), ["host", "reference"])

    def test_llvm(self):
        command = help_text.parse_llvm("qopt", QOPT)
        self.assertEqual([option.names for option in command.options], [["--emit"], ["-o"]])
        self.assertEqual(command.options[0].words(), ["program", "onnx-qdq"])
        self.assertEqual(command.passes[0].parts[0].names, ["--max-bytes"])

    def test_what_is_of_no_form_is_refused(self):
        with self.assertRaises(help_text.HelpError):
            help_text.parse_cli11("qrun", QRUN.replace("  --phase", "  phase"))
        with self.assertRaises(help_text.HelpError):
            help_text.parse_cli11("qrun", QRUN.replace("Options:", "Wishes:"))
        with self.assertRaises(help_text.HelpError):
            help_text.parse_llvm("qopt", QOPT.replace("  - What", "What"))
        with self.assertRaises(help_text.HelpError):
            help_text.parse_llvm("qopt", "OVERVIEW: nothing")


if __name__ == "__main__":
    unittest.main()
