// Tells which elements ONNX's operators take, and from which opset on.
#pragma once

#include "runtime/numerics/types/element_type.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace qopt::onnx {

/// The oldest opset whose files we write.
inline constexpr int64_t leastOpset = 13;

/// The first opset, from 13 on, in which `name` is there for elements of `type` (those of the input
/// that decides); none where no opset to 27 has that.
std::optional<int64_t> operatorSince(llvm::StringRef name, qrt::ElementType type);

} // namespace qopt::onnx
