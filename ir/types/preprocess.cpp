#include "ir/types/preprocess.h"

#include <algorithm>
#include <charconv>

namespace qopt::nn {

constexpr int64_t largestSide = 1 << 16;

static std::string textOf(const PixelSize &size) {
  std::string text = std::to_string(size.height);
  return size.width ? text + "x" + std::to_string(size.width) : text;
}

static bool parseSide(std::string_view text, int64_t &side) {
  auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), side);
  return code == std::errc() && end == text.data() + text.size() && side >= 1 &&
         side <= largestSide;
}

static bool parseSize(std::string_view text, PixelSize &size) {
  const size_t at = text.find('x');
  size.width = 0;
  return parseSide(text.substr(0, at), size.height) &&
         (at == text.npos || parseSide(text.substr(at + 1), size.width));
}

std::vector<std::pair<std::string, std::string>> settingsOf(const ImageSteps &steps) {
  std::vector<std::pair<std::string, std::string>> settings;
  if (steps.resize.height)
    settings.emplace_back("resize", textOf(steps.resize));
  if (steps.interpolation == Interpolation::Bicubic)
    settings.emplace_back("interpolation", "bicubic");
  if (steps.crop.height)
    settings.emplace_back("crop", textOf(steps.crop));
  if (steps.channels == ChannelOrder::Bgr)
    settings.emplace_back("channels", "bgr");
  return settings;
}

std::string textOf(const ImageSteps &steps) {
  std::string text;
  for (const auto &[name, value] : settingsOf(steps))
    text.append(text.empty() ? "--" : " --").append(name).append("=").append(value);
  return text;
}

std::string setStep(ImageSteps &steps, std::string_view name, std::string_view value) {
  if (name == "channels") {
    steps.channels = value == "bgr" ? ChannelOrder::Bgr : ChannelOrder::Rgb;
    return value == "bgr" || value == "rgb" ? "" : "expected rgb or bgr";
  }
  if (name == "interpolation") {
    steps.interpolation = value == "bicubic" ? Interpolation::Bicubic : Interpolation::Bilinear;
    return value == "bicubic" || value == "bilinear" ? "" : "expected bilinear or bicubic";
  }
  const bool isCrop = name == "crop";
  PixelSize size;
  if (!parseSize(value, size))
    return std::string("expected ") + (isCrop ? "a side" : "the shorter side") +
           ", as 224, or HEIGHTxWIDTH, each from 1 to 65536";
  if (isCrop && size.width == 0)
    size.width = size.height;
  (isCrop ? steps.crop : steps.resize) = size;
  return "";
}

std::string whyUnusable(const ImageSteps &steps) {
  const PixelSize &resize = steps.resize, &crop = steps.crop;
  if (steps.interpolation != Interpolation::Bilinear && !resize.height)
    return "an interpolation needs a resize";
  const bool isShort = resize.height && !resize.width;
  if (isShort && crop.height && resize.height < std::min(crop.height, crop.width))
    return "a picture whose shorter side is " + textOf(resize) + " has no room for a crop of " +
           textOf(crop);
  if (resize.width && (crop.height > resize.height || crop.width > resize.width))
    return "a picture of " + textOf(resize) + " has no room for a crop of " + textOf(crop);
  return "";
}

static bool isChannelCount(int64_t size) { return size == 1 || size == 3; }

size_t channelDim(std::span<const int64_t> shape) {
  return shape.size() == 4 && isChannelCount(shape[3]) && !isChannelCount(shape[1]) ? 3 : 1;
}

std::optional<ImageDims> imageDims(std::span<const int64_t> shape) {
  if (shape.size() != 4 || !isChannelCount(shape[channelDim(shape)]))
    return std::nullopt;
  return channelDim(shape) == 3 ? ImageDims{3, 1, 2} : ImageDims{1, 2, 3};
}

} // namespace qopt::nn
