// Launches of tensor_core.h's kernels.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/select/tensor_conv.h"

namespace qopt {

/// What such a launch reads beside `conv`.
struct TensorOperands {
  qrt::Operand input;
  qrt::LoadStep packing; // of the weights; of a copy the walk's first dimension is their channels
  const qrt::CallEpilogue &epilogue;
};

/// Of a call that draft.choice takes.
qrt::Status emitTensorConv(LaunchDraft &draft, const TensorConv &conv,
                           const TensorOperands &operands);

/// STARTS4, CHANNELS4, EPILOGUE_FOUR and SIDE, which the kernels have in place of EPILOGUE; appends
/// its arguments: call after the kernel's own.
qrt::Status addTensorEpilogue(LaunchDraft &draft, const TensorConv &conv,
                              const TensorOperands &operands);

} // namespace qopt
