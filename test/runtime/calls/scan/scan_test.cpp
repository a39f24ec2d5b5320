#include "runtime/calls/scan/scan.h"

#include <gtest/gtest.h>

using namespace qrt;

template <typename T>
static std::vector<T> scanned(ScanKind kind, bool exclusive, bool reverse,
                              const std::vector<T> &values) {
  std::vector<T> result(values.size());
  const ScanShape shape{kind, exclusive, reverse, {{0}}, {{0}}, 1, 1};
  scan({}, shape, {{1}}, int64_t(values.size()), elementTypeOf<T>(), values.data(), result.data());
  return result;
}

TEST(Scan, EachWay) {
  const std::vector<int32_t> x{1, 2, 3};
  EXPECT_EQ(scanned(ScanKind::Sum, false, false, x), (std::vector<int32_t>{1, 3, 6}));
  EXPECT_EQ(scanned(ScanKind::Sum, true, false, x), (std::vector<int32_t>{0, 1, 3}));
  EXPECT_EQ(scanned(ScanKind::Sum, false, true, x), (std::vector<int32_t>{6, 5, 3}));
  EXPECT_EQ(scanned(ScanKind::Product, true, true, x), (std::vector<int32_t>{6, 3, 1}));
}

// One f16 after the other would stay at 2048: the sum is kept in f32.
TEST(Scan, NarrowFloatsAreJoinedInF32) {
  const std::vector<Float16> x{Float16(2048), Float16(1), Float16(1)};
  EXPECT_EQ(float(scanned(ScanKind::Sum, false, false, x)[2]), 2050.0f);
}
