#include "importers/graphdef/ops/windows/window.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::graphdef {

ImageInput readImage(Binder &b, unsigned index, int64_t rank) {
  ImageInput image;
  Value given;
  std::string format = rank == 5 ? "NDHWC" : "NHWC";
  b.attr("data_format", format).input(index, given);
  b.require(format == "NHWC" || format == "NCHW" || format == "NDHWC" || format == "NCDHW",
            "data_format is '" + format + "'");
  if (!b.ok())
    return image;
  b.require(rankOf(given) == rank,
            "its input has rank " + Twine(rankOf(given)) + ", needs " + Twine(rank));
  if (!b.ok())
    return image;
  image.channelsLast = StringRef(format).ends_with("C");
  image.x = image.channelsLast ? b.image("nchw", given) : given;
  return image;
}

void bindAs(Binder &b, const ImageInput &image, Value y) {
  if (!b.ok())
    return;
  image.channelsLast ? b.bindImage(y) : b.bindReal(0, y);
}

Ints readSizes(Binder &b, StringRef attribute, const ImageInput &image, int64_t rank) {
  constexpr int64_t most = (int64_t(1) << 31) - 1;
  Ints all;
  b.attr(attribute, all);
  if (all.empty())
    all.assign(size_t(rank), 1);
  b.require(int64_t(all.size()) == rank, attribute + " needs " + Twine(rank) + " entries");
  b.bounded(all, 1, most, attribute);
  if (!b.ok())
    return Ints(size_t(rank) - 2, 1);
  const size_t first = image.channelsLast ? 1 : 2;
  b.support(all[0] == 1 && all[image.channelsLast ? size_t(rank) - 1 : 1] == 1,
            "with " + attribute + " over samples or channels");
  return Ints(all.begin() + first, all.begin() + first + (rank - 2));
}

static void padSame(Binder &b, Value image, ImageWindow &window) {
  auto shape = cast<RankedTensorType>(image.getType()).getShape().drop_front(2);
  for (size_t i = 0; i < window.rank() && b.ok(); ++i) {
    const bool isOpen = ShapedType::isDynamic(shape[i]);
    b.support(!isOpen || window.strides[i] == 1,
              "padding SAME of a stride above 1 on images of dynamic size; give --shape");
    std::tie(window.pads[i], window.pads[i + window.rank()]) =
        samePads(window.axis(i, isOpen ? 1 : shape[i]), /*extraLow=*/false);
  }
}

static void padExplicitly(Binder &b, const ImageInput &image, ImageWindow &window) {
  Ints pads;
  const size_t rank = window.rank(), first = image.channelsLast ? 1 : 2;
  b.attr("explicit_paddings", pads)
      .require(pads.size() == 2 * (rank + 2),
               "explicit_paddings needs " + Twine(2 * (rank + 2)) + " entries")
      .bounded(pads, 0, (int64_t(1) << 31) - 1, "pad");
  for (size_t i = 0; b.ok() && i < rank; ++i) {
    window.pads[i] = pads[2 * (first + i)];
    window.pads[i + rank] = pads[2 * (first + i) + 1];
  }
  for (size_t i : {size_t(0), image.channelsLast ? rank + 1 : size_t(1)})
    b.require(!b.ok() || (pads[2 * i] == 0 && pads[2 * i + 1] == 0),
              "explicit_paddings adds samples or channels");
}

std::string readStrides(Binder &b, const ImageInput &image, ImageWindow &window) {
  std::string padding = "VALID";
  const size_t rank = window.rank();
  window.strides = readSizes(b, "strides", image, int64_t(rank) + 2);
  window.dilations = readSizes(b, "dilations", image, int64_t(rank) + 2);
  window.pads.assign(2 * rank, 0);
  b.attr("padding", padding).ignore("use_cudnn_on_gpu", "chooses a kernel");
  b.require(padding == "SAME" || padding == "VALID" || padding == "EXPLICIT",
            "padding is '" + padding + "'");
  if (padding != "EXPLICIT")
    b.ignore("explicit_paddings", "they belong to EXPLICIT");
  return padding;
}

void readWindow(Binder &b, const ImageInput &image, ImageWindow &window) {
  if (!b.ok())
    return;
  const std::string padding = readStrides(b, image, window);
  if (!b.ok())
    return;
  for (int64_t size : cast<RankedTensorType>(image.x.getType()).getShape().drop_front(2))
    if (!ShapedType::isDynamic(size))
      b.bounded(size, 1, (int64_t(1) << 31) - 1, "image size");
  if (padding == "SAME")
    padSame(b, image.x, window);
  else if (padding == "EXPLICIT")
    padExplicitly(b, image, window);
}

} // namespace qopt::graphdef
