// The kernels of the interpreter: versions of operators, as the format's own converter states them
// for elements of a type, and the types that they take. The types are those that ai-edge-litert
// 2.3.0 runs, by its reference kernels or, of CEIL, ELU and ROUND, which have none, by its default
// ones; test/tflite/single_layers.py asks it. Steps are left out where a kernel rounds otherwise
// than the module does: those of NEG and SQRT.
#include "importers/tflite/export/file/kernels.h"

#include "importers/tflite/export/file/draft.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt::tflite {

using schema::TensorType;
using enum schema::BuiltinOperator;

namespace {
using Types = uint32_t;
constexpr Types bit(TensorType type) { return 1u << unsigned(type); }
constexpr Types F32 = bit(TensorType::FLOAT32), F16 = bit(TensorType::FLOAT16),
                I8 = bit(TensorType::INT8), U8 = bit(TensorType::UINT8),
                I16 = bit(TensorType::INT16), U16 = bit(TensorType::UINT16),
                I32 = bit(TensorType::INT32), U32 = bit(TensorType::UINT32),
                I64 = bit(TensorType::INT64), U64 = bit(TensorType::UINT64),
                Truth = bit(TensorType::BOOL);
constexpr Types steps = I8 | U8 | I16;
constexpr Types any = F32 | F16 | steps | U16 | I32 | U32 | I64 | U64 | Truth;

/// Versions by what an operator computes on: floats and bytes without sign, INT8, INT16.
struct Kernel {
  schema::BuiltinOperator code;
  int32_t plain, bytes, words;
  Types types;
};
} // namespace

static constexpr Kernel kernels[] = {
    {ABS, 1, 2, 3, F32 | I8 | I16 | I32},
    {ADD, 1, 2, 3, F32 | F16 | steps | I32 | I64},
    {ARG_MAX, 1, 2, 2, F32 | I8 | U8 | I32 | Truth},
    {ARG_MIN, 1, 2, 2, F32 | I8 | U8 | I32 | Truth},
    {AVERAGE_POOL_2D, 1, 2, 3, F32 | steps},
    {BATCH_MATMUL, 1, 2, 3, F32 | I8 | I16},
    {BITWISE_XOR, 1, 1, 1, steps | U16 | I32 | U32},
    {BROADCAST_TO, 2, 2, 2, any},
    {CAST, 1, 1, 1, F32 | F16 | steps | U16 | I32 | U32 | I64 | Truth},
    {CEIL, 1, 1, 1, F32},
    {CONCATENATION, 1, 2, 3, F32 | F16 | steps | I32 | U32 | I64 | Truth},
    {CONV_2D, 1, 3, 4, F32 | steps},
    {COS, 1, 1, 1, F32 | F16},
    {DEPTHWISE_CONV_2D, 2, 3, 5, F32 | steps},
    {DEQUANTIZE, 1, 2, 3, F16 | steps},
    {DIV, 1, 1, 1, F32 | steps | I32},
    {ELU, 1, 1, 1, F32 | I8},
    {EQUAL, 1, 2, 2, F32 | F16 | steps | I32 | I64 | Truth},
    {EXP, 1, 2, 2, F32 | I8 | I16},
    {FLOOR, 1, 1, 1, F32 | F16},
    {FULLY_CONNECTED, 6, 6, 7, F32 | steps},
    {GATHER, 1, 2, 4, F32 | F16 | steps | I32 | I64 | Truth},
    {GELU, 1, 1, 1, F32 | F16 | steps},
    {HARD_SWISH, 1, 1, 1, F32 | I8 | U8},
    {LEAKY_RELU, 1, 2, 2, F32 | steps},
    {LESS, 1, 2, 2, F32 | F16 | steps | I32 | I64},
    {LESS_EQUAL, 1, 2, 2, F32 | F16 | steps | I32 | I64},
    {LOG, 1, 2, 2, F32 | I8 | I16},
    {LOGICAL_AND, 1, 1, 1, Truth},
    {LOGICAL_NOT, 1, 1, 1, Truth},
    {LOGICAL_OR, 1, 1, 1, Truth},
    {LOGISTIC, 1, 2, 3, F32 | F16 | steps},
    {LOG_SOFTMAX, 1, 2, 2, F32 | I8 | U8},
    {MAXIMUM, 1, 2, 4, F32 | F16 | steps | I32 | I64},
    {MAX_POOL_2D, 1, 2, 3, F32 | steps},
    {MEAN, 1, 2, 3, F32 | steps | I32 | I64},
    {MINIMUM, 1, 2, 4, F32 | F16 | steps | I32 | I64},
    {MIRROR_PAD, 1, 1, 1, any},
    {MUL, 1, 2, 4, F32 | F16 | steps | I32 | U32 | I64},
    {NEG, 1, 1, 1, F32 | F16 | I32 | I64},
    {NOT_EQUAL, 1, 2, 2, F32 | F16 | steps | I32 | I64 | Truth},
    {PAD, 1, 2, 3, F32 | F16 | steps | I32 | I64 | Truth},
    {PADV2, 1, 2, 3, F32 | F16 | steps | I32 | I64 | Truth},
    {POW, 1, 1, 1, F32 | I32},
    {PRELU, 1, 1, 1, F32 | steps},
    {QUANTIZE, 1, 1, 2, F32 | steps},
    {REDUCE_MAX, 1, 2, 3, F32 | steps | I32 | I64},
    {REDUCE_MIN, 1, 2, 3, F32 | steps | I32 | I64},
    {REDUCE_PROD, 1, 1, 1, F32 | I8 | I16 | I32 | I64},
    {RELU, 1, 2, 2, F32 | steps},
    {RELU6, 1, 2, 2, F32 | steps},
    {RELU_0_TO_1, 1, 1, 1, F32 | I8 | U8},
    {RELU_N1_TO_1, 1, 1, 1, F32 | I8 | U8},
    {RESHAPE, 1, 1, 1, any},
    {RESIZE_BILINEAR, 3, 3, 4, F32 | steps},
    {RESIZE_NEAREST_NEIGHBOR, 3, 3, 4, F32 | F16 | steps | U16 | I32 | U32 | Truth},
    {ROUND, 1, 1, 1, F32 | F16},
    {SELECT_V2, 1, 1, 1, any},
    {SIGN, 1, 1, 1, F32 | I32},
    {SIN, 1, 1, 1, F32 | F16},
    {SOFTMAX, 1, 2, 3, F32 | F16 | steps},
    {SPLIT_V, 1, 2, 2, F32 | steps | I32 | I64},
    {SQRT, 1, 1, 1, F32},
    {STRIDED_SLICE, 1, 2, 4, any},
    {SUB, 1, 2, 5, F32 | steps | I32 | I64},
    {SUM, 1, 2, 2, F32 | steps | I32 | I64},
    {TANH, 1, 2, 3, F32 | F16 | steps},
    {TILE, 1, 2, 2, any},
    {TRANSPOSE, 1, 2, 4, any},
};

