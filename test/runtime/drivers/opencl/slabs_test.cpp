#include "runtime/drivers/opencl/slabs.h"

#include "test/runtime/format/launch_chain.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

using opencl::Slabs;

TEST(Slabs, AreSharedByWhatIsNeverThereAtOnce) {
  const Program program = chainOfLaunches({"a", "b", "c", "d"});
  const Slabs slabs(program, false, 1);
  EXPECT_EQ(slabs.count(), 2u);
  for (uint32_t buffer = 0; buffer + 1 < program.buffers.size(); ++buffer)
    EXPECT_NE(slabs.of(buffer), slabs.of(buffer + 1));
  EXPECT_EQ(slabs.bytes(0, 3), 48);
  EXPECT_EQ(slabs.allBytes(3), 96);
}

TEST(Slabs, OfSeveralQueuesAreSharedByWhatEdgesKeepApart) {
  Program program = chainOfLaunches({"a", "b", "c", "d"});
  EXPECT_EQ(Slabs(program, false, 4).count(), 2u);
  // c begins beside b, and reads what b reads.
  program.nodes[2].after = {0};
  program.nodes[2].reads = {1};
  const Slabs line(program, false, 1), parallel(program, false, 4);
  EXPECT_EQ(line.of(2), line.of(3));
  EXPECT_NE(parallel.of(2), parallel.of(3));
}

TEST(Slabs, KeepInputs) {
  const Program program = chainOfLaunches({"a", "b", "c", "d"});
  const Slabs slabs(program, true, 1);
  EXPECT_EQ(slabs.count(), 3u);
  for (uint32_t buffer = 1; buffer < program.buffers.size(); ++buffer)
    EXPECT_NE(slabs.of(0), slabs.of(buffer));
}

TEST(Slabs, AreAsLargeAsTheirLargest) {
  Program program = chainOfLaunches({"a", "b", "c"});
  program.buffers[2].bytes = {0, 1000, 1}; // static, where others grow
  const Slabs slabs(program, false, 1);
  EXPECT_EQ(slabs.of(0), slabs.of(2));
  EXPECT_EQ(slabs.bytes(slabs.of(0), 1), 1000);
  EXPECT_EQ(slabs.bytes(slabs.of(0), 100), 1600);
}

TEST(Slabs, AreApartWhereThePlanReusesNothing) {
  Program program = chainOfLaunches({"a", "b", "c", "d"});
  for (size_t i = 0; i < program.buffers.size(); ++i)
    program.buffers[i].offset = {int64_t(i) * 64, 0, 64};
  const Slabs slabs(program, false, 1);
  EXPECT_EQ(slabs.count(), program.buffers.size());
  EXPECT_EQ(slabs.allBytes(3), 5 * 48);
}

} // namespace
} // namespace qrt::test
