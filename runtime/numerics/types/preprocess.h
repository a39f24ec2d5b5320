// The conversion of raw samples to a network's input: the settings as a struct, and in the text
// form of options, metadata and messages. docs/decisions/tools/images.md explains these steps.
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

/// The steps applied to a picture before mean and deviation, in this order: resize, centre crop,
/// order of channels. Arrays skip them.
struct ImageSteps {
  /// Height 0: no resize. Width 0: the shorter side becomes `height` pixels, and the other one
  /// keeps the ratio, rounded down. Else exactly this size.
  PixelSize resize;
  Interpolation interpolation = Interpolation::Bilinear; // of resize
  PixelSize crop;                                        // height 0: the size of the argument
  ChannelOrder channels = ChannelOrder::Rgb;
  bool operator==(const ImageSteps &) const = default;
  bool isDefault() const { return *this == ImageSteps(); }
};
QRT_FIELDS(ImageSteps, resize, interpolation, crop, channels)

/// x' = (x − mean[c]) / std[c] in f32, c being the channel. A single entry holds for all channels;
/// if both are empty, x is unchanged.
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

/// Returns the settings that differ from the default, in this order: {"mean", "1,2.5"}, {"std",
/// "4"}, {"resize", "256"}, {"interpolation", "bicubic"}, {"crop", "224x224"}, {"channels", "bgr"}.
Settings settingsOf(const Preprocess &preprocess);
Settings settingsOf(const ImageSteps &steps);
/// "--resize=256 --crop=224x224"; "" for the default.
std::string textOf(const Preprocess &preprocess);
std::string textOf(const ImageSteps &steps);
/// Sets one setting, `name` of `preprocessSettings`. Returns "" or the error in the value.
std::string setSetting(Preprocess &preprocess, std::string_view name, std::string_view value);
/// The same for a setting of `imageSettings`.
std::string setStep(ImageSteps &steps, std::string_view name, std::string_view value);

/// Settings that a user gives and that replace the model's; each is set at most once.
class PreprocessOverrides {
public:
  /// Sets one setting, replacing its earlier value. Returns "" or the error in the value; after an
  /// error nothing has changed.
  std::string set(std::string_view name, std::string_view value);
  bool isEmpty() const { return settings().empty(); }
  /// Returns the settings that were set, including those set to defaults, in the order of
  /// `preprocessSettings`.
  Settings settings() const;
  /// Returns `own` with the settings that were set replaced.
  Preprocess over(Preprocess own) const;

private:
  std::array<std::optional<std::string>, std::size(preprocessSettings)> values;
};

// ---- what can be ----

/// Returns the error in the combination of steps; "" if there is none.
std::string whyUnusable(const ImageSteps &steps);
/// The same for means and deviations.
std::string whyUnusable(std::span<const double> mean, std::span<const double> std);

/// Returns the dimension of an argument's channels: 1, or for [N, H, W, C] the last one if its size
/// is 1 or 3 and dimension 1's is neither. Sizes below 0 are open.
size_t channelDim(std::span<const int64_t> shape);
/// Returns whether `entries` is one mean or deviation for all channels, or one for each.
bool fitsChannels(size_t entries, std::span<const int64_t> shape);

/// The dimensions of a picture in an argument of rank 4 with 1 or 3 channels.
struct ImageDims {
  size_t channels, height, width;
};
std::optional<ImageDims> imageDims(std::span<const int64_t> shape);

} // namespace qrt
