#include "runtime/drivers/kernels/queue_count.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace qrt::test {
namespace {

class QueueCount : public ::testing::Test {
protected:
  void SetUp() override { unsetenv("QOPT_QUEUES"); }
  void TearDown() override { unsetenv("QOPT_QUEUES"); }
};

TEST_F(QueueCount, IsTheDriversUnlessItIsSaid) {
  EXPECT_EQ(*kernels::queueCount(4), 4u);
  setenv("QOPT_QUEUES", "3", 1);
  EXPECT_EQ(*kernels::queueCount(4), 3u);
}

TEST_F(QueueCount, WhatIsNoCountIsRefused) {
  for (const char *text : {"", "0", "33", "-1", "4x", "many", "99999999999"}) {
    setenv("QOPT_QUEUES", text, 1);
    const Expected<unsigned> count = kernels::queueCount(4);
    ASSERT_FALSE(count.ok()) << text;
    EXPECT_EQ(count.status().message(),
              "QOPT_QUEUES=" + std::string(text) + ": expected a number from 1 to 32");
  }
}

} // namespace
} // namespace qrt::test
