#include "test/importers/onnx/model_builder.h"

#include "ir/keys.h"
#include "ir/reference/evaluator.h"

#include "llvm/Support/FileSystem.h"

#include <fstream>
#include <gtest/gtest.h>
#include <numeric>

using namespace mlir;

namespace qopt::onnx::test {

static std::string uniqueFolder() {
  llvm::SmallString<128> path;
  EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("qopt-onnx", path));
  return path.str().str();
}

TemporaryFolder::TemporaryFolder() : folder(uniqueFolder()) {}
TemporaryFolder::~TemporaryFolder() { llvm::sys::fs::remove_directories(folder); }

void writeFile(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// ---- models ----

proto::AttributeProto &NodeBuilder::attribute(const std::string &name,
                                              proto::AttributeProto::AttributeType type) {
  proto::AttributeProto &one = *node.add_attribute();
  one.set_name(name);
  one.set_type(type);
  return one;
}

NodeBuilder &NodeBuilder::named(const std::string &name) {
  node.set_name(name);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, int64_t value) {
  attribute(name, proto::AttributeProto::INT).set_i(value);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, float value) {
  attribute(name, proto::AttributeProto::FLOAT).set_f(value);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const std::string &value) {
  attribute(name, proto::AttributeProto::STRING).set_s(value);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const Numbers &values) {
  attribute(name, proto::AttributeProto::INTS).mutable_ints()->Add(values.begin(), values.end());
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const Floats &values) {
  attribute(name, proto::AttributeProto::FLOATS)
      .mutable_floats()
      ->Add(values.begin(), values.end());
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const proto::TensorProto &value) {
  *attribute(name, proto::AttributeProto::TENSOR).mutable_t() = value;
  return *this;
}

ModelBuilder::ModelBuilder(int64_t opset) {
  model.set_ir_version(8);
  proto::OperatorSetIdProto &entry = *model.add_opset_import();
  entry.set_domain("");
  entry.set_version(opset);
  model.mutable_graph()->set_name("test");
}

ModelBuilder &ModelBuilder::input(const std::string &name, const Numbers &shape, int32_t type) {
  proto::ValueInfoProto &info = *model.mutable_graph()->add_input();
  info.set_name(name);
  auto &tensor = *info.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(type);
  tensor.mutable_shape();
  for (int64_t size : shape) {
    auto &dim = *tensor.mutable_shape()->add_dim();
    if (size == -1)
      dim.set_dim_param("N");
    else
      dim.set_dim_value(size);
  }
  return *this;
}

ModelBuilder &ModelBuilder::output(const std::string &name) {
  model.mutable_graph()->add_output()->set_name(name);
  return *this;
}

static proto::TensorProto &addInitializer(proto::ModelProto &model, const std::string &name,
                                          const Numbers &shape, int32_t type) {
  proto::TensorProto &tensor = *model.mutable_graph()->add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(type);
  tensor.mutable_dims()->Add(shape.begin(), shape.end());
  return tensor;
}

ModelBuilder &ModelBuilder::floats(const std::string &name, const Numbers &shape,
                                   const Floats &values) {
  addInitializer(model, name, shape, proto::TensorProto::FLOAT)
      .mutable_float_data()
      ->Add(values.begin(), values.end());
  return *this;
}
ModelBuilder &ModelBuilder::longs(const std::string &name, const Numbers &shape,
                                  const Numbers &values) {
  addInitializer(model, name, shape, proto::TensorProto::INT64)
      .mutable_int64_data()
      ->Add(values.begin(), values.end());
  return *this;
}
ModelBuilder &ModelBuilder::ints(const std::string &name, const Numbers &shape,
                                 const Numbers &values, int32_t type) {
  addInitializer(model, name, shape, type)
      .mutable_int32_data()
      ->Add(values.begin(), values.end());
  return *this;
}

NodeBuilder ModelBuilder::node(const std::string &type, const std::vector<std::string> &inputs,
                               const std::vector<std::string> &outputs) {
  proto::NodeProto &node = *model.mutable_graph()->add_node();
  node.set_op_type(type);
  for (const std::string &name : inputs)
    node.add_input(name);
  for (const std::string &name : outputs)
    node.add_output(name);
  return NodeBuilder(node);
}

// ---- imports ----

Import::Import(const ModelBuilder &builder, const ImportOptions &options) {
  TemporaryFolder folder;
  writeFile(folder.file("model.onnx"), builder.bytes());
  import(folder.file("model.onnx"), options);
}
Import::Import(const std::string &path, const ImportOptions &options) { import(path, options); }

void Import::import(const std::string &path, const ImportOptions &options) {
  context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    diagnostics.push_back(diagnostic.str());
    return success();
  });
  module = importFile(context.get(), path, options, failure);
}

