// Causes of a quantized layer's own error.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace qopt {

/// Each changes the result where that one thing alone is as the quantized network has it, behind
/// those before it: the layer's weights on their grid, its bias, its result cut off where its steps
/// end, that rounded to its steps, a scale that is wider because a concatenation or sum shares it,
/// and what is left: tables of functions, integer arithmetic, weights that a repair rescaled.
enum class Cause { Weights, Bias, Clipping, Rounding, SharedScale, Tables };

inline constexpr size_t causeCount = 6;
inline constexpr std::array<std::string_view, causeCount> causeNames = {
    "weights", "bias", "clipping", "rounding", "shared_scale", "tables"};

inline std::string_view causeName(Cause cause) { return causeNames[size_t(cause)]; }

} // namespace qopt
