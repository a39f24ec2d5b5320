#include "lowering/select/tensor_conv.h"

#include "lowering/families/tensor_rows.h"

#include <algorithm>

namespace qopt {

using qrt::ElementType;
using qrt::Extent;

int64_t TensorConv::pitchBytes() const {
  return shape.pixelPitch() * int64_t(qrt::byteWidth(input.type));
}
int64_t TensorConv::depthBytes() const {
  return shape.window.kernel[0] * shape.window.kernel[1] * pitchBytes();
}

namespace {

constexpr Extent one{0, 1, 1};

int64_t roundedUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

bool takesFactors(const CallSite &site, const qrt::Factor &input, const qrt::Factor &weights) {
  const bool areBytes = qrt::is8Bit(input.type.type) && weights.type.type == ElementType::I8;
  const bool areHalves =
      input.type.type == ElementType::F16 && weights.type.type == ElementType::F16;
  const bool areFloats =
      input.type.type == ElementType::F32 && weights.type.type == ElementType::F32;
  if ((!areBytes && !areHalves && !areFloats) || input.zeroPoint || weights.zeroPoint ||
      weights.type.zeroPoint != 0 || weights.operand.space != qrt::Operand::Space::Constant)
    return false;
  return site.node.writes.empty() ||
         site.program.constants[weights.operand.index].value.type() == weights.type.type;
}

/// Elements from pixel to pixel, all samples' pixels evenly apart, channels side by side.
std::optional<int64_t> pitchOf(const qrt::EpilogueStrides &strides, const TensorConv &conv) {
  if (strides.channel != 1 || strides.inner != 0)
    return std::nullopt;
  if (conv.pixels() == 1)
    return conv.samples == one ? conv.shape.outChannels : strides.sample;
  const bool isEven = conv.samples == one || strides.sample == conv.pixels() * strides.pixel;
  return isEven ? std::optional(strides.pixel) : std::nullopt;
}

// Of residuals and results: those that tensor_core.h has a WORDS_OF_FOUR of.
constexpr TypeSet fourTypes = {ElementType::I8, ElementType::U8, ElementType::F16, ElementType::F32,
                               ElementType::I32};
constexpr TypeSet channelTypes = {ElementType::F32, ElementType::I32, ElementType::F16};

bool takeInput(const qrt::ScalarInput &in, const qrt::CallEpilogue &epilogue, TensorConv &conv) {
  if (in.kind == qrt::ScalarInputKind::Accumulator)
    return in.storage == qrt::sumType(conv.input.type);
  if (in.kind == qrt::ScalarInputKind::Channel)
    return channelTypes.contains(in.storage);
  if (in.kind != qrt::ScalarInputKind::Tensor || conv.side || in.index >= epilogue.tensors.size() ||
      !fourTypes.contains(in.storage) ||
      pitchOf(epilogue.tensors[in.index].strides, conv) != conv.resultPitch)
    return false;
  conv.side = in.storage;
  return true;
}

/// Sets what `conv` knows of its epilogue; false where no kernel takes that.
bool takeEpilogue(const CallSite &site, const qrt::CallEpilogue &epilogue, TensorConv &conv) {
  const qrt::EpilogueStrides dense{.sample = conv.pixels() * conv.shape.outChannels,
                                   .pixel = conv.shape.outChannels,
                                   .channel = 1};
  const std::optional<int64_t> pitch = pitchOf(epilogue.result.value_or(dense), conv);
  conv.result = site.resultType();
  if (!pitch || !fourTypes.contains(conv.result) || epilogue.program.resultType != conv.result)
    return false;
  conv.resultPitch = *pitch;
  for (const qrt::ScalarInput &in : epilogue.program.inputs)
    if (!takeInput(in, epilogue, conv))
      return false;
  return true;
}

std::optional<TensorConv> finished(const CallSite &site, const qrt::CallEpilogue &epilogue,
                                   TensorConv conv) {
  if (site.node.writes.empty()) { // a draft
    conv.result = qrt::is8Bit(conv.input.type) ? ElementType::I8 : conv.input.type;
    conv.resultPitch = roundedUp(conv.shape.outChannels, 16);
    return conv;
  }
  if (!takeEpilogue(site, epilogue, conv))
    return std::nullopt;
  return conv;
}

} // namespace

std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::Conv2dCall &call) {
  if (call.shape.groups != 1 || !takesFactors(site, call.input, call.weights))
    return std::nullopt;
  return finished(site, call.epilogue, {call.shape, call.samples, call.input.type});
}

