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
  /// Returns the bytes that a tile of channels reads of a pixel, and of a channel's weights at one
  /// tap: a multiple of 16.
  int64_t sliceBytes() const;
  /// Returns the number of tiles of so many channels.
  int64_t channelTiles(int64_t channels) const;
  /// Returns the bytes of one channel's weights.
  int64_t depthBytes() const;
};

inline constexpr TypeSet tensorHalves{qrt::ElementType::F16};
inline constexpr TypeSet tensorFloats{qrt::ElementType::F32};

/// None where no kernel takes the call. Of a draft what its buffers decide counts as fitting.
std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::Conv2dCall &call);
std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::MatmulCall &call);
/// Returns why a kernel that takes groups by bundles cannot take these.
std::string whyBundlesNot(const CallSite &site, const qrt::Conv2dCall &call);

/// A lane moves so many neighbouring channels, 16 bytes at a time if they are so many.
std::string whyPitchNot(const TensorConv &conv, int64_t channels);

/// Returns whether a lane writes its channels two by two: halves of which the last lane has only
/// some, or whose pixels are not aligned to a lane's 16 bytes.
bool storesByWords(const TensorConv &conv);

/// Returns the registers that each of `items` items may have which a multiprocessor holds at once
/// (NVIDIA's, from 8.0 on).
int64_t registersOf(int64_t items);
/// Returns the bytes of a multiprocessor's local memory, which its resident groups share.
int64_t sharedLocalBytes(const qrt::DeviceDescription &device);

} // namespace qopt
