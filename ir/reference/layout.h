// Between logical order (NCHW) and the loops' (NHWC), and the binding of an
// anchor's epilogue to tensors.
#pragma once

#include "ir/ops/geometry.h"

namespace qopt::nn {

/// [N,C,H,W] → [N,H,W,C], of any rank ≥ 2, and back.
qrt::Tensor toChannelsLast(const qrt::Execution &, const qrt::Tensor &image);
qrt::Tensor toChannelsFirst(const qrt::Execution &, const qrt::Tensor &image);
/// The result's tensor, channels last.
qrt::Tensor allocateChannelsLast(mlir::Value image, int64_t samples);

/// Dimensions permuted: result dimension i is input dimension permutation[i].
qrt::Tensor permuted(const qrt::Execution &, const qrt::Tensor &input,
                     llvm::ArrayRef<int64_t> permutation);

/// Returns the storage of a factor's values; its zero point is in its type, or the operand `zero`.
qrt::QuantizedInput factorType(llvm::ArrayRef<qrt::Tensor> operands, const mlir::OpOperand &factor,
                               mlir::MutableOperandRange zero);
/// The same of weights and their values, which have lost zero points that each channel has its own
/// of: i8 or i16.
struct Weights {
  qrt::QuantizedInput type;
  qrt::Tensor values;
};
Weights weightsOf(llvm::ArrayRef<qrt::Tensor> operands, mlir::OpOperand &weights,
                  mlir::MutableOperandRange zero);

/// The result's tensor at the context's batch, zeroed.
qrt::Tensor allocateResult(const EvaluationContext &context, mlir::Value result);

/// An anchor's scalar body, ready for the loops.
class AnchorBody {
public:
  struct Binding {
    unsigned operand;
    qrt::Tensor tensor;
    qrt::EpilogueStrides strides;
  };
  /// Operands of one element, or one a channel, bind themselves.
  AnchorBody(mlir::Operation *op, llvm::ArrayRef<qrt::Tensor> operands,
             std::vector<Binding> bindings = {});
  qrt::Epilogue over(qrt::Tensor &output);

private:
  std::vector<Binding> bindings;
  Body body;
  std::vector<qrt::EpilogueTensor> tensors;
  std::vector<const void *> channelData;
};

} // namespace qopt::nn
