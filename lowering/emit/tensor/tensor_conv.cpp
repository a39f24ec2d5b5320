#include "lowering/emit/tensor/tensor_conv.h"

#include "lowering/emit/rounding.h"
#include "lowering/emit/tensor/row_pitch.h"

#include <algorithm>

namespace qopt {

using qrt::ElementType;
using qrt::Extent;

int64_t TensorConv::pitchBytes() const {
  return shape.pixelPitch() * int64_t(qrt::byteWidth(input.type));
}
int64_t TensorConv::sliceBytes() const {
  constexpr int64_t chunk = 16;
  return bundles ? bundles->sliceBytes : roundUp(pitchBytes(), chunk);
}
int64_t TensorConv::depthBytes() const {
  return shape.window.kernel[0] * shape.window.kernel[1] * sliceBytes();
}
int64_t TensorConv::channelTiles(int64_t channels) const {
  if (!bundles)
    return divideUp(shape.outChannels, channels);
  return divideUp(shape.groups, bundles->groups) * divideUp(bundles->channels, channels);
}

namespace {

constexpr Extent one{0, 1, 1};

bool takesFactors(const CallSite &site, const qrt::Factor &input, const qrt::Factor &weights) {
  const bool areBytes = qrt::is8Bit(input.type.type) && weights.type.type == ElementType::I8;
  const bool areHalves =
      input.type.type == ElementType::F16 && weights.type.type == ElementType::F16;
  const bool areFloats =
      input.type.type == ElementType::F32 && weights.type.type == ElementType::F32;
  if ((!areBytes && !areHalves && !areFloats) || input.zeroPoint || weights.zeroPoint ||
      weights.type.zeroPoint != 0 || weights.operand.space != qrt::Operand::Space::Constant)
    return false;
  return site.isDraft() ||
         site.program.constants[weights.operand.index].value.type() == weights.type.type;
}

/// An epilogue's pixels are those of samples, or they are the samples themselves, of single pixels,
/// as a product's rows are.
enum class Pixels { OfSamples, AreSamples };

/// Elements from pixel to pixel, all samples' pixels evenly apart, channels side by side.
std::optional<int64_t> pitchOf(const qrt::EpilogueStrides &strides, const TensorConv &conv,
                               Pixels pixels) {
  if (strides.channel != 1 || strides.inner != 0)
    return std::nullopt;
  const int64_t sample = pixels == Pixels::AreSamples ? strides.pixel : strides.sample;
  if (conv.pixels() == 1)
    return conv.samples == one ? conv.shape.outChannels : sample;
  const bool isEven = conv.samples == one || sample == conv.pixels() * strides.pixel;
  return isEven ? std::optional(strides.pixel) : std::nullopt;
}

// tensor_core.h has a WORDS_OF_FOUR of each: residuals and results may be of these types.
constexpr TypeSet fourTypes = {ElementType::I8, ElementType::U8, ElementType::F16, ElementType::F32,
                               ElementType::I32};
constexpr TypeSet channelTypes = {ElementType::F32, ElementType::I32, ElementType::F16};

bool takeInput(const qrt::ScalarInput &in, const qrt::CallEpilogue &epilogue, Pixels pixels,
               TensorConv &conv) {
  if (in.kind == qrt::ScalarInputKind::Accumulator)
    return in.storage == qrt::sumType(conv.input.type);
  if (in.kind == qrt::ScalarInputKind::Channel)
    return channelTypes.contains(in.storage);
  if (in.kind != qrt::ScalarInputKind::Tensor || conv.side || in.index >= epilogue.tensors.size() ||
      !fourTypes.contains(in.storage) ||
      pitchOf(epilogue.tensors[in.index].strides, conv, pixels) != conv.resultPitch)
    return false;
  conv.side = in.storage;
  return true;
}

/// Sets what `conv` knows of its epilogue; false where no kernel takes that.
bool takeEpilogue(const CallSite &site, const qrt::CallEpilogue &epilogue, Pixels pixels,
                  TensorConv &conv) {
  const int64_t channels = conv.shape.outChannels;
  const qrt::EpilogueStrides dense{
      .sample = conv.pixels() * channels, .pixel = channels, .channel = 1};
  const std::optional<int64_t> pitch = epilogue.result ? pitchOf(*epilogue.result, conv, pixels)
                                                       : pitchOf(dense, conv, Pixels::OfSamples);
  conv.result = site.resultType();
  if (!pitch || !fourTypes.contains(conv.result) || epilogue.program.resultType != conv.result)
    return false;
  conv.resultPitch = *pitch;
  conv.resultOffset = epilogue.offset;
  if (epilogue.auxiliary)
    conv.auxiliary = epilogue.auxiliary->resultType;
  if (conv.auxiliary && !fourTypes.contains(*conv.auxiliary))
    return false;
  return std::ranges::all_of(epilogue.program.inputs, [&](const qrt::ScalarInput &in) {
    return takeInput(in, epilogue, pixels, conv);
  });
}

std::optional<TensorConv> finished(const CallSite &site, const qrt::CallEpilogue &epilogue,
                                   Pixels pixels, TensorConv conv) {
  if (site.isDraft()) {
    constexpr int64_t lane = 16;
    conv.result = qrt::is8Bit(conv.input.type) ? ElementType::I8 : conv.input.type;
    conv.resultPitch = (conv.shape.outChannels + lane - 1) / lane * lane;
    return conv;
  }
  if (!takeEpilogue(site, epilogue, pixels, conv))
    return std::nullopt;
  return conv;
}

} // namespace

static std::optional<ChannelBundles> bundlesOf(const CallSite &site, const qrt::Conv2dCall &call) {
  const ElementType type = call.input.type.type;
  const bool isExact = qrt::is8Bit(type) || qrt::allowsOtherTerms(site.program.floatOrder);
  return bundlesOf(call.shape, int64_t(qrt::byteWidth(type)),
                   isExact ? OtherInputs::TimesZero : OtherInputs::LeftOut);
}

std::string whyBundlesNot(const CallSite &site, const qrt::Conv2dCall &call) {
  const qrt::Conv2dShape &shape = call.shape;
  if (shape.groups == 1)
    return {};
  if (shape.groups == shape.inChannels)
    return "needs groups of several input channels";
  const std::optional<ChannelBundles> bundles = bundlesOf(site, call);
  if (!bundles)
    return "would also multiply inputs of other groups (by zeros), which the program's float order "
           "does not allow";
  // Tensor cores have products to spare.
  const double own = double(shape.inChannels / shape.groups) * qrt::byteWidth(ElementType::F32);
  if (call.input.type.type == ElementType::F32 && multipliedBytes(*bundles) > 2 * own)
    return "would mostly multiply by zeros";
  return {};
}

std::optional<TensorConv> tensorConvOf(const CallSite &site, const qrt::Conv2dCall &call) {
  if (!takesFactors(site, call.input, call.weights))
    return std::nullopt;
  TensorConv conv{call.shape, call.samples, call.input.type};
  if (call.shape.groups != 1) {
    conv.bundles = bundlesOf(site, call);
    if (!conv.bundles)
      return std::nullopt;
  }
  return finished(site, call.epilogue, Pixels::OfSamples, conv);
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
  if (conv.shape.inPitch < shape.k || rowsLieApart(conv.shape.inPitch, shape.k))
    return std::nullopt;
  return finished(site, call.epilogue, Pixels::AreSamples, conv);
}

std::string whyPitchNot(const TensorConv &conv, int64_t channels) {
  for (ElementType type :
       {conv.result, conv.side.value_or(conv.result), conv.auxiliary.value_or(conv.result)}) {
    const int64_t bytes = int64_t(qrt::byteWidth(type));
    const int64_t together = std::min<int64_t>(16, channels * bytes);
    if (conv.resultPitch * bytes % together != 0 || conv.resultOffset * bytes % together != 0)
      return "needs results whose pixels lie as far apart as lanes write them";
  }
  return {};
}

bool storesByWords(const TensorConv &conv) {
  constexpr int64_t lane = 8; // of 16 bytes
  const bool isWhole = conv.shape.outChannels % lane == 0 && whyPitchNot(conv, lane).empty();
  const bool areWords =
      conv.shape.outChannels % 2 == 0 && conv.resultPitch % 2 == 0 && conv.resultOffset % 2 == 0;
  // Single pixels of few channels are summed by lanes, products read weights in other orders, and
  // the last lane of a bundle would write into the next.
  return !isWhole && areWords && conv.result == ElementType::F16 && !conv.side && !conv.auxiliary &&
         !conv.bundles && conv.pixels() > 1;
}

int64_t registersOf(int64_t items) {
  return std::min<int64_t>(255, 65536 / std::max<int64_t>(1, items) / 8 * 8);
}

// CUDA's programming guide, table of technical specifications by compute capability.
int64_t sharedLocalBytes(const qrt::DeviceDescription &device) {
  const int capability = device.computeCapability, generation = capability / 10;
  const bool isAmpereForServers = capability == 80 || capability == 87;
  const bool isForServers = generation >= 9 && generation != 12; // 12.x: desktops, all of them
  if (generation < 8)
    return device.localMemoryBytes;
  return (isForServers ? 228 : isAmpereForServers ? 164 : 100) * 1024;
}

} // namespace qopt
