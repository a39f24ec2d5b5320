#include "runtime/core/artifact_kernels.h"

#include <gtest/gtest.h>

namespace qrt {
namespace {

using Bytes = std::vector<uint8_t>;

struct FakeCache : KernelCache {
  std::map<std::string, Bytes> kept; // by source
  std::optional<Bytes> find(const KernelKey &key) override {
    auto found = kept.find(key.source);
    return found == kept.end() ? std::nullopt : std::optional(found->second);
  }
  void store(const KernelKey &key, std::span<const uint8_t> binary) override {
    kept[key.source].assign(binary.begin(), binary.end());
  }
};

const KernelKey first{"card", "1.0", "-O", "source a"}, second{"card", "1.0", "-O", "source b"};

TEST(ArtifactKernels, ARecorderKeepsWhatWasFoundAndWhatWasMade) {
  FakeCache users;
  users.kept["source b"] = {7};
  KernelRecorder recorder(&users);
  EXPECT_EQ(recorder.find(second), Bytes{7});
  EXPECT_EQ(recorder.find(first), std::nullopt);
  recorder.store(first, Bytes{1, 2});
  recorder.store({"card", "1.0", "-O", "source c"}, Bytes{}); // a driver that gives none
  EXPECT_EQ(users.kept["source a"], (Bytes{1, 2}));
  std::vector<KernelBinary> binaries = recorder.binaries();
  ASSERT_EQ(binaries.size(), 2u);
  EXPECT_EQ(binaries[0].source, sourceSums("source a")); // by source, whoever came first
  EXPECT_EQ(binaries[0].code.values<uint8_t>()[1], 2);
  EXPECT_EQ(binaries[1].code.values<uint8_t>()[0], 7);
}

TEST(ArtifactKernels, OnlyOwnBinariesAreFound) {
  KernelRecorder recorder(nullptr);
  recorder.store(first, Bytes{1, 2});
  EXPECT_EQ(recorder.find(first), (Bytes{1, 2})); // by the next program
  ArtifactEntry entry;
  entry.binaries = recorder.binaries();
  FakeCache users;
  users.kept["source b"] = {9};
  ArtifactKernels kernels(entry, &users);
  EXPECT_EQ(kernels.find(first), (Bytes{1, 2}));
  EXPECT_EQ(kernels.find(second), Bytes{9}); // the user's
  for (const KernelKey &foreign :
       {KernelKey{"other", "1.0", "-O", "source a"}, KernelKey{"card", "1.1", "-O", "source a"},
        KernelKey{"card", "1.0", "-O2", "source a"}, KernelKey{"card", "1.0", "-O", "source a "}})
    EXPECT_EQ(kernels.find(foreign), std::nullopt);
  kernels.store(first, Bytes{5});
  EXPECT_EQ(users.kept["source a"], Bytes{5});
  EXPECT_EQ(ArtifactKernels(entry, nullptr).find(second), std::nullopt);
}

} // namespace
} // namespace qrt