std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::MatmulCall &call) {
  const qrt::MatmulShape &shape = call.shape;
  const qrt::MatmulStrides strides = qrt::stridesOf(shape, 1);
  if (!shape.sharedB || call.batch != one || strides.inner != 1 || strides.aOffset != 0 ||
      !takesFactors(site, call.a, call.b))
    return std::nullopt;
  TensorConv conv{{}, call.rows, call.a.type};
  conv.shape.inChannels = shape.k;
  conv.shape.outChannels = shape.n;
  conv.shape.inPitch = shape.strides ? strides.a[2] : shape.k;
  if (call.rows == one)
    conv.shape.inPitch = shape.k;
  if (conv.shape.inPitch < shape.k || conv.shape.inPitch >= shape.k + 16) // weights lie so, too
    return std::nullopt;
  // Rows are its epilogue's pixels, and samples here.
  qrt::CallEpilogue epilogue = call.epilogue;
  auto turn = [](qrt::EpilogueStrides &s) { s.sample = s.pixel; };
  for (qrt::EpilogueOperand &tensor : epilogue.tensors)
    turn(tensor.strides);
  if (epilogue.result)
    turn(*epilogue.result);
  return finished(site, epilogue, conv);
}

// ---- what a kernel takes --------------------------------------------------

int itemsOf(TensorKernel kernel, const KernelParameters &p) {
  return kernel == TensorKernel::First ? 128 : 32 * p.down * p.across * p.deep;
}

int64_t localBytesOf(TensorKernel kernel, const TensorConv &conv, const KernelParameters &p) {
  const int64_t elementBytes = int64_t(qrt::byteWidth(conv.input.type));
  switch (kernel) {
  case TensorKernel::None: return 0;
  case TensorKernel::Tiled:
  case TensorKernel::Wide:
    return int64_t(p.stages) * (p.pixels + p.channels) * p.depth +
           int64_t(p.deep - 1) * p.pixels * p.channels * 4;
  case TensorKernel::Direct: {
    const int64_t side = conv.side ? 2 * int64_t(qrt::byteWidth(*conv.side)) : 0;
    return p.across * 512 + p.stages * (conv.pitchBytes() / 32 + side) * 512 * p.down * p.across;
  }
  case TensorKernel::First: {
    const qrt::Window2d &window = conv.shape.window;
    const int64_t left = roundedUp(window.padBegin[1], 4);
    const int64_t needed =
        left - window.padBegin[1] + roundedUp(conv.shape.out[1], 16) * window.stride[1] + 8;
    const int64_t width = roundedUp(std::max(needed, left + conv.shape.in[1]), 4);
    return 2 * ((p.blockRows - 1) * window.stride[0] + window.kernel[0]) * width * 4 * elementBytes;
  }
  case TensorKernel::Winograd: // two stages of eight input channels, and half of the sums
    return 16 * 4 * (2 * 8 * (p.pixels / 4 + p.channels) + p.pixels / 4 * p.channels / 2);
  }
  return 0;
}

int64_t registersOf(int64_t items) {
  return std::min<int64_t>(255, 65536 / std::max<int64_t>(1, items) / 8 * 8);
}

int64_t firstWidth(const TensorConv &conv) { return qrt::is8Bit(conv.input.type) ? 64 : 32; }

int64_t sharedLocalBytes(const qrt::DeviceDescription &device) {
  switch (device.computeCapability) { // CUDA's programming guide
  case 80:
  case 87: return 164 * 1024;
  case 86:
  case 89:
  case 120: return 100 * 1024;
  }
  return device.computeCapability >= 90 ? 228 * 1024 : device.localMemoryBytes;
}

