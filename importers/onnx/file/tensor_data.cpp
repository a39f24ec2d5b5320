#include "importers/onnx/file/tensor_data.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <bit>
#include <cmath>
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
};
} // namespace

// DOUBLE is narrowed: nothing computes with it.
static constexpr DataType dataTypes[] = {
    {TensorProto::FLOAT, ElementType::F32},
    {TensorProto::DOUBLE, ElementType::F32},
    {TensorProto::FLOAT16, ElementType::F16},
    {TensorProto::BFLOAT16, ElementType::BF16},
    {TensorProto::FLOAT8E4M3FN, ElementType::F8E4M3FN},
    {TensorProto::FLOAT8E5M2, ElementType::F8E5M2},
    {TensorProto::FLOAT8E4M3FNUZ, ElementType::F8E4M3FNUZ},
    {TensorProto::FLOAT8E5M2FNUZ, ElementType::F8E5M2FNUZ},
    {TensorProto::FLOAT4E2M1, ElementType::F4E2M1FN},
    {TensorProto::INT2, ElementType::I2},
    {TensorProto::UINT2, ElementType::U2},
    {TensorProto::INT4, ElementType::I4},
    {TensorProto::UINT4, ElementType::U4},
    {TensorProto::INT8, ElementType::I8},
    {TensorProto::UINT8, ElementType::U8},
    {TensorProto::INT16, ElementType::I16},
    {TensorProto::UINT16, ElementType::U16},
    {TensorProto::INT32, ElementType::I32},
    {TensorProto::UINT32, ElementType::U32},
    {TensorProto::INT64, ElementType::I64},
    {TensorProto::UINT64, ElementType::U64},
    {TensorProto::BOOL, ElementType::Bool},
};

std::optional<ElementType> elementTypeOf(int32_t dataType) {
  for (const DataType &type : dataTypes)
    if (type.onnx == dataType)
      return type.here;
  return std::nullopt;
}

int32_t dataTypeOf(ElementType type) {
  for (const DataType &row : dataTypes) // the first of F32 is FLOAT
    if (row.here == type)
      return row.onnx;
  return TensorProto::UNDEFINED;
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

static bool allBooleans(const Tensor &tensor) {
  const auto *bytes = static_cast<const uint8_t *>(tensor.data());
  return std::all_of(bytes, bytes + tensor.bytes(), [](uint8_t b) { return b <= 1; });
}

// Reads a tensor from bytes: raw_data, or a mapped file that `owner` keeps.
static Expected<Tensor> fromBytes(std::span<const char> bytes, int32_t dataType, ElementType type,
                                  const qrt::Shape &shape, const char *field,
                                  std::shared_ptr<const void> owner) {
  const bool narrows = dataType == TensorProto::DOUBLE;
  size_t width = narrows ? sizeof(double) : qrt::isPacked(type) ? 1 : qrt::byteWidth(type);
  size_t count = size_t(qrt::elementCount(shape));
  size_t need = narrows ? count * width : qrt::storedBytes(type, int64_t(count));
  if (bytes.size() != need)
    return wrongSize(field, int64_t(bytes.size()), shape, dataType, int64_t(need), " bytes");
  bool aligned = reinterpret_cast<uintptr_t>(bytes.data()) % width == 0;
  if (owner && aligned && !narrows && type != ElementType::Bool)
    return Tensor::view(type, shape, bytes.data(), std::move(owner));
  Tensor tensor = Tensor::allocate(type, shape);
  for (size_t i = 0; narrows && i < count; ++i) {
    double value;
    std::memcpy(&value, bytes.data() + i * width, width);
    tensor.mutableValues<float>()[i] = float(value);
  }
  if (!narrows && !bytes.empty())
    std::memcpy(tensor.mutableData(), bytes.data(), bytes.size());
  if (type == ElementType::Bool && !allBooleans(tensor))
    return invalidArgument("a BOOL is neither 0 nor 1; the file is damaged");
  return tensor;
}

// Reads a tensor from one of the typed fields, each value in the range of what is stored.
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
    if constexpr (std::is_integral_v<To> && sizeof(To) < sizeof(value))
      if (int64_t(value) < int64_t(std::numeric_limits<To>::min()) ||
          int64_t(value) > int64_t(std::numeric_limits<To>::max()))
        return invalidArgument("value " + std::to_string(value) + " is no " +
                               dataTypeName(dataType) + "; the file is damaged");
    values[i] = To(value);
  }
  return tensor;
}

// Narrow floats and values of less than a byte stand as their bits, the latter as packed bytes.
template <typename Bits>
static Expected<Tensor> bitsFromField(const TensorProto &tensor, ElementType type,
                                      const qrt::Shape &shape) {
  int64_t bytes = int64_t(qrt::storedBytes(type, qrt::elementCount(shape)));
  auto bits = fromField<Bits>(tensor.int32_data(), "int32_data", tensor.data_type(),
                              qrt::isPacked(type) ? qrt::Shape{bytes} : shape);
  if (!bits)
    return bits.status();
  Tensor result = Tensor::allocate(type, shape);
  if (bits->bytes())
    std::memcpy(result.mutableData(), bits->data(), bits->bytes());
  return result;
}

