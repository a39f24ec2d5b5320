#include "test/importers/onnx/import_fixture.h"

#include "llvm/Support/FileSystem.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static ModelBuilder reluModel(int64_t opset = 17) {
  ModelBuilder m(opset);
  m.input("x", {2}).output("y").floats("w", {2}, {1, 2}).node("Add", {"x", "w"}, {"y"});
  return m;
}

static void refuses(const std::string &path, const std::string &why) {
  Import import(path);
  EXPECT_FALSE(import.module);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_EQ(import.diagnostics.size(), 1u);
  EXPECT_TRUE(import.says(why)) << (import.diagnostics.empty() ? "" : import.diagnostics[0]);
}

TEST(OnnxModelFile, MissingEmptyGarbageFolder) {
  TemporaryFolder folder;
  refuses(folder.file("none.onnx"), "cannot read the file: No such file");
  refuses(folder.folder, "is not a file");
  writeFile(folder.file("empty.onnx"), "");
  refuses(folder.file("empty.onnx"), "is empty");
  writeFile(folder.file("text.onnx"), "not a model at all\n");
  refuses(folder.file("text.onnx"), "does not parse");
  writeFile(folder.file("bare.onnx"), std::string("\x08\x07", 2));
  refuses(folder.file("bare.onnx"), "holds no graph");
}

TEST(OnnxModelFile, TruncatedAnywhereNeverPasses) {
  TemporaryFolder folder;
  std::string bytes = reluModel().bytes();
  // The operator set is the last field: without its last byte nothing is whole.
  for (size_t length = 0; length < bytes.size(); ++length) {
    writeFile(folder.file("cut.onnx"), bytes.substr(0, length));
    Import import(folder.file("cut.onnx"));
    EXPECT_FALSE(import.module) << length;
    EXPECT_EQ(import.failure, ImportFailure::BadFile) << length;
    EXPECT_EQ(import.diagnostics.size(), 1u) << length;
  }
}

TEST(OnnxModelFile, MoreThanTwoGigabytes) {
  TemporaryFolder folder;
  writeFile(folder.file("big.onnx"), "x");
  int descriptor = 0;
  ASSERT_FALSE(llvm::sys::fs::openFileForReadWrite(
      folder.file("big.onnx"), descriptor, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::OF_None));
  ASSERT_FALSE(llvm::sys::fs::resize_file_sparse(descriptor, uint64_t(3) << 30));
  llvm::sys::fs::file_t file = llvm::sys::fs::convertFDToNativeFile(descriptor);
  llvm::sys::fs::closeFile(file);
  refuses(folder.file("big.onnx"), "save its weights as external data");
}

TEST(OnnxModelFile, Opsets) {
  for (int64_t opset : {1, 6, 7, 27})
    EXPECT_TRUE(Import(reluModel(opset)).module);
  for (int64_t opset : {0, 28, 1000}) {
    Import import(reluModel(opset));
    EXPECT_EQ(import.failure, ImportFailure::Unsupported);
    EXPECT_TRUE(import.says("opset " + std::to_string(opset) + " (up to 27 are read"));
  }
  ModelBuilder none = reluModel();
  none.model.clear_opset_import();
  Import import(none);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("does not say which operator set"));

  ModelBuilder foreign = reluModel();
  foreign.model.clear_opset_import();
  foreign.model.mutable_graph()->mutable_node(0)->set_domain("my.ops");
  EXPECT_TRUE(Import(foreign).says("not supported: my.ops.Add"));

  ModelBuilder two = reluModel();
  two.model.add_opset_import()->set_version(9);
  EXPECT_TRUE(Import(two).says("two versions of the default operator set"));
}
