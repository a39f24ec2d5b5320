// How raw samples become an input: what a network says of it, in its own form and in the text form
// that options, metadata and messages have. docs/decisions/tools/images.md says why the steps are
// these.
#pragma once

#include "runtime/numerics/types/fields.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qrt {

enum class ChannelOrder : uint8_t { Rgb, Bgr };
enum class Interpolation : uint8_t { Bilinear, Bicubic };

struct PixelSize {
  int64_t height = 0, width = 0;
  bool operator==(const PixelSize &) const = default;
};
QRT_FIELDS(PixelSize, height, width)

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
QRT_FIELDS(ImageSteps, resize, interpolation, crop, channels)

/// x' = (x − mean[c]) / std[c] in f32, c the channel; of one entry, the same for all channels; both
/// empty: x as it is.
struct Preprocess {
  std::vector<double> mean, std;
  ImageSteps image = {};
  bool normalizes() const { return !mean.empty() || !std.empty(); }
  bool operator==(const Preprocess &) const = default;
};
QRT_FIELDS(Preprocess, mean, std, image)

// ---- the text form ----

/// {"resize", "256"}: a name and a value, as options say them.
using Settings = std::vector<std::pair<std::string, std::string>>;

inline constexpr std::string_view preprocessSettings[] = {"mean",          "std",  "resize",
                                                          "interpolation", "crop", "channels"};
inline constexpr std::span<const std::string_view> imageSettings =
    std::span(preprocessSettings).subspan(2);

/// What is not the default, in this order: {"mean", "1,2.5"}, {"std", "4"}, {"resize", "256"},
/// {"interpolation", "bicubic"}, {"crop", "224x224"}, {"channels", "bgr"}.
Settings settingsOf(const Preprocess &preprocess);
Settings settingsOf(const ImageSteps &steps);
/// "--resize=256 --crop=224x224"; "" for the default.
std::string textOf(const Preprocess &preprocess);
std::string textOf(const ImageSteps &steps);
/// One of these; empty, or what is wrong with the value. `name` must be one of
/// `preprocessSettings`.
std::string setSetting(Preprocess &preprocess, std::string_view name, std::string_view value);
/// The same of `imageSettings`.
std::string setStep(ImageSteps &steps, std::string_view name, std::string_view value);

/// What is said in the place of what a model says: some of the settings, each once.
class PreprocessOverrides {
public:
  /// Empty, or what is wrong with the value; then nothing changed. What was said before goes.
  std::string set(std::string_view name, std::string_view value);
  bool isEmpty() const { return settings().empty(); }
  /// What was said, defaults too, in the order of `preprocessSettings`.
  Settings settings() const;
  /// `own` with what was said in its place.
  Preprocess over(Preprocess own) const;

private:
  std::array<std::optional<std::string>, std::size(preprocessSettings)> values;
};

// ---- what can be ----

/// What is wrong with them together; "" where nothing is.
std::string whyUnusable(const ImageSteps &steps);
/// The same of means and deviations.
std::string whyUnusable(std::span<const double> mean, std::span<const double> std);

/// The dimension of an argument's channels: 1; of [N, H, W, C] the last one, where it is 1 or 3 and
/// dimension 1 is neither. Sizes below 0 are open.
size_t channelDim(std::span<const int64_t> shape);
/// One mean or deviation for all channels, or one for each: along dimension 1, or the channels'.
bool fitsChannels(size_t entries, std::span<const int64_t> shape);

/// Where a picture's sizes lie in an argument of rank 4 with 1 or 3 channels.
struct ImageDims {
  size_t channels, height, width;
};
std::optional<ImageDims> imageDims(std::span<const int64_t> shape);

} // namespace qrt
