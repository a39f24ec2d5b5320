// The table of layer types against the tests of this folder.
#include "importers/caffe/graph/op_table.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

// Each type that is read is named by a test of ops/, within quotation marks.
TEST(CaffeTable, EveryTypeHasATest) {
  std::string tests;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(QOPT_SOURCE_DIR "/test/importers/caffe/ops", error),
       end;
       it != end && !error; it.increment(error))
    if (auto file = llvm::MemoryBuffer::getFile(it->path()))
      tests += (*file)->getBuffer().str();
  ASSERT_FALSE(tests.empty());
  for (const std::string &type : qopt::caffe::layerTypes())
    EXPECT_TRUE(llvm::StringRef(tests).contains("\"" + type + "\"") ||
                llvm::StringRef(tests).contains("'" + type + "'"))
        << type;
}
