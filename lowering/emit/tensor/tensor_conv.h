// A convolution, or a product with constant weights, as the kernels of tensor_core.h take it.
#pragma once

#include "lowering/emit/tensor/channel_bundles.h"
#include "lowering/kernels/device_kernel.h"
#include "lowering/kernels/type_set.h"

namespace qopt {

struct TensorConv {
  qrt::Conv2dShape shape; // of a product: single pixels, its rows as samples
  qrt::Extent samples;
  qrt::QuantizedInput input; // weights are i8 of bytes, floats as the input is
  qrt::ElementType result = qrt::ElementType::I8;
  int64_t resultPitch = 0;                             // elements from pixel to pixel
  int64_t resultOffset = 0;                            // and before the first
  std::optional<qrt::ElementType> side = std::nullopt; // of a tensor that lies as the result does
  std::optional<qrt::ElementType> auxiliary = std::nullopt; // of results beside the result's
  std::optional<ChannelBundles> bundles = std::nullopt;     // of several groups

  int64_t pixels() const { return shape.out[0] * shape.out[1]; }
  int64_t pitchBytes() const;
  /// Of a pixel, that a tile of channels reads; of a channel's weights, in whole 16 bytes.
  int64_t sliceBytes() const;
  /// Tiles of so many channels.
  int64_t channelTiles(int64_t channels) const;
  /// Of one channel's weights.
  int64_t depthBytes() const;
};

inline constexpr TypeSet tensorHalves{qrt::ElementType::F16};
inline constexpr TypeSet tensorFloats{qrt::ElementType::F32};

/// None where no kernel takes the call. Of a draft what its buffers decide counts as fitting.
std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::Conv2dCall &call);
std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::MatmulCall &call);
/// Why a kernel that takes groups by bundles cannot take these.
std::string whyBundlesNot(const CallSite &site, const qrt::Conv2dCall &call);

/// A lane moves so many neighbouring channels, 16 bytes at a time if they are so many.
std::string whyPitchNot(const TensorConv &conv, int64_t channels);

/// Whether a lane writes its channels two by two: halves of which the last lane has some alone, or
/// whose pixels lie as no lane's 16 bytes do.
bool storesByWords(const TensorConv &conv);

/// What each of so many items on a multiprocessor may hold (NVIDIA's, from 8.0 on).
int64_t registersOf(int64_t items);
/// Of a multiprocessor, which resident groups share.
int64_t sharedLocalBytes(const qrt::DeviceDescription &device);

} // namespace qopt
