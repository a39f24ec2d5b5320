#include "importers/tflite/file/tensor_data.h"

#include "importers/tflite/file/sparse_tensor.h"

#include "llvm/Support/MathExtras.h"

#include <bit>
#include <cstring>

static_assert(std::endian::native == std::endian::little, "buffers of TFLite are little endian");

namespace qopt::tflite {

using qrt::ElementType;
using qrt::invalidArgument;
using qrt::Tensor;
using schema::TensorType;

namespace {
struct TypeRow {
  TensorType file;
  ElementType here;
};
} // namespace

static constexpr TypeRow types[] = {
    {TensorType::FLOAT32, ElementType::F32},
    {TensorType::FLOAT64, ElementType::F32},
    {TensorType::FLOAT16, ElementType::F16},
    {TensorType::BFLOAT16, ElementType::BF16},
    {TensorType::FLOAT8_E4M3FN, ElementType::F8E4M3FN},
    {TensorType::FLOAT8_E5M2, ElementType::F8E5M2},
    {TensorType::INT2, ElementType::I2},
    {TensorType::INT4, ElementType::I4},
    {TensorType::UINT4, ElementType::U4},
    {TensorType::INT8, ElementType::I8},
    {TensorType::UINT8, ElementType::U8},
    {TensorType::INT16, ElementType::I16},
    {TensorType::UINT16, ElementType::U16},
    {TensorType::INT32, ElementType::I32},
    {TensorType::UINT32, ElementType::U32},
    {TensorType::INT64, ElementType::I64},
    {TensorType::UINT64, ElementType::U64},
    {TensorType::BOOL, ElementType::Bool},
};

std::optional<ElementType> elementTypeOf(TensorType type) {
  for (const TypeRow &row : types)
    if (row.file == type)
      return row.here;
  return std::nullopt;
}

std::string typeName(TensorType type) {
  const char *name = schema::EnumNameTensorType(type);
  return name && *name ? name : "type " + std::to_string(int(type));
}

bool isConstant(const ModelFile &file, const schema::Tensor &tensor) {
  if (tensor.external_buffer() != 0)
    return true;
  if (tensor.is_variable() || tensor.buffer() == 0)
    return false;
  return !file.buffer(tensor.buffer()).empty();
}

static qrt::Expected<qrt::Shape> shapeOf(const schema::Tensor &tensor) {
  constexpr int64_t most = int64_t(1) << 40;
  llvm::ArrayRef<int32_t> sizes = elementsOf(tensor.shape());
  qrt::Shape shape(sizes.begin(), sizes.end());
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size < 0)
      return invalidArgument("a dimension is " + std::to_string(size));
    if (size != 0 && (llvm::MulOverflow(count, size, count) || count > most))
      return invalidArgument("shape " + qrt::shapeToString(shape) + " is too large");
  }
  return shape;
}

// Copies elements as they are stored; only FLOAT64 becomes another type.
static Tensor copied(llvm::StringRef bytes, TensorType type, const qrt::Shape &shape) {
  Tensor tensor = Tensor::allocate(*elementTypeOf(type), shape);
  if (type != TensorType::FLOAT64) {
    std::memcpy(tensor.mutableData(), bytes.data(), bytes.size());
    return tensor;
  }
  for (int64_t i = 0; i < tensor.size(); ++i) {
    double value;
    std::memcpy(&value, bytes.data() + size_t(i) * sizeof value, sizeof value);
    tensor.mutableValues<float>()[i] = float(value);
  }
  return tensor;
}

static size_t storedBytes(TensorType type, int64_t elements) {
  return type == TensorType::FLOAT64 ? size_t(elements) * sizeof(double)
                                     : qrt::storedBytes(*elementTypeOf(type), elements);
}

static qrt::Expected<Tensor> readDense(const std::shared_ptr<const ModelFile> &file,
                                       const schema::Tensor &tensor, const qrt::Shape &shape) {
  const TensorType type = tensor.type();
  const ElementType element = *elementTypeOf(type);
  llvm::StringRef bytes = file->buffer(tensor.buffer());
  const size_t need = storedBytes(type, qrt::elementCount(shape));
  if (bytes.size() != need)
    return invalidArgument("buffer " + std::to_string(tensor.buffer()) + " holds " +
                           std::to_string(bytes.size()) + " bytes, " + typeName(type) +
                           " of shape " + qrt::shapeToString(shape) + " needs " +
                           std::to_string(need) + "; the file is damaged");
  const size_t width = qrt::isPacked(element) ? 1 : qrt::byteWidth(element);
  const bool isAligned = reinterpret_cast<uintptr_t>(bytes.data()) % width == 0;
  if (isAligned && type != TensorType::FLOAT64 && element != ElementType::Bool)
    return Tensor::view(element, shape, bytes.data(), file);
  return copied(bytes, type, shape);
}

static qrt::Status checkTruths(const Tensor &tensor) {
  if (tensor.type() == ElementType::Bool)
    for (uint8_t byte : tensor.values<uint8_t>())
      if (byte > 1)
        return invalidArgument("a BOOL is neither 0 nor 1; the file is damaged");
  return {};
}

qrt::Expected<Tensor> readTensor(const std::shared_ptr<const ModelFile> &file,
                                 const schema::Tensor &tensor) {
  const TensorType type = tensor.type();
  if (tensor.external_buffer() != 0)
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "a constant in another file (external_buffer), which is not read");
  if (!elementTypeOf(type))
    return qrt::Status(qrt::StatusCode::Unsupported, "a constant of " + typeName(type));
  auto shape = shapeOf(tensor);
  if (!shape)
    return shape.status();
  auto read =
      tensor.sparsity() ? readSparse(*file, tensor, *shape) : readDense(file, tensor, *shape);
  if (!read)
    return read;
  if (qrt::Status status = checkTruths(*read); !status.ok())
    return status;
  return read;
}

} // namespace qopt::tflite
