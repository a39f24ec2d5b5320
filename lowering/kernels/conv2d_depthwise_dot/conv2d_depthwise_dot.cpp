// A filter for each channel of bytes, on cards: an instruction multiplies four neighbouring columns
// (docs/decisions/lowering/depthwise-on-cards.md).
#include "lowering/emit/extents.h"
#include "lowering/emit/products/conv2d.h"
#include "lowering/emit/products/packing.h"
#include "lowering/emit/products/reasons.h"

#include <algorithm>

namespace qopt::kernels::conv2d_depthwise_dot {
namespace {

using qrt::Conv2dCall;

constexpr uint32_t workGroup = 128;
constexpr int channels = 4; // of a word

/// Each entry gives an item's pixels of a row, its channels and its rows.
constexpr KernelParameters space[] = {
    {.pixels = 4, .channels = channels, .blockRows = 7},
    {.pixels = 4, .channels = channels, .blockRows = 4},
    {.pixels = 4, .channels = channels, .blockRows = 2},
    {.pixels = 4, .channels = channels, .blockRows = 1},
    {.pixels = 2, .channels = channels, .blockRows = 7},
    {.pixels = 2, .channels = channels, .blockRows = 4},
    {.pixels = 2, .channels = channels, .blockRows = 2},
    {.pixels = 2, .channels = channels, .blockRows = 1},
};

/// Words of channels of a pixel that neighbouring items have: whole sectors of memory, or all.
int64_t lanesOf(const qrt::Conv2dShape &shape) {
  constexpr int64_t sector = 8, most = 32; // words
  const int64_t words = divideUp(shape.outChannels, channels);
  for (int64_t lanes = most; lanes > 0; lanes -= sector)
    if (words % lanes == 0)
      return lanes;
  return words;
}

/// Returns the items of a sample.
int64_t itemsOf(const qrt::Conv2dShape &shape, const KernelParameters &p) {
  return divideUp(shape.out[0], p.blockRows) * divideUp(shape.out[1], p.pixels) *
         divideUp(shape.outChannels, channels);
}

// ---- what an item does ----

/// Columns of the picture that an item's windows cover.
int64_t columnsOf(const qrt::Window2d &window, const KernelParameters &p) {
  return (p.pixels - 1) * window.stride[1] + window.kernel[1];
}

/// Words of four columns.
int64_t wordsOf(int64_t columns) { return divideUp(columns, 4); }

/// Words that an item keeps of each channel: sums, and the rows that its windows meet at a time.
int64_t heldWords(const qrt::Window2d &window, const KernelParameters &p) {
  return p.blockRows * channels * (p.pixels + wordsOf(columnsOf(window, p)));
}

/// Words of taps that a row of an item's windows takes, of a channel: those of each pixel.
int64_t tapWords(const qrt::Window2d &window, const KernelParameters &p) {
  int64_t words = 0;
  for (int64_t pixel = 0; pixel < p.pixels; ++pixel)
    words += wordsOf(pixel * window.stride[1] % 4 + window.kernel[1]);
  return words;
}

// ---- reasons ----

std::string whyNoDotProducts(const qrt::DeviceDescription &device) {
  return unless(device.dp4a, "needs a device that multiplies four bytes at once (dp4a)");
}

std::string whyDilated(const qrt::Window2d &window) {
  return unless(window.dilation == std::array<int64_t, 2>{1, 1}, "needs windows without dilation");
}

// A dot product of a row of two taps has half of its products idle.
std::string whyWindowNot(const qrt::Window2d &window) {
  constexpr int64_t fewest = 3;
  return firstReason({whyDilated(window), whyFewer("a window's row", fewest, window.kernel[1])});
}

std::string against(const CallSite &site, const Conv2dCall &call) {
  return firstReason({whyTypesNot(byteTypes, call), whyNotGpu(site.device),
                      whyNoDotProducts(site.device), whyNotConstant(call.weights),
                      whyNotSymmetric(call.weights), whyNotDepthwise(call),
                      whyWindowNot(call.shape.window), whyPixelsNot(call, channels)});
}

std::string againstParameters(const CallSite &, const Conv2dCall &call, const KernelParameters &p) {
  constexpr int64_t mostColumns = 32, mostWords = 168; // bits of a word, registers
  if (p.pixels < 1 || p.channels != channels || p.blockRows < 1)
    return "parameters out of range";
  const qrt::Window2d &window = call.shape.window;
  return firstReason({whyMore("covered columns", mostColumns, columnsOf(window, p)),
                      whyMore("an item's words", mostWords, heldWords(window, p))});
}

// ---- cost ----

// Instructions of an item, as its neighbour conv2d.gpu.depthwise counts them. A dot product takes
// two places of theirs, into which all else fits.
double instructionsOf(const Conv2dCall &call, const KernelParameters &p) {
  const qrt::Window2d &window = call.shape.window;
  constexpr double turned = 2 * channels, begin = 60, aResult = 20;
  const double height = double(window.kernel[0]), width = double(window.kernel[1]);
  const double columns = double(columnsOf(window, p)), words = double(tapWords(window, p));
  const double rows =
      height + double(std::min(window.stride[0], window.kernel[0])) * double(p.blockRows - 1);
  const double rowLoads = rows * (3 * columns + turned * double(wordsOf(columnsOf(window, p))));
  const double taps =
      height * (width + turned * double(wordsOf(window.kernel[1])) + channels * words);
  const double sums = height * channels * double(wordsOf(window.kernel[1]));
  const double products = height * channels * words * p.blockRows + sums;
  return begin + std::max(2 * products, products + rowLoads + taps) +
         aResult * p.blockRows * p.pixels * channels;
}

// Fewer items than fill a card take as long as those that do. An item's sums are independent, so
// that a quarter of the neighbour's items do.
double cost(const CallSite &site, const Conv2dCall &call, const KernelParameters &p,
            int64_t batch) {
  constexpr int64_t fills = 256; // items of a multiprocessor
  const int64_t items = std::max(call.samples.at(batch) * itemsOf(call.shape, p),
                                 int64_t(site.device.computeUnits) * fills);
  return double(items) * instructionsOf(call, p);
}

// ---- emission ----

int64_t pitchOf(const Conv2dCall &call) { return roundUp(call.shape.outChannels, channels); }

std::optional<qrt::LoadStep> packing(const CallSite &, const Conv2dCall &call,
                                     const KernelParameters &) {
  return conv_weights::taps(call, channels, call.weights.type.type);
}

/// Returns whether an item loads all its weights before its input is there, as registers are left.
bool loadsWeightsEarly(const qrt::Window2d &window, const KernelParameters &p) {
  constexpr int64_t mostWords = 100;
  return window.kernel[0] * window.kernel[1] + heldWords(window, p) <= mostWords;
}

void define(LaunchDraft &draft, const Conv2dCall &call) {
  draft.define("GROUP", workGroup);
  draft.define("PIXELS", draft.choice.parameters.pixels);
  draft.define("LANES", lanesOf(call.shape));
  draft.define("ROWS", draft.choice.parameters.blockRows);
  draft.define("EARLY_WEIGHTS", loadsWeightsEarly(call.shape.window, draft.choice.parameters));
  draft.define("VECTOR_STORES", storesVectors(call, channels));
}

void launch(LaunchDraft &draft, const Conv2dCall &call) {
  draft.beginEarly();
  draft.items(timesExtent(call.samples, itemsOf(call.shape, draft.choice.parameters)), 1,
              workGroup);
}

qrt::Status emit(LaunchDraft &draft, const Conv2dCall &call) {
  return emitConv2d(draft, call,
                    {.pitch = pitchOf(call),
                     .defineTile = [&] { define(draft, call); },
                     .launch = [&] { launch(draft, call); }});
}

constexpr DeviceKernel kernels[] = {
    {.name = "conv2d.gpu.depthwise.dot",
     .family = Conv2dCall::family,
     .preference = 200, // that of conv2d.gpu.depthwise: costs decide
     .text = {"conv2d_depthwise_dot", "conv2d_depthwise_dot.cl", "dot4.h"},
     .against = typed<against>,
     .emit = typed<emit>,
     .space = space,
     .againstParameters = typed<againstParameters>,
     .cost = typed<cost>,
     .packing = typed<packing>,
     .packsBeside = true}};

} // namespace

std::span<const DeviceKernel> list() { return kernels; }

} // namespace qopt::kernels::conv2d_depthwise_dot
