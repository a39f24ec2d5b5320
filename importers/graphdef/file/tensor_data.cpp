#include "importers/graphdef/file/tensor_data.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <bit>
#include <cstring>
#include <limits>

static_assert(std::endian::native == std::endian::little, "tensor_content is little endian");

namespace qopt::graphdef {

using qrt::ElementType;
using qrt::Expected;
using qrt::invalidArgument;
using qrt::Tensor;

// Types above 100 are references to those below, which variables of TensorFlow 1 have.
static int32_t valueType(int32_t dataType) { return dataType > 100 ? dataType - 100 : dataType; }

std::string dataTypeName(int32_t dataType) {
  if (!proto::DataType_IsValid(valueType(dataType)))
    return "data type " + std::to_string(dataType);
  return proto::DataType_Name(proto::DataType(valueType(dataType)));
}

std::optional<ElementType> elementTypeOf(int32_t dataType) {
  switch (valueType(dataType)) {
  case proto::DT_FLOAT:
  case proto::DT_DOUBLE: return ElementType::F32;
  case proto::DT_HALF: return ElementType::F16;
  case proto::DT_BFLOAT16: return ElementType::BF16;
  case proto::DT_INT8:
  case proto::DT_QINT8: return ElementType::I8;
  case proto::DT_UINT8:
  case proto::DT_QUINT8: return ElementType::U8;
  case proto::DT_INT16:
  case proto::DT_QINT16: return ElementType::I16;
  case proto::DT_UINT16:
  case proto::DT_QUINT16: return ElementType::U16;
  case proto::DT_INT32:
  case proto::DT_QINT32: return ElementType::I32;
  case proto::DT_UINT32: return ElementType::U32;
  case proto::DT_INT64: return ElementType::I64;
  case proto::DT_UINT64: return ElementType::U64;
  case proto::DT_BOOL: return ElementType::Bool;
  default: return std::nullopt;
  }
}

Expected<qrt::Shape> readShape(const proto::TensorShapeProto &stored) {
  constexpr int64_t most = int64_t(1) << 40;
  int64_t count = 1;
  qrt::Shape shape;
  if (stored.unknown_rank())
    return invalidArgument("its shape is not known");
  for (const auto &dim : stored.dim()) {
    shape.push_back(dim.size());
    if (dim.size() < 0)
      return invalidArgument("a dimension is " + std::to_string(dim.size()));
    if (dim.size() != 0 && (llvm::MulOverflow(count, dim.size(), count) || count > most))
      return invalidArgument("its shape is too large");
  }
  return shape;
}

static bool allBooleans(const Tensor &tensor) {
  const auto *bytes = static_cast<const uint8_t *>(tensor.data());
  return std::all_of(bytes, bytes + tensor.bytes(), [](uint8_t b) { return b <= 1; });
}

Expected<Tensor> tensorFromBytes(std::span<const char> bytes, int32_t dataType,
                                 const qrt::Shape &shape, const char *field) {
  std::optional<ElementType> type = elementTypeOf(dataType);
  if (!type)
    return qrt::Status(qrt::StatusCode::Unsupported, "constant of " + dataTypeName(dataType));
  const bool narrows = valueType(dataType) == proto::DT_DOUBLE;
  const size_t count = size_t(qrt::elementCount(shape));
  const size_t need = count * (narrows ? sizeof(double) : qrt::byteWidth(*type));
  if (bytes.size() != need)
    return invalidArgument(std::string(field) + " holds " + std::to_string(bytes.size()) +
                           " bytes, " + dataTypeName(dataType) + " of shape " +
                           qrt::shapeToString(shape) + " needs " + std::to_string(need) +
                           "; the file is damaged");
  Tensor tensor = Tensor::allocate(*type, shape);
  for (size_t i = 0; narrows && i < count; ++i) {
    double value;
    std::memcpy(&value, bytes.data() + i * sizeof(double), sizeof(double));
    tensor.mutableValues<float>()[i] = float(value);
  }
  if (!narrows && !bytes.empty())
    std::memcpy(tensor.mutableData(), bytes.data(), bytes.size());
  if (*type == ElementType::Bool && !allBooleans(tensor))
    return invalidArgument("a DT_BOOL is neither 0 nor 1; the file is damaged");
  return tensor;
}

template <typename To, typename Field>
static Expected<Tensor> fromField(const Field &field, const char *name, int32_t dataType,
                                  ElementType type, const qrt::Shape &shape) {
  const int64_t count = qrt::elementCount(shape);
  if (field.size() > count)
    return invalidArgument(std::string(name) + " holds " + std::to_string(field.size()) +
                           " values, " + dataTypeName(dataType) + " of shape " +
                           qrt::shapeToString(shape) + " needs at most " + std::to_string(count) +
                           "; the file is damaged");
  Tensor tensor = Tensor::allocate(type, shape);
  auto *to = static_cast<To *>(tensor.mutableData());
  To last{};
  for (int64_t i = 0; i < count; ++i) {
    if (i < field.size()) {
      auto value = field[int(i)];
      if constexpr (std::is_integral_v<To> && sizeof(To) < sizeof(value))
        if (int64_t(value) < int64_t(std::numeric_limits<To>::min()) ||
            int64_t(value) > int64_t(std::numeric_limits<To>::max()))
          return invalidArgument("value " + std::to_string(value) + " is no " +
                                 dataTypeName(dataType) + "; the file is damaged");
      last = To(value);
    }
    to[i] = last;
  }
  return tensor;
}

static Expected<Tensor> fromFields(const proto::TensorProto &t, const qrt::Shape &shape) {
  const int32_t type = valueType(t.dtype());
  const ElementType element = *elementTypeOf(type);
  switch (type) {
  case proto::DT_DOUBLE:
    return fromField<float>(t.double_val(), "double_val", type, element, shape);
  case proto::DT_FLOAT: return fromField<float>(t.float_val(), "float_val", type, element, shape);
  case proto::DT_HALF:
  case proto::DT_BFLOAT16:
    return fromField<uint16_t>(t.half_val(), "half_val", type, element, shape);
  case proto::DT_INT64: return fromField<int64_t>(t.int64_val(), "int64_val", type, element, shape);
  case proto::DT_UINT64:
    return fromField<uint64_t>(t.uint64_val(), "uint64_val", type, element, shape);
  case proto::DT_UINT32:
    return fromField<uint32_t>(t.uint32_val(), "uint32_val", type, element, shape);
  case proto::DT_BOOL: return fromField<uint8_t>(t.bool_val(), "bool_val", type, element, shape);
  case proto::DT_INT8:
  case proto::DT_QINT8: return fromField<int8_t>(t.int_val(), "int_val", type, element, shape);
  case proto::DT_UINT8:
  case proto::DT_QUINT8: return fromField<uint8_t>(t.int_val(), "int_val", type, element, shape);
  case proto::DT_INT16:
  case proto::DT_QINT16: return fromField<int16_t>(t.int_val(), "int_val", type, element, shape);
  case proto::DT_UINT16:
  case proto::DT_QUINT16: return fromField<uint16_t>(t.int_val(), "int_val", type, element, shape);
  default: return fromField<int32_t>(t.int_val(), "int_val", type, element, shape);
  }
}

// A list repeats its last value: a small file may state a tensor of any size.
static qrt::Status checkWrittenOut(const qrt::Shape &shape, ElementType type) {
  constexpr int64_t most = int64_t(1) << 31;
  if (qrt::elementCount(shape) > most / int64_t(qrt::byteWidth(type)))
    return {qrt::StatusCode::Unsupported, "a constant of shape " + qrt::shapeToString(shape) +
                                              ", more than 2 GiB when written out"};
  return {};
}

Expected<Tensor> readTensor(const proto::TensorProto &tensor) {
  std::optional<ElementType> type = elementTypeOf(tensor.dtype());
  if (!type)
    return qrt::Status(qrt::StatusCode::Unsupported, "constant of " + dataTypeName(tensor.dtype()));
  auto shape = readShape(tensor.tensor_shape());
  if (!shape)
    return shape.status();
  if (qrt::Status status = checkWrittenOut(*shape, *type); !status.ok())
    return status;
  if (tensor.has_tensor_content() && !tensor.tensor_content().empty())
    return tensorFromBytes(tensor.tensor_content(), tensor.dtype(), *shape, "tensor_content");
  return fromFields(tensor, *shape);
}

} // namespace qopt::graphdef
