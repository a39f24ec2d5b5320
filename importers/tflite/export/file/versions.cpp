// Versions of operators, as the format's own converter states them for elements of a type.
#include "importers/tflite/export/file/draft.h"

namespace qopt::tflite {

namespace {
/// By what an operator computes on: floats and bytes without sign, INT8, INT16.
struct Versions {
  schema::BuiltinOperator code;
  int32_t plain, bytes, words;
};
} // namespace

using enum schema::BuiltinOperator;
static constexpr Versions rows[] = {{CONV_2D, 1, 3, 4},
                                    {DEPTHWISE_CONV_2D, 2, 3, 5},
                                    {TRANSPOSE_CONV, 3, 3, 3},
                                    {FULLY_CONNECTED, 6, 6, 7},
                                    {BATCH_MATMUL, 1, 2, 3},
                                    {ADD, 1, 2, 3},
                                    {SUB, 1, 2, 5},
                                    {MUL, 1, 2, 4},
                                    {MAX_POOL_2D, 1, 2, 3},
                                    {AVERAGE_POOL_2D, 1, 2, 3},
                                    {SOFTMAX, 1, 2, 3},
                                    {MEAN, 1, 2, 3},
                                    {SUM, 1, 2, 2},
                                    {REDUCE_MAX, 1, 2, 3},
                                    {REDUCE_MIN, 1, 2, 3},
                                    {CONCATENATION, 1, 2, 3},
                                    {PAD, 1, 2, 3},
                                    {PADV2, 1, 2, 3},
                                    {TRANSPOSE, 1, 2, 4},
                                    {STRIDED_SLICE, 1, 2, 4},
                                    {SLICE, 1, 2, 4},
                                    {SPLIT_V, 1, 2, 2},
                                    {GATHER, 1, 2, 4},
                                    {LOGISTIC, 1, 2, 3},
                                    {TANH, 1, 2, 3},
                                    {RELU, 1, 2, 2},
                                    {RELU6, 1, 2, 2},
                                    {LEAKY_RELU, 1, 2, 2},
                                    {PRELU, 1, 1, 1},
                                    {MAXIMUM, 1, 2, 4},
                                    {MINIMUM, 1, 2, 4},
                                    {RESIZE_BILINEAR, 3, 3, 4},
                                    {RESIZE_NEAREST_NEIGHBOR, 3, 3, 4},
                                    {QUANTIZE, 1, 1, 2},
                                    {DEQUANTIZE, 1, 2, 3},
                                    {BATCH_TO_SPACE_ND, 1, 2, 2},
                                    {ARG_MAX, 1, 2, 2},
                                    {ARG_MIN, 1, 2, 2},
                                    {L2_NORMALIZATION, 1, 2, 2},
                                    {EQUAL, 1, 2, 2},
                                    {NOT_EQUAL, 1, 2, 2},
                                    {GREATER, 1, 2, 2},
                                    {GREATER_EQUAL, 1, 2, 2},
                                    {LESS, 1, 2, 2},
                                    {LESS_EQUAL, 1, 2, 2},
                                    {LOG_SOFTMAX, 1, 2, 2},
                                    {ELU, 1, 2, 2},
                                    {EXP, 1, 2, 2},
                                    {LOG, 1, 2, 2},
                                    {ABS, 1, 2, 3},
                                    {RSQRT, 1, 2, 2},
                                    {SQUARED_DIFFERENCE, 1, 2, 2},
                                    {TILE, 1, 2, 2},
                                    {BROADCAST_TO, 2, 2, 2}};

int32_t operatorVersion(schema::BuiltinOperator code, llvm::ArrayRef<schema::TensorType> elements) {
  using schema::TensorType;
  const bool hasWords = llvm::is_contained(elements, TensorType::INT16);
  const bool hasBytes = llvm::is_contained(elements, TensorType::INT8);
  for (const Versions &row : rows)
    if (row.code == code)
      return hasWords ? row.words : hasBytes ? row.bytes : row.plain;
  return 1;
}

} // namespace qopt::tflite