static Expected<Tensor> fromFields(const TensorProto &tensor, const qrt::Shape &shape) {
  int32_t type = tensor.data_type();
  if (type == TensorProto::DOUBLE)
    return fromField<float>(tensor.double_data(), "double_data", type, shape);
  // Integers of up to 32 bits share a field.
  ElementType element = *elementTypeOf(type);
  return qrt::visitElementType(element, [&](auto tag) -> Expected<Tensor> {
    using To = typename decltype(tag)::Value;
    if constexpr (std::is_same_v<To, float>)
      return fromField<To>(tensor.float_data(), "float_data", type, shape);
    else if constexpr (std::is_same_v<To, int64_t>)
      return fromField<To>(tensor.int64_data(), "int64_data", type, shape);
    else if constexpr (std::is_same_v<To, uint64_t> || std::is_same_v<To, uint32_t>)
      return fromField<To>(tensor.uint64_data(), "uint64_data", type, shape);
    else if constexpr (std::is_integral_v<To>)
      return fromField<To>(tensor.int32_data(), "int32_data", type, shape);
    else if constexpr (qrt::bitWidth(decltype(tag)::type) == 16)
      return bitsFromField<uint16_t>(tensor, element, shape);
    else
      return bitsFromField<uint8_t>(tensor, element, shape);
  });
}

Expected<Tensor> readTensor(const TensorProto &tensor, TensorBytes &external) {
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

static bool isLostInF32(double value) {
  return std::isfinite(value) && value != 0 && (float(value) == 0 || std::isinf(float(value)));
}

std::optional<double> valueLostInF32(const TensorProto &tensor, TensorBytes &external) {
  if (tensor.data_type() != TensorProto::DOUBLE)
    return std::nullopt;
  for (double value : tensor.double_data())
    if (isLostInF32(value))
      return value;
  std::span<const char> bytes = tensor.raw_data();
  const bool isExternal = tensor.data_location() == TensorProto::EXTERNAL;
  auto mapped = isExternal ? std::optional(external.read(tensor)) : std::nullopt;
  if (mapped && *mapped)
    bytes = (**mapped).bytes;
  for (size_t at = 0; at + sizeof(double) <= bytes.size(); at += sizeof(double)) {
    double value;
    std::memcpy(&value, bytes.data() + at, sizeof(double));
    if (isLostInF32(value))
      return value;
  }
  return std::nullopt;
}

// ---- sparse ----

// Places in row-major order, of indices of as many rows as there are values.
static Expected<std::vector<int64_t>> placesOf(const Tensor &indices, int64_t count,
                                               const qrt::Shape &shape) {
  const qrt::Shape &own = indices.shape();
  const bool areFlat = own.size() == 1;
  if (indices.type() != ElementType::I64 || own.empty() || own.size() > 2 || own[0] != count ||
      (!areFlat && own[1] != int64_t(shape.size())))
    return invalidArgument("sparse indices of shape " + qrt::shapeToString(own) + " for " +
                           std::to_string(count) + " values of shape " + qrt::shapeToString(shape));
  qrt::Shape sizes = areFlat ? qrt::Shape{qrt::elementCount(shape)} : shape;
  std::vector<int64_t> places(size_t(count), 0);
  auto index = indices.values<int64_t>();
  for (int64_t i = 0; i < count; ++i)
    for (size_t d = 0; d < sizes.size(); ++d) {
      int64_t at = index[size_t(i) * sizes.size() + d];
      if (at < 0 || at >= sizes[d])
        return invalidArgument("a sparse index " + std::to_string(at) + " is not below " +
                               std::to_string(sizes[d]));
      places[size_t(i)] = places[size_t(i)] * sizes[d] + at;
    }
  return places;
}

static qrt::Status checkWrittenOut(const qrt::Shape &shape, ElementType type) {
  constexpr int64_t most = int64_t(1) << 31;
  if (qrt::isPacked(type))
    return {qrt::StatusCode::Unsupported,
            "a sparse tensor of " + std::string(elementTypeName(type))};
  if (qrt::elementCount(shape) > most / int64_t(qrt::byteWidth(type)))
    return {qrt::StatusCode::Unsupported, "a sparse tensor of shape " + qrt::shapeToString(shape) +
                                              ", more than 2 GiB when written out"};
  return {};
}

Expected<Tensor> readSparse(const proto::SparseTensorProto &sparse, TensorBytes &external) {
  TensorProto whole;
  *whole.mutable_dims() = sparse.dims();
  auto shape = readShape(whole);
  if (!shape)
    return shape.status();
  auto values = readTensor(sparse.values(), external);
  if (!values)
    return values.status();
  if (values->shape().size() != 1)
    return invalidArgument("sparse values of shape " + qrt::shapeToString(values->shape()));
  if (qrt::Status status = checkWrittenOut(*shape, values->type()); !status.ok())
    return status;
  auto indices = readTensor(sparse.indices(), external);
  if (!indices)
    return indices.status();
  auto places = placesOf(*indices, values->size(), *shape);
  if (!places)
    return places.status();
  Tensor result = Tensor::allocate(values->type(), *shape);
  if (result.bytes())
    std::memset(result.mutableData(), 0, result.bytes());
  const size_t width = qrt::byteWidth(values->type());
  for (auto [i, place] : llvm::enumerate(*places))
    std::memcpy(static_cast<char *>(result.mutableData()) + size_t(place) * width,
                static_cast<const char *>(values->data()) + i * width, width);
  return result;
}

} // namespace qopt::onnx
