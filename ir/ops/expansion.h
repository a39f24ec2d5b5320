// Composites: operations made of others, and how they are taken apart.
#pragma once

#include "ir/dialect.h"
#include "ir/values/keys.h"

#include "mlir/IR/Builders.h"

#include <memory>

namespace qopt::nn {

/// What a composite is computed by: its parts, unless it is on quantized types.
bool isExpandable(mlir::Operation *op);

/// Builds a composite's parts in front of it, each under `name/part`; shapes are inferred. What a
/// part is given must fit: the composite's verifier has seen to that.
class CompositeBuilder {
public:
  CompositeBuilder(mlir::Operation *composite, NameTable &names);

  /// An operation with one result, of f32; `args` follow the result type in its builder.
  template <typename Op, typename... Args> mlir::Value part(llvm::StringRef name, Args &&...args) {
    return partAs<Op>(name, builder.getF32Type(), std::forward<Args>(args)...);
  }
  /// The same with another element type.
  template <typename Op, typename... Args>
  mlir::Value partAs(llvm::StringRef name, mlir::Type element, Args &&...args) {
    return build<Op>(name, mlir::RankedTensorType::get({}, element), std::forward<Args>(args)...);
  }
  /// One of f32 whose result type is its own to say (nn.slice).
  template <typename Op, typename... Args>
  mlir::Value partOf(llvm::StringRef name, llvm::ArrayRef<Dim> shape, Args &&...args) {
    return build<Op>(name, tensorType(shape, builder.getF32Type()), std::forward<Args>(args)...);
  }
  mlir::Value reshape(llvm::StringRef name, mlir::Value value, llvm::ArrayRef<Dim> shape);
  /// A constant that broadcasts.
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

/// Replaces an expandable composite by its parts. Those that give its results take its keys,
/// ranges and absorbed layers.
void expandInPlace(CompositeOpInterface composite, NameTable &names);

/// Replaces all expandable composites of an entry by their parts, and those among the parts, but
/// those that `isWhole` tells.
void expandComposites(mlir::func::FuncOp entry,
                      llvm::function_ref<bool(mlir::Operation *)> isWhole);

/// The expansion of `op` in a block of its own, on arguments of its operands' types, ended by
/// func.return.
std::unique_ptr<mlir::Block> expansionOf(mlir::Operation *op);

} // namespace qopt::nn