bool Import::says(const std::string &text) const {
  return llvm::any_of(diagnostics, [&](const std::string &diagnostic) {
    return diagnostic.find(text) != std::string::npos;
  });
}

std::vector<qrt::Tensor> Import::runAll(const std::vector<qrt::Tensor> &inputs) {
  EXPECT_TRUE(module) << (diagnostics.empty() ? "" : diagnostics[0]);
  if (!module)
    return {};
  FailureOr<std::vector<qrt::Tensor>> outputs = nn::evaluate(nn::entryOf(*module), inputs);
  EXPECT_TRUE(succeeded(outputs));
  return succeeded(outputs) ? *outputs : std::vector<qrt::Tensor>();
}

qrt::Tensor Import::run(const std::vector<qrt::Tensor> &inputs) {
  std::vector<qrt::Tensor> outputs = runAll(inputs);
  return outputs.empty() ? qrt::Tensor() : outputs.front();
}

unsigned Import::count(const std::string &operation) {
  unsigned found = 0;
  if (module)
    module->walk([&](Operation *op) { found += op->getName().getStringRef() == operation; });
  return found;
}

std::vector<std::string> Import::keys() {
  std::vector<std::string> names;
  if (module)
    module->walk([&](Operation *op) {
      if (!nn::nameOf(op).empty())
        names.push_back(nn::nameOf(op).str());
    });
  return names;
}

static std::string text(Type type) {
  std::string result;
  llvm::raw_string_ostream(result) << type;
  return result;
}
std::string Import::inputType(unsigned index) {
  return module ? text(nn::entryOf(*module).getArgumentTypes()[index]) : "";
}
std::string Import::outputType(unsigned index) {
  return module ? text(nn::entryOf(*module).getResultTypes()[index]) : "";
}

// ---- tensors ----

qrt::Tensor tensor(const Numbers &shape, const Floats &values) {
  return qrt::Tensor::fromValues<float>(shape, std::span<const float>(values));
}

qrt::Tensor counting(const Numbers &shape) {
  Floats values(qrt::elementCount(shape));
  std::iota(values.begin(), values.end(), 1.0f);
  return tensor(shape, values);
}

template <typename T, typename To> static std::vector<To> copied(const qrt::Tensor &tensor) {
  auto values = tensor.values<T>();
  return std::vector<To>(values.begin(), values.end());
}

Floats valuesOf(const qrt::Tensor &tensor) { return copied<float, float>(tensor); }

Numbers integersOf(const qrt::Tensor &tensor) {
  switch (tensor.type()) {
  case qrt::ElementType::I8: return copied<int8_t, int64_t>(tensor);
  case qrt::ElementType::U8: return copied<uint8_t, int64_t>(tensor);
  case qrt::ElementType::I16: return copied<int16_t, int64_t>(tensor);
  case qrt::ElementType::I32: return copied<int32_t, int64_t>(tensor);
  case qrt::ElementType::I64: return copied<int64_t, int64_t>(tensor);
  default: ADD_FAILURE() << "not integers"; return {};
  }
}

void expectTensor(const qrt::Tensor &tensor, const Numbers &shape, const Floats &values,
                  float tolerance) {
  ASSERT_EQ(tensor.type(), qrt::ElementType::F32);
  ASSERT_EQ(tensor.shape(), shape);
  Floats have = valuesOf(tensor);
  ASSERT_EQ(have.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(have[i], values[i], tolerance) << "element " << i;
}

} // namespace qopt::onnx::test
