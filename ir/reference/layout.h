// Between logical order (NCHW) and the loops' (NHWC), and the binding of an
// anchor's epilogue to tensors.
#pragma once

#include "ir/ops/geometry.h"

namespace qopt::nn {

/// Rank 4 [N,C,H,W] → [N,H,W,C], and back.
qrt::Tensor toChannelsLast(const qrt::Execution &, const qrt::Tensor &nchw);
qrt::Tensor toChannelsFirst(const qrt::Execution &, const qrt::Tensor &nhwc);

/// Dimensions permuted: result dimension i is input dimension permutation[i].
qrt::Tensor permuted(const qrt::Execution &, const qrt::Tensor &input,
                     llvm::ArrayRef<int64_t> permutation);

/// The result's tensor at the context's batch, zeroed.
qrt::Tensor allocateResult(const EvaluationContext &context, mlir::Value result);

/// An anchor's scalar body, ready for the loops. Operands that the body reads
/// besides the accumulator are bound with their strides.
class AnchorBody {
public:
  struct Binding {
    unsigned operand;
    qrt::Tensor tensor;
    qrt::EpilogueStrides strides;
  };
  AnchorBody(mlir::Operation *op, std::vector<Binding> bindings);
  qrt::Epilogue over(qrt::Tensor &output);

private:
  std::vector<Binding> bindings;
  Body body;
  std::vector<qrt::EpilogueTensor> tensors;
  std::vector<const void *> channelData;
};

} // namespace qopt::nn
