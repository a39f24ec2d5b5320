// One operator of a model: what comes of it, or how it is refused.
#pragma once

#include "test/importers/tflite/import_fixture.h"

namespace qopt::tflite::test {

using schema::BuiltinOperator;
using schema::TensorType;

/// Adds an operator without options, whose one result is the model's output.
inline void finish(ModelBuilder &m, BuiltinOperator code, const std::vector<int32_t> &inputs,
                   const Shape &result, TensorType type = TensorType::FLOAT32) {
  const int32_t y = m.tensor(result, type);
  m.op(code, inputs, {y});
  m.output(y);
}

/// The same with options.
template <typename Options>
void finishWith(const Options &options, ModelBuilder &m, BuiltinOperator code,
                const std::vector<int32_t> &inputs, const Shape &result,
                TensorType type = TensorType::FLOAT32) {
  finish(m, code, inputs, result, type);
  m.graph().operators.back()->builtin_options.Set(Options(options));
}

/// Expects a damaged file, and an operator that is not read.
inline void expectDamaged(const ModelBuilder &m, const std::string &words) {
  expectRefused(m, ImportFailure::BadFile, words);
}
inline void expectUnread(const ModelBuilder &m, const std::string &words) {
  expectRefused(m, ImportFailure::Unsupported, words);
}

/// An input whose sizes the file leaves open.
inline int32_t openInput(ModelBuilder &m, const Shape &shape, const std::vector<int32_t> &open) {
  const int32_t x = m.input(shape);
  m.at(x).shape_signature = open;
  return x;
}

/// A tensor of steps: scale 1/2, zero point 0.
inline int32_t ofSteps(ModelBuilder &m, int32_t tensor, float scale = 0.5f) {
  m.quantize(tensor, {scale}, {0});
  return tensor;
}

} // namespace qopt::tflite::test
