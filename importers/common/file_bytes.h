// A model's file as bytes.
#pragma once

#include "runtime/numerics/types/status.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace qopt {

/// The whole of a file that a protobuf parser may take: a regular one of at most 2 GiB, or for "-"
/// standard input. `remedy` follows where it is larger ("; save its weights as external data").
qrt::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFileBytes(const std::string &path,
                                                                 llvm::StringRef remedy = "");

} // namespace qopt
