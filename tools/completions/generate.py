#!/usr/bin/env python3
"""Makes completions for bash, zsh and fish and manual pages of what --help of qopt and qrun says.

generate.py FOLDER VERSION QOPT QRUN: writes FOLDER/bash/qopt, FOLDER/zsh/_qopt, FOLDER/fish/qopt.fish,
FOLDER/man1/qopt.1 and the like; a page for each command of qrun."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import help_text
import manual
import shells


def help_of(program, *verb):
    """Returns the help under the program's own name, with nothing of the environment in it."""
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"}
    made = subprocess.run([program, *verb, "--help"], capture_output=True, text=True, check=True,
                          env=environment, encoding="utf-8")
    return made.stdout


def commands_of(qopt, qrun):
    run = help_text.parse_cli11("qrun", help_of(qrun))
    verbs = [help_text.parse_cli11(f"qrun {verb}", help_of(qrun, verb)) for verb, _ in run.commands]
    return {"qopt": [help_text.parse_llvm("qopt", help_of(qopt))], "qrun": [run, *verbs]}


def write(folder, kind, name, text):
    (folder / kind).mkdir(parents=True, exist_ok=True)
    (folder / kind / name).write_text(text, encoding="utf-8")


def main():
    folder, version, qopt, qrun = sys.argv[1:]
    folder = pathlib.Path(folder)
    programs = commands_of(qopt, qrun)
    pages = [command.name.replace(" ", "-") for all_of in programs.values() for command in all_of]
    for name, commands in programs.items():
        devices = commands[0].devices()
        write(folder, "bash", name, shells.bash(name, commands, devices))
        write(folder, "zsh", "_" + name, shells.zsh(name, commands, devices))
        write(folder, "fish", name + ".fish", shells.fish(name, commands, devices))
        for command in commands:
            own = command.name.replace(" ", "-")
            others = [page for page in pages if page != own and ("-" not in page or own == "qrun")]
            write(folder, "man1", own + ".1", manual.page(command, version, others, "="))


if __name__ == "__main__":
    main()
