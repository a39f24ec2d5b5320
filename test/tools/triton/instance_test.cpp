// This tests where instances run, several beside each other, and why one cannot.
#include "test/tools/triton/served_model.h"

#include <thread>

namespace qopt::test {
namespace {

using TritonInstance = ServedModel;

TEST_F(TritonInstance, InstancesRunBesideEachOther) {
  serve(compile(lenet, "--device=host"),
        R"({"max_batch_size":8,"parameters":{"device":{"string_value":"host:1"}}})");
  auto other = instance(model, TRITONSERVER_INSTANCEGROUPKIND_CPU);
  ASSERT_EQ(open(*other), "");
  std::string wanted[2];
  for (uint32_t i : {0, 1})
    wanted[i] = byQrun(digits(2, i));
  const auto work = [&](TRITONBACKEND_ModelInstance &on, uint32_t seed) {
    for (int i = 0; i < 30; ++i) {
      TRITONBACKEND_Request first = digits(2, seed), second = digits(2, seed);
      execute(on, {&first, &second});
      EXPECT_EQ(first.output("output")->text(), wanted[seed]);
      EXPECT_EQ(second.output("output")->text(), wanted[seed]);
    }
  };
  std::thread beside(work, std::ref(*other), 1);
  work(*one, 0);
  beside.join();
  EXPECT_EQ(close(*other), "");
}

TEST_F(TritonInstance, TheLogSaysWhereOneRuns) {
  serve(compile(lenet, "--device=host"), R"({"parameters":{"device":{"string_value":"host:1"}}})");
  EXPECT_TRUE(says(
      logged(), {"instance " + one->name + " runs on host, 1 thread", "; host: input Nx1x28x28"}));
}

TEST_F(TritonInstance, AnInstanceThatCannotRunIsToldWhy) {
  model = repository(compile(lenet, "--device=host"));
  ASSERT_EQ(open(model), "");
  auto card = instance(model, TRITONSERVER_INSTANCEGROUPKIND_GPU);
  card->id = 99; // there is no such card
  EXPECT_TRUE(says(open(*card), {"qopt: cuda:99: ", "(instance " + card->name + ")"}));
  EXPECT_EQ(close(model), "");

  const auto refusal = [&](const std::string &device, TRITONSERVER_InstanceGroupKind kind) {
    TRITONBACKEND_Model of = repository(
        path("compiled.qart"), R"({"parameters":{"device":{"string_value":")" + device + R"("}}})");
    EXPECT_EQ(open(of), "");
    auto wrong = instance(of, kind);
    const std::string error = open(*wrong);
    EXPECT_EQ(close(of), "");
    return error;
  };
  std::filesystem::copy_file(path("model/1/model.qart"), path("compiled.qart"));
  EXPECT_TRUE(says(refusal("host", TRITONSERVER_INSTANCEGROUPKIND_GPU),
                   {"the instance is KIND_GPU of GPU 0, and parameter device is 'host'"}));
  EXPECT_TRUE(says(refusal("cuda:1", TRITONSERVER_INSTANCEGROUPKIND_GPU), {"without a number"}));
  EXPECT_TRUE(says(refusal("null", TRITONSERVER_INSTANCEGROUPKIND_CPU), {"model.qart", "host: "}));
}

TEST_F(TritonInstance, OpenClRunsWhereThereIsOne) {
  if (std::system(QOPT_TEST_TOOLS "/qrun devices | grep -q opencl:0") != 0)
    GTEST_SKIP() << "there is no OpenCL device";
  serve(compileText(picks, "--device=opencl"), R"({"max_batch_size":4})");
  TRITONBACKEND_Request first = rows({1, 2}, {1, 2, 3, 4, 5, 6, 7, 8}),
                        second = rows({0}, {9, 8, 7, 6});
  execute(*one, {&first, &second});
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{3}));
  EXPECT_EQ(first.output("picked")->text(), numbers<float>({2, 7})) << said(first);
  EXPECT_EQ(second.output("picked")->text(), numbers<float>({9})) << said(second);
}

} // namespace
} // namespace qopt::test
