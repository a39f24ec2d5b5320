#include "lowering/emit/tensor/tensor_kernel.h"

#include "lowering/emit/extents.h"
#include "lowering/emit/products/reasons.h"

#include <algorithm>

namespace qopt {

using qrt::Extent;

int warpItems(const KernelParameters &p) { return 32 * p.down * p.across * p.deep; }

qrt::LoadStep tensorWords(const qrt::Conv2dCall &call, const TensorConv &conv,
                          const KernelParameters &) {
  if (!conv.bundles)
    return conv_weights::words(call, 1);
  return conv_weights::slices(call, conv.sliceBytes() / int64_t(qrt::byteWidth(conv.input.type)));
}

qrt::LoadStep tensorWords(const qrt::MatmulCall &call, const TensorConv &conv) {
  const qrt::MatmulStrides strides = qrt::stridesOf(call.shape, 1);
  const int64_t pitch = conv.sliceBytes() / int64_t(qrt::byteWidth(conv.input.type));
  qrt::LoadCopy copy;
  copy.source = call.b.operand.index;
  copy.type = call.b.type.type;
  copy.targetShape = {call.shape.n, pitch};
  copy.walk.sizes = {call.shape.n, call.shape.k};
  copy.from = {{strides.b[3], strides.b[2]}, strides.bOffset};
  copy.to.strides = {pitch, 1};
  return copy;
}

int64_t wordsPitch(const qrt::LoadStep &packing) {
  const auto &words = std::get<qrt::LoadCopy>(packing);
  return qrt::elementCount(words.targetShape) / words.targetShape[0] *
         int64_t(qrt::byteWidth(words.type));
}

Extent groupsFor(const LaunchDraft &draft, const Extent &samples, int64_t most,
                 const std::function<int64_t(int64_t)> &blocks) {
  if (samples.isStatic())
    return {0, std::min(blocks(samples.at(1)), most), 1};
  const Extent growing{blocks(samples.scale), samples.offset ? blocks(samples.offset) : 0, 1};
  if (!draft.batches.last)
    return {0, most, 1};
  const int64_t fixed = std::min(blocks(samples.at(*draft.batches.last)), most);
  return growing.at(*draft.batches.last) <= fixed ? growing : Extent{0, fixed, 1};
}

static std::string whySiteNot(const TensorCoreKernel &kernel, const CallSite &site) {
  const qrt::DeviceDescription &device = site.device;
  return firstReason(
      {whyNotGpu(device), whyCapabilityNot(device, kernel.capability),
       unless(!kernel.usesWarpGroups || device.wgmma,
              "needs matrix products of warp groups (wgmma, Hopper)"),
       unless(!kernel.sumsOtherTerms || qrt::allowsOtherTerms(site.program.floatOrder),
              "adds terms that the convolution's definition does not have, which the program's "
              "float order does not allow")});
}

static std::string whyConvNot(const std::optional<TensorConv> &conv) {
  return unless(conv.has_value(),
                "needs constant symmetric weights, a known zero point, and an epilogue that reads "
                "and writes pixels alike");
}

std::string whyTensorNot(const TensorCoreKernel &kernel, const TypeSet &types, int64_t multiple,
                         const CallSite &site, const qrt::Conv2dCall &call) {
  const std::string reason =
      firstReason({whyTypesNot(types, call), whySiteNot(kernel, site), whyNotConstant(call.weights),
                   kernel.takesGroups ? whyBundlesNot(site, call) : whyGroupsNot(call),
                   whyPixelsNot(call, multiple)});
  return reason.empty() ? whyConvNot(tensorConvOf(site, call)) : reason;
}

std::string whyTensorNot(const TensorCoreKernel &kernel, const TypeSet &types, const CallSite &site,
                         const qrt::MatmulCall &call) {
  const std::string reason =
      firstReason({whyTypesNot(types, call), whySiteNot(kernel, site), whyNotConstant(call)});
  return reason.empty() ? whyConvNot(tensorConvOf(site, call)) : reason;
}

std::string whyTensorNot(const TensorCoreKernel &kernel, const TensorConv &conv,
                         const KernelParameters &p, const qrt::DeviceDescription &device) {
  if (p.resident < 1)
    return "parameters out of range";
  const std::string reason = kernel.against(conv, p);
  if (!reason.empty())
    return reason;
  return firstReason({whyLocalMemoryNot(device, kernel.localBytes(conv, p)),
                      unless(kernel.items(p) <= device.maxWorkGroup,
                             "needs work-groups of " + std::to_string(kernel.items(p)))});
}

double costOf(const TensorCoreKernel &kernel, const TensorConv &conv, const KernelParameters &p,
              int64_t batch, const qrt::DeviceDescription &device) {
  return kernel.cost(TensorLaunch(conv, p, conv.samples.at(batch), device, kernel.items(p),
                                  kernel.localBytes(conv, p)));
}

qrt::LoadStep tensorPacking(const TensorCoreKernel &kernel, const CallSite &site,
                            const qrt::Conv2dCall &call, const KernelParameters &parameters) {
  return kernel.packing(call, *tensorConvOf(site, call), parameters);
}

qrt::LoadStep tensorPacking(const TensorCoreKernel &, const CallSite &site,
                            const qrt::MatmulCall &call, const KernelParameters &) {
  return tensorWords(call, *tensorConvOf(site, call));
}

static qrt::Status emitTensor(LaunchDraft &draft, const TensorCoreKernel &kernel,
                              const TensorConv &conv, const TensorOperands &operands) {
  const qrt::Conv2dShape &shape = conv.shape;
  const int64_t elementBytes = int64_t(qrt::byteWidth(conv.input.type));
  QRT_RETURN_IF_ERROR(requireIndex32(draft, {shape.in[0] * shape.in[1] * conv.pitchBytes(),
                                             conv.pixels() * conv.resultPitch + conv.resultOffset,
                                             shape.outChannels * conv.depthBytes()}));
  defineWindow(draft, shape.in, shape.out, shape.window);
  draft.define("IN_PITCH", conv.pitchBytes());
  draft.define("IN_BYTES", shape.inChannels * elementBytes);
  draft.define("OUT_CHANNELS", shape.outChannels);
  draft.define("OUT_PITCH", conv.resultPitch);
  draft.define("OUT_FIRST", resultFirst(draft, operands.epilogue));
  if (storesByWords(conv))
    draft.define("STORES_WORDS", 1);
  draft.define("WEIGHT_PITCH", kernel.weightPitch(operands.packing));
  if (conv.bundles) {
    draft.define("BUNDLE_CHANNELS", conv.bundles->channels);
    draft.define("BUNDLE_BYTES", conv.bundles->inputBytes);
    draft.define("SLICE", conv.bundles->sliceBytes);
  }
  draft.define("INPUT_TYPE", qrt::elementTypeName(conv.input.type));
  draft.define("INPUT_ZERO", conv.input.zeroPoint);
  draft.define("OUTPUT_TYPE", qrt::elementTypeName(conv.result));
  draft.define("RESIDENT", draft.choice.parameters.resident);
  kernel.define(draft);
  draft.argument(operands.input);
  draft.argument(
      qrt::Operand{qrt::Operand::Space::Constant, packedConstant(draft.program, operands.packing)});
  draft.output();
  draft.argument(conv.samples);
  kernel.launch(draft, conv);
  draft.counts(timesExtent(conv.samples, std::max(shape.in[0] * shape.in[1], conv.pixels())));
  draft.giveLocal(kernel.localBytes(conv, draft.choice.parameters));
  draft.beginEarly();
  return addTensorEpilogue(draft, conv, operands);
}

qrt::Status emitTensor(LaunchDraft &draft, const TensorCoreKernel &kernel,
                       const qrt::Conv2dCall &call) {
  return emitTensor(draft, kernel, *tensorConvOf(draft.site(), call),
                    {call.input.operand, *draft.packing, call.epilogue});
}

qrt::Status emitTensor(LaunchDraft &draft, const TensorCoreKernel &kernel,
                       const qrt::MatmulCall &call) {
  return emitTensor(draft, kernel, *tensorConvOf(draft.site(), call),
                    {call.a.operand, *draft.packing, call.epilogue});
}

} // namespace qopt
