// The patterns of --recognize-composites share how operations that are known by a name are spelled
// out. Internal to this folder.
#pragma once

#include "ir/ops.h"
#include "passes/rewrite.h"

#include <functional>

namespace qopt {

/// A rewrite of one operation as what it spells, tried on operations of any kind. `recognize`
/// creates the operation that stands for `root` and lists in `parts` what that stands for, of which
/// the root may be one, and some twice; null where it is something else.
using Recognize = std::function<mlir::Operation *(mlir::Operation *root, mlir::OpBuilder &builder,
                                                  llvm::SmallVectorImpl<mlir::Operation *> &parts)>;

/// The new operation takes the root's identity and absorbs the parts that only it used.
class Spelled : public mlir::RewritePattern {
public:
  Spelled(mlir::MLIRContext *context, Recognize recognize)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context),
        recognize(std::move(recognize)) {}
  mlir::LogicalResult matchAndRewrite(mlir::Operation *op,
                                      mlir::PatternRewriter &rewriter) const override;

private:
  Recognize recognize;
};

/// A constant f32 of one element.
std::optional<float> scalarOf(mlir::Value value);
/// Equal but for the last digits that exporters write.
bool isNear(double value, double wanted);

/// Multiplications, squares, cubes and divisions by a number, flattened; factors that are no
/// numbers have the product's type.
struct Product {
  double number = 1;
  llvm::SmallVector<mlir::Value> factors;
  llvm::SmallVector<mlir::Operation *> parts;
};
/// None where `value` is no product of f32.
std::optional<Product> productOf(mlir::Value value);

/// The other operand where one operand of an `Op` is near `number`; null otherwise.
template <typename Op> mlir::Value besides(mlir::Value value, double number) {
  auto op = value.getDefiningOp<Op>();
  for (unsigned i = 0; op && i < 2; ++i)
    if (std::optional<float> scalar = scalarOf(op->getOperand(i));
        scalar && isNear(*scalar, number))
      return op->getOperand(1 - i);
  return nullptr;
}

/// The rewrites of each family.
void addActivations(Rewrites &rewrites);
void addNorms(Rewrites &rewrites);
void addAttention(Rewrites &rewrites);

} // namespace qopt
