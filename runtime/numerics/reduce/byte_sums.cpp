#include "runtime/numerics/reduce/byte_sums.h"

#include <algorithm>
#include <type_traits>

namespace qrt {

// A stride that is known, as it mostly is 1, and sums of 16 bits make short vectors of the loop.
template <typename Stride>
static void add(ByteSums &sums, const int8_t *values, int64_t count, Stride stride) {
  constexpr int64_t atOnce = 240; // whole vectors, whose sums fit 16 bits
  for (int64_t begin = 0; begin < count; begin += atOnce) {
    int16_t sum = 0;
    uint16_t magnitudes = 0;
    const int64_t end = std::min(count, begin + atOnce);
    for (int64_t i = begin; i < end; ++i) {
      const int16_t value = values[i * stride];
      sum = int16_t(sum + value);
      magnitudes = uint16_t(magnitudes + std::max<int16_t>(value, int16_t(-value)));
    }
    sums.sum += sum, sums.magnitudes += magnitudes;
  }
}

void addBytes(ByteSums &sums, const int8_t *values, int64_t count, int64_t stride) {
  if (stride == 1)
    add(sums, values, count, std::integral_constant<int64_t, 1>());
  else
    add(sums, values, count, stride);
}

} // namespace qrt
