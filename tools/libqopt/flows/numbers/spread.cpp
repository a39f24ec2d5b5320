#include "tools/libqopt/flows/numbers/spread.h"

#include <algorithm>

namespace qopt::run {

std::vector<int64_t> spreadPlaces(int64_t count, int64_t total) {
  count = std::min(count, total);
  std::vector<int64_t> places;
  for (int64_t part = 0; part < count; ++part) {
    const int64_t begin = part * total / count, end = (part + 1) * total / count;
    const uint64_t fraction = uint64_t(part) * 0x9E3779B97F4A7C15u >> 32;
    places.push_back(begin + int64_t(fraction * uint64_t(end - begin) >> 32));
  }
  return places;
}

std::array<std::vector<int64_t>, 2> spreadHalves(int64_t total) {
  std::array<std::vector<int64_t>, 2> halves = {spreadPlaces((total + 1) / 2, total), {}};
  for (int64_t place = 0; place < total; ++place)
    if (!std::ranges::binary_search(halves[0], place))
      halves[1].push_back(place);
  return halves;
}

} // namespace qopt::run
