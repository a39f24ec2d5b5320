// Files that ONNX Runtime once choked on: each is refused in words, or read where all that is wrong
// is the rank that it declares for an output.
#include "test/importers/onnx/import_fixture.h"

#include "llvm/Support/FileSystem.h"

using namespace qopt;
using namespace qopt::onnx::test;

TEST(OnnxBrokenFiles, AreRefusedCleanly) {
  const std::string folder = QOPT_TEST_DATA_DIR "/onnx/broken";
  if (!llvm::sys::fs::is_directory(folder))
    GTEST_SKIP() << "no ../shared/data/onnx/broken";
  unsigned seen = 0;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error)) {
    Import import(it->path());
    EXPECT_FALSE(import.diagnostics.empty()) << it->path();
    ++seen;
    if (import.says("which counts"))
      continue;
    EXPECT_FALSE(import.module) << it->path();
    EXPECT_NE(import.failure, ImportFailure::None) << it->path();
  }
  EXPECT_GE(seen, 3u);
}
