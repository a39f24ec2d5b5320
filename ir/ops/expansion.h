// Composites: operations that consist of others, and their expansion.
#pragma once

#include "ir/dialect.h"
#include "ir/values/keys.h"

#include "mlir/IR/Builders.h"

#include <memory>

namespace qopt::nn {

/// Returns whether a composite is computed by its parts, as it is unless its types are quantized.
bool isExpandable(mlir::Operation *op);

/// Builds a composite's parts before it, each named `name/part`; shapes are inferred. A part's
/// operands must fit: the composite's verifier has checked that.
class CompositeBuilder {
public:
  CompositeBuilder(mlir::Operation *composite, NameTable &names);

  /// Builds an operation with one f32 result; `args` follow the result type in its builder.
  template <typename Op, typename... Args> mlir::Value part(llvm::StringRef name, Args &&...args) {
    return partAs<Op>(name, builder.getF32Type(), std::forward<Args>(args)...);
  }
  /// The same with another element type.
  template <typename Op, typename... Args>
  mlir::Value partAs(llvm::StringRef name, mlir::Type element, Args &&...args) {
    return build<Op>(name, mlir::RankedTensorType::get({}, element), std::forward<Args>(args)...);
  }
  /// Builds an operation with an f32 result whose shape the operation cannot infer (nn.slice).
  template <typename Op, typename... Args>
  mlir::Value partOf(llvm::StringRef name, llvm::ArrayRef<Dim> shape, Args &&...args) {
    return build<Op>(name, tensorType(shape, builder.getF32Type()), std::forward<Args>(args)...);
  }
  mlir::Value reshape(llvm::StringRef name, mlir::Value value, llvm::ArrayRef<Dim> shape);
  /// Builds a constant that broadcasts.
  mlir::Value scalar(llvm::StringRef name, float value);

private:
  template <typename Op, typename... Args>
  mlir::Value build(llvm::StringRef name, mlir::Type type, Args &&...args) {
    mlir::OperationState state(composite->getLoc(), Op::getOperationName());
    Op::build(builder, state, type, std::forward<Args>(args)...);
    return finish(builder.create(state), name);
  }
  std::string keyOfPart(llvm::StringRef name);
  mlir::Value finish(mlir::Operation *op, llvm::StringRef name);

  mlir::Operation *composite;
  NameTable &names;
  mlir::OpBuilder builder;
};

/// Replaces an expandable composite by its parts. The parts that give its results take its keys,
/// ranges and absorbed layers.
void expandInPlace(CompositeOpInterface composite, NameTable &names);

/// Replaces all expandable composites of an entry by their parts, and those among the parts too.
/// A composite for which `isWhole` returns true stays as it is.
void expandComposites(mlir::func::FuncOp entry,
                      llvm::function_ref<bool(mlir::Operation *)> isWhole);

/// Returns the expansion of `op` in a block of its own, with arguments of its operands' types and
/// func.return at the end.
std::unique_ptr<mlir::Block> expansionOf(mlir::Operation *op);

} // namespace qopt::nn
