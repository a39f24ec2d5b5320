// ONNX's own node tests, for the operators that are read: what imports must
// give the right outputs.
#include "test/importers/onnx/import_fixture.h"

#include "importers/onnx/file/tensor_data.h"
#include "ir/values/keys.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cmath>
#include <cstring>
#include <map>
#include <set>

using namespace qopt;
using namespace qopt::onnx;
using namespace qopt::onnx::test;

namespace {
struct Counts {
  unsigned passed = 0, unsupported = 0, refused = 0;
  std::vector<std::string> wrong;
};
} // namespace

static const std::string dataFolder = QOPT_TEST_DATA_DIR "/onnx";

static std::string readAll(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

static std::vector<std::string> entriesOf(const std::string &folder) {
  std::set<std::string> sorted;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error))
    sorted.insert(it->path());
  return {sorted.begin(), sorted.end()};
}

static bool readStored(const std::string &path, proto::TensorProto &stored) {
  return stored.ParseFromString(readAll(path));
}

// Node tests pass shapes, axes, scales … as inputs; exporters write constants.
// All inputs but the first become initializers.
static void bakeInputs(proto::ModelProto &model, const std::string &data) {
  proto::GraphProto &graph = *model.mutable_graph();
  for (int i = graph.input_size() - 1; i >= 1; --i) {
    proto::TensorProto stored;
    if (!readStored(data + "/input_" + std::to_string(i) + ".pb", stored))
      continue;
    stored.set_name(graph.input(i).name());
    *graph.add_initializer() = stored;
  }
}

// Opsets 23 to 27 added element types to these operators and nothing else.
static void lowerOpset(proto::ModelProto &model) {
  for (auto &entry : *model.mutable_opset_import())
    if (entry.domain().empty() && entry.version() > 22)
      entry.set_version(22);
}

static bool agrees(const qrt::Tensor &have, const qrt::Tensor &want) {
  if (have.type() != want.type() || have.shape() != want.shape())
    return false;
  if (have.type() != qrt::ElementType::F32)
    return std::memcmp(have.data(), want.data(), have.bytes()) == 0;
  for (int64_t i = 0; i < have.size(); ++i) {
    float a = have.values<float>()[i], b = want.values<float>()[i];
    if (std::isnan(a) != std::isnan(b) || (a != b && std::fabs(a - b) > 1e-5 + 1e-3 * std::fabs(b)))
      return false;
  }
  return true;
}

static bool outputsAgree(Import &import, const std::string &data) {
  ExternalData external(data);
  std::vector<qrt::Tensor> inputs;
  auto entry = nn::entryOf(*import.module);
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    proto::TensorProto stored;
    if (!readStored(data + "/input_" + std::to_string(i) + ".pb", stored))
      return false;
    auto read = readTensor(stored, external);
    if (!read)
      return false;
    inputs.push_back(*read);
  }
  std::vector<qrt::Tensor> outputs = import.runAll(inputs);
  for (size_t i = 0; i < outputs.size(); ++i) {
    proto::TensorProto stored;
    if (!readStored(data + "/output_" + std::to_string(i) + ".pb", stored))
      return false;
    auto want = readTensor(stored, external);
    if (!want || !agrees(outputs[i], *want))
      return false;
  }
  return !outputs.empty();
}

static void runCase(const std::string &folder, Counts &counts) {
  ModelBuilder m;
  std::string data = folder + "/test_data_set_0";
  if (!m.model.ParseFromString(readAll(folder + "/model.onnx"))) {
    counts.wrong.push_back(llvm::sys::path::filename(folder).str() + ", which does not parse");
    return;
  }
  lowerOpset(m.model);
  Import import(m);
  if (!import.module) {
    bakeInputs(m.model, data);
    import = Import(m);
  }
  if (import.failure == ImportFailure::Unsupported)
    ++counts.unsupported;
  else if (!import.module)
    ++counts.refused;
  else if (outputsAgree(import, data))
    ++counts.passed;
  else
    counts.wrong.push_back(llvm::sys::path::filename(folder).str());
  if (import.failure == ImportFailure::BadFile)
    std::printf("refused %s: %s\n", folder.c_str(), import.diagnostics[0].c_str());
}

TEST(OnnxConformance, NodeTests) {
  if (!llvm::sys::fs::is_directory(dataFolder + "/backend-tests"))
    GTEST_SKIP() << "no ../shared/data/onnx/backend-tests";
  Counts counts;
  for (const char *suite : {"node", "simple", "pytorch-operator", "pytorch-converted"})
    for (const std::string &folder : entriesOf(dataFolder + "/backend-tests/" + suite))
      runCase(folder, counts);
  std::printf("%u passed, %u unsupported, %u refused, %zu wrong\n", counts.passed,
              counts.unsupported, counts.refused, counts.wrong.size());
  EXPECT_EQ(counts.wrong, std::vector<std::string>());
  EXPECT_GE(counts.passed, 293u);
  EXPECT_LE(counts.refused, 4u); // initializers defined twice
}

TEST(OnnxConformance, BrokenFilesAreRefusedCleanly) {
  if (!llvm::sys::fs::is_directory(dataFolder + "/broken"))
    GTEST_SKIP() << "no ../shared/data/onnx/broken";
  unsigned seen = 0;
  for (const std::string &path : entriesOf(dataFolder + "/broken")) {
    Import import(path);
    EXPECT_FALSE(import.module) << path;
    EXPECT_NE(import.failure, ImportFailure::None) << path;
    EXPECT_FALSE(import.diagnostics.empty()) << path;
    ++seen;
  }
  EXPECT_GE(seen, 3u);
}
