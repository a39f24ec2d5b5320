// What a tensor's stored integers stand for. Plain, for hosts that see no MLIR
// header; quant_type.h reads them from types.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace qopt::nn {

/// real = scale·(q − zeroPoint); the scale is an f32 held in a double.
struct QuantParams {
  double scale = 1;
  int64_t zeroPoint = 0;
  int64_t min = -128, max = 127; // storage range
  qrt::ElementType storage = qrt::ElementType::I8;
  bool operator==(const QuantParams &) const = default;
  /// What stored values can be: nobody checks a buffer's bytes against a narrower `min`, `max`.
  int64_t lowest() const { return qrt::lowestOf(storage); }
  int64_t highest() const { return qrt::highestOf(storage); }
  /// Steps of a stored value from real zero, at most.
  int64_t reach() const { return std::max(highest() - zeroPoint, zeroPoint - lowest()); }
};

/// How ranges become parameters (docs/reference/numerics.md, P2). Signs: unsigned where nothing
/// is negative, else signed. Mixed: the same, but affine where one side of zero is less than half
/// as wide as the other.
enum class Scheme { Signs, Signed, Unsigned, Affine, Mixed };
std::optional<Scheme> parseScheme(std::string_view name); // of those that a user may name
std::string_view schemeName(Scheme scheme);

/// Parameters on 8 bits, or 16 (then never unsigned).
QuantParams paramsForRange(double min, double max, Scheme scheme, unsigned bits = 8);

} // namespace qopt::nn
