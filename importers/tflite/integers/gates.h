// Functions of an LSTM's gates on numbers of 16 bits (docs/reference/numerics.md, L22).
#pragma once

#include <cstdint>

namespace qopt::tflite {

/// 1/(1 + e^−a) of 15 bits behind the point, a with 3 integer bits.
int64_t logisticOfSixteen(int64_t a);
/// tanh(a) of 15 bits behind the point, a with `integerBits` of them, 0 to 6.
int64_t tanhOfSixteen(int64_t a, int integerBits);

} // namespace qopt::tflite
