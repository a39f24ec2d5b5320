// What --insert-quant decides before it changes anything: which operations
// become integer, and the parameters of every value that they read or write.
#pragma once

#include "passes/quantize/insert/accumulator.h"
#include "passes/quantize/insert/known_range.h"
#include "passes/quantize/policy/policy.h"
#include "passes/quantize/summary.h"

#include "ir/interfaces.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace qopt {

class QuantPlan {
public:
  /// `integerPorts`: what the function takes and returns is to be integers, too.
  QuantPlan(mlir::func::FuncOp function, const Policy &policy, bool integerPorts, bool explain)
      : function(function), policy(policy), integerPorts(integerPorts), explain(explain) {}

  /// Fails with a diagnostic where a range is missing or unusable. Warns about
  /// operations that stay float because integers would go wrong.
  mlir::LogicalResult build();

  bool takes(mlir::Operation *op) const { return taken.contains(op); }
  /// (E4): integer inside, f32 out.
  bool writesFloat(mlir::Operation *op) const { return floatResults.contains(op); }
  /// Of a value that a taken operation reads as activation or writes.
  nn::QuantParams paramsOf(mlir::Value value) const { return params.at(value); }
  /// Of any f32 value, such as one that the function takes or returns.
  mlir::FailureOr<nn::QuantParams> paramsFor(mlir::Value value) { return resolve(value); }
  LayerMode modeOf(mlir::Operation *op) const { return policy.of(op).mode; }
  /// Of a taken operation's constant weights; null where an operand is none.
  const QuantizedProduct *productOf(const mlir::OpOperand &weights) const;
  /// Which rule gave the value its type.
  std::string why(mlir::Value value);
  /// Of all layers but those that follow float neighbours.
  Summary summary() const;

private:
  // Which operations are taken.
  void decide();
  void restrictRegion();
  bool isEnclosed(mlir::Operation *op) const;
  std::string whyIneligible(mlir::Operation *op) const;
  std::string whyFloat(mlir::Operation *op) const;
  bool needsInteger(mlir::Operation *op);
  void take();
  bool isInteger(mlir::Value value) const;
  bool isIsland(mlir::Operation *op) const;
  bool mayWriteFloat(mlir::Operation *op);
  // Which parameters values have.
  bool isFree(mlir::Value value) const;
  bool feedsOnlyBound(mlir::Value value) const;
  bool isPulled(mlir::Value value) const;
  bool isDictated(mlir::Value value) const { return isFree(value) && isPulled(value); }
  mlir::FailureOr<nn::QuantParams> resolve(mlir::Value value);
  /// Who gives a value its parameters.
  enum class Source {
    Reader,    // a bound or a concat, which alone reads it
    Copied,    // the value of which it is an exact copy
    Given,     // a policy's scale
    Operation, // whose results have a range of their own
    Range,
  };
  struct Origin {
    Source source;
    mlir::Value value = {}; // of Reader and Copied
  };
  Origin originOf(mlir::Value value) const;
  mlir::FailureOr<nn::QuantParams> compute(mlir::Value value);
  mlir::FailureOr<nn::QuantParams> fromRange(mlir::Value value);
  std::optional<KnownRange> shownRange(mlir::Value value) const;
  std::optional<KnownRange> seenThroughCopies(mlir::Value value) const;
  std::optional<KnownRange> rangeForSteps(mlir::Value value) const;
  void warnOfRange(mlir::Value value, const KnownRange &range, const nn::QuantParams &made);
  unsigned bitsOf(mlir::Value value) const;
  unsigned bitsAskedOf(mlir::Value value) const;
  std::optional<nn::QuantParams> fixedParams(mlir::Operation *op) const;
  // Whether integers work out; true where an operation turned out to be float.
  mlir::FailureOr<bool>
  anyTaken(llvm::function_ref<mlir::FailureOr<bool>(mlir::Operation *)> changes);
  mlir::FailureOr<bool> needsFloats(mlir::Operation *op);
  mlir::FailureOr<bool> isUnsafe(mlir::Operation *op);
  std::string quantizeWeights(mlir::Operation *op, llvm::ArrayRef<nn::QuantParams> inputs,
                              std::optional<double> resultScale);
  // Whether steps of a whole range lose what readers look at (plan_losses.cpp).
  std::string whyLossy(mlir::Operation *op) const;
  std::string whyLostIn(mlir::Value value) const;
  std::string whyParams(mlir::Value value);
  std::string whyRefused(mlir::Operation *op, llvm::ArrayRef<nn::QuantParams> inputs) const;
  void report();

  mlir::func::FuncOp function;
  const Policy &policy;
  bool integerPorts, explain;
  llvm::DenseSet<mlir::Operation *> eligible, taken, floatResults, drawn;
  llvm::DenseMap<mlir::Operation *, std::string> unsafe; // integers would go wrong: why
  // Bounds that read floats, and who writes them for that.
  llvm::DenseSet<mlir::Operation *> floatBounds, mustWriteFloat;
  llvm::DenseSet<mlir::Operation *> outside; // of the region
  std::vector<std::pair<mlir::Location, std::string>> warnings;
  llvm::DenseMap<mlir::Operation *, bool> integerNeeds;
  llvm::DenseMap<mlir::Value, nn::QuantParams> params;
  llvm::DenseMap<const mlir::OpOperand *, QuantizedProduct> products;
};

} // namespace qopt
