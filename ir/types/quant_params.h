// The derivation of quantization parameters from ranges. Plain C++, for hosts that include no MLIR
// header; quant_type.h reads parameters from types.
#pragma once

#include "runtime/numerics/types/quant_params.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace qopt::nn {

using qrt::QuantParams;

/// How ranges become parameters (docs/reference/numerics.md, P2). Signs: unsigned where nothing
/// is negative, else signed. Mixed: the same, but affine where one side of zero is less than half
/// as wide as the other.
enum class Scheme { Signs, Signed, Unsigned, Affine, Mixed };
std::optional<Scheme> parseScheme(std::string_view name); // of those that a user may name
std::string_view schemeName(Scheme scheme);

/// Parameters on 8 bits, or 16 (then never unsigned).
QuantParams paramsForRange(double min, double max, Scheme scheme, unsigned bits = 8);

} // namespace qopt::nn
