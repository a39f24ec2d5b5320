#include "runtime/drivers/kernels/run_state.h"

#include "test/runtime/drivers/kernels/memory_state.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

using namespace qrt::kernels;

std::unique_ptr<RunState> stateFor(MemoryDevice &device, RunKind kind, int64_t batch) {
  auto state = std::make_unique<MemoryState>(device, kind);
  EXPECT_TRUE(state->prepare(batch).ok());
  return state;
}

TEST(StatePool, GivesOneThatIsSetForTheBatch) {
  MemoryDevice device;
  StatePool pool;
  EXPECT_EQ(pool.take(RunKind::Plain, 1), nullptr);
  for (int64_t batch : {8, 1, 32})
    pool.give(stateFor(device, RunKind::Plain, batch));
  EXPECT_EQ(pool.take(RunKind::Plain, 32)->preparedFor(), 32);
  EXPECT_EQ(pool.take(RunKind::Plain, 1)->preparedFor(), 1);
  EXPECT_EQ(pool.take(RunKind::Plain, 1)->preparedFor(), 8) << "any is better than a new one";
  EXPECT_EQ(pool.take(RunKind::Plain, 1), nullptr);
}

TEST(StatePool, KeepsKindsApart) {
  MemoryDevice device;
  StatePool pool;
  pool.give(stateFor(device, RunKind::Profiled, 1));
  EXPECT_EQ(pool.take(RunKind::Plain, 1), nullptr);
  EXPECT_NE(pool.take(RunKind::Profiled, 1), nullptr);
}

TEST(RunState, IsPreparedOnceForABatch) {
  MemoryDevice device;
  MemoryState state(device, RunKind::Plain);
  for (int64_t batch : {2, 2, 3, 3, 2})
    ASSERT_TRUE(state.prepare(batch).ok());
  EXPECT_EQ(device.prepared, (std::vector<int64_t>{2, 3, 2}));
  device.refusedBatch = 9;
  EXPECT_FALSE(state.prepare(9).ok());
  EXPECT_EQ(state.preparedFor(), 0) << "it is set for nothing now";
}

} // namespace
} // namespace qrt::test
