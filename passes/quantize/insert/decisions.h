// --insert-quant records its decisions here: one for each operation and one for each value.
#pragma once

#include "passes/quantize/insert/accumulator.h"
#include "passes/quantize/known_range.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace qopt {

/// It says why an operation computes on floats.
struct FloatReason {
  enum class Kind {
    None, // it may be integer
    // The operation itself asks for floats, or somebody says so of it.
    Said, // `detail` says by whom
    RangeOfTheRun,
    ResultNotF32,
    FoldableNorm,
    NoIntegerForm,
    FloatAttention,  // nobody asks for its integer form (I1)
    InsideAttention, // between its products
    OperandNotF32,
    ComputedWeights,
    ResidualBesideFloatBias, // (E8)
    LooksUpConstant,
    OfConstants, // (P7)
    // Its neighbours ask for floats.
    NotEnclosed,
    RepeatedWeights,
    Neighbours, // it follows them, and they are float
    Fused,      // between steps, nothing being stored on the way (F6)
    // Its parameters ask for floats.
    CoarseSteps, // those of its operand, for a bound (B4)
    Amplified,   // what its input's steps lose: `detail` says by how much
    Refused,     // integers would go wrong: `detail` says how
  };
  Kind kind = Kind::None;
  std::string detail;

  /// Empty where there is nothing to say of this operation.
  std::string text() const;
};

struct OpDecision {
  FloatReason whyFloat;
  bool isInteger = false;
  bool writesFloat = false;     // (E4): integer inside, f32 out
  bool isAskedForFloat = false; // by a bound that reads it (B4)
  bool isSimulated = false;     // in float, on what integers make of its operands and results
  /// It is computed in float on the way from a layer or from steps to the steps that `fusedInto`
  /// gives, nothing being stored in between (F6); null: it is not.
  mlir::Operation *fusedInto = nullptr;
  /// The products of its constant weights, by the operand's number.
  llvm::SmallVector<std::pair<unsigned, QuantizedProduct>, 0> products;

  const QuantizedProduct *productOf(unsigned operand) const;
};

/// It has a decision for every operation with a quantization rule, in the order of the function.
class OpDecisions {
public:
  OpDecision &add(mlir::Operation *op) { return byOperation[op]; }
  /// Null of an operation without a rule.
  const OpDecision *find(mlir::Operation *op) const;
  OpDecision &of(mlir::Operation *op) { return byOperation.find(op)->second; }

  /// Nothing is known yet that makes it float.
  bool isEligible(mlir::Operation *op) const;
  bool isInteger(mlir::Operation *op) const;
  bool isFused(mlir::Operation *op) const;
  /// An integer operation writes the value as steps.
  bool areSteps(mlir::Value value) const;
  /// Memory holds the value as steps for a fused group that reads it: an integer operation or
  /// another group makes them.
  bool areStored(mlir::Value value, mlir::Operation *group) const;

  auto begin() { return byOperation.begin(); }
  auto end() { return byOperation.end(); }
  auto rbegin() { return byOperation.rbegin(); }
  auto rend() { return byOperation.rend(); }
  auto begin() const { return byOperation.begin(); }
  auto end() const { return byOperation.end(); }
  auto rbegin() const { return byOperation.rbegin(); }
  auto rend() const { return byOperation.rend(); }

private:
  llvm::MapVector<mlir::Operation *, OpDecision> byOperation;
};

struct ValueDecision {
  /// A source gives a value its parameters.
  enum class Source {
    Reader,    // a bound or a concat, which alone reads it (B2)
    Copied,    // the value of which it is an exact copy (K1)
    Given,     // a user's scale
    Operation, // whose results have a range of their own (P5)
    Range,     // measured or known (P1, P2)
  };
  Source source = Source::Range;
  mlir::Value from; // of Reader and Copied: whose parameters it takes
  /// None where no range is known, or where it gives no usable scale.
  std::optional<nn::QuantParams> params;
  // The parameters are made of this range where the source is Range.
  std::optional<KnownRange> range;
  bool isShownByCopies = false; // the range: its own is wider
  bool isToldApart = false;     // by what reads the value: its own is wider, flat at the ends
  unsigned bits = 0;
};

/// It has a decision for each value that integer operations read as activation or write, and for
/// each port that becomes integer.
using ValueDecisions = llvm::DenseMap<mlir::Value, ValueDecision>;

} // namespace qopt
