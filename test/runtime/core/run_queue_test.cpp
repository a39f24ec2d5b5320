#include "runtime/core/run_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace qrt::test {
namespace {

using namespace std::chrono_literals;

/// Runs that stay under way until they are let go, and write down the batches that they came with.
class Gate : public Executable {
public:
  Status run(int64_t batch, std::span<const Tensor>, std::span<Tensor>) override {
    std::unique_lock lock(mutex);
    begun.push_back(batch);
    changed.notify_all();
    changed.wait(lock, [&] { return open; });
    if (batch == throwing)
      throw std::runtime_error("it threw");
    return batch == failing ? Status(StatusCode::DeviceError, "it failed") : Status();
  }
  Expected<std::unique_ptr<BoundRun>> bind(int64_t) override {
    return Status(StatusCode::Unsupported, "no bound runs");
  }
  int64_t activationBytes(int64_t) const override { return 0; }
  MemoryUse memoryUse(int64_t) const override { return {}; }

  void letGo() {
    std::lock_guard lock(mutex);
    open = true;
    changed.notify_all();
  }
  void waitUntilBegun(size_t count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return begun.size() >= count; });
  }
  std::vector<int64_t> batches() {
    std::lock_guard lock(mutex);
    return begun;
  }

  static constexpr int64_t failing = 100, throwing = 101;

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool open = false;
  std::vector<int64_t> begun;
};

class RunQueueTest : public ::testing::Test {
protected:
  void SetUp() override { make(1); }
  void make(unsigned atOnce) { queue = std::make_unique<RunQueue>(atOnce); }
  std::shared_ptr<QueuedRun> submit(int64_t batch) {
    auto run = std::make_shared<QueuedRun>();
    run->on = {std::make_shared<Program>(), gate};
    run->batch = batch;
    Status status = queue->submit(run);
    EXPECT_TRUE(status.ok()) << status.message();
    return run;
  }

  std::shared_ptr<Gate> gate = std::make_shared<Gate>();
  std::unique_ptr<RunQueue> queue;
};

TEST_F(RunQueueTest, WaitingEndsWithItsTime) {
  auto run = submit(1);
  gate->waitUntilBegun(1);
  EXPECT_FALSE(queue->hasEnded(*run));
  EXPECT_FALSE(queue->waitFor(*run, 0ns));
  EXPECT_FALSE(queue->waitFor(*run, -5ns));
  const auto before = std::chrono::steady_clock::now();
  EXPECT_FALSE(queue->waitFor(*run, 20ms));
  EXPECT_GE(std::chrono::steady_clock::now() - before, 20ms);
  gate->letGo();
  EXPECT_TRUE(queue->waitFor(*run, std::chrono::nanoseconds::max()));
  EXPECT_TRUE(queue->hasEnded(*run));
  EXPECT_TRUE(run->status.ok());
}

TEST_F(RunQueueTest, RunsBeginInOrderAndOneThatIsDroppedDoesNot) {
  std::vector<std::shared_ptr<QueuedRun>> runs;
  for (int64_t batch : {1, 2, 3, 4})
    runs.push_back(submit(batch));
  gate->waitUntilBegun(1);
  queue->drop(runs[2]); // at once, while the first is under way
  EXPECT_TRUE(queue->hasEnded(*runs[2]));
  EXPECT_NE(runs[2]->status.message().find("dropped"), std::string::npos);
  gate->letGo();
  queue->wait(*runs[3]);
  EXPECT_EQ(gate->batches(), (std::vector<int64_t>{1, 2, 4}));
}

TEST_F(RunQueueTest, DroppingARunUnderWayWaitsForIt) {
  auto run = submit(1);
  gate->waitUntilBegun(1);
  std::atomic<bool> dropped = false;
  std::thread dropper([&] {
    queue->drop(run);
    dropped = true;
  });
  EXPECT_FALSE(queue->waitFor(*run, 20ms));
  EXPECT_FALSE(dropped);
  gate->letGo();
  dropper.join();
  EXPECT_TRUE(queue->hasEnded(*run));
}

TEST_F(RunQueueTest, OneTooManyIsRefusedUntilOneEnds) {
  std::vector<std::shared_ptr<QueuedRun>> runs;
  for (size_t i = 0; i < RunQueue::mostInFlight; ++i)
    runs.push_back(submit(1));
  auto refused = std::make_shared<QueuedRun>();
  refused->on = {std::make_shared<Program>(), gate};
  Status status = queue->submit(refused);
  EXPECT_EQ(status.code(), StatusCode::DeviceError);
  EXPECT_NE(status.message().find("256 runs of this model are in flight"), std::string::npos);
  queue->drop(runs.back());
  EXPECT_TRUE(queue->submit(refused).ok());
  gate->letGo();
  queue->wait(*refused);
  EXPECT_EQ(gate->batches().size(), RunQueue::mostInFlight);
}

TEST_F(RunQueueTest, AsManyAsTheDeviceTakesGoOnAtOnce) {
  make(2);
  std::vector<std::shared_ptr<QueuedRun>> runs{submit(1), submit(2), submit(3)};
  gate->waitUntilBegun(2);
  EXPECT_FALSE(queue->waitFor(*runs[2], 20ms));
  EXPECT_EQ(gate->batches().size(), 2u);
  gate->letGo();
  queue->wait(*runs[2]);
  EXPECT_EQ(gate->batches()[2], 3);
}

TEST_F(RunQueueTest, AFailureIsTheRunsOwn) {
  gate->letGo();
  auto failed = submit(Gate::failing), thrown = submit(Gate::throwing), right = submit(1);
  queue->wait(*right);
  EXPECT_EQ(failed->status.message(), "it failed");
  EXPECT_EQ(thrown->status.code(), StatusCode::DeviceError);
  EXPECT_EQ(thrown->status.message(), "it threw");
  EXPECT_TRUE(right->status.ok());
}

} // namespace
} // namespace qrt::test
