// Tables of functions as LiteRT's reference kernels make them.
#pragma once

#include "ir/scalar_body.h"

#include <functional>
#include <vector>

namespace qopt::nn::lite {

/// (L9) Returns the 256 results of an 8-bit function, from the lowest stored q on, computed in f32.
std::vector<int32_t> tableOfEight(const QuantParams &from, const QuantParams &to,
                                  llvm::function_ref<float(float)> function);
/// The same for a rule on values without zero points: `steps` maps the operand's q − z to the
/// result's.
std::vector<int32_t> tableOfSteps(const QuantParams &from, const QuantParams &to,
                                  llvm::function_ref<int64_t(int64_t)> steps);

/// Looks up the entry of a stored q.
BodyValue entryOf(qrt::ScalarBuilder &, BodyValue q, const QuantParams &from,
                  const std::vector<int32_t> &table);

/// (L10) Returns 513 points of a 16-bit function of s_x·q, in units of s_y, for `interpolated`. All
/// is computed in the type Float.
template <class Float>
std::vector<int32_t> tableOfSixteen(Float inputScale, int64_t inputZero, Float outputScale,
                                    const std::function<Float(Float)> &function);
/// Interpolates between two of these 513 points; q is in −32768 … 32767.
BodyValue interpolated(qrt::ScalarBuilder &, BodyValue q, const std::vector<int32_t> &table);

/// (L11) Returns σ(i/24)·2^16, raised by half the amount by which the chord to the next point is
/// too low in its middle.
std::vector<int32_t> sigmoids();

} // namespace qopt::nn::lite
