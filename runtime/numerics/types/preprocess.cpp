#include "runtime/numerics/types/preprocess.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace qrt {

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

static std::string textOf(std::span<const double> numbers) {
  std::string text;
  for (double number : numbers) {
    char digits[32];
    text += text.empty() ? "" : ",";
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
  }
  return text;
}

static std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const size_t first = text.find_first_not_of(blanks);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

static bool parseNumber(std::string_view text, double &number) {
  text = trimmed(text);
  if (text.starts_with('+') && !text.starts_with("+-"))
    text.remove_prefix(1);
  auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc() && end == text.data() + text.size() && std::isfinite(number);
}

static bool parseNumbers(std::string_view text, std::vector<double> &numbers) {
  numbers.clear();
  for (size_t begin = 0, end; begin <= text.size(); begin = end + 1) {
    end = std::min(text.find(',', begin), text.size());
    if (!parseNumber(text.substr(begin, end - begin), numbers.emplace_back()))
      return false;
  }
  return true;
}

Settings settingsOf(const ImageSteps &steps) {
  Settings settings;
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

Settings settingsOf(const Preprocess &preprocess) {
  Settings settings = settingsOf(preprocess.image);
  if (!preprocess.std.empty())
    settings.emplace(settings.begin(), "std", textOf(std::span(preprocess.std)));
  if (!preprocess.mean.empty())
    settings.emplace(settings.begin(), "mean", textOf(std::span(preprocess.mean)));
  return settings;
}

static std::string textOf(const Settings &settings) {
  std::string text;
  for (const auto &[name, value] : settings)
    text.append(text.empty() ? "--" : " --").append(name).append("=").append(value);
  return text;
}

std::string textOf(const Preprocess &preprocess) { return textOf(settingsOf(preprocess)); }
std::string textOf(const ImageSteps &steps) { return textOf(settingsOf(steps)); }

std::string setSetting(Preprocess &preprocess, std::string_view name, std::string_view value) {
  if (name == "mean" || name == "std")
    return parseNumbers(value, name == "mean" ? preprocess.mean : preprocess.std)
               ? ""
               : "expected numbers separated by commas";
  return setStep(preprocess.image, name, value);
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

std::string PreprocessOverrides::set(std::string_view name, std::string_view value) {
  const size_t place = size_t(std::ranges::find(preprocessSettings, name) - preprocessSettings);
  if (place == values.size())
    return "there is no such setting";
  Preprocess alone;
  if (std::string why = setSetting(alone, name, value); !why.empty())
    return why;
  const Settings kept = settingsOf(alone); // in one form, where it is no default
  values[place] = kept.empty() ? std::string(value) : kept.front().second;
  return "";
}

Settings PreprocessOverrides::settings() const {
  Settings said;
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i])
      said.emplace_back(preprocessSettings[i], *values[i]);
  return said;
}

Preprocess PreprocessOverrides::over(Preprocess own) const {
  for (const auto &[name, value] : settings())
    setSetting(own, name, value);
  return own;
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

std::string whyUnusable(std::span<const double> mean, std::span<const double> std) {
  if (mean.size() != std.size())
    return "needs as many means as deviations";
  const bool areFinite = std::ranges::all_of(mean, [](double m) { return std::isfinite(m); });
  const bool arePositive =
      std::ranges::all_of(std, [](double s) { return std::isfinite(s) && s > 0; });
  return areFinite && arePositive ? "" : "needs finite means and std > 0";
}

static bool isChannelCount(int64_t size) { return size == 1 || size == 3; }

size_t channelDim(std::span<const int64_t> shape) {
  return shape.size() == 4 && isChannelCount(shape[3]) && !isChannelCount(shape[1]) ? 3 : 1;
}

bool fitsChannels(size_t entries, std::span<const int64_t> shape) {
  auto is = [&](size_t dim) { return shape[dim] == int64_t(entries); };
  return entries <= 1 || (shape.size() > 1 && (is(1) || is(channelDim(shape))));
}

std::optional<ImageDims> imageDims(std::span<const int64_t> shape) {
  if (shape.size() != 4 || !isChannelCount(shape[channelDim(shape)]))
    return std::nullopt;
  return channelDim(shape) == 3 ? ImageDims{3, 1, 2} : ImageDims{1, 2, 3};
}

} // namespace qrt
