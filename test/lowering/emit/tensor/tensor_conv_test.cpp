#include "lowering/emit/tensor/tensor_conv.h"

#include <gtest/gtest.h>

namespace qopt {
namespace {

// CUDA's programming guide, maximum amount of shared memory per multiprocessor.
TEST(SharedLocalBytes, OfEachCapability) {
  constexpr std::pair<int, int64_t> kibibytes[] = {{80, 164},  {86, 100},  {87, 164},  {89, 100},
                                                   {90, 228},  {100, 228}, {103, 228}, {110, 228},
                                                   {120, 100}, {121, 100}};
  for (const auto &[capability, expected] : kibibytes) {
    const qrt::DeviceDescription device{.localMemoryBytes = 1, .computeCapability = capability};
    EXPECT_EQ(sharedLocalBytes(device), expected * 1024) << capability;
  }
  EXPECT_EQ(sharedLocalBytes({.localMemoryBytes = 7, .computeCapability = 75}), 7);
}

} // namespace
} // namespace qopt
