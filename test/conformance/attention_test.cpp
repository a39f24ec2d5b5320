// Attention: two products, what happens between them, and as one call where the device has a kernel
// for that.
#include "lowering/fuse/calls/attention.h"
#include "test/conformance/attention_forms.h"
#include "test/conformance/harness.h"

#include <cmath>

namespace qrt::test {
namespace {

class AttentionConformance : public Conformance {
protected:
  size_t stepsAsFused(Program calls) const {
    qopt::fuseAttention(calls, device->description());
    return calls.nodes.size();
  }
  /// A card with tensor cores of these types, and the local memory of data centres.
  bool takesAll() const {
    const DeviceDescription &card = device->description();
    return card.takesKernels && card.computeCapability >= 80 && card.localMemoryBytes >= 160 * 1024;
  }
};

// By kernels that take it whole the order of sums is the device's own (F4), but a masked row is NaN
// or 0 as everywhere. Where halves are stored between, those may be a step apart.
TEST_P(AttentionConformance, AsItsParts) {
  struct Types {
    ElementType input, stored;
    Tolerance tolerance;
  };
  const Types types[] = {{ElementType::F32, ElementType::F32, {1e-5f, 1e-5f}},
                         {ElementType::F16, ElementType::F32, {1e-5f, 1e-5f}},
                         {ElementType::F16, ElementType::F16, {0x1p-11f, 0x1p-11f}}};
  for (const auto &[input, stored, tolerance] : types) {
    NetBuilder net;
    size_t count = 0;
    for (const Attention &of : attentionForms) {
      appendAttention(net, of, input, stored);
      // Elsewhere the parts' own tests have tried the others.
      if (stepsAsFused(net.program) == net.program.nodes.size())
        break;
      ++count;
      EXPECT_TRUE(!takesAll() || stepsAsFused(net.program) == count) << "form " << count;
    }
    EXPECT_TRUE(!takesAll() || count == std::size(attentionForms));
    SCOPED_TRACE(std::string(elementTypeName(input)) + " " + std::string(elementTypeName(stored)));
    compare(net, {1, 3}, tolerance);
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// More groups than fit a card at once. Columns of the values differ by 2^40, and where the key is
// masked so does a key's whole value.
TEST_P(AttentionConformance, ScalesOfColumnsWhereGroupsQueue) {
  constexpr Attention of = {16, 64, 64, 64, 64, Masks::Rows, Weights::ZeroForNaN};
  constexpr int64_t batch = 32, outlier = 5;
  NetBuilder net;
  appendAttention(net, of, ElementType::F32, ElementType::F32);
  std::vector<Tensor> inputs = randomInputs(random, net.program, batch);
  const std::span<float> keys = inputs[3].mutableValues<float>();
  const std::span<float> values = inputs[4].mutableValues<float>();
  const int64_t length = of.heads * of.width;
  for (int64_t i = 0; i < int64_t(values.size()); ++i) {
    const bool isOutlier = i / length % of.keys == outlier;
    // Without signs, so that sums are as large as their terms.
    values[size_t(i)] = std::ldexp(std::fabs(values[size_t(i)]), (i % 2 + isOutlier) * 40);
  }
  for (int64_t n = 0; n < batch; ++n)
    keys[size_t(n * of.keys + outlier)] = n % 2 ? -1.0f : 0.5f;
  compareOn(net, batch, inputs, {1e-5f, 1e-5f});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Attention of bytes has the bits of its parts (I1), taken whole or not.
TEST_P(AttentionConformance, OfBytesAsItsParts) {
  for (const AttentionTypes &types : byteAttentionTypes) {
    NetBuilder net;
    size_t count = 0;
    for (const Attention &of : byteAttentionForms) {
      appendAttention(net, of, types);
      ++count;
      EXPECT_TRUE(!takesAll() || stepsAsFused(net.program) == count) << "form " << count;
    }
    SCOPED_TRACE(elementTypeName(types.result));
    compare(net, {1, 3});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

} // namespace

CONFORMANCE_SUITE(AttentionConformance);

} // namespace qrt::test