static const Kernel *kernelOf(schema::BuiltinOperator code) {
  const auto *row =
      llvm::find_if(kernels, [&](const Kernel &kernel) { return kernel.code == code; });
  return row == std::end(kernels) ? nullptr : row;
}

int32_t operatorVersion(schema::BuiltinOperator code, llvm::ArrayRef<TensorType> elements) {
  const Kernel *row = kernelOf(code);
  if (!row)
    return 1;
  const bool hasWords = llvm::is_contained(elements, TensorType::INT16);
  const bool hasBytes = llvm::is_contained(elements, TensorType::INT8);
  return hasWords ? row->words : hasBytes ? row->bytes : row->plain;
}

static size_t placeOfValues(schema::BuiltinOperator code) { return code == SELECT_V2 ? 1 : 0; }

static std::string typeNames(Types types) {
  llvm::SmallVector<std::string> names;
  for (TensorType type : schema::EnumValuesTensorType())
    if (types & bit(type))
      names.push_back(schema::EnumNameTensorType(type));
  return llvm::join(names, ", ");
}

std::string whyNoKernel(schema::BuiltinOperator code, llvm::ArrayRef<TensorType> inputs,
                        llvm::ArrayRef<TensorType> outputs) {
  const Kernel *row = kernelOf(code);
  const size_t place = placeOfValues(code);
  if (!row || place >= inputs.size())
    return "";
  if (code == QUANTIZE && inputs[0] == TensorType::INT16 && outputs[0] == TensorType::UINT8)
    return "from INT16 to UINT8, where the interpreter's QUANTIZE takes INT8";
  llvm::SmallVector<TensorType, 2> judged{inputs[place]};
  if (code == CAST || code == QUANTIZE)
    judged.append(outputs.begin(), outputs.end());
  for (TensorType type : judged)
    if (!(row->types & bit(type)))
      return std::string("on ") + schema::EnumNameTensorType(type) + ", where the interpreter's " +
             schema::EnumNameBuiltinOperator(code) + " takes " + typeNames(row->types);
  return "";
}

} // namespace qopt::tflite
