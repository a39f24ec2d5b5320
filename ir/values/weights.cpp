#include "ir/values/weights.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"

#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

#include <cmath>

using namespace mlir;

namespace qopt::nn {

std::string contentKey(const qrt::Tensor &tensor) {
  ArrayRef<uint8_t> bytes(static_cast<const uint8_t *>(tensor.data()), tensor.bytes());
  auto hash = llvm::BLAKE3::hash<16>(bytes);
  return "w_" + llvm::toHex(hash, /*LowerCase=*/true);
}

static DenseResourceElementsHandle resourceFor(MLIRContext *context, const qrt::Tensor &tensor) {
  auto &interface = DenseResourceElementsHandle::getManagerInterface(context);
  std::string key = contentKey(tensor);
  ArrayRef<char> bytes(static_cast<const char *>(tensor.data()), tensor.bytes());
  if (auto *entry = interface.getBlobManager().lookup(key))
    if (entry->getBlob() && entry->getBlob()->getData() == bytes)
      return DenseResourceElementsHandle(entry, cast<BuiltinDialect>(interface.getDialect()));
  return interface.insert(key, HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, 64));
}

ElementsAttr makeWeights(RankedTensorType type, const qrt::Tensor &tensor) {
  std::optional<qrt::ElementType> small = packedType(type);
  bool isWhole = tensor.type() == storageType(type);
  assert((isWhole || tensor.type() == small) && "type and storage agree");
  qrt::Tensor stored = small && isWhole ? qrt::packed(tensor, *small) : tensor;
  return DenseResourceElementsAttr::get(type, resourceFor(type.getContext(), stored));
}

static std::optional<qrt::Tensor> fromDense(DenseElementsAttr dense, qrt::ElementType type,
                                            qrt::Shape shape) {
  if (!dense.isSplat() && type != qrt::ElementType::Bool)
    return qrt::Tensor::view(type, shape, dense.getRawData().data());
  qrt::Tensor tensor = qrt::Tensor::allocate(type, shape);
  char *out = static_cast<char *>(tensor.mutableData());
  size_t width = qrt::byteWidth(type);
  if (type == qrt::ElementType::Bool) {
    for (bool value : dense.getValues<bool>())
      *out++ = value;
    return tensor;
  }
  for (int64_t i = 0; i < tensor.size(); ++i)
    std::copy_n(dense.getRawData().data(), width, out + i * width);
  return tensor;
}

// Dense attributes keep a value's bits in a byte of its own.
static qrt::Tensor packedBits(DenseElementsAttr dense, qrt::ElementType type,
                              const qrt::Shape &shape) {
  qrt::Tensor bytes = *fromDense(dense, qrt::ElementType::U8, shape);
  auto packed = std::make_shared<qrt::Tensor>(
      qrt::packed(bytes, *qrt::findElementType(qrt::TypeClass::Unsigned, qrt::bitWidth(type))));
  return qrt::Tensor::view(type, shape, packed->data(), packed);
}

static std::optional<qrt::Tensor> storedTensor(ElementsAttr attribute) {
  auto type = cast<ShapedType>(attribute.getType());
  std::optional<qrt::ElementType> storage = storageType(type), small = packedType(type);
  if (!storage || !type.hasStaticShape())
    return std::nullopt;
  qrt::Shape shape(type.getShape().begin(), type.getShape().end());
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute))
    return small ? packedBits(dense, *small, shape) : fromDense(dense, *storage, shape);
  auto resource = dyn_cast<DenseResourceElementsAttr>(attribute);
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob)
    return std::nullopt;
  qrt::ElementType stored = small.value_or(*storage);
  if (blob->getData().size() != qrt::storedBytes(stored, qrt::elementCount(shape)))
    return std::nullopt;
  return qrt::Tensor::view(stored, shape, blob->getData().data());
}

std::optional<StoredSize> storedSize(ElementsAttr attribute) {
  auto type = cast<ShapedType>(attribute.getType());
  std::optional<qrt::ElementType> storage = storageType(type), small = packedType(type);
  if (!storage || !type.hasStaticShape())
    return std::nullopt;
  const qrt::ElementType stored = small.value_or(*storage);
  const size_t bytes = qrt::storedBytes(stored, type.getNumElements());
  auto resource = dyn_cast<DenseResourceElementsAttr>(attribute);
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!isa<DenseElementsAttr>(attribute) && (!blob || blob->getData().size() != bytes))
    return std::nullopt;
  return StoredSize{stored, int64_t(bytes)};
}

bool isConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant && storedSize(constant.getValue());
}

std::optional<qrt::Tensor> splatValue(ElementsAttr attribute) {
  auto dense = dyn_cast<DenseElementsAttr>(attribute);
  if (!dense || !dense.isSplat())
    return std::nullopt;
  return tensorOf(dense.resizeSplat(cast<ShapedType>(dense.getType()).clone({1})));
}

std::optional<qrt::Tensor> tensorOf(ElementsAttr attribute) {
  std::optional<qrt::Tensor> stored = storedTensor(attribute);
  return stored ? std::optional(qrt::unpacked(*stored)) : std::nullopt;
}

bool allFinite(const qrt::Tensor &tensor) {
  return llvm::all_of(tensor.values<float>(), [](float v) { return std::isfinite(v); });
}

std::optional<qrt::Tensor> constantTensor(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? tensorOf(constant.getValue()) : std::nullopt;
}
std::optional<qrt::Tensor> storedConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? storedTensor(constant.getValue()) : std::nullopt;
}

ConstantOp createConstant(OpBuilder &builder, Location loc, StringRef name, RankedTensorType type,
                          const qrt::Tensor &tensor) {
  auto constant = ConstantOp::create(builder, loc, type, makeWeights(type, tensor));
  if (!name.empty())
    setName(constant, name);
  return constant;
}

ConstantOp createConstant(OpBuilder &builder, Location loc, StringRef name,
                          const qrt::Tensor &tensor) {
  auto type =
      RankedTensorType::get(tensor.shape(), plainElementType(builder.getContext(), tensor.type()));
  return createConstant(builder, loc, name, type, tensor);
}

} // namespace qopt::nn
