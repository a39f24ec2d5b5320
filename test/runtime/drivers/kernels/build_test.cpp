#include "runtime/drivers/kernels/build.h"

#include "test/runtime/format/launch_chain.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <unistd.h>

namespace qrt::test {
namespace {

using namespace qrt::kernels;

DeviceDescription device() {
  DeviceDescription description;
  description.name = "card";
  return description;
}

TEST(BuildAll, OfErrorsTheFirstKernelsIsTold) {
  const Program program = chainOfLaunches({"conv1", "conv2", "pool", "head"});
  for (int round = 0; round < 50; ++round) {
    Status status = buildAll(program, device(), {}, [](size_t i) {
      return i % 2 ? Status{StatusCode::DeviceError, "no such thing " + std::to_string(i)}
                   : Status();
    });
    EXPECT_EQ(status.code(), StatusCode::DeviceError);
    EXPECT_EQ(status.message(), "layer 'conv2' on card: no such thing 1");
  }
}

TEST(BuildAll, ReportsEachKernelOnce) {
  const Program program = chainOfLaunches({"a", "b", "c", "d", "e"});
  std::vector<size_t> told;
  LoadOptions options;
  options.progress = [&](size_t done, size_t total) {
    told.push_back(done);
    EXPECT_EQ(total, 5u);
  };
  std::atomic<size_t> built = 0;
  EXPECT_TRUE(buildAll(program, device(), options, [&](size_t i) {
                built += size_t(1) << i;
                return Status();
              }).ok());
  EXPECT_EQ(built, 31u);
  EXPECT_EQ(told, (std::vector<size_t>{0, 1, 2, 3, 4, 5}));
}

// Whichever thread calls it, and when.
TEST(BuildAll, WhatIsThrownComesOutOnTheCallersThread) {
  struct Thrown {};
  const Program program = chainOfLaunches({"a", "b", "c", "d", "e"});
  auto build = [](size_t) { return Status(); };
  for (size_t at = 0; at <= 5; ++at) {
    LoadOptions options;
    options.progress = [&](size_t done, size_t) {
      if (done == at)
        throw Thrown();
    };
    EXPECT_THROW((void)buildAll(program, device(), options, build), Thrown) << at;
  }
  auto withoutMemory = [](size_t i) { return i == 3 ? throw std::bad_alloc() : Status(); };
  EXPECT_THROW((void)buildAll(program, device(), {}, withoutMemory), std::bad_alloc);
}

TEST(BuildAll, AProgramWithoutKernelsIsReady) {
  EXPECT_TRUE(buildAll(Program(), device(), {}, [](size_t) {
                return Status{StatusCode::DeviceError, "not called"};
              }).ok());
}

/// An object that knows where it came from.
struct Compiled {
  std::string from;
  explicit operator bool() const { return !from.empty(); }
};

class ThroughCache : public ::testing::Test {
protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("qrt-build-" + std::to_string(getpid()));
    cache = KernelCache::open((folder / "kernels.sqlite").string(), [](const std::string &) {});
    ASSERT_TRUE(cache);
  }
  void TearDown() override {
    cache.reset();
    std::filesystem::remove_all(folder);
  }
  Expected<Compiled> get(KernelCache *from, const std::string &source, bool takesBinaries = true) {
    return throughCache<Compiled>(
        from, {"card", "1", "-fast", source},
        [&](const std::vector<uint8_t> &binary) {
          return takesBinaries ? Compiled{"binary " + std::string(binary.begin(), binary.end())}
                               : Compiled();
        },
        [&]() -> Expected<Compiled> {
          if (source == "wrong")
            return Status{StatusCode::DeviceError, "its kernel does not compile"};
          return Compiled{"source"};
        },
        [&](const Compiled &) { return std::vector<uint8_t>(source.begin(), source.end()); });
  }
  std::filesystem::path folder;
  std::unique_ptr<KernelCache> cache;
};

TEST_F(ThroughCache, CompilesOnce) {
  EXPECT_EQ(get(cache.get(), "k")->from, "source");
  EXPECT_EQ(get(cache.get(), "k")->from, "binary k");
  EXPECT_EQ(get(cache.get(), "other")->from, "source");
}

TEST_F(ThroughCache, ABinaryThatIsNotTakenIsCompiledAnew) {
  EXPECT_EQ(get(cache.get(), "k")->from, "source");
  EXPECT_EQ(get(cache.get(), "k", false)->from, "source");
}

TEST_F(ThroughCache, WithoutACacheItCompiles) {
  EXPECT_EQ(get(nullptr, "k")->from, "source");
  EXPECT_EQ(get(nullptr, "k")->from, "source");
}

TEST_F(ThroughCache, WhatDoesNotCompileIsNotKept) {
  EXPECT_FALSE(get(cache.get(), "wrong").ok());
  EXPECT_FALSE(get(cache.get(), "wrong").ok());
}

} // namespace
} // namespace qrt::test
