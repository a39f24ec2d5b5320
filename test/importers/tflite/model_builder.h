// TFLite models made in code.
#pragma once

#include "importers/tflite/file/schema.h"

#include <string>
#include <vector>

namespace qopt::tflite::test {

using Shape = std::vector<int32_t>;

/// The main subgraph, tensor by tensor and operator by operator.
struct ModelBuilder {
  ModelBuilder();

  /// Each gives the tensor's index.
  int32_t tensor(const Shape &shape, schema::TensorType type = schema::TensorType::FLOAT32,
                 const std::string &name = "");
  int32_t input(const Shape &shape, schema::TensorType type = schema::TensorType::FLOAT32);
  int32_t constant(const Shape &shape, schema::TensorType type, const std::string &bytes);
  int32_t floats(const Shape &shape, const std::vector<float> &values);
  int32_t ints(const Shape &shape, const std::vector<int32_t> &values);
  int32_t bytes(const Shape &shape, const std::vector<int8_t> &values);
  /// real = scale·(step − zero) for the tensor.
  void quantize(int32_t tensor, const std::vector<float> &scales, const std::vector<int64_t> &zeros,
                int32_t axis = 0);

  schema::OperatorT &op(schema::BuiltinOperator code, const std::vector<int32_t> &inputs,
                        const std::vector<int32_t> &outputs);
  template <typename Options>
  void op(schema::BuiltinOperator code, const std::vector<int32_t> &inputs,
          const std::vector<int32_t> &outputs, const Options &options) {
    op(code, inputs, outputs).builtin_options.Set(Options(options));
  }
  void custom(const std::string &name, const std::vector<int32_t> &inputs,
              const std::vector<int32_t> &outputs);
  void output(int32_t tensor) { graph().outputs.push_back(tensor); }

  schema::SubGraphT &graph() { return *model.subgraphs.front(); }
  schema::TensorT &at(int32_t tensor) { return *graph().tensors[size_t(tensor)]; }
  std::string file() const;

  schema::ModelT model;
};

} // namespace qopt::tflite::test
