// Small ONNX models made in code, and their answers: what the tests of the
// importer and its fuzzer stand on.
#pragma once

#include "importers/onnx/import.h"
#include "importers/onnx/onnx.pb.h"
#include "runtime/numerics/tensor.h"

#include "mlir/IR/MLIRContext.h"

#include <string>
#include <vector>

namespace qopt::onnx::test {

using Floats = std::vector<float>;
using Numbers = std::vector<int64_t>;

/// A folder of its own, removed with everything in it.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  std::string file(const std::string &name) const { return folder + "/" + name; }
  const std::string folder;
};

void writeFile(const std::string &path, const std::string &bytes);

/// One node; attributes in a chain.
class NodeBuilder {
public:
  explicit NodeBuilder(proto::NodeProto &node) : node(node) {}
  NodeBuilder &named(const std::string &name);
  NodeBuilder &set(const std::string &name, int64_t value);
  NodeBuilder &set(const std::string &name, float value);
  NodeBuilder &set(const std::string &name, const std::string &value);
  NodeBuilder &set(const std::string &name, const Numbers &values);
  NodeBuilder &set(const std::string &name, const Floats &values);
  NodeBuilder &set(const std::string &name, const proto::TensorProto &value);

private:
  proto::AttributeProto &attribute(const std::string &name,
                                   proto::AttributeProto::AttributeType type);
  proto::NodeProto &node;
};

class ModelBuilder {
public:
  explicit ModelBuilder(int64_t opset = 17);
  /// Of f32 unless said; −1 is a dynamic size called "N".
  ModelBuilder &input(const std::string &name, const Numbers &shape,
                      int32_t type = proto::TensorProto::FLOAT);
  ModelBuilder &output(const std::string &name);
  ModelBuilder &floats(const std::string &name, const Numbers &shape, const Floats &values);
  ModelBuilder &longs(const std::string &name, const Numbers &shape, const Numbers &values);
  /// Any type that is kept in int32_data.
  ModelBuilder &ints(const std::string &name, const Numbers &shape, const Numbers &values,
                     int32_t type);
  NodeBuilder node(const std::string &type, const std::vector<std::string> &inputs,
                   const std::vector<std::string> &outputs);
  std::string bytes() const { return model.SerializeAsString(); }

  proto::ModelProto model;
};

/// One file imported; diagnostics are collected.
struct Import {
  explicit Import(const ModelBuilder &builder, const ImportOptions &options = {});
  explicit Import(const std::string &path, const ImportOptions &options = {});

  /// The first output for these inputs; fails the test where there is none.
  qrt::Tensor run(const std::vector<qrt::Tensor> &inputs);
  std::vector<qrt::Tensor> runAll(const std::vector<qrt::Tensor> &inputs);
  /// How many operations of this name, "nn.conv2d", there are.
  unsigned count(const std::string &operation);
  /// Keys of all operations, in order.
  std::vector<std::string> keys();
  std::string inputType(unsigned index);
  std::string outputType(unsigned index);
  bool says(const std::string &text) const;

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ImportFailure failure = ImportFailure::None;
  std::vector<std::string> diagnostics;

private:
  void import(const std::string &path, const ImportOptions &options);
};

qrt::Tensor tensor(const Numbers &shape, const Floats &values);
/// 1, 2, 3, … in that shape.
qrt::Tensor counting(const Numbers &shape);
Floats valuesOf(const qrt::Tensor &tensor);
Numbers integersOf(const qrt::Tensor &tensor);

/// Fails the test unless shape and values (within `tolerance`) agree.
void expectTensor(const qrt::Tensor &tensor, const Numbers &shape, const Floats &values,
                  float tolerance = 1e-6f);

} // namespace qopt::onnx::test
