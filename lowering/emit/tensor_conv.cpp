#include "lowering/emit/tensor_conv.h"

#include "lowering/emit/extents.h"

#include <algorithm>

namespace qopt {

using qrt::Extent;

namespace {

int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// As many groups as `most` at most, of which each does its share: `blocks` of them have work at
/// the first and last batch of the range.
Extent groupsFor(const LaunchDraft &draft, const Extent &samples, int64_t most, auto blocks) {
  if (samples.isStatic())
    return {0, std::min(blocks(samples.at(1)), most), 1};
  const Extent growing{blocks(samples.scale), samples.offset ? blocks(samples.offset) : 0, 1};
  if (!draft.batches.last)
    return {0, most, 1};
  const int64_t fixed = std::min(blocks(samples.at(*draft.batches.last)), most);
  return growing.at(*draft.batches.last) <= fixed ? growing : Extent{0, fixed, 1};
}

void launchGroups(LaunchDraft &draft, const TensorConv &conv) {
  const KernelParameters &p = draft.choice.parameters;
  const TensorKernel kernel = draft.row.tensor;
  const int64_t room = int64_t(draft.device.computeUnits) * p.resident;
  const int64_t pixels = conv.pixels(), channels = conv.shape.outChannels;
  int64_t across = 1;
  Extent groups;
  if (kernel == TensorKernel::Direct || kernel == TensorKernel::First) {
    const bool isFirst = kernel == TensorKernel::First;
    across = channels / (isFirst ? firstWidth(conv) : 64 * p.across);
    const int64_t most = std::max<int64_t>(1, room / across);
    groups = groupsFor(draft, conv.samples, most, [&](int64_t samples) {
      return isFirst ? samples * divideUp(conv.shape.out[0], p.blockRows)
                     : divideUp(samples * pixels, 16 * p.down);
    });
  } else if (kernel == TensorKernel::Winograd) {
    const int64_t patches = divideUp(conv.shape.out[0], 2) * divideUp(conv.shape.out[1], 2);
    groups = groupsFor(draft, conv.samples, room, [&](int64_t samples) {
      return divideUp(samples * patches, p.pixels / 4) * divideUp(channels, p.channels);
    });
  } else {
    groups = groupsFor(draft, conv.samples, room, [&](int64_t samples) {
      return divideUp(samples * pixels, p.pixels) * divideUp(channels, p.channels);
    });
  }
  draft.groups(groups, across, uint32_t(itemsOf(kernel, p)));
}

void defineParametersOf(LaunchDraft &draft) {
  const KernelParameters &p = draft.choice.parameters;
  draft.define("RESIDENT", p.resident);
  if (draft.row.tensor == TensorKernel::Winograd)
    return;
  if (draft.row.tensor == TensorKernel::First)
    return draft.define("BLOCK_ROWS", p.blockRows);
  draft.define("WARPS_DOWN", p.down);
  draft.define("WARPS_ACROSS", p.across);
  draft.define("STAGES", p.stages);
  if (draft.row.tensor == TensorKernel::Direct)
    return;
  draft.define("WARPS_DEEP", p.deep);
  draft.define("PIXEL_TILE", p.pixels);
  draft.define("CHANNEL_TILE", p.channels);
  draft.define("DEPTH", p.depth);
  if (draft.row.tensor == TensorKernel::Wide)
    draft.define("PENDING", p.pending);
}

} // namespace

qrt::Status emitTensorConv(LaunchDraft &draft, const TensorConv &conv,
                           const TensorOperands &operands) {
  const qrt::Conv2dShape &shape = conv.shape;
  const int64_t elementBytes = int64_t(qrt::byteWidth(conv.input.type));
  qrt::Status fits = requireIndex32(draft, {shape.in[0] * shape.in[1] * conv.pitchBytes(),
                                            conv.pixels() * conv.resultPitch,
                                            shape.outChannels * conv.depthBytes()});
  if (!fits.ok())
    return fits;
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("IN_PITCH", conv.pitchBytes());
  draft.define("IN_BYTES", shape.inChannels * elementBytes);
  draft.define("OUT_CHANNELS", shape.outChannels);
  draft.define("OUT_PITCH", conv.resultPitch);
  // Of factors channels are neighbours, and from one to the next are as many as there are.
  const auto *copy = std::get_if<qrt::LoadCopy>(&operands.packing);
  draft.define("WEIGHT_PITCH",
               copy ? copy->to.strides[0] * elementBytes : qrt::shapeOf(operands.packing).back());
  draft.define("INPUT_TYPE", qrt::elementTypeName(conv.input.type));
  draft.define("INPUT_ZERO", conv.input.zeroPoint);
  draft.define("OUTPUT_TYPE", qrt::elementTypeName(conv.result));
  defineParametersOf(draft);
  draft.argument(operands.input);
  draft.argument(
      qrt::Operand{qrt::Operand::Space::Constant, packedConstant(draft.program, operands.packing)});
  draft.output();
  draft.argument(conv.samples);
  launchGroups(draft, conv);
  draft.giveLocal(localBytesOf(draft.row.tensor, conv, draft.choice.parameters));
  draft.beginEarly();
  return addTensorEpilogue(draft, conv, operands);
}

} // namespace qopt
