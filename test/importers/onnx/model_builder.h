// Small ONNX models made in code: what the importer's tests and its fuzzer
// stand on.
#pragma once

#include "importers/onnx/file/onnx.pb.h"
#include "test/importers/temporary_folder.h"

#include <string>
#include <vector>

namespace qopt::onnx::test {

using qopt::test::TemporaryFolder;
using qopt::test::writeFile;
using Floats = std::vector<float>;
using Numbers = std::vector<int64_t>;

// ONNX's numbers of element types.
constexpr int32_t u8 = proto::TensorProto::UINT8, i8 = proto::TensorProto::INT8,
                  u16 = proto::TensorProto::UINT16, i16 = proto::TensorProto::INT16,
                  i32 = proto::TensorProto::INT32, i64 = proto::TensorProto::INT64,
                  f16 = proto::TensorProto::FLOAT16, f8 = proto::TensorProto::FLOAT8E4M3FN;

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
  NodeBuilder &set(const std::string &name, const std::vector<std::string> &values);
  NodeBuilder &set(const std::string &name, const proto::TensorProto &value);
  NodeBuilder &set(const std::string &name, const proto::GraphProto &value);
  NodeBuilder &in(const std::string &domain);
  /// Makes the attribute of a function's node refer to the caller's attribute `reference`.
  NodeBuilder &refer(const std::string &name, const std::string &reference,
                     proto::AttributeProto::AttributeType type);

private:
  proto::AttributeProto &attribute(const std::string &name,
                                   proto::AttributeProto::AttributeType type);
  proto::NodeProto &node;
};

class ModelBuilder {
public:
  explicit ModelBuilder(int64_t opset = 17);
  /// Adds an input, of f32 unless said; −1 is a dynamic size called "N".
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
  /// Another's graph as a function `local.NAME`, of its inputs, outputs and opset.
  ModelBuilder &function(const std::string &name, const ModelBuilder &body,
                         const std::vector<std::string> &attributes = {});

  proto::ModelProto model;
};

/// A node of the domain com.microsoft.
NodeBuilder microsoftNode(ModelBuilder &m, const std::string &type,
                          const std::vector<std::string> &inputs,
                          const std::vector<std::string> &outputs = {"y"});

} // namespace qopt::onnx::test
