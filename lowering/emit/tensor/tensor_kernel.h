// Kernels of tensor_core.h as device kernels: one description, whichever family's call it takes as
// a convolution.
#pragma once

#include "lowering/emit/launch.h"
#include "lowering/emit/products/packing.h"
#include "lowering/emit/tensor/tensor_conv.h"
#include "lowering/emit/tensor/tensor_cost.h"

#include <functional>

namespace qopt {

/// A launch reads these operands beside its TensorConv.
struct TensorOperands {
  qrt::Operand input;
  qrt::LoadStep packing; // of the weights; of a copy the walk's first dimensions are their channels
  const qrt::CallEpilogue &epilogue;
};

/// Weights of a convolution as [out][ky][kx][in, padded as the input], of groups as slices; a
/// product's as [n][k, padded to 16 bytes]; bytes from channel to channel.
qrt::LoadStep tensorWords(const qrt::Conv2dCall &call, const TensorConv &conv,
                          const KernelParameters &);
qrt::LoadStep tensorWords(const qrt::MatmulCall &call, const TensorConv &conv);
int64_t wordsPitch(const qrt::LoadStep &packing);

/// Returns the items of a group: 32 a warp.
int warpItems(const KernelParameters &p);

struct TensorCoreKernel {
  KernelText text;
  /// Among those of tensor cores (DeviceKernel::preference): a draft is padded as the first one
  /// that takes it asks.
  int preference = 100;
  /// An NVIDIA device has at least this one, and where `usesWarpGroups` wgmma.
  int capability = 80;
  bool usesWarpGroups = false;
  /// The kernel sums other terms than those of the definition: it is for programs whose order
  /// allows them.
  bool sumsOtherTerms = false;
  /// A tile of channels reads its bundle's slice of each pixel (channel_bundles.h).
  bool takesGroups = false;
  std::string (*against)(const TensorConv &, const KernelParameters &) = nullptr;
  /// Returns the items of a group.
  int (*items)(const KernelParameters &) = warpItems;
  int64_t (*localBytes)(const TensorConv &, const KernelParameters &) = nullptr;
  /// Returns the cost in cycles.
  double (*cost)(const TensorLaunch &) = nullptr;
  /// `define` writes macros of its parameters, and `launch` its groups.
  void (*define)(LaunchDraft &) = nullptr;
  void (*launch)(LaunchDraft &, const TensorConv &) = nullptr;
  /// `packing` packs a convolution's weights, and `weightPitch` returns their WEIGHT_PITCH.
  qrt::LoadStep (*packing)(const qrt::Conv2dCall &, const TensorConv &,
                           const KernelParameters &) = tensorWords;
  int64_t (*weightPitch)(const qrt::LoadStep &) = wordsPitch;
  bool packsBeside = false;
  bool writesAuxiliary = false; // AUXILIARY_FOUR's
};

/// Returns a number of groups, `most` at most, of which each does its share: `blocks` of them have
/// work at the first and last batch of the range.
qrt::Extent groupsFor(const LaunchDraft &draft, const qrt::Extent &samples, int64_t most,
                      const std::function<int64_t(int64_t)> &blocks);

/// STARTS4, CHANNELS4, EPILOGUE_FOUR, SIDE and AUXILIARY_FOUR, which the kernels have in place of
/// EPILOGUE; appends its arguments: call after the kernel's own.
qrt::Status addTensorEpilogue(LaunchDraft &draft, const TensorConv &conv,
                              const TensorOperands &operands);

// ---- as kernels of a family: tensorConv2d and tensorMatmul below ----

/// Each returns why the kernel cannot compute a call, or "". A convolution's pixels have to lie a
/// multiple of `multiple` elements apart.
std::string whyTensorNot(const TensorCoreKernel &kernel, const TypeSet &types, int64_t multiple,
                         const CallSite &site, const qrt::Conv2dCall &call);
std::string whyTensorNot(const TensorCoreKernel &kernel, const TypeSet &types, const CallSite &site,
                         const qrt::MatmulCall &call);
std::string whyTensorNot(const TensorCoreKernel &kernel, const TensorConv &conv,
                         const KernelParameters &parameters, const qrt::DeviceDescription &device);
double costOf(const TensorCoreKernel &kernel, const TensorConv &conv,
              const KernelParameters &parameters, int64_t batch,
              const qrt::DeviceDescription &device);
qrt::LoadStep tensorPacking(const TensorCoreKernel &kernel, const CallSite &site,
                            const qrt::Conv2dCall &call, const KernelParameters &parameters);
qrt::LoadStep tensorPacking(const TensorCoreKernel &kernel, const CallSite &site,
                            const qrt::MatmulCall &call, const KernelParameters &parameters);
qrt::Status emitTensor(LaunchDraft &draft, const TensorCoreKernel &kernel,
                       const qrt::Conv2dCall &call);
qrt::Status emitTensor(LaunchDraft &draft, const TensorCoreKernel &kernel,
                       const qrt::MatmulCall &call);

template <const TensorCoreKernel &kernel, typename Call> struct TensorCoreKernelOf {
  static std::string againstParameters(const CallSite &site, const Call &call,
                                       const KernelParameters &parameters) {
    return whyTensorNot(kernel, *tensorConvOf(site, call), parameters, site.device);
  }
  static double cost(const CallSite &site, const Call &call, const KernelParameters &parameters,
                     int64_t batch) {
    return costOf(kernel, *tensorConvOf(site, call), parameters, batch, site.device);
  }
  static std::optional<qrt::LoadStep> packing(const CallSite &site, const Call &call,
                                              const KernelParameters &parameters) {
    return tensorPacking(kernel, site, call, parameters);
  }
  static qrt::Status emit(LaunchDraft &draft, const Call &call) {
    return emitTensor(draft, kernel, call);
  }
  template <std::string (*against)(const CallSite &, const Call &)>
  static constexpr DeviceKernel named(std::string_view name,
                                      std::span<const KernelParameters> space) {
    return {.name = name,
            .family = Call::family,
            .preference = kernel.preference,
            .text = kernel.text,
            .against = typed<against>,
            .emit = typed<emit>,
            .space = space,
            .againstParameters = typed<againstParameters>,
            .cost = typed<cost>,
            .dependsOnRange = true,
            .writesAuxiliary = kernel.writesAuxiliary,
            .packing = typed<packing>,
            .packsBeside = kernel.packsBeside};
  }
};

template <const TensorCoreKernel &kernel, TypeSet types, int64_t multiple>
std::string againstConv2d(const CallSite &site, const qrt::Conv2dCall &call) {
  return whyTensorNot(kernel, types, multiple, site, call);
}
template <const TensorCoreKernel &kernel, TypeSet types>
std::string againstMatmul(const CallSite &site, const qrt::MatmulCall &call) {
  return whyTensorNot(kernel, types, site, call);
}

/// `kernel` for inputs of `types`, whose pixels are padded to `multiple` elements, 16 bytes mostly.
template <const TensorCoreKernel &kernel, TypeSet types, int64_t multiple>
constexpr DeviceKernel tensorConv2d(std::string_view name,
                                    std::span<const KernelParameters> space) {
  DeviceKernel padding = TensorCoreKernelOf<kernel, qrt::Conv2dCall>::template named<
      againstConv2d<kernel, types, multiple>>(name, space);
  padding.padded = typed<paddedPixels<multiple>>;
  return padding;
}

/// The same of products, whose rows lie as they do.
template <const TensorCoreKernel &kernel, TypeSet types>
constexpr DeviceKernel tensorMatmul(std::string_view name,
                                    std::span<const KernelParameters> space) {
  static_assert(kernel.weightPitch == wordsPitch, "a product's weights are packed as words");
  return TensorCoreKernelOf<kernel, qrt::MatmulCall>::template named<againstMatmul<kernel, types>>(
      name, space);
}

} // namespace qopt
