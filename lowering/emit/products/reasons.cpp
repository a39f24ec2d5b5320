#include "lowering/emit/products/reasons.h"

namespace qopt {

std::string whyTypesNot(const TypeSet &taken, const qrt::Conv2dCall &call) {
  return whyTypesNot(taken, {call.input.type.type, call.weights.type.type});
}
std::string whyTypesNot(const TypeSet &taken, const qrt::MatmulCall &call) {
  return whyTypesNot(taken, {call.a.type.type, call.b.type.type});
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

std::string whyHalfServes(std::string_view what, int64_t taken, int64_t fewest, int64_t there) {
  return unless(taken <= fewest || taken / 2 < there,
                "has more " + std::string(what) + " than there are");
}

} // namespace qopt
