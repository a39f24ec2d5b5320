// How raw samples become an argument. Plain, for hosts that see no MLIR header; #nn.preprocess
// holds it. docs/decisions/tools/images.md says why the steps are these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qopt::nn {

enum class ChannelOrder { Rgb, Bgr };
enum class Interpolation { Bilinear, Bicubic };

struct PixelSize {
  int64_t height = 0, width = 0;
  bool operator==(const PixelSize &) const = default;
};

/// What becomes of a picture before mean and deviation, in this order: resize, centre crop, order
/// of channels. Arrays are taken as they are.
struct ImageSteps {
  /// Height 0: no resize. Width 0: the shorter side becomes `height` long, and the other one keeps
  /// the ratio, rounded down. Else exactly this size.
  PixelSize resize;
  Interpolation interpolation = Interpolation::Bilinear; // of resize
  PixelSize crop;                                        // height 0: the size of the argument
  ChannelOrder channels = ChannelOrder::Rgb;
  bool operator==(const ImageSteps &) const = default;
  bool isDefault() const { return *this == ImageSteps(); }
};

/// The steps that are not the default, as options say them: {"resize", "256"}, {"interpolation",
/// "bicubic"}, {"crop", "224x224"}, {"channels", "bgr"}. All files and messages have them so.
std::vector<std::pair<std::string, std::string>> settingsOf(const ImageSteps &steps);
/// "--resize=256 --crop=224x224"; "" for the default.
std::string textOf(const ImageSteps &steps);
/// One of these; empty, or what is wrong with the value. `name` must be one of `imageSettings`.
std::string setStep(ImageSteps &steps, std::string_view name, std::string_view value);
inline constexpr std::string_view imageSettings[] = {"resize", "interpolation", "crop", "channels"};
/// What is wrong with them together; "" where nothing is.
std::string whyUnusable(const ImageSteps &steps);

/// x' = (x − mean[c]) / std[c] in f32, c the channel; of one entry, the same for all channels; both
/// empty: x as it is.
struct Preprocess {
  std::vector<double> mean, std;
  ImageSteps image = {};
  bool normalizes() const { return !mean.empty() || !std.empty(); }
  bool operator==(const Preprocess &) const = default;
};

/// The dimension of an argument's channels: 1; of [N, H, W, C] the last one, where it is 1 or 3 and
/// dimension 1 is neither. Sizes below 0 are open.
size_t channelDim(std::span<const int64_t> shape);

/// Where a picture's sizes lie in an argument of rank 4 with 1 or 3 channels.
struct ImageDims {
  size_t channels, height, width;
};
std::optional<ImageDims> imageDims(std::span<const int64_t> shape);

} // namespace qopt::nn
