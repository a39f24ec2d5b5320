"""Asks shells for completions of qopt and qrun; zsh and fish where they are installed."""
import os
import pty
import select
import shutil
import signal
import subprocess
import unittest

MADE = os.environ["QOPT_COMPLETIONS"]
MODELS = os.environ["QOPT_MODELS"]

BASH = r"""
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
read -ra COMP_WORDS <<<"$2"
[[ $2 == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
"_${COMP_WORDS[0]}" "${COMP_WORDS[0]}" "" ""
printf '%s\n' "${COMPREPLY[@]}"
"""


def bash(line, folder=MODELS):
    """Returns the words that bash offers behind `line`, as they stand behind the last '=' or
    ':'."""
    program = line.split()[0]
    made = subprocess.run(["bash", "-c", BASH, "bash", f"{MADE}/bash/{program}", line], cwd=folder,
                          capture_output=True, text=True, check=True)
    return [word for word in made.stdout.split("\n") if word]


class Bash(unittest.TestCase):
    def test_commands_of_qrun(self):
        self.assertEqual(bash("qrun be"), ["bench"])
        offered = bash("qrun ")
        for command in ("run", "quantize", "compile", "refit", "devices", "--version"):
            self.assertIn(command, offered)

    def test_options_are_those_of_the_command(self):
        self.assertEqual(bash("qrun bench --dev"), ["--device", "--device-resident"])
        self.assertIn("--with-binaries", bash("qrun compile --w"))
        self.assertNotIn("--with-binaries", bash("qrun bench --w"))

    def test_devices(self):
        devices = ["host", "cuda", "opencl", "reference"]
        self.assertEqual(bash("qrun bench --device="), devices)
        self.assertEqual(bash("qrun bench --device "), devices)
        self.assertEqual(bash("qrun compare a b --other-device=o"), ["opencl"])
        self.assertEqual(bash("qopt --device=c"), ["cuda"])

    def test_words_of_a_value(self):
        self.assertEqual(bash("qopt --emit=")[:2], ["program", "kernels"])
        self.assertEqual(bash("qopt --emit=onnx-"), ["onnx-qdq"])
        self.assertEqual(bash("qrun run --float-order "), ["fast", "direct", "invariant"])

    def test_passes_and_their_options(self):
        self.assertEqual(bash("qopt --fold-b"), ["--fold-batch-norm"])
        self.assertEqual(bash("qopt --insert-quant=prof"), ["profile="])

    def test_files_of_the_kinds_that_are_read(self):
        self.assertEqual(bash("qrun run lene"), ["lenet.onnx"])
        self.assertIn("lenet.json", bash("qrun run --tuning=lene"))
        self.assertIn("digits", bash("qrun run digit"))  # a folder may hold some

    def test_numbers_have_no_files(self):
        self.assertEqual(bash("qrun bench --iterations=l"), [])


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class Zsh(unittest.TestCase):
    """A shell in a terminal, where the tabulator is struck."""

    def offered(self, line):
        script = (f"fpath=({MADE}/zsh $fpath); autoload -Uz compinit; compinit -u -D; "
                  "PROMPT='ready> '; LISTMAX=1000; unsetopt beep zle_bracketed_paste\n")
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="dumb", COLUMNS="400", LC_ALL="C.UTF-8")
            os.chdir(MODELS)
            os.execvp("zsh", ["zsh", "-f", "-i"])
        try:
            os.write(terminal, script.encode())
            self.until(terminal, "\rready> ")
            os.write(terminal, (line + "\t\t").encode())
            return self.until(terminal, None)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(terminal)

    def until(self, terminal, what):
        """Returns what the shell writes until `what` is in it, or until it writes nothing more."""
        said = ""
        while select.select([terminal], [], [], 30 if what else 3)[0]:
            said += os.read(terminal, 65536).decode(errors="replace")
            if what and what in said:
                break
        return said

    def test_commands_options_and_values(self):
        self.assertIn("bench", self.offered("qrun ben"))
        self.assertIn("--device-resident", self.offered("qrun bench --device-r"))
        self.assertIn("reference", self.offered("qrun bench --device="))
        self.assertIn("kernels", self.offered("qopt --emit="))
        self.assertIn("lenet.onnx", self.offered("qopt lenet.o"))


@unittest.skipUnless(shutil.which("fish"), "fish is not installed")
class Fish(unittest.TestCase):
    def offered(self, line):
        name = line.split()[0]
        script = f"source {MADE}/fish/{name}.fish; complete -C '{line}'"
        made = subprocess.run(["fish", "--no-config", "-c", script], cwd=MODELS,
                              capture_output=True, text=True, check=True)
        return [each.split("\t")[0] for each in made.stdout.splitlines()]

    def test_commands_options_and_devices(self):
        self.assertEqual(self.offered("qrun benc"), ["bench"])
        self.assertIn("--device-resident", self.offered("qrun bench --dev"))
        self.assertEqual(set(self.offered("qrun bench --device=")),
                         {f"--device={each}" for each in ("host", "cuda", "opencl", "reference")})


if __name__ == "__main__":
    unittest.main()
