// The sound modules that the fuzzer damages; together they use every op, in
// float and quantized.
#pragma once

#include <string>
#include <vector>

namespace qopt::test {

struct MlirSeed {
  std::string text, bytecode; // the same module
};

/// The functions of test/numerics, and the networks that the ONNX fuzzer
/// imports. Empty after a message.
std::vector<MlirSeed> mlirSeeds();

} // namespace qopt::test
