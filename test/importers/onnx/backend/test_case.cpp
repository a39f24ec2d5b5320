#include "test/importers/onnx/backend/test_case.h"

#include "importers/onnx/file/external_data.h"
#include "importers/onnx/file/tensor_data.h"
#include "test/importers/onnx/backend/scope.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdio>
#include <set>

namespace qopt::onnx::backend {

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

// Sequences and optionals do not parse as tensors; such tests are out of scope anyway.
static std::vector<proto::TensorProto> readTensors(const std::string &folder, const char *stem) {
  std::vector<proto::TensorProto> tensors;
  for (int i = 0;; ++i) {
    std::string path = folder + "/" + stem + "_" + std::to_string(i) + ".pb";
    if (!llvm::sys::fs::exists(path))
      return tensors;
    (void)tensors.emplace_back().ParseFromString(readAll(path));
  }
}

static std::string onlyOp(const proto::ModelProto &model, const std::string &otherwise) {
  const auto &nodes = model.graph().node();
  return nodes.size() == 1 ? nodes[0].op_type() : otherwise;
}

static TestCase readNodeTest(const std::string &folder, const std::string &suite) {
  TestCase test;
  test.name = llvm::sys::path::filename(folder).str();
  test.folder = folder;
  test.modelFile = folder + "/model.onnx";
  if (!test.model.ParseFromString(readAll(test.modelFile))) {
    std::fprintf(stderr, "%s does not parse\n", test.modelFile.c_str());
    std::exit(1);
  }
  test.op = onlyOp(test.model, suite);
  for (int i = 0;; ++i) {
    std::string data = folder + "/test_data_set_" + std::to_string(i);
    if (!llvm::sys::fs::is_directory(data))
      break;
    test.sets.push_back({readTensors(data, "input"), readTensors(data, "output")});
  }
  return test;
}

// Real architectures with constants for weights. Their inputs, as ONNX's own runner makes them:
// 0, 1, 2, … over the number of elements.
static proto::TensorProto rampFor(const proto::ValueInfoProto &info) {
  proto::TensorProto tensor;
  tensor.set_name(info.name());
  tensor.set_data_type(proto::TensorProto::FLOAT);
  int64_t count = 1;
  for (const auto &dim : info.type().tensor_type().shape().dim()) {
    tensor.add_dims(dim.dim_value());
    count *= dim.dim_value();
  }
  for (int64_t i = 0; i < count; ++i)
    tensor.add_float_data(float(double(i) / double(count)));
  return tensor;
}

static TestCase readLightTest(const std::string &modelFile) {
  TestCase test;
  test.name = llvm::sys::path::stem(modelFile).str();
  test.folder = llvm::sys::path::parent_path(modelFile).str();
  test.modelFile = modelFile;
  test.op = "light";
  if (!test.model.ParseFromString(readAll(modelFile)))
    std::exit(1);
  TestCase::DataSet data;
  for (const auto &info : test.model.graph().input())
    if (llvm::none_of(test.model.graph().initializer(),
                      [&](const auto &weights) { return weights.name() == info.name(); }))
      data.inputs.push_back(rampFor(info));
  std::string expected = llvm::StringRef(modelFile).drop_back(5).str() + "_output_0.pb";
  (void)data.outputs.emplace_back().ParseFromString(readAll(expected));
  test.sets.push_back(std::move(data));
  return test;
}

// Returns the number that an input of the first data set holds; none where it holds no single one.
static std::optional<double> inputNumber(const TestCase &test, const proto::NodeProto &node,
                                         int index) {
  if (index >= node.input_size() || node.input(index).empty() || test.sets.empty())
    return std::nullopt;
  for (int i = 0; i < int(test.sets[0].inputs.size()); ++i) {
    if (test.model.graph().input(i).name() != node.input(index))
      continue;
    auto tensor = tensorOf(test.sets[0].inputs[i]);
    if (tensor && tensor->size() == 1)
      return qrt::visitValues(*tensor, [](auto values) { return double(values[0]); });
  }
  return std::nullopt;
}

// A Dropout whose data say that it trains: NumPy's generator decided the outputs.
static bool dropsAtRandom(const TestCase &test) {
  for (const proto::NodeProto &node : test.model.graph().node())
    if (node.op_type() == "Dropout" && inputNumber(test, node, 2).value_or(0) != 0 &&
        inputNumber(test, node, 1).value_or(0.5) != 0)
      return true;
  return false;
}

std::vector<TestCase> readTests(const std::string &root, const std::string &filter) {
  std::vector<TestCase> tests;
  auto wanted = [&](const std::string &path) {
    return llvm::sys::path::filename(path).contains(filter);
  };
  for (const char *suite : {"node", "simple", "pytorch-operator", "pytorch-converted"})
    for (const std::string &folder : entriesOf(root + "/" + suite))
      if (wanted(folder))
        tests.push_back(readNodeTest(folder, suite));
  for (const std::string &file : entriesOf(root + "/light"))
    if (wanted(file) && llvm::StringRef(file).ends_with(".onnx"))
      tests.push_back(readLightTest(file));
  for (TestCase &test : tests)
    test.outOfScope = dropsAtRandom(test) ? "random generators" : outOfScope(test.model);
  return tests;
}

qrt::Expected<qrt::Tensor> tensorOf(const proto::TensorProto &stored) {
  ExternalData external(".");
  auto tensor = readTensor(stored, external);
  return tensor ? qrt::unpacked(*tensor) : tensor;
}

static bool isIntegral(int32_t type) {
  switch (type) {
  case proto::TensorProto::INT8:
  case proto::TensorProto::UINT8:
  case proto::TensorProto::INT16:
  case proto::TensorProto::UINT16:
  case proto::TensorProto::INT32:
  case proto::TensorProto::INT64:
  case proto::TensorProto::BOOL: return true;
  default: return false;
  }
}

static bool isBaked(const proto::TensorProto &tensor, int index, Baking baking) {
  constexpr int64_t most = 64;
  int64_t count = 1;
  for (int64_t size : tensor.dims())
    count *= size;
  switch (baking) {
  case Baking::Nothing: return false;
  case Baking::Integers: return index > 0 && isIntegral(tensor.data_type()) && count <= most;
  case Baking::AllButFirst: return index > 0;
  case Baking::Everything: return true;
  }
  return false;
}

proto::ModelProto baked(const TestCase &test, const TestCase::DataSet &data, Baking baking) {
  proto::ModelProto model = test.model;
  proto::GraphProto &graph = *model.mutable_graph();
  for (int i = 0; i < graph.input_size() && i < int(data.inputs.size()); ++i) {
    if (!isBaked(data.inputs[i], i, baking))
      continue;
    proto::TensorProto &constant = *graph.add_initializer();
    constant = data.inputs[i];
    constant.set_name(graph.input(i).name());
  }
  return model;
}

} // namespace qopt::onnx::backend
