#include "passes/repair/layer_rows.h"

#include "ir/ops/geometry.h"

#include <algorithm>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

LayerRows::LayerRows(const SeedLayer &layer, const qrt::Shape &input)
    : groups(layer.groups), terms(layer.terms), perLeading(1) {
  auto conv = dyn_cast<Conv2dOp>(layer.op);
  isImage = bool(conv);
  if (!isImage) {
    for (size_t i = 1; i + 1 < input.size(); ++i)
      perLeading *= input[i];
    return;
  }
  // Sizes that the type leaves open are the run's.
  window = geometryOf(conv).window;
  channels = input[1];
  const bool isLine = input.size() == 3;
  in = {isLine ? 1 : input[2], input.back()};
  ArrayRef<int64_t> pads = conv.getPads();
  const std::array<int64_t, 2> padEnd = {isLine ? 0 : pads[2], pads.back()};
  for (size_t i : {0, 1}) {
    const int64_t reach = window.dilation[i] * (window.kernel[i] - 1) + 1;
    out[i] = (in[i] + window.padBegin[i] + padEnd[i] - reach) / window.stride[i] + 1;
  }
  perLeading = out[0] * out[1];
}

// A kernel reads `count` places, `dilation` apart, from `begin` on. This gives the number of the
// first one in [0, size), and of the first one behind; the others read padding.
static std::array<int64_t, 2> stepsInside(int64_t begin, int64_t dilation, int64_t count,
                                          int64_t size) {
  const int64_t first = begin < 0 ? (-begin + dilation - 1) / dilation : 0;
  const int64_t end = begin < size ? (size - begin + dilation - 1) / dilation : 0;
  return {std::min(first, count), std::clamp(end, std::min(first, count), count)};
}

/// Lines of a channel's window, neighbours in a row of the image. A width that is known as this is
/// compiled takes no loop.
template <int64_t known>
static void copyLines(const float *from, int64_t stride, int64_t lines, int64_t width, float *to) {
  for (int64_t i = 0; i < lines; ++i, from += stride, to += known ? known : width)
    for (int64_t j = 0; j < (known ? known : width); ++j)
      to[j] = from[j];
}

static auto lineCopierOf(int64_t width) {
  switch (width) {
  case 1: return copyLines<1>;
  case 3: return copyLines<3>;
  case 5: return copyLines<5>;
  default: return copyLines<0>;
  }
}

void LayerRows::gatherWindow(const float *image, std::array<int64_t, 2> place, float *to) const {
  const int64_t top = place[0] * window.stride[0] - window.padBegin[0];
  const int64_t left = place[1] * window.stride[1] - window.padBegin[1];
  const auto [firstRow, endRow] = stepsInside(top, window.dilation[0], window.kernel[0], in[0]);
  const auto [first, end] = stepsInside(left, window.dilation[1], window.kernel[1], in[1]);
  const int64_t ofChannel = window.kernel[0] * window.kernel[1], size = in[0] * in[1];
  const bool isInside =
      firstRow == 0 && endRow == window.kernel[0] && first == 0 && end == window.kernel[1];
  if (isInside && window.dilation[1] == 1) {
    const auto copy = lineCopierOf(window.kernel[1]);
    const float *from = image + top * in[1] + left;
    for (int64_t c = 0; c < channels; ++c, to += ofChannel, from += size)
      copy(from, window.dilation[0] * in[1], window.kernel[0], window.kernel[1], to);
    return;
  }
  if (!isInside)
    std::fill_n(to, channels * ofChannel, 0.0f);
  for (int64_t c = 0; c < channels; ++c, to += ofChannel)
    for (int64_t i = firstRow; i < endRow; ++i) {
      const float *row = image + (c * in[0] + top + i * window.dilation[0]) * in[1] + left;
      for (int64_t j = first; j < end; ++j)
        to[i * window.kernel[1] + j] = row[j * window.dilation[1]];
    }
}

void LayerRows::gather(const float *from, int64_t row, float *to) const {
  if (!isImage) {
    std::copy_n(from + row * terms, terms, to);
    return;
  }
  const int64_t image = row / perLeading, place = row % perLeading;
  gatherWindow(from + image * channels * in[0] * in[1], {place / out[1], place % out[1]}, to);
}

void LayerRows::gatherResult(const float *from, int64_t row, int64_t outputs, float *to) const {
  if (!isImage) {
    std::copy_n(from + row * outputs, outputs, to);
    return;
  }
  const float *image = from + row / perLeading * outputs * perLeading + row % perLeading;
  for (int64_t output = 0; output < outputs; ++output)
    to[output] = image[output * perLeading];
}

std::vector<int64_t> chosenRows(int64_t count, int64_t wanted, int64_t sample) {
  const int64_t chosen = std::min(count, wanted);
  // Multiples of the golden ratio fill [0, count) evenly.
  const uint64_t fraction = uint64_t(sample) * 0x9E3779B97F4A7C15u >> 32;
  const int64_t shift = chosen == count ? 0 : int64_t(fraction * uint64_t(count) >> 32);
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < chosen; ++i)
    rows.push_back((i * count + shift) / chosen);
  return rows;
}

} // namespace qopt
