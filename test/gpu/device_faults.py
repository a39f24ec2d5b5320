"""Cases of faults.py: no driver, no compiler, a kernel that does not build, memory that does not suffice."""

import os

import numpy as np

import programs
import qrt
from fault_runs import Wrong
from fault_tools import FullCard, hide, replace_in_artifact

GIB = 1 << 30
FLOAT = os.path.join(programs.MODELS, "resnet20.onnx")
BATCH = 1 << 20  # whose activations no device holds: 200 KB a sample
REMEDY = "bytes; use a smaller batch"


def driver_of(runs):
    return runs.device.split(":")[0]


def no_driver(runs):
    driver = driver_of(runs)
    hidden = {**runs.caches(), **hide(os.path.join(runs.folder, "hidden"), driver)}
    said = runs.start(environment=hidden).refused("no CUDA driver" if driver == "cuda" else "no OpenCL loader")
    if driver == "opencl":
        runs.start(environment={**runs.caches(), "OCL_ICD_VENDORS": runs.folder}).refused("there is no OpenCL device")
    runs.start("host", environment=hidden).right()
    return said


def no_compiler(runs):
    """One that lies where CUDA is installed may still be found."""
    hidden = {**runs.caches(), **hide(os.path.join(runs.folder, "hidden"), "nvrtc")}
    started = runs.start(environment=hidden)
    code, said = started.ended()
    return started.refused("NVRTC") if code else "found elsewhere, " + (started.right() or "the right answer")


def broken_kernel(runs):
    path = runs.artifact()
    runs.start(model=path).right()
    if not replace_in_artifact(path, b"KERNEL ", b"KERNEL,"):
        raise Wrong("no kernel's text was found in the .qart file")
    return runs.start(model=path).refused("layer '", "does not compile")


def out_of_memory(runs):
    """By the library, in float, which takes most: the run fails, and the process goes on with others."""
    path, library = runs.artifact(FLOAT), runs.library()
    device = library.made("qrt_open_device", runs.device.encode())
    model = library.model(device, library.made("qrt_open_artifact", path.encode()), 0)
    noise = np.random.default_rng(1).standard_normal((3, 3, 32, 32), dtype=np.float32).tobytes()
    before = library.run(model, 3, [noise])
    try:
        library.run(model, BATCH)
        raise Wrong(f"batch {BATCH} ran: there is memory enough")
    except qrt.Failed as failed:
        said = str(failed)
    if REMEDY not in said:
        raise Wrong(f"says not how much, and what to do: {said}")
    if library.run(model, 3, [noise]) != before:
        raise Wrong("the run behind it has another answer")
    return said


def full_card(runs):
    """The memory that others left is too little: PoCL is told that it has 1 GiB."""
    environment = {**runs.caches(), "POCL_MEMORY_LIMIT": "1"}
    with FullCard(2 * GIB):
        said = runs.bench(FLOAT, 1 << 15, environment).refused(REMEDY)
        runs.start(environment=environment).right()
    return said
