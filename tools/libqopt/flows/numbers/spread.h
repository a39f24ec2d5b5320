// Places from all over a range.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace qopt::run {

/// `count` of the places [0, total), ascending: of so many equal parts one each, at a place that
/// shifts from part to part (multiples of the golden ratio fill a part evenly), so that what
/// repeats along the range is not met at one phase alone. All of them where there are no more.
std::vector<int64_t> spreadPlaces(int64_t count, int64_t total);

/// Returns the places [0, total) in two halves, each ascending. If their number is even, each half
/// has one of every two neighbours, and which one shifts likewise. If it is odd, the first half has
/// one more.
std::array<std::vector<int64_t>, 2> spreadHalves(int64_t total);

} // namespace qopt::run
