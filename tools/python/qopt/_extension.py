"""The extension module: the compiler's where that is installed, else the runtime's, which runs programs and compiles none.

This file, and what it imports, are of the distribution qopt-runtime; qopt-compiler brings the rest and needs it
(tools/python/make_wheel.py says which file is whose).
"""

import importlib.util
import sys

from ._version import __version__

#: Says whether networks can be compiled here, or programs run alone.
HAS_COMPILER = importlib.util.find_spec("._native", __package__) is not None


def missing(name):
    """The exception of a name that the compiler would bring."""
    return ModuleNotFoundError(
        f"qopt.{name} belongs to the compiler, which is not installed; with qopt-runtime alone there is qopt.runtime: "
        f"pip install qopt-compiler=={__version__}, then start Python anew", name=f"qopt.{name}")


class CompilerNames:
    """Names of `qopt` that the compiler would bring; whoever asks for one is told what to install."""

    def __init__(self, names):
        self.names = frozenset(names)

    def get(self, name):
        """Raises the error for qopt.<name>, which the package does not define itself; missing()
        where the compiler would bring it."""
        if name in self.names:
            raise missing(name)
        raise AttributeError(f"module '{__package__}' has no attribute '{name}'")

    def find_spec(self, name, path=None, target=None):
        """Asked after all other finders: says what `import qopt.build` lacks."""
        package, _, module = name.partition(".")
        if package == __package__ and module in self.names:
            raise missing(module)


def say_what_is_missing(names):
    """From now on; returns what a module's __getattr__ is."""
    finder = CompilerNames(names)
    sys.meta_path.append(finder)
    return finder.get


if HAS_COMPILER:
    from . import _native as extension

    if extension.__version__ != __version__:
        raise ImportError(f"qopt-compiler {extension.__version__} and qopt-runtime {__version__} are installed, which do not belong "
                          f"together: pip install qopt-compiler=={extension.__version__} qopt-runtime=={extension.__version__}")
else:
    from . import _runtime as extension
