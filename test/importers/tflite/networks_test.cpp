// Networks that converters wrote, where they are there: each is read, and has no transposes but at
// its ends.
#include "test/importers/tflite/import_fixture.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace qopt;
using namespace qopt::tflite::test;

static const std::string tfliteData = QOPT_TEST_DATA_DIR "/tflite";

static std::vector<std::string> filesBelow(const std::string &folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator at(folder, error), end; at != end && !error;
       at.increment(error))
    if (llvm::sys::path::extension(at->path()) == ".tflite" ||
        llvm::sys::path::extension(at->path()) == ".bin")
      files.push_back(at->path());
  return files;
}

static Import importOf(const std::string &path) {
  auto bytes = llvm::MemoryBuffer::getFile(path, /*IsText=*/false);
  EXPECT_TRUE(bytes) << path;
  return Import(bytes ? (*bytes)->getBuffer().str() : std::string());
}

TEST(TfliteNetworks, AreRead) {
  if (!llvm::sys::fs::exists(tfliteData))
    GTEST_SKIP() << "no ../shared/data/tflite";
  unsigned read = 0;
  for (const std::string &path : filesBelow(tfliteData)) {
    if (llvm::StringRef(path).contains("/broken/"))
      continue;
    Import import = importOf(path);
    EXPECT_TRUE(import.module) << path << "\n" << import.said();
    read += bool(import.module);
  }
  EXPECT_GT(read, 50u);
}

TEST(TfliteNetworks, BrokenOnesAreRefused) {
  if (!llvm::sys::fs::exists(tfliteData + "/broken"))
    GTEST_SKIP() << "no ../shared/data/tflite/broken";
  for (const std::string &path : filesBelow(tfliteData + "/broken")) {
    Import import = importOf(path);
    EXPECT_FALSE(import.module) << path;
    EXPECT_EQ(import.diagnostics.size(), 1u) << path << "\n" << import.said();
  }
}

// MobileNet: 28 convolutions, a pool, softmax; its image comes channels last.
TEST(TfliteNetworks, ChainsHaveOneTranspose) {
  const std::string path = tfliteData + "/mobilenet/mobilenet_v1_0.25_128_quant.tflite";
  if (!llvm::sys::fs::exists(path))
    GTEST_SKIP() << "no ../shared/data/tflite/mobilenet";
  Import import = importOf(path);
  EXPECT_EQ(import.count("nn.conv2d"), 28u);
  EXPECT_EQ(import.count("nn.transpose"), 1u);
}
