// This runs requests whose tensors lie in a card's memory, on the host's, which has addresses as a
// card's has.
#include "tools/triton/execute.h"

#include "test/tools/triton/hosted_backend.h"

namespace qopt::test {
namespace {

constexpr const char *sums = R"(
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}, %y: tensor<?x2xf32, #nn.dims<N>> {nn.name = "y"})
    -> (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) {
  %sum = nn.add %x, %y {nn.name = "sum"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  %product = nn.mul %x, %y {nn.name = "product"} : (tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<N>>
  return %sum, %product : tensor<?x2xf32, #nn.dims<N>>, tensor<?x2xf32, #nn.dims<N>>
})";

class TritonRun : public HostedBackend {
protected:
  void SetUp() override {
    HostedBackend::SetUp();
    hosted = repository(compileText(sums, "--device=host"));
    model = triton::openModel(&hosted);
    one = instance(hosted);
    state = triton::openInstance(one.get(), *model);
    state->card = 0; // its memory is the host's
  }
  static TRITONBACKEND_Request request(const std::vector<float> &x, const std::vector<float> &y) {
    const int64_t batch = int64_t(x.size()) / 2;
    return {{input("x", TRITONSERVER_TYPE_FP32, {batch, 2}, numbers(x)),
             input("y", TRITONSERVER_TYPE_FP32, {batch, 2}, numbers(y))},
            {"product", "sum"}};
  }
  void execute(const std::vector<TRITONBACKEND_Request *> &requests) {
    std::vector<triton::Job> jobs;
    for (TRITONBACKEND_Request *one : requests)
      jobs.push_back({one});
    triton::execute(one.get(), *state, jobs);
  }

  TRITONBACKEND_Model hosted;
  std::unique_ptr<triton::ModelState> model;
  std::unique_ptr<TRITONBACKEND_ModelInstance> one;
  std::unique_ptr<triton::InstanceState> state;
};

TEST_F(TritonRun, TensorsOnACardAreReadAndWrittenThereTheOthersCopied) {
  for (bool isInputThere : {false, true})
    for (bool isOutputThere : {false, true}) {
      TRITONBACKEND_Request there = request({1, 2}, {3, 5}), host = request({1, 1}, {2, 2});
      there.inputs[1].memory = isInputThere ? TRITONSERVER_MEMORY_GPU : TRITONSERVER_MEMORY_CPU;
      there.outputMemory = isOutputThere ? TRITONSERVER_MEMORY_GPU : TRITONSERVER_MEMORY_CPU;
      execute({&host, &there});
      ASSERT_FALSE(there.error) << there.error->message;
      EXPECT_EQ(there.output("sum")->text(), numbers<float>({4, 7}));
      EXPECT_EQ(there.output("product")->text(), numbers<float>({3, 10}));
      EXPECT_EQ(host.output("product")->text(), numbers<float>({2, 2}));
      EXPECT_EQ(there.output("sum")->wish,
                isInputThere ? TRITONSERVER_MEMORY_GPU : TRITONSERVER_MEMORY_CPU);
    }
  // A request that has a tensor on the card runs alone; the first two, without, were joined.
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{2, 1, 1, 1, 1, 1, 1}));
}

TEST_F(TritonRun, WhatLiesOnAnotherCardOrInPiecesIsRefused) {
  TRITONBACKEND_Request other = request({1, 2}, {3, 5}), pieces = other, output = other;
  for (TRITONBACKEND_Request *one : {&other, &pieces})
    one->inputs[0].memory = TRITONSERVER_MEMORY_GPU;
  other.inputs[0].memoryId = 1;
  pieces.inputs[0].buffers = {pieces.inputs[0].buffers[0].substr(0, 4),
                              pieces.inputs[0].buffers[0].substr(4)};
  output.outputMemory = TRITONSERVER_MEMORY_GPU;
  output.outputMemoryId = 1;
  execute({&other, &pieces, &output});
  EXPECT_TRUE(says(other.error->message, {"input 'x' lies in the memory of GPU 1"}));
  EXPECT_TRUE(says(pieces.error->message, {"input 'x' lies in several buffers"}));
  ASSERT_TRUE(output.error);
  EXPECT_TRUE(says(output.error->message, {"output 'product' lies in the memory of GPU 1, where",
                                           "ask for it in the host's memory"}));
}

} // namespace
} // namespace qopt::test
