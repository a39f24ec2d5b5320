"""Networks and samples of test/models for all tests."""

import contextlib
import os
import tempfile
import warnings
from pathlib import Path

import numpy

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MODELS = ROOT / "test" / "models"
QRUN = os.environ.get("QOPT_TEST_QRUN", "")
SCALED = {"mean": 0, "std": 255}


def lenet():
    import qopt

    return qopt.load(MODELS / "lenet.onnx", **SCALED)


def mlp():
    import qopt

    return qopt.load(MODELS / "mlp.onnx", **SCALED)


def digits(part="dev", most=64):
    """uint8 images and their labels."""
    with numpy.load(MODELS / f"digits_{part}.npz") as file:
        return file["images"][:most], file["labels"][:most]


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory() as path:
        yield Path(path)


@contextlib.contextmanager
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
