#!/usr/bin/env python3
"""Runs the commands of a page: run_page.py --prefix=PREFIX [--chroot=ROOT] [--keep=FOLDER] PAGE.md

Every ```console block is a dialogue: lines behind `$ ` are commands, a `\\` at the end goes on in the next line; the lines
that follow are what they print, in that order, other lines between them are let be, and `…` stands for any text. All run
one after the other in one new folder, as a shell of the user's would, with PREFIX (where qopt is installed; the page says
/usr/local) and its bin in the PATH. A command must exit with 0, or with what `# exit N` at its end says.
What they made is deleted, or kept in FOLDER, which is made anew.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def dialogues(text):
    """(command, lines printed) of all blocks."""
    for block in re.findall(r"^```console\n(.*?)^```", text, flags=re.M | re.S):
        command, printed = None, []
        for line in block.splitlines():
            if command is not None and command.endswith("\\"):
                command += "\n" + line
            elif line.startswith("$ "):
                if command is not None:
                    yield command, printed
                command, printed = line[2:], []
            elif command is None:
                sys.exit(f"a block begins with what no command printed: {line}")
            else:
                printed.append(line)
        if command is not None:
            yield command, printed


def missing(printed, output):
    """The first line that the output lacks; None where all are there, in order."""
    lines = iter(output.splitlines())
    for wanted in printed:
        pattern = re.compile(".*".join(re.escape(part) for part in wanted.split("…")))
        if wanted.strip() not in ("", "…") and not any(pattern.fullmatch(line.rstrip()) for line in lines):
            return wanted
    return None


class Shell:
    def __init__(self, prefix, root, folder):
        self.prefix, self.root, self.folder = prefix, root, folder
        (Path(f"{root}{folder}") / "home").mkdir(parents=True)

    def run(self, command):
        text = command.replace("/usr/local", self.prefix)
        inside = ["chroot", self.root] if self.root else []
        environment = ["env", "-i", f"HOME={self.folder}/home", "LANG=C.UTF-8",
                       f"PATH={self.prefix}/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
        # A `cd` holds for the commands behind it.
        script = f'cd "$(cat {self.folder}/.place)" && {text}\nstatus=$?\npwd > {self.folder}/.place\nexit $status\n'
        return subprocess.run([*inside, *environment, "sh", "-c", script], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, check=False)


def run_page(page, shell):
    for command, printed in dialogues(page.read_text(encoding="utf-8")):
        expected = re.search(r"# exit (\d+)$", command)
        done = shell.run(command)
        lacks = missing(printed, done.stdout)
        if done.returncode != int(expected[1] if expected else 0) or lacks is not None:
            print(f"{page}: $ {command}\nexit {done.returncode}\n{done.stdout}")
            print(f"no line like: {lacks}" if lacks is not None else "not the exit code of the page")
            return 1
        print(f"$ {command.splitlines()[0]}", flush=True)
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--chroot", default="")
    parser.add_argument("--keep", default="")
    parser.add_argument("page", type=Path)
    options = parser.parse_args()
    if options.keep:
        shutil.rmtree(options.keep, ignore_errors=True)
        Path(options.keep).mkdir(parents=True)
    made = options.keep or tempfile.mkdtemp(dir=f"{options.chroot}/tmp")
    folder = made.removeprefix(options.chroot)
    (Path(made) / ".place").write_text(folder + "\n", encoding="utf-8")
    try:
        return run_page(options.page, Shell(options.prefix, options.chroot, folder))
    finally:
        if not options.keep:
            shutil.rmtree(made)


if __name__ == "__main__":
    sys.exit(main())
