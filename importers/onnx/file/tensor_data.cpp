#include "importers/onnx/file/tensor_data.h"

#include "llvm/Support/MathExtras.h"

#include <bit>
#include <cstring>
#include <limits>

static_assert(std::endian::native == std::endian::little,
              "raw data of ONNX files is little endian");

namespace qopt::onnx {

using proto::TensorProto;
using qrt::ElementType;
using qrt::Expected;
using qrt::invalidArgument;
using qrt::Tensor;

std::string dataTypeName(int32_t dataType) {
  if (!TensorProto::DataType_IsValid(dataType))
    return "data type " + std::to_string(dataType);
  return TensorProto::DataType_Name(TensorProto::DataType(dataType));
}

namespace {
struct DataType {
  int32_t onnx;
  ElementType here;
  bool half = false; // 16 bits, widened
};
} // namespace

static constexpr DataType dataTypes[] = {
    {TensorProto::FLOAT, ElementType::F32},
    {TensorProto::FLOAT16, ElementType::F32, true},
    {TensorProto::BFLOAT16, ElementType::F32, true},
    {TensorProto::DOUBLE, ElementType::F64},
    {TensorProto::INT8, ElementType::I8},
    {TensorProto::UINT8, ElementType::U8},
    {TensorProto::INT16, ElementType::I16},
    {TensorProto::UINT16, ElementType::U16},
    {TensorProto::INT32, ElementType::I32},
    {TensorProto::INT64, ElementType::I64},
    {TensorProto::BOOL, ElementType::Bool},
};

static const DataType *find(int32_t dataType) {
  for (const DataType &type : dataTypes)
    if (type.onnx == dataType)
      return &type;
  return nullptr;
}

std::optional<ElementType> elementTypeOf(int32_t dataType) {
  const DataType *type = find(dataType);
  return type ? std::optional(type->here) : std::nullopt;
}

static bool isHalf(int32_t dataType) {
  const DataType *type = find(dataType);
  return type && type->half;
}

// Subnormal halves are normal floats: scaled by 2^-24.
static float widen(uint16_t bits, int32_t dataType) {
  if (dataType == TensorProto::BFLOAT16)
    return std::bit_cast<float>(uint32_t(bits) << 16);
  uint32_t sign = uint32_t(bits & 0x8000) << 16, exponent = (bits >> 10) & 31;
  uint32_t fraction = bits & 1023;
  if (exponent == 0) {
    float magnitude = float(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  exponent = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | exponent << 23 | fraction << 13);
}

static Expected<qrt::Shape> readShape(const TensorProto &tensor) {
  constexpr int64_t most = int64_t(1) << 40;
  int64_t count = 1;
  qrt::Shape shape(tensor.dims().begin(), tensor.dims().end());
  for (int64_t size : shape) {
    if (size < 0)
      return invalidArgument("a dimension is " + std::to_string(size));
    if (size != 0 && (llvm::MulOverflow(count, size, count) || count > most))
      return invalidArgument("shape " + qrt::shapeToString(shape) + " is too large");
  }
  return shape;
}

static qrt::Status wrongSize(const char *field, int64_t have, const qrt::Shape &shape,
                             int32_t dataType, int64_t need, const char *unit) {
  return invalidArgument(std::string(field) + " holds " + std::to_string(have) + unit + ", " +
                         dataTypeName(dataType) + " of shape " + qrt::shapeToString(shape) +
                         " needs " + std::to_string(need) + "; the file is damaged");
}

static void widenAll(const char *bytes, int32_t dataType, Tensor &tensor) {
  for (float &value : tensor.mutableValues<float>()) {
    uint16_t half;
    std::memcpy(&half, bytes, sizeof half);
    value = widen(half, dataType);
    bytes += sizeof half;
  }
}

static bool allBooleans(const Tensor &tensor) {
  const auto *bytes = static_cast<const uint8_t *>(tensor.data());
  return std::all_of(bytes, bytes + tensor.bytes(), [](uint8_t b) { return b <= 1; });
}

// From bytes: raw_data, or a mapped file that `owner` keeps.
static Expected<Tensor> fromBytes(std::span<const char> bytes, int32_t dataType, ElementType type,
                                  const qrt::Shape &shape, const char *field,
                                  std::shared_ptr<const void> owner) {
  size_t width = isHalf(dataType) ? 2 : qrt::byteWidth(type);
  int64_t count = qrt::elementCount(shape);
  if (bytes.size() != size_t(count) * width)
    return wrongSize(field, int64_t(bytes.size()), shape, dataType, count * int64_t(width),
                     " bytes");
  bool aligned = reinterpret_cast<uintptr_t>(bytes.data()) % width == 0;
  if (owner && aligned && !isHalf(dataType) && type != ElementType::Bool)
    return Tensor::view(type, shape, bytes.data(), std::move(owner));
  Tensor tensor = Tensor::allocate(type, shape);
  if (isHalf(dataType))
    widenAll(bytes.data(), dataType, tensor);
  else if (!bytes.empty())
    std::memcpy(tensor.mutableData(), bytes.data(), bytes.size());
  if (type == ElementType::Bool && !allBooleans(tensor))
    return invalidArgument("a BOOL is neither 0 nor 1; the file is damaged");
  return tensor;
}

// From one of the typed fields, each value in the range of what is stored.
template <typename To, typename Field>
static Expected<Tensor> fromField(const Field &field, const char *name, int32_t dataType,
                                  const qrt::Shape &shape) {
  int64_t count = qrt::elementCount(shape);
  if (field.size() != count)
    return wrongSize(name, field.size(), shape, dataType, count, " values");
  Tensor tensor = Tensor::allocate(qrt::elementTypeOf<To>(), shape);
  auto values = tensor.mutableValues<To>();
  for (int i = 0; i < field.size(); ++i) {
    auto value = field[i];
    if constexpr (std::is_integral_v<To>)
      if (value < int64_t(std::numeric_limits<To>::min()) ||
          value > int64_t(std::numeric_limits<To>::max()))
        return invalidArgument("value " + std::to_string(value) + " is no " +
                               dataTypeName(dataType) + "; the file is damaged");
    values[i] = To(value);
  }
  return tensor;
}

static Expected<Tensor> halvesFromField(const TensorProto &tensor, const qrt::Shape &shape) {
  auto bits = fromField<uint16_t>(tensor.int32_data(), "int32_data", tensor.data_type(), shape);
  if (!bits)
    return bits.status();
  Tensor wide = Tensor::allocate(ElementType::F32, shape);
  widenAll(static_cast<const char *>(bits->data()), tensor.data_type(), wide);
  return wide;
}

static Expected<Tensor> fromFields(const TensorProto &tensor, const qrt::Shape &shape) {
  int32_t type = tensor.data_type();
  if (isHalf(type))
    return halvesFromField(tensor, shape);
  // Integers of up to 32 bits share a field.
  return qrt::visitElementType(*elementTypeOf(type), [&](auto tag) -> Expected<Tensor> {
    using To = typename decltype(tag)::Value;
    if constexpr (std::is_same_v<To, float>)
      return fromField<To>(tensor.float_data(), "float_data", type, shape);
    else if constexpr (std::is_same_v<To, double>)
      return fromField<To>(tensor.double_data(), "double_data", type, shape);
    else if constexpr (std::is_same_v<To, int64_t>)
      return fromField<To>(tensor.int64_data(), "int64_data", type, shape);
    else
      return fromField<To>(tensor.int32_data(), "int32_data", type, shape);
  });
}

Expected<Tensor> readTensor(const TensorProto &tensor, ExternalData &external) {
  std::optional<ElementType> type = elementTypeOf(tensor.data_type());
  if (!type)
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "constant of " + dataTypeName(tensor.data_type()));
  if (tensor.has_segment())
    return qrt::Status(qrt::StatusCode::Unsupported, "constant in segments");
  auto shape = readShape(tensor);
  if (!shape)
    return shape.status();
  if (tensor.data_location() == TensorProto::EXTERNAL) {
    auto mapped = external.read(tensor);
    if (!mapped)
      return mapped.status();
    return fromBytes(mapped->bytes, tensor.data_type(), *type, *shape, "its external data",
                     mapped->owner);
  }
  if (tensor.has_raw_data())
    return fromBytes(tensor.raw_data(), tensor.data_type(), *type, *shape, "raw_data", nullptr);
  return fromFields(tensor, *shape);
}

} // namespace qopt::onnx
