// This translates element types to the names of the server and of configurations.
#pragma once

#include "runtime/numerics/types/element_type.h"
#include "tools/triton/abi.h"

#include <optional>
#include <string>
#include <string_view>

namespace qopt::triton {

/// Returns the server's type, and none for types that it lacks: packed ones, and floats of 8 bits.
std::optional<TRITONSERVER_DataType> servedType(qrt::ElementType type);
/// Returns "TYPE_FP32", say, as configurations call a type that is served.
std::string configType(qrt::ElementType type);
/// Returns the same for a request's type; "TYPE_INVALID" where it is none.
std::string configType(TRITONSERVER_DataType type);

} // namespace qopt::triton
