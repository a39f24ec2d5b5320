#include "tools/io/image/sample.h"

#include "tools/io/image/resize.h"

#include <cmath>
#include <cstring>

using namespace qrt;

namespace qopt::io {

std::optional<PictureForm> PictureForm::of(const std::vector<int64_t> &shape,
                                           const nn::ImageSteps &steps) {
  auto dims = nn::imageDims(shape);
  if (!dims)
    return std::nullopt;
  return PictureForm{
      steps, *dims, shape[dims->channels], {shape[dims->height], shape[dims->width]}};
}

static std::string textOf(const nn::PixelSize &size) {
  auto side = [](int64_t length) { return length < 0 ? "?" : std::to_string(length); };
  return side(size.height) + "x" + side(size.width);
}

static bool fits(const nn::PixelSize &size, const nn::PixelSize &input) {
  return (input.height < 0 || size.height == input.height) &&
         (input.width < 0 || size.width == input.width);
}

/// The shorter side as said, the other one in ratio, rounded down.
static nn::PixelSize resizedSize(nn::PixelSize size, const nn::PixelSize &to) {
  if (to.height == 0 || to.width > 0)
    return to.height ? to : size;
  const int64_t shorter = std::min(size.height, size.width);
  auto scaled = [&](int64_t side) {
    return side == shorter ? to.height
                           : int64_t(double(to.height) * double(side) / double(shorter));
  };
  return {scaled(size.height), scaled(size.width)};
}

namespace {
struct Plan {
  nn::PixelSize resize, sample;
};
} // namespace

static Expected<Plan> planFor(nn::PixelSize own, const PictureForm &form) {
  const nn::ImageSteps &steps = form.steps;
  const nn::PixelSize resize = resizedSize(own, steps.resize);
  if (resize.height > mostPixels / resize.width)
    return invalidArgument("would become " + textOf(resize) + " pixels by " + nn::textOf(steps));
  if (own.height > mostPixels / resize.width) // the width comes first
    return invalidArgument("would be " + textOf({own.height, resize.width}) +
                           " pixels on its way to " + textOf(resize) + " by " + nn::textOf(steps));
  const bool isSaid = steps.crop.height > 0 || steps.resize.height > 0;
  nn::PixelSize sample = resize;
  if (steps.crop.height)
    sample = steps.crop;
  else if (isSaid)
    sample = {form.size.height < 0 ? resize.height : form.size.height,
              form.size.width < 0 ? resize.width : form.size.width};
  if (!fits(sample, form.size))
    return invalidArgument("is a picture of " + textOf(own) + " pixels, the input takes " +
                           textOf(form.size) +
                           (isSaid ? "; " + nn::textOf(steps) + " makes it " + textOf(sample)
                                   : "; give --resize=" + std::to_string(form.size.height) + "x" +
                                         std::to_string(form.size.width) +
                                         ", or --resize=SHORTER_SIDE and its middle is taken"));
  if (sample.height > resize.height || sample.width > resize.width)
    return invalidArgument("is a picture of " + textOf(own) + " pixels" +
                           (resize == own ? "" : ", resized to " + textOf(resize)) +
                           ", smaller than the " + textOf(sample) +
                           " that are cut out of it; give a larger --resize");
  return Plan{resize, sample};
}

Expected<nn::PixelSize> sampleSize(const PictureHeader &header, const PictureForm &form) {
  auto plan = planFor({header.height, header.width}, form);
  return plan ? Expected<nn::PixelSize>(plan->sample) : plan.status();
}

static Picture inColours(const Picture &picture, int64_t channels) {
  if (picture.channels == channels)
    return picture;
  Picture result{picture.height, picture.width, channels, {}};
  result.pixels.reserve(size_t(result.height) * result.rowBytes());
  for (auto from = picture.pixels.begin(); from != picture.pixels.end(); from += picture.channels) {
    if (channels == 3)
      result.pixels.insert(result.pixels.end(), 3, *from);
    else // 0.299, 0.587 and 0.114 in 16 bits
      result.pixels.push_back(
          uint8_t((from[0] * 19595 + from[1] * 38470 + from[2] * 7471 + 0x8000) >> 16));
  }
  return result;
}

static int64_t cropStart(int64_t size, int64_t crop) {
  return int64_t(std::nearbyint(double(size - crop) / 2)); // halves to even, as Python rounds
}

/// The crop, laid out as the input's sample.
static Tensor layOut(const Picture &picture, const PictureForm &form, const nn::PixelSize &sample) {
  Shape shape(3);
  shape[form.dims.channels - 1] = form.channels;
  shape[form.dims.height - 1] = sample.height;
  shape[form.dims.width - 1] = sample.width;
  Tensor tensor = Tensor::allocate(ElementType::U8, shape);
  const bool isLast = form.dims.channels == 3;
  const auto channels = size_t(form.channels), plane = size_t(sample.height * sample.width);
  const size_t perPixel = isLast ? channels : 1, perChannel = isLast ? 1 : plane;
  const auto top = size_t(cropStart(picture.height, sample.height));
  const auto left = size_t(cropStart(picture.width, sample.width));
  auto target = tensor.mutableValues<uint8_t>();
  for (size_t y = 0, pixel = 0; y < size_t(sample.height); ++y) {
    const uint8_t *from = picture.pixels.data() + (top + y) * picture.rowBytes() + left * channels;
    for (size_t x = 0; x < size_t(sample.width); ++x, ++pixel)
      for (size_t c = 0; c < channels; ++c, ++from) {
        const size_t to = form.steps.channels == nn::ChannelOrder::Bgr ? channels - 1 - c : c;
        target[pixel * perPixel + to * perChannel] = *from;
      }
  }
  return tensor;
}

Expected<Tensor> toSample(const Picture &picture, const PictureForm &form) {
  auto plan = planFor({picture.height, picture.width}, form);
  if (!plan)
    return plan.status();
  return layOut(resized(inColours(picture, form.channels), plan->resize, form.steps.interpolation),
                form, plan->sample);
}

Expected<ArrayStream> openPicture(const std::string &path, const PictureForm &form) {
  auto named = [path](const Status &status) {
    return Status(status.code(), path + ": " + status.message());
  };
  auto header = readPictureHeader(path);
  if (!header)
    return header.status();
  auto size = sampleSize(*header, form);
  if (!size)
    return named(size.status());
  Shape shape(3);
  shape[form.dims.channels - 1] = form.channels;
  shape[form.dims.height - 1] = size->height;
  shape[form.dims.width - 1] = size->width;
  auto read = [=]() -> Expected<Tensor> {
    auto picture = readPicture(path);
    if (!picture)
      return picture.status();
    auto sample = toSample(*picture, form);
    if (!sample)
      return named(sample.status());
    return sample->shape() == shape ? sample : invalidArgument(path + ": is another file by now");
  };
  return ArrayStream::later(ElementType::U8, shape, path, read);
}

} // namespace qopt::io
