// A sample's answer does not depend on the batch that it runs in: integers never do, floats do not
// in programs of FloatOrder::Invariant.
#include "runtime/core/check_tensors.h"
#include "test/conformance/attention_forms.h"
#include "test/conformance/epilogues.h"

#include <cstring>

namespace qrt::test {
namespace {

class BatchConformance : public Conformance {
protected:
  void addConv(NetBuilder &net, ElementType type, Conv2dShape shape) {
    for (int d = 0; d < 2; ++d)
      shape.out[d] = (shape.in[d] - 1) / shape.window.stride[d] + 1;
    const ElementType weights = isFloat(type) ? type : ElementType::I8;
    const auto [height, width] = shape.window.kernel;
    Conv2dCall call;
    call.shape = shape;
    call.samples = perSample();
    call.input = {bufferOperand(net.input(type, {perSample(), fixed(shape.in[0]),
                                                 fixed(shape.in[1]), fixed(shape.inChannels)})),
                  {type, 0}};
    call.weights = {
        constantOperand(net.constant(randomTensor(
            random, weights, {shape.outChannels, shape.inChannels / shape.groups, height, width}))),
        {weights, 0}};
    call.epilogue = channelEpilogue(net, random, sumType(type), type, shape.outChannels);
    net.callToOutput(
        call, type,
        {perSample(), fixed(shape.out[0]), fixed(shape.out[1]), fixed(shape.outChannels)});
  }

  /// Rows that grow with the batch, or `rows` of each sample.
  void addProduct(NetBuilder &net, ElementType type, int64_t rows, int64_t k, int64_t n) {
    const ElementType weights = isFloat(type) ? type : ElementType::I8;
    MatmulCall call;
    call.shape = {k, n, false, true};
    call.batch = fixed(1);
    call.rows = perSample(rows);
    call.a = {bufferOperand(net.input(type, {perSample(rows), fixed(k)})), {type, 0}};
    call.b = {constantOperand(net.constant(randomTensor(random, weights, {k, n}))), {weights, 0}};
    call.epilogue = channelEpilogue(net, random, sumType(type), type, n);
    net.callToOutput(call, type, {perSample(rows), fixed(n)});
  }

  NetBuilder net(ElementType type) {
    NetBuilder net;
    net.program.floatOrder = isFloat(type) ? FloatOrder::Invariant : FloatOrder::Fast;
    const Window2d three{{3, 3}, {1, 1}, {1, 1}, {1, 1}};
    addConv(net, type, {{8, 8}, {}, 64, 48, 1, three, 64});
    addConv(net, type, {{9, 7}, {}, 24, 24, 24, three, 24});
    addConv(net, type, {{1, 1}, {}, 384, 40, 1, {}, 384});
    addProduct(net, type, 1, 320, 96);
    addProduct(net, type, 33, 64, 48);
    if (isFloat(type))
      appendAttention(net, {2, 49, 49, 32, 32, Masks::Keys}, type, type);
    return net;
  }

  /// Returns samples [from, from + count) of a tensor at `batch`; the whole tensor if it has no
  /// samples.
  static Tensor samplesOf(const Tensor &all, const Program &program, const PortBuffer &port,
                          int64_t from, int64_t count, int64_t batch) {
    Tensor some = Tensor::allocate(all.type(), bufferShape(program, port, count));
    const bool hasSamples = bufferShape(program, port, 1) != bufferShape(program, port, 2);
    const size_t first = hasSamples ? size_t(from) * (all.bytes() / size_t(batch)) : 0;
    std::memcpy(some.mutableData(), static_cast<const char *>(all.data()) + first, some.bytes());
    return some;
  }
};

TEST_P(BatchConformance, ASampleHasTheSameBitsAloneAndInAnyBatch) {
  constexpr int64_t largest = 70;
  for (ElementType type : {ElementType::F32, ElementType::F16, ElementType::U8}) {
    SCOPED_TRACE(elementTypeName(type));
    const NetBuilder made = net(type);
    const Program &program = made.program;
    auto loaded = load(program);
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    const std::vector<Tensor> all = randomInputs(random, program, largest);
    auto run = [&](int64_t from, int64_t count) {
      std::vector<Tensor> inputs, outputs = emptyOutputs(program, count);
      for (size_t i = 0; i < all.size(); ++i)
        inputs.push_back(samplesOf(all[i], program, program.inputs[i], from, count, largest));
      const Status status = (*loaded)->run(count, inputs, outputs);
      EXPECT_TRUE(status.ok()) << status.message();
      return outputs;
    };
    for (int64_t sample : {0, 2, 16, 69}) {
      const std::vector<Tensor> alone = run(sample, 1);
      for (int64_t batch : {3, 5, 17, 70}) {
        if (sample >= batch || !computes())
          continue;
        const std::vector<Tensor> together = run(0, batch);
        for (size_t i = 0; i < together.size(); ++i) {
          SCOPED_TRACE("output " + std::to_string(i) + ", sample " + std::to_string(sample) +
                       " of " + std::to_string(batch));
          expectClose(samplesOf(together[i], program, program.outputs[i], sample, 1, batch),
                      alone[i], {});
        }
      }
    }
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

} // namespace

CONFORMANCE_SUITE(BatchConformance);

} // namespace qrt::test
