# Tools: qopt, qrun (of this build), FileCheck, not, count, mlir-opt (LLVM's).
# Substitutions: %inputs (Inputs beside the test), %models (test/models), %data (../shared/data),
# %python, %t (a scratch path). Features: shared-data, asan.
import os

import lit.formats
from lit.llvm import llvm_config

config.name = "qopt"
config.suffixes = [".mlir"]
config.excludes = ["Inputs"]
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.test_source_root = os.path.join(config.qopt_source_dir, "test")
config.test_exec_root = os.path.join(config.qopt_binary_dir, "test")

# A cache file of the build folder, never the user's.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "OCL_ICD_VENDORS", "POCL_CACHE_DIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%inputs", "%S/Inputs"),
    ("%models", os.path.join(config.test_source_root, "models")),
    ("%data", config.qopt_data_dir),
    ("%python", config.python),
]
tools_dir = os.path.join(config.qopt_binary_dir, "bin")
llvm_config.with_environment("PATH", [tools_dir, config.llvm_tools_dir], append_path=True)
llvm_config.add_tool_substitutions(["qopt", "qrun"], [tools_dir])
llvm_config.add_tool_substitutions(["FileCheck", "not", "count", "mlir-opt"], [config.llvm_tools_dir])

if os.path.isdir(config.qopt_data_dir):
    config.available_features.add("shared-data")
if config.sanitize:
    config.available_features.add("asan")