namespace {

using Reason = std::string;

/// A lane moves so many neighbouring channels, 16 bytes at a time if they are so many.
Reason againstPitch(const TensorConv &conv, int64_t channels) {
  for (ElementType type : {conv.result, conv.side.value_or(conv.result)}) {
    const int64_t bytes = int64_t(qrt::byteWidth(type));
    if (conv.resultPitch * bytes % std::min<int64_t>(16, channels * bytes) != 0)
      return "needs results whose pixels lie as far apart as lanes write them";
  }
  return {};
}

Reason againstTiles(TensorKernel kernel, const TensorConv &conv, const KernelParameters &p) {
  if (conv.pitchBytes() % 16 != 0)
    return "needs pixels of whole 16 bytes";
  if (p.pixels < 16 || p.channels < 32 || p.down < 1 || p.across < 1 || p.deep < 1 ||
      (p.depth != 64 && p.depth != 128 && p.depth != 256) || p.stages < 2 + p.pending ||
      p.pending < 0 || p.pending > 1)
    return "parameters out of range";
  if (kernel == TensorKernel::Wide) {
    if (p.pixels != 16 * p.down || p.pixels % 64 != 0 || p.across != 1 || p.deep != 1 ||
        (p.channels != 64 && p.channels != 128 && p.channels != 256) || p.depth > 128)
      return "needs four warps for each 64 pixels";
  } else if (p.pending != 0) {
    return "has no products that run on";
  }
  const int chunks = p.depth / 16, items = itemsOf(kernel, p);
  const int warpPixels = p.pixels / p.down, warpChannels = p.channels / p.across;
  if (p.pixels % p.down || p.channels % p.across || warpPixels % 16 || warpChannels % 32 ||
      items % chunks || items / chunks % 8 || p.pixels % (items / chunks) || p.depth / 32 % p.deep)
    return "needs warps of 16·n pixels × 32·n channels, tiles of whole copies";
  const bool isWide = warpChannels % 64 == 0 && qrt::byteWidth(conv.result) == 1;
  if (conv.shape.outChannels % (isWide ? 16 : 8) != 0)
    return "needs channels of whole lanes";
  return againstPitch(conv, isWide ? 16 : 8);
}

Reason againstDirect(const TensorConv &conv, const KernelParameters &p) {
  const qrt::Window2d &window = conv.shape.window;
  if (window.kernel[0] != 1 || window.kernel[1] != 1 || window.padBegin[0] != 0 ||
      window.padBegin[1] != 0)
    return "is for windows of one pixel";
  if (conv.pitchBytes() % 64 != 0 || conv.pitchBytes() > 256)
    return "needs pixels of 64, 128, 192 or 256 bytes";
  // Weights are 0 in the padding, which may hold halves that are no numbers.
  if (!qrt::is8Bit(conv.input.type) && conv.shape.pixelPitch() != conv.shape.inChannels)
    return "needs pixels without padding";
  if (p.down < 1 || p.across < 1 || p.stages < 2 || p.stages > 8)
    return "parameters out of range";
  if (conv.shape.outChannels % (64 * p.across) != 0)
    return "needs channels of whole warps";
  // What it holds of 64 channels; with fewer registers it would go on, by way of memory.
  const int64_t registers = 90 + 32 * (conv.pitchBytes() / 64);
  if (registersOf(p.resident * itemsOf(TensorKernel::Direct, p)) < registers)
    return "needs " + std::to_string(registers) + " registers an item";
  const size_t outputBytes = qrt::byteWidth(conv.result);
  if (conv.side && qrt::byteWidth(*conv.side) != (outputBytes == 1 ? 1u : 2u))
    return "needs a residual of the result's width";
  return againstPitch(conv, 16);
}

Reason againstFirst(const TensorConv &conv, const KernelParameters &p) {
  const qrt::Window2d &window = conv.shape.window;
  if (conv.shape.pixelPitch() != 4)
    return "needs pixels of four channels";
  if (conv.shape.in[1] % 4 != 0 || window.kernel[0] > 7 || window.kernel[1] > 8 ||
      window.dilation[0] != 1 || window.dilation[1] != 1)
    return "needs rows of whole chunks, windows of 7 rows and 8 columns at most";
  if (conv.shape.outChannels % firstWidth(conv) != 0 || conv.side)
    return "needs " + std::to_string(firstWidth(conv)) + " channels at a time and no residual";
  if (p.blockRows < 1 || p.blockRows > 16)
    return "parameters out of range";
  return againstPitch(conv, 16);
}

Reason againstWinograd(const TensorConv &conv, const KernelParameters &p) {
  const qrt::Window2d &window = conv.shape.window;
  const qrt::Window2d unit{window.kernel, {1, 1}, {1, 1}, window.padBegin};
  if (window != unit || window.kernel[0] < 3 || window.kernel[1] < 3)
    return "needs windows of 3 × 3 or more, of stride and dilation 1";
  if (conv.shape.inChannels < 16 || conv.pixels() < 16)
    return "needs 16 channels and pixels";
  if (p != winogradSpace[0])
    return "parameters out of range";
  if (conv.shape.outChannels % 4 != 0)
    return "needs channels of whole lanes";
  return againstPitch(conv, 4);
}

Reason againstKernel(TensorKernel kernel, const TensorConv &conv, const KernelParameters &p) {
  switch (kernel) {
  case TensorKernel::Direct: return againstDirect(conv, p);
  case TensorKernel::First: return againstFirst(conv, p);
  case TensorKernel::Winograd: return againstWinograd(conv, p);
  case TensorKernel::None:
  case TensorKernel::Tiled:
  case TensorKernel::Wide: break;
  }
  return againstTiles(kernel, conv, p);
}

} // namespace

std::string reasonAgainst(const KernelRow &row, const TensorConv &conv, const KernelParameters &p,
                          const qrt::DeviceDescription &device) {
  if (p.resident < 1)
    return "parameters out of range";
  Reason reason = againstKernel(row.tensor, conv, p);
  if (!reason.empty())
    return reason;
  const int64_t local = localBytesOf(row.tensor, conv, p);
  if (local > device.localMemoryBytes)
    return "needs local memory of " + std::to_string(local) + " or more, here " +
           std::to_string(device.localMemoryBytes);
  if (itemsOf(row.tensor, p) > device.maxWorkGroup)
    return "needs work-groups of " + std::to_string(itemsOf(row.tensor, p));
  return {};
}

} // namespace qopt
