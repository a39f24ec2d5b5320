# Tools: qopt, qrun (of this build), FileCheck, not, count (LLVM's).
# Features: memory-limits (of address space, which sanitizers do not stand).
# Substitutions: %models (test/models), %python, %tools_dir (of qopt and qrun), %products (of those that users have, on the shared
# libraries: qopt and qrun are static copies of them, which start in a fifth of the time), %encode_onnx (a model's text on standard input to a
# file's bytes on standard output), %decode_onnx (the reverse), %t (a scratch path).
import os

import lit.formats
from lit.llvm import llvm_config

config.name = "qopt"
config.suffixes = [".mlir", ".pbtxt"]
config.excludes = ["Inputs"]
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.test_source_root = os.path.join(config.qopt_source_dir, "test")
config.test_exec_root = os.path.join(config.qopt_binary_dir, "test")

# A cache file of the build folder, never the user's.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.environment["XDG_DATA_HOME"] = os.path.join(config.test_exec_root, "data")  # no tuning database
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "OCL_ICD_VENDORS", "POCL_CACHE_DIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# As qopt_links_kernels_fast has it (tools/cmake/tests.cmake): kernels are optimized as users'.
config.environment["COMPILER_PATH"] = config.qopt_kernel_linker
if config.qopt_pocl:
    config.environment.setdefault("OCL_ICD_VENDORS", config.qopt_pocl)

if not config.sanitizers:  # whose shadow alone takes terabytes
    config.available_features.add("memory-limits")

config.substitutions += [
    ("%models", os.path.join(config.test_source_root, "models")),
    ("%python", config.python),
    ("%encode_onnx", "protoc --encode=qopt.onnx.proto.ModelProto onnx.proto --proto_path=" +
     os.path.join(config.qopt_source_dir, "importers", "onnx", "file")),
    ("%decode_onnx", "protoc --decode=qopt.onnx.proto.ModelProto onnx.proto --proto_path=" +
     os.path.join(config.qopt_source_dir, "importers", "onnx", "file")),
]
tools_dir = config.qopt_tools_dir
config.substitutions += [("%tools_dir", tools_dir), ("%products", os.path.join(config.qopt_binary_dir, "bin"))]
llvm_config.with_environment("PATH", [tools_dir, config.llvm_tools_dir], append_path=True)
# No substitution of qopt and qrun, which PATH has first: profile=qopt is to stay as it is.
llvm_config.add_tool_substitutions(["FileCheck", "not", "count"], [config.llvm_tools_dir])

