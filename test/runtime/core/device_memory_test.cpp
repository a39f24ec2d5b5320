#include "runtime/core/device_memory.h"

#include <gtest/gtest.h>

#include <array>

namespace qrt {
namespace {

std::shared_ptr<DeviceBytes> allocated(size_t bytes) {
  auto device = openDevice("host:1");
  EXPECT_TRUE(device) << device.status().message();
  auto made = (*device)->allocate(bytes, nullptr);
  EXPECT_TRUE(made) << made.status().message();
  return *made;
}

TEST(DeviceMemory, GivesBackFromAnOffset) {
  auto memory = allocated(4);
  const std::array<char, 4> given{1, 2, 3, 4};
  std::array<char, 2> got{};
  ASSERT_TRUE(memory->write(given.data(), given.size(), nullptr).ok());
  ASSERT_TRUE(memory->read(got.data(), 1, got.size(), nullptr).ok());
  EXPECT_EQ(got, (std::array<char, 2>{2, 3}));
}

// An empty tensor may have no address; memcpy of null is undefined, which
// UndefinedBehaviorSanitizer tells.
TEST(DeviceMemory, CopiesNothingOfNull) {
  auto memory = allocated(0);
  EXPECT_TRUE(memory->write(nullptr, 0, nullptr).ok());
  EXPECT_TRUE(memory->read(nullptr, 0, 0, nullptr).ok());
}

} // namespace
} // namespace qrt
