#include "importers/graphdef/file/checkpoint.h"

#include "test/fuzz/graphdef/checkpoint_seed.h"
#include "test/importers/temporary_folder.h"

#include <gtest/gtest.h>

namespace qopt::graphdef {
namespace {

class CheckpointFile : public ::testing::Test {
protected:
  qrt::Expected<Checkpoint> read() {
    qopt::test::writeFile(folder.file("net.index"), seed.index);
    qopt::test::writeFile(folder.file("net.data-00000-of-00001"), seed.data);
    SourceHash hash;
    return Checkpoint::read(folder.file("net"), hash);
  }
  qopt::test::CheckpointSeed seed = qopt::test::checkpointSeed();
  qopt::test::TemporaryFolder folder;
};

TEST_F(CheckpointFile, HasTensorsByName) {
  auto checkpoint = read();
  ASSERT_TRUE(checkpoint) << checkpoint.status().message();
  EXPECT_FALSE(checkpoint->find("w"));
  auto value = checkpoint->find("v")();
  ASSERT_TRUE(value) << value.status().message();
  EXPECT_EQ(value->shape(), (qrt::Shape{3}));
  EXPECT_EQ(value->values<float>()[2], value->values<float>()[0]);
}

TEST_F(CheckpointFile, ThatIsCutOffIsRefused) {
  seed.index.resize(seed.index.size() - 1);
  EXPECT_EQ(read().status().message(), "is damaged or cut off, or no checkpoint's index");
}

TEST_F(CheckpointFile, OfWhichTheDataAreCutOffIsRefused) {
  seed.data.resize(seed.data.size() - 1);
  auto checkpoint = read();
  ASSERT_TRUE(checkpoint) << checkpoint.status().message();
  EXPECT_EQ(checkpoint->find("v")().status().message(),
            "'" + folder.file("net.data-00000-of-00001") + "' is cut off");
}

} // namespace
} // namespace qopt::graphdef
