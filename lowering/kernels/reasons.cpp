#include "lowering/kernels/reasons.h"

#include <algorithm>

namespace qopt {

std::string firstReason(std::initializer_list<std::string> reasons) {
  for (const std::string &reason : reasons)
    if (!reason.empty())
      return reason;
  return {};
}

std::string whyTypesNot(const TypeSet &taken, std::initializer_list<qrt::ElementType> read) {
  for (qrt::ElementType type : read)
    if (!taken.contains(type))
      return "does not take " + std::string(qrt::elementTypeName(type));
  return {};
}

std::string whyTypesNot(const TypeSet &taken, const qrt::Conv2dCall &call) {
  return whyTypesNot(taken, {call.input.type.type, call.weights.type.type});
}
std::string whyTypesNot(const TypeSet &taken, const qrt::MatmulCall &call) {
  return whyTypesNot(taken, {call.a.type.type, call.b.type.type});
}

std::string whyNotGpu(const qrt::DeviceDescription &device) {
  return unless(device.isGpu, "is for GPUs");
}
std::string whyNotCpu(const qrt::DeviceDescription &device) {
  return unless(!device.isGpu, "is for CPUs");
}

std::string whyCapabilityNot(const qrt::DeviceDescription &device, int capability) {
  return unless(device.computeCapability >= capability, "needs an NVIDIA device of capability " +
                                                            std::to_string(capability / 10) + "." +
                                                            std::to_string(capability % 10));
}

std::string whyLocalMemoryNot(const qrt::DeviceDescription &device, int64_t bytes) {
  return whyFewer("local memory", bytes, device.localMemoryBytes);
}

std::string whyLibraryNot(const qrt::DeviceDescription &device, const std::string &library,
                          std::string_view title) {
  const auto names = [&](const std::vector<std::string> &list) {
    return std::ranges::find(list, library) != list.end();
  };
  const std::string needs = "needs " + std::string(title) + ", which ";
  return firstReason({unless(names(device.allowedLibraries),
                             needs + "was not asked for (--libraries=" + library + ")"),
                      unless(names(device.libraries), needs + "is not found for this device")});
}

std::string whyGroupNot(const qrt::DeviceDescription &device, int64_t items, int64_t localBytes) {
  return firstReason(
      {whyLocalMemoryNot(device, localBytes), whyFewer("work-groups", items, device.maxWorkGroup)});
}

std::string whyFewer(std::string_view what, int64_t needed, int64_t present) {
  return unless(present >= needed, "needs " + std::string(what) + " of " + std::to_string(needed) +
                                       " or more, here " + std::to_string(present));
}

std::string whyMore(std::string_view what, int64_t most, int64_t present) {
  return unless(present <= most, "needs " + std::string(what) + " of " + std::to_string(most) +
                                     " at most, here " + std::to_string(present));
}

static bool isConstant(const qrt::Factor &weights) {
  return weights.operand.space == qrt::Operand::Space::Constant;
}
static constexpr std::string_view needsConstant =
    "needs constant weights, one matrix for all samples";

std::string whyNotConstant(const qrt::Factor &weights) {
  return unless(isConstant(weights), needsConstant);
}
std::string whyNotConstant(const qrt::MatmulCall &call) {
  return unless(call.shape.sharedB && isConstant(call.b), needsConstant);
}

bool isSymmetric(const qrt::Factor &weights) {
  return weights.type == qrt::QuantizedInput{qrt::ElementType::I8, 0} && !weights.zeroPoint;
}
std::string whyNotSymmetric(const qrt::Factor &weights) {
  return unless(isSymmetric(weights), "needs weights of i8 with zero point 0");
}

std::string whyNoByteProducts(const qrt::DeviceDescription &device) {
  return unless(device.vnni, "needs a CPU that multiplies four bytes at once (AVX-512 VNNI)");
}

std::string whyMatricesSmall(const qrt::MatmulCall &call) {
  constexpr int64_t fewest = 16;
  const int64_t rows = call.rows.at(16); // where they grow few batches have many rows, too
  return firstReason({whyFewer("channels", fewest, call.shape.n),
                      whyFewer("a reduction", fewest, call.shape.k),
                      whyFewer("rows", fewest, rows)});
}

std::string whyGroupsNot(const qrt::Conv2dCall &call) {
  return unless(call.shape.groups == 1,
                "needs one group, here " + std::to_string(call.shape.groups));
}

std::string whyNotDepthwise(const qrt::Conv2dCall &call) {
  const qrt::Conv2dShape &shape = call.shape;
  return unless(shape.groups > 1 && shape.groups == shape.inChannels &&
                    shape.groups == shape.outChannels,
                "needs a filter for each channel");
}

std::string whyPixelsNot(const qrt::Conv2dCall &call, int64_t multiple) {
  return unless(call.shape.pixelPitch() % multiple == 0,
                "needs pixels padded to " + std::to_string(multiple) + " channels");
}

std::string unless(bool condition, std::string_view why) {
  return condition ? std::string() : std::string(why);
}

} // namespace qopt
