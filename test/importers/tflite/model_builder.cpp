#include "test/importers/tflite/model_builder.h"

#include <algorithm>

namespace qopt::tflite::test {

ModelBuilder::ModelBuilder() {
  model.version = 3;
  model.subgraphs.push_back(std::make_unique<schema::SubGraphT>());
  model.buffers.push_back(std::make_unique<schema::BufferT>()); // of values that are computed
}

int32_t ModelBuilder::tensor(const Shape &shape, schema::TensorType type, const std::string &name) {
  auto one = std::make_unique<schema::TensorT>();
  const auto index = int32_t(graph().tensors.size());
  one->shape = shape;
  one->type = type;
  one->name = name.empty() ? "t" + std::to_string(index) : name;
  graph().tensors.push_back(std::move(one));
  return index;
}

int32_t ModelBuilder::input(const Shape &shape, schema::TensorType type) {
  const int32_t index = tensor(shape, type);
  graph().inputs.push_back(index);
  return index;
}

int32_t ModelBuilder::constant(const Shape &shape, schema::TensorType type,
                               const std::string &bytes) {
  auto buffer = std::make_unique<schema::BufferT>();
  buffer->data.assign(bytes.begin(), bytes.end());
  model.buffers.push_back(std::move(buffer));
  const int32_t index = tensor(shape, type);
  at(index).buffer = uint32_t(model.buffers.size() - 1);
  return index;
}

template <typename T> static std::string bytesOf(const std::vector<T> &values) {
  return {reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T)};
}

int32_t ModelBuilder::floats(const Shape &shape, const std::vector<float> &values) {
  return constant(shape, schema::TensorType::FLOAT32, bytesOf(values));
}
int32_t ModelBuilder::ints(const Shape &shape, const std::vector<int32_t> &values) {
  return constant(shape, schema::TensorType::INT32, bytesOf(values));
}
int32_t ModelBuilder::bytes(const Shape &shape, const std::vector<int8_t> &values) {
  return constant(shape, schema::TensorType::INT8, bytesOf(values));
}

void ModelBuilder::quantize(int32_t tensor, const std::vector<float> &scales,
                            const std::vector<int64_t> &zeros, int32_t axis) {
  auto said = std::make_unique<schema::QuantizationParametersT>();
  said->scale = scales;
  said->zero_point = zeros;
  said->quantized_dimension = axis;
  at(tensor).quantization = std::move(said);
}

schema::OperatorT &ModelBuilder::op(schema::BuiltinOperator code,
                                    const std::vector<int32_t> &inputs,
                                    const std::vector<int32_t> &outputs) {
  auto kind = std::make_unique<schema::OperatorCodeT>();
  kind->builtin_code = code;
  kind->deprecated_builtin_code = int8_t(std::min(int32_t(code), 127));
  model.operator_codes.push_back(std::move(kind));
  auto one = std::make_unique<schema::OperatorT>();
  one->opcode_index = uint32_t(model.operator_codes.size() - 1);
  one->inputs = inputs;
  one->outputs = outputs;
  graph().operators.push_back(std::move(one));
  return *graph().operators.back();
}

void ModelBuilder::custom(const std::string &name, const std::vector<int32_t> &inputs,
                          const std::vector<int32_t> &outputs) {
  op(schema::BuiltinOperator::CUSTOM, inputs, outputs);
  model.operator_codes.back()->custom_code = name;
}

std::string ModelBuilder::file() const {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(schema::Model::Pack(builder, &model), schema::ModelIdentifier());
  return {reinterpret_cast<const char *>(builder.GetBufferPointer()), builder.GetSize()};
}

} // namespace qopt::tflite::test
