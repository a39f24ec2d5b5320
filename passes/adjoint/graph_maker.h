// Makes operations behind all others of an entry: their names are fresh, their shapes inferred.
#pragma once

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/values/keys.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

class GraphMaker {
public:
  /// New operations stand in front of what ends the function.
  explicit GraphMaker(mlir::func::FuncOp function);

  /// Makes an operation with one f32 result, called `name` or nearly so; `args` follow the result's
  /// type in its builder.
  template <typename Op, typename... Args> mlir::Value make(llvm::StringRef name, Args &&...args) {
    return makeAs<Op>(name, builder.getF32Type(), std::forward<Args>(args)...);
  }
  /// Makes the same with another element type.
  template <typename Op, typename... Args>
  mlir::Value makeAs(llvm::StringRef name, mlir::Type element, Args &&...args) {
    return inferred(
        build<Op>(name, mlir::RankedTensorType::get({}, element), std::forward<Args>(args)...));
  }
  /// Makes the same of a type that is its own to say (nn.slice, nn.reshape, nn.expand).
  template <typename Op, typename... Args>
  mlir::Value makeOf(llvm::StringRef name, mlir::Type type, Args &&...args) {
    return build<Op>(name, type, std::forward<Args>(args)...)->getResult(0);
  }

  /// Makes a copy of `op` on these operands; its results have types and names of their own.
  mlir::Operation *clone(mlir::Operation *op, mlir::ValueRange operands);
  mlir::Value constant(llvm::StringRef name, const qrt::Tensor &tensor);
  mlir::Value scalar(float value);
  /// f32 values under this shape; `value` itself where it has it.
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<nn::Dim> shape);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  /// Takes the elements [starts, starts + size) of each dimension.
  mlir::Value slice(mlir::Value value, llvm::ArrayRef<int64_t> starts,
                    llvm::ArrayRef<nn::Dim> sizes);
  /// Puts zeros around a value.
  mlir::Value pad(mlir::Value value, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high);

private:
  template <typename Op, typename... Args>
  mlir::Operation *build(llvm::StringRef name, mlir::Type type, Args &&...args) {
    mlir::OperationState state(builder.getUnknownLoc(), Op::getOperationName());
    Op::build(builder, state, type, std::forward<Args>(args)...);
    mlir::Operation *op = builder.create(state);
    nn::setName(op, names.unique(name));
    return op;
  }
  mlir::Value inferred(mlir::Operation *op);

  mlir::OpBuilder builder;
  nn::NameTable names;
  std::vector<std::pair<float, mlir::Value>> scalars;
};

} // namespace qopt
