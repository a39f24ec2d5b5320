#include "ir/weights.h"

#include "ir/keys.h"
#include "ir/ops.h"
#include "ir/quant_type.h"

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
  assert(storageType(type) == tensor.type() && "type and storage agree");
  return DenseResourceElementsAttr::get(type, resourceFor(type.getContext(), tensor));
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

std::optional<qrt::Tensor> tensorOf(ElementsAttr attribute) {
  auto type = cast<ShapedType>(attribute.getType());
  std::optional<qrt::ElementType> storage = storageType(type);
  if (!storage || !type.hasStaticShape())
    return std::nullopt;
  qrt::Shape shape(type.getShape().begin(), type.getShape().end());
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute))
    return fromDense(dense, *storage, shape);
  auto resource = dyn_cast<DenseResourceElementsAttr>(attribute);
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob)
    return std::nullopt;
  size_t bytes = size_t(qrt::elementCount(shape)) * qrt::byteWidth(*storage);
  if (blob->getData().size() != bytes)
    return std::nullopt;
  return qrt::Tensor::view(*storage, shape, blob->getData().data());
}

bool allFinite(const qrt::Tensor &tensor) {
  return llvm::all_of(tensor.values<float>(), [](float v) { return std::isfinite(v); });
}

std::optional<qrt::Tensor> constantTensor(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? tensorOf(constant.getValue()) : std::nullopt;
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
