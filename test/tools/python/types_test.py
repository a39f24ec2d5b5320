"""Types: each public name says those of its arguments and result; mypy, where it is installed, accepts a program that uses all of
them and finds each wrong argument."""

import importlib.util
import inspect
import os
import re
import shutil
import subprocess
import sys
import types
import unittest
import venv
from pathlib import Path

import numpy
import qopt
import qopt.ray
from common import HERE, folder

TYPES = HERE / "types"
MODULES = (qopt, qopt.build, qopt.passes, qopt.ray, qopt.rewrite, qopt.runtime)
OF_MODULES = {qopt.passes: ["names", "run"], qopt.runtime: ["Compiled", "DeviceArray", "RefittedProgram", "Weight", "devices", "load", "refit"]}  # the others have __all__


def public_names(module):
    return [name for name in getattr(module, "__all__", None) or OF_MODULES[module] if not name.startswith("__")]


def public_objects():
    """(what it is called, object) of each function and class."""
    for module in MODULES:
        for name in public_names(module):
            value = getattr(module, name)
            if not isinstance(value, types.ModuleType):
                yield f"{module.__name__}.{name}", value


def members(kind):
    """(name, function) of what a class of the package itself has."""
    for base in kind.__mro__:
        if not base.__module__.startswith("qopt.") or base.__module__ in ("qopt._native", "qopt._operations"):
            continue
        for name, value in vars(base).items():
            if name.startswith("_"):
                continue
            value = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if inspect.isfunction(value):
                yield name, value


def functions():
    for name, value in public_objects():
        if inspect.isclass(value):
            yield from ((f"{name}.{member}", function) for member, function in members(value))
        elif inspect.isfunction(value):
            yield name, value


def mypy():
    """Returns the command that calls mypy; None where it is not installed."""
    named = os.environ.get("QOPT_TEST_MYPY") or shutil.which("mypy")
    return [sys.executable, "-m", "mypy"] if importlib.util.find_spec("mypy") else [named] if named else None


class Said(unittest.TestCase):
    def test_each_function_says_its_types(self):
        count = 0
        for name, function in functions():
            signature = inspect.signature(function)
            silent = [one.name for one in signature.parameters.values() if one.annotation is one.empty and one.name not in ("self", "cls")]
            self.assertEqual(silent, [], name)
            self.assertIsNot(signature.return_annotation, signature.empty, name)
            count += 1
        self.assertGreater(count, 90)

    def test_the_extension_s_stub_says_them_too(self):
        for stub in ("_native.pyi", "_operations.pyi"):
            text = (Path(qopt.__file__).parent / stub).read_text(encoding="utf-8")
            for line in re.findall(r"^ *def .*", text, flags=re.M):
                self.assertIn("->", line, stub)

    def test_the_program_uses_each(self):
        text = (TYPES / "use.py").read_text(encoding="utf-8")
        for name, value in public_objects():
            member = name.rpartition(".")[2]
            self.assertRegex(text, rf"\b{member}\b", name)
            if inspect.isclass(value):
                for own, _ in members(value):
                    self.assertRegex(text, rf"\.{own}\b", f"{name}.{own}")
                for field in getattr(value, "__dataclass_fields__", {}):
                    self.assertRegex(text, rf"\.{field}\b", f"{name}.{field}")


@unittest.skipUnless(mypy(), "skipped: mypy is not installed; QOPT_TEST_MYPY may name it")
class Checked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """The package as it is installed: a checker says nothing of what is in it."""
        kept = folder()
        cls.path = kept.__enter__()
        cls.addClassCleanup(kept.__exit__, None, None, None)
        venv.create(cls.path / "venv", with_pip=False)
        site = next((cls.path / "venv" / "lib").glob("python*/site-packages"))
        (site / "packages.pth").write_text("".join(f"{Path(one.__file__).parents[1]}\n" for one in (qopt, numpy)), encoding="utf-8")

    def errors(self, program):
        """{line: message} of mypy's errors."""
        command = [*mypy(), "--strict", "--python-executable", str(self.path / "venv" / "bin" / "python"), "--cache-dir",
                   str(self.path / "cache"), "--no-error-summary", str(TYPES / program)]
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=environment)
        self.assertIn(done.returncode, (0, 1), done.stdout)
        return {int(line): text for line, text in re.findall(r"^\S*:(\d+): error: (.*)$", done.stdout, flags=re.M)}

    def test_a_right_program(self):
        self.assertEqual(self.errors("use.py"), {})

    def test_wrong_arguments(self):
        lines = (TYPES / "mistakes.py").read_text(encoding="utf-8").split("\n")
        wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
        found = self.errors("mistakes.py")
        self.assertEqual({number: found.get(number) for number in wrong ^ set(found)}, {})
        self.assertGreater(len(wrong), 40)


if __name__ == "__main__":
    unittest.main()
