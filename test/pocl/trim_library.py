#!/usr/bin/env python3
"""Leaves of PoCL's library of built-in functions what kernels call.

Usage: trim_library.py LIBPOCL DECLARATIONS LIBRARY TRIMMED

A process that builds a kernel reads the whole library, 23,000 functions: more than ten kernels cost. TRIMMED
holds those of LIBRARY (LLVM bitcode) that the header DECLARATIONS declares, what PoCL and CLBlast call, and what
these call; bodies are the same. It is read and written by the LLVM that LIBPOCL links. Where that has not the
C interface this script calls, TRIMMED is a link to LIBRARY, and a message says so.
"""

import ctypes
import os
import re
import sys
from pathlib import Path

INTERNAL = 8  # LLVMInternalLinkage
OF_CLBLAST = {"mad", "max", "min"}  # beside what ours call, and items of any kind


def declared(header):
    """Names of the functions that a kernel may call, without the width of vectors."""
    names = set(re.findall(r"\b(\w+)\((?!\()[^()]*\);", header))
    return names | OF_CLBLAST | {"vload", "vstore", "convert_"}


class Llvm:
    """The functions of LLVM's C interface that are needed, each with its types."""

    def __init__(self, libpocl):
        name = re.search(rb"libLLVM[-.\w]*\.so[.\d]*", Path(libpocl).read_bytes())
        if not name:
            raise OSError(f"{libpocl} names no libLLVM")
        self.library = ctypes.CDLL(name[0].decode())

    def call(self, name, *arguments, result=ctypes.c_void_p):
        function = getattr(self.library, name)
        function.restype = result
        return function(*(ctypes.c_void_p(a) if isinstance(a, int) and a > 1 << 32 else a for a in arguments))

    def read(self, path):
        buffer, message, module = ctypes.c_void_p(), ctypes.c_char_p(), ctypes.c_void_p()
        context = self.call("LLVMContextCreate")
        if self.call("LLVMCreateMemoryBufferWithContentsOfFile", os.fsencode(path), ctypes.byref(buffer),
                     ctypes.byref(message), result=ctypes.c_int):
            raise OSError(message.value.decode())
        if self.call("LLVMParseBitcodeInContext2", context, buffer, ctypes.byref(module), result=ctypes.c_int):
            raise OSError(f"{path} is no bitcode of this LLVM")
        return module.value

    def defined(self, module):
        """(function, name) of each that has a body."""
        function = self.call("LLVMGetFirstFunction", module)
        while function:
            if not self.call("LLVMIsDeclaration", function, result=ctypes.c_int):
                size = ctypes.c_size_t()
                yield function, self.call("LLVMGetValueName2", function, ctypes.byref(size), result=ctypes.c_char_p).decode()
            function = self.call("LLVMGetNextFunction", function)

    def drop_unused(self, module):
        passes = self.call("LLVMCreatePassManager")
        self.call("LLVMAddGlobalDCEPass", passes, result=None)
        self.call("LLVMRunPassManager", passes, module, result=ctypes.c_int)


def is_kept(name, kept):
    """Mangled names of kernels' functions are _Z<length>[_cl_]<name>…; the others that are none are PoCL's own."""
    mangled = re.match(r"_Z(\d+)(.*)", name)
    if not mangled:
        return "pocl" in name or name == "printf"
    plain = mangled[2][:int(mangled[1])].removeprefix("_cl_")
    if plain.startswith("convert_"):
        return "double" not in plain and "half" not in plain and not re.search("_(sat|rt.)", plain)
    return plain.startswith("get_") or plain in kept or re.sub(r"\d+$", "", plain) in kept


def trim(llvm, library, kept, out):
    module = llvm.read(library)
    hidden = {}
    for function, name in llvm.defined(module):
        if not is_kept(name, kept):
            hidden[name] = llvm.call("LLVMGetLinkage", function, result=ctypes.c_int)
            llvm.call("LLVMSetLinkage", function, INTERNAL, result=None)
    llvm.drop_unused(module)
    count = 0
    for function, name in llvm.defined(module):
        count += 1
        if name in hidden:
            llvm.call("LLVMSetLinkage", function, hidden[name], result=None)
    if llvm.call("LLVMWriteBitcodeToFile", module, os.fsencode(out), result=ctypes.c_int):
        raise OSError(f"{out} cannot be written")
    return count


def main():
    libpocl, declarations, library, out = sys.argv[1:]
    Path(out).unlink(missing_ok=True)
    try:
        trim(Llvm(libpocl), library, declared(Path(declarations).read_text(encoding="utf-8")), out)
    except (OSError, AttributeError) as why:
        print(f"trim_library: {Path(library).name} stays whole: {why}")
        Path(out).unlink(missing_ok=True)
        Path(out).symlink_to(library)


if __name__ == "__main__":
    main()
