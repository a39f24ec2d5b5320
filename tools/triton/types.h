// Element types, as the server and configurations call them.
#pragma once

#include "runtime/numerics/types/element_type.h"
#include "tools/triton/abi.h"

#include <optional>
#include <string>
#include <string_view>

namespace qopt::triton {

/// None for types that the server has none for: packed ones, and floats of 8 bits.
std::optional<TRITONSERVER_DataType> servedType(qrt::ElementType type);
/// "TYPE_FP32", as configurations say it, of a type that is served.
std::string configType(qrt::ElementType type);
/// The same of a request's; "TYPE_INVALID" of what is none.
std::string configType(TRITONSERVER_DataType type);

} // namespace qopt::triton
