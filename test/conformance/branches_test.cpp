// Programs whose nodes may run side by side. Each run has inputs of its own: what an earlier one
// left in a buffer would show.
#include "test/conformance/harness.h"

#include <cstring>

namespace qrt::test {
namespace {

class BranchConformance : public Conformance {
protected:
  static constexpr int64_t size = 30000;

  /// The sum of these and a number.
  static ElementwiseCall sum(std::initializer_list<uint32_t> from, float amount) {
    ScalarBuilder b;
    ScalarBuilder::Value value = b.constant(amount);
    ElementwiseCall call;
    call.leading = perSample();
    call.walk.sizes = {1, size};
    call.output.strides = {size, 1};
    for (uint32_t buffer : from) {
      const int64_t index = int64_t(call.tensors.size());
      value = b.apply(ScalarOp::AddF, value,
                      b.input({ScalarInputKind::Tensor, ElementType::F32, uint32_t(index)}));
      call.tensors.push_back({bufferOperand(buffer), call.output});
    }
    call.program = b.finish(value, ElementType::F32);
    return call;
  }

  /// Three modules of four branches, the longest of four nodes, and a second output in the midst.
  static NetBuilder modules() {
    NetBuilder net;
    const std::vector<Extent> shape{perSample(), fixed(size)};
    uint32_t at = net.input(ElementType::F32, shape);
    for (int module = 0; module < 3; ++module) {
      uint32_t ends[4];
      for (int branch = 0; branch < 4; ++branch) {
        ends[branch] = at;
        for (int i = 0; i <= branch; ++i) {
          const uint32_t next = net.activation(ElementType::F32, shape);
          net.call(sum({ends[branch]}, float(module * 16 + branch * 4 + i)), {next});
          ends[branch] = next;
        }
      }
      if (module == 1)
        net.call(sum({ends[1]}, 0.5f), {net.output(ElementType::F32, shape)});
      at = module == 2 ? net.output(ElementType::F32, shape)
                       : net.activation(ElementType::F32, shape);
      net.call(sum({ends[0], ends[1], ends[2], ends[3]}, 1.0f), {at});
    }
    return net;
  }

  void expectSame(const std::vector<Tensor> &actual, const std::vector<Tensor> &expected) {
    for (size_t i = 0; computes() && i < actual.size(); ++i)
      ASSERT_EQ(std::memcmp(actual[i].data(), expected[i].data(), expected[i].bytes()), 0)
          << "output " << i;
  }
};

TEST_P(BranchConformance, EveryRunKeepsEveryEdge) {
  const NetBuilder net = modules();
  auto loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  const std::unique_ptr<Executable> expected = reference(net.program);
  for (int64_t batch : {1, 1, 1, 1, 1, 1, 17, 17, 2, 1}) {
    const std::vector<Tensor> inputs = randomInputs(random, net.program, batch);
    std::vector<Tensor> outputs = emptyOutputs(net.program, batch);
    std::vector<Tensor> wanted = emptyOutputs(net.program, batch);
    ASSERT_TRUE(expected->run(batch, inputs, wanted).ok());
    Status status = (*loaded)->run(batch, inputs, outputs);
    ASSERT_TRUE(status.ok()) << status.message();
    expectSame(outputs, wanted);
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(BranchConformance, ABoundRunWaitsForAllOfThem) {
  const NetBuilder net = modules();
  auto loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  const std::unique_ptr<Executable> expected = reference(net.program);
  auto bound = (*loaded)->bind(3);
  ASSERT_TRUE(bound.ok()) << bound.status().message();
  for (int round = 0; round < 10; ++round) {
    const std::vector<Tensor> inputs = randomInputs(random, net.program, 3);
    std::vector<Tensor> outputs = emptyOutputs(net.program, 3);
    std::vector<Tensor> wanted = emptyOutputs(net.program, 3);
    ASSERT_TRUE(expected->run(3, inputs, wanted).ok());
    ASSERT_TRUE((*bound)->upload(0, inputs[0]).ok());
    ASSERT_TRUE((*bound)->start().ok());
    ASSERT_TRUE((*bound)->wait().ok());
    for (size_t i = 0; i < outputs.size(); ++i)
      ASSERT_TRUE((*bound)->download(i, outputs[i]).ok());
    expectSame(outputs, wanted);
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

CONFORMANCE_SUITE(BranchConformance);

} // namespace
} // namespace qrt::test
