// Constants: resources under the hash of their content, held once a context.
#pragma once

#include "ir/dialect.h"
#include "ir/types/quant_type.h"
#include "runtime/numerics/types/tensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

#include <optional>

namespace qopt::nn {

class ConstantOp;

/// A resource holding `tensor`'s bytes under their hash; a second call with
/// equal bytes shares the first one's storage. The key says bytes, not type.
/// Values of a 4-bit type are packed here.
mlir::ElementsAttr makeWeights(mlir::RankedTensorType type, const qrt::Tensor &tensor);

/// The hash that names these bytes.
std::string contentKey(const qrt::Tensor &tensor);

/// The bytes as a tensor: a view where the attribute is dense, a copy where
/// it is a splat or of 4-bit values, which are unpacked. None for element types that no loop
/// handles.
std::optional<qrt::Tensor> tensorOf(mlir::ElementsAttr attribute);
/// The same for a value made by nn.constant.
std::optional<qrt::Tensor> constantTensor(mlir::Value value);
/// The same as stored: 4-bit values stay packed.
std::optional<qrt::Tensor> storedConstant(mlir::Value value);

/// Returns whether no value of an f32 tensor is NaN or infinite.
bool allFinite(const qrt::Tensor &tensor);

/// An nn.constant under `name`.
ConstantOp createConstant(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                          mlir::RankedTensorType type, const qrt::Tensor &tensor);
/// A plain constant of the tensor's own element type.
ConstantOp createConstant(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                          const qrt::Tensor &tensor);

} // namespace qopt::nn
