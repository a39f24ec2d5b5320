#include "passes/quantize/policy/policy.h"

#include "passes/quantize/policy/ranges.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static LayerPolicy defaultsOf(const Profile &profile) {
  return {.mode = LayerMode::Quantize,
          .scheme = profile.schemes.front(),
          .bits = 8,
          .perChannel = true,
          .attention = profile.attention,
          .origin = ("profile " + profile.name).str()};
}

// Completes a layer's policy by bits of weights, of which nobody may have said them.
static LayerPolicy completed(LayerPolicy layer, const Profile &profile) {
  if (!layer.weightBits)
    layer.weightBits = weightBitsOf(profile, *layer.bits);
  return layer;
}

QuantPolicy::QuantPolicy(const Profile &profile, const LayerPolicy &general,
                         std::optional<QuantizedRegion> region, std::optional<Fusing> fusing)
    : profile(profile), quantized(region.value_or(profile.region)),
      fused(fusing.value_or(profile.fusing)),
      common(completed(defaultsOf(profile).overlaid(general), profile)) {}

const void *QuantPolicy::makerOf(Value value) {
  Operation *op = value.getDefiningOp();
  return op ? op : value.getAsOpaquePointer();
}

const LayerPolicy &QuantPolicy::resolved(const void *maker) const {
  auto found = named.find(maker);
  return found == named.end() ? common : found->second.resolved;
}

std::optional<unsigned> QuantPolicy::bitsSaidOf(Operation *op) const {
  auto found = named.find(op);
  return found == named.end() ? std::nullopt : found->second.said.bits;
}

bool QuantPolicy::isStepSaidOf(Operation *op) const {
  auto found = named.find(op);
  return found != named.end() && (found->second.said.bits || found->second.said.scheme);
}

std::optional<QuantParams> QuantPolicy::scaleOf(Value value) const {
  auto found = scales.find(value);
  return found == scales.end() ? std::nullopt : std::optional(found->second.params);
}

// Empty, or why what is `said` of a layer does not go with the profile or its mode.
std::string QuantPolicy::whyUnsuited(StringRef key, const LayerPolicy &said,
                                     const LayerPolicy &resolved) const {
  if (!said.scheme)
    return "";
  const std::string scheme(schemeName(*said.scheme));
  if (!llvm::is_contained(profile.schemes, *said.scheme))
    return ("profile " + profile.name + " has no scheme '" + scheme + "' for '" + key + "'").str();
  if (resolved.mode == LayerMode::Dynamic && said.scheme != Scheme::Affine)
    return ("'" + key + "' has mode dynamic: such ranges are affine, not " + scheme).str();
  return "";
}

std::string QuantPolicy::apply(const PolicyFile &file, func::FuncOp function,
                               const ValuesByKey &values, StringRef origin) {
  std::string reason;
  auto find = [&](StringRef key) {
    Value value = values.find(key);
    if (!value)
      reason = whyMissing(function, values, key);
    return value;
  };
  for (const auto &[key, policy] : file.layers) {
    Value value = find(key);
    if (!value)
      return reason;
    Named &layer = named[makerOf(value)];
    layer.said = layer.said.overlaid(policy);
    layer.said.origin = origin;
    layer.resolved = completed(common.overlaid(layer.said), profile);
    if (std::string why = whyUnsuited(key, policy, layer.resolved); !why.empty())
      return why;
  }
  for (const auto &[key, params] : file.scales) {
    Value value = find(key);
    if (!value)
      return reason;
    scales[value] = {params, origin.str()};
  }
  for (const auto &[key, range] : file.ranges) {
    Value value = find(key);
    if (!value)
      return reason;
    setRange(value, range.first, range.second);
  }
  return "";
}

} // namespace qopt
