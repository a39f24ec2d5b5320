// The structures that the operations' interfaces take and return.
#pragma once

#include "ir/recurrent.h"
#include "ir/scalar_body.h"
#include "ir/types/dims.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/reduce/reductions.h"
#include "runtime/numerics/types/tensor.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"

namespace qopt::nn {

class CompositeBuilder; // ir/ops/expansion.h
class NameTable;        // ir/values/keys.h; where the former is seen first, so is what it holds

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// The context of an evaluation: how to run, and the batch that `?` stands for.
struct EvaluationContext {
  qrt::Execution execution;
  int64_t batch = 1;
  /// The first error that stopped the evaluation: a data-dependent index outside its tensor.
  qrt::Status &status;
};

/// The role of an operand in the operation when it is quantized.
enum class OperandRole {
  Activation, // quantized with its own parameters
  Weight,     // quantized symmetrically, per channel or tensor
  Bias,       // integer with the implied scale, or float (profile)
  Residual,   // E2's addend
  Float,      // stays f32
  AsIs,       // read as it is, whatever its type: indices, parameters of the run
};

/// An operand's role, with the data that its quantization needs.
struct OperandRule {
  OperandRole role;
  int64_t axis = 0;  // of Weight: the dimension of the channels
  int64_t terms = 0; // of Weight: products that one sum of it adds up

  OperandRule(OperandRole role) : role(role) {}
  OperandRule(OperandRole role, int64_t axis, int64_t terms)
      : role(role), axis(axis), terms(terms) {}
  bool operator==(OperandRole other) const { return role == other; }
};

/// The source of a result's quantization parameters; the rule holds for each result by itself.
enum class ResultRule {
  StaysFloat,  // the operation has no integer form
  OwnRange,    // its measured range
  SharesInput, // those of operand 0: an exact copy
  Unifies,     // its measured range; operands with others are requantized
};

struct QuantizationRule {
  ResultRule result = ResultRule::StaysFloat;
  llvm::SmallVector<OperandRule, 5> operands;
  /// The operation may write floats directly from the accumulator (E4).
  bool writesFloat = false;
  /// Scales of a result whose range is known without measuring, such as sigmoid's, with zero point
  /// 0: for unsigned storage (0: only signed is possible) and for signed storage. Else both are 0.
  double unsignedScale = 0, signedScale = 0;
  /// The operation bounds its input, as ReLU does: a producer that feeds only this operation takes
  /// its parameters, and the bound becomes an integer clamp.
  bool isBound = false;
};

/// Returns the rule of an operation that no profile quantizes, whatever its operands are.
QuantizationRule staysFloat(mlir::Operation *op);
/// Returns the rule of an operation that moves its input's elements: the result takes the input's
/// parameters.
QuantizationRule sharesInput();

/// The dimension of a result that holds an operand's rows, and the use of their elements.
struct Rows {
  enum class Use : uint8_t {
    Moved,  // as they are
    Joined, // with the same row of each operand that has more than one
    Computed,
    Places // to load from
  };
  int64_t dim; // of the result
  Use use = Use::Moved;
};

/// The cost of one run at a given batch.
struct OpCost {
  int64_t multiplyAdds = 0; // of conv and matmul
  int64_t elements = 0;     // scalar bodies evaluated
  int64_t bytesRead = 0, bytesWritten = 0;
};

/// Returns the cost: bytes from the operand and result types, and the caller's multiplyAdds.
OpCost costOf(mlir::Operation *op, int64_t batch, int64_t multiplyAdds);

/// Checks that a value is a ranked tensor whose `?` have expressions and whose elements some loop
/// supports.
mlir::LogicalResult verifyTensor(mlir::Type type, EmitError error);
mlir::LogicalResult verifyTensors(mlir::TypeRange types, EmitError error);
/// Returns the bytes of a value; constants whose values are smaller than a byte are packed.
int64_t storedBytes(mlir::Value value, int64_t batch);

namespace detail {
mlir::LogicalResult verifyInferredShapes(mlir::Operation *op);
qrt::Tensor evaluateBody(mlir::Operation *op, const EvaluationContext &context,
                         llvm::ArrayRef<qrt::Tensor> operands);
std::vector<qrt::Tensor> evaluateComposite(mlir::Operation *op, const EvaluationContext &context,
                                           llvm::ArrayRef<qrt::Tensor> operands);
OpCost costOfComposite(mlir::Operation *op, int64_t batch);
std::optional<Rows> rowsOfBody(mlir::Operation *op, unsigned operand, int64_t dim);

// The methods of every ReductionOpInterface.
mlir::LogicalResult inferReduction(mlir::Operation *op,
                                   llvm::SmallVectorImpl<SymbolicShape> &results, EmitError error);
mlir::LogicalResult verifyReduction(mlir::Operation *op);
QuantizationRule ruleOfReduction(mlir::Operation *op);
OpCost costOfReduction(mlir::Operation *op, int64_t batch);
qrt::ElementType accumulatorOfReduction(mlir::Operation *op);
qrt::Tensor evaluateReduction(mlir::Operation *op, const EvaluationContext &context,
                              const qrt::Tensor &operand);

// The methods of every RecurrentOpInterface.
mlir::LogicalResult inferRecurrent(mlir::Operation *op,
                                   llvm::SmallVectorImpl<SymbolicShape> &results, EmitError error);
bool mayRecurrentGrow(mlir::Operation *op, unsigned operand, int64_t dim);
mlir::LogicalResult verifyRecurrent(mlir::Operation *op);
QuantizationRule ruleOfRecurrent(mlir::Operation *op);
OpCost costOfRecurrent(mlir::Operation *op, int64_t batch);
std::vector<qrt::Tensor> evaluateRecurrent(mlir::Operation *op, const EvaluationContext &context,
                                           llvm::ArrayRef<qrt::Tensor> operands);

BodyValue sumBody(BodyBuilder &body, mlir::Operation *op);
BodyValue meanBody(BodyBuilder &body, mlir::Operation *op);
BodyValue rootBody(BodyBuilder &body);
} // namespace detail

} // namespace qopt::nn
