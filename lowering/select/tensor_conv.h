// A convolution, or a product with constant weights, as the kernels of tensor_core.h take it.
#pragma once

#include "lowering/kernels/row.h"
#include "lowering/select/facts.h"
#include "runtime/format/device_description.h"

namespace qopt {

struct TensorConv {
  qrt::Conv2dShape shape; // of a product: single pixels, its rows as samples
  qrt::Extent samples;
  qrt::QuantizedInput input; // weights are i8 of bytes, floats as the input is
  qrt::ElementType result = qrt::ElementType::I8;
  int64_t resultPitch = 0;                             // elements from pixel to pixel
  std::optional<qrt::ElementType> side = std::nullopt; // of a tensor that lies as the result does

  int64_t pixels() const { return shape.out[0] * shape.out[1]; }
  int64_t pitchBytes() const;
  /// Of one channel's weights.
  int64_t depthBytes() const;
};

/// None where no kernel takes the call. Before its buffers stand (the node writes nothing) what
/// they decide counts as fitting.
std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::Conv2dCall &call);
std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::MatmulCall &call);

/// Why the row's kernel cannot compute `conv` with `parameters`; empty when it can.
std::string reasonAgainst(const KernelRow &row, const TensorConv &conv,
                          const KernelParameters &parameters, const qrt::DeviceDescription &device);

/// Of a group.
int64_t localBytesOf(TensorKernel kernel, const TensorConv &conv,
                     const KernelParameters &parameters);
int itemsOf(TensorKernel kernel, const KernelParameters &parameters);
/// What each of so many items on a multiprocessor may hold (NVIDIA's, from 8.0 on).
int64_t registersOf(int64_t items);
/// Channels of a group of TensorKernel::First.
int64_t firstWidth(const TensorConv &conv);
/// Of a multiprocessor, which resident groups share.
int64_t sharedLocalBytes(const qrt::DeviceDescription &device);

/// How long the launch takes at `samples`, in cycles: a guess that orders rows and parameters.
double costOf(TensorKernel kernel, const TensorConv &conv, const KernelParameters &parameters,
              int64_t samples, const qrt::DeviceDescription &device);

} // namespace qopt
