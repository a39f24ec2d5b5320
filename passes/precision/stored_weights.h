// Stored weights in the place of real ones: steps, scales, and what makes f32 of them.
#pragma once

#include "ir/types/dims.h"
#include "ir/values/keys.h"
#include "passes/precision/weight_steps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace qopt {

/// A WeightOperand tells which f32 constant a layer reads as weights, and how scales lie over it.
struct WeightOperand {
  mlir::OpOperand *operand = nullptr;
  WeightGroups groups{};
  int64_t axis = 0;     // of channels
  bool isTable = false; // of nn.gather along dimension 0
};

class WeightReplacer {
public:
  WeightReplacer(mlir::func::FuncOp function, StepScheme scheme)
      : scheme(scheme), names(function), builder(function.getContext()) {}

  /// The layer reads stored weights from now on, those that another reads already where they are
  /// the same; a gather is replaced. How many groups were too small for a scale.
  int64_t replace(const WeightOperand &weights);

private:
  mlir::Value perChannel(mlir::RankedTensorType type, int64_t axis);
  mlir::Value perGroup(mlir::RankedTensorType type);
  void replaceTable(mlir::Operation *gather);

  template <typename Op, typename... Args>
  mlir::Value part(llvm::StringRef name, llvm::ArrayRef<nn::Dim> shape, mlir::Type element,
                   Args &&...args) {
    auto op = Op::create(builder, place->getLoc(), nn::tensorType(shape, element),
                         std::forward<Args>(args)...);
    nn::setName(op, partName(name));
    return op.getResult();
  }
  std::string partName(llvm::StringRef part) { return names.unique(base + "/" + part.str()); }
  mlir::IntegerType storage() { return builder.getIntegerType(unsigned(scheme.bits)); }
  mlir::Value constant(llvm::StringRef name, llvm::ArrayRef<int64_t> shape, mlir::Type element,
                       const qrt::Tensor &tensor);
  mlir::Value scales(llvm::ArrayRef<int64_t> shape);
  mlir::Value zeroPoints(llvm::ArrayRef<int64_t> shape);
  mlir::Value realOf(mlir::Value q, mlir::Value z, mlir::Value s);
  mlir::Value withoutFilling(mlir::Value blocks, llvm::ArrayRef<nn::Dim> before,
                             llvm::ArrayRef<nn::Dim> behind);

  StepScheme scheme;
  nn::NameTable names;
  mlir::OpBuilder builder;
  llvm::DenseMap<std::tuple<mlir::Value, int64_t, int64_t>, mlir::Value>
      known; // of constant, axis and terms
  // These are of the weights at hand:
  WeightSteps steps;
  WeightGroups groups{};
  std::string base;
  mlir::Operation *place = nullptr;
};

} // namespace qopt
