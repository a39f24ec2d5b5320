// What the server's calls do, on the host: answers beside `qrun run`, bit by bit.
#include "test/tools/triton/hosted_backend.h"

#include <algorithm>
#include <malloc.h>
#include <thread>

namespace qopt::test {
namespace {

/// Two inputs, an index of the data's, and two outputs.
constexpr const char *picks = R"(
func.func @main(%index: tensor<?x1xi64, #nn.dims<N>> {nn.name = "index"}, %x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<?x1xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<N>>) {
  %picked = nn.gather_elements %x, %index {axis = 1 : i64, nn.name = "picked"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?x1xi64, #nn.dims<N>>) -> tensor<?x1xf32, #nn.dims<N>>
  %row = nn.reduce_sum %x {axes = array<i64: 1>, nn.name = "row"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  return %picked, %row : tensor<?x1xf32, #nn.dims<N>>, tensor<?xf32, #nn.dims<N>>
})";

TRITONBACKEND_Request digits(int64_t batch, uint32_t seed) {
  return {{input("input", TRITONSERVER_TYPE_FP32, {batch, 1, 28, 28},
                 floats(size_t(batch) * 784, seed))},
          {"output"}};
}

TRITONBACKEND_Request rows(const std::vector<int64_t> &index, const std::vector<float> &values) {
  const int64_t batch = int64_t(index.size());
  return {{input("x", TRITONSERVER_TYPE_FP32, {batch, 4}, numbers(values)),
           input("index", TRITONSERVER_TYPE_INT64, {batch, 1}, numbers(index))},
          {"picked", "row"}};
}

std::string said(const TRITONBACKEND_Request &request) {
  return request.error ? request.error->message : "";
}

class TritonBackend : public HostedBackend {
protected:
  /// Opens the file's model and an instance of it.
  void serve(const std::string &file, const std::string &config = "{}",
             TRITONSERVER_InstanceGroupKind kind = TRITONSERVER_INSTANCEGROUPKIND_MODEL) {
    model = repository(file, config);
    ASSERT_EQ(open(model), "");
    one = instance(model, kind);
    ASSERT_EQ(open(*one), "");
  }
  void TearDown() override {
    if (one) {
      EXPECT_EQ(close(*one), "");
      EXPECT_EQ(close(model), "");
    }
    HostedBackend::TearDown();
  }
  std::string byQrun(const TRITONBACKEND_Request &request) {
    const TRITONBACKEND_Input &given = request.inputs[0];
    return run(path("model/1/model.qart"), {{given.name, "<f4", given.shape, given.buffers[0]}},
               "output");
  }

  TRITONBACKEND_Model model;
  std::unique_ptr<TRITONBACKEND_ModelInstance> one;
};

TEST_F(TritonBackend, AnswersAsQrunDoesAtAnyBatch) {
  serve(compile(lenet, "--device=host"), R"({"max_batch_size":16})");
  for (int64_t batch : {1, 2, 7, 16}) {
    TRITONBACKEND_Request request = digits(batch, uint32_t(batch));
    execute(*one, {&request});
    ASSERT_EQ(said(request), "");
    const TRITONBACKEND_Output &output = *request.output("output");
    EXPECT_EQ(output.type, TRITONSERVER_TYPE_FP32);
    EXPECT_EQ(output.shape, (std::vector<int64_t>{batch, 10}));
    EXPECT_EQ(output.text(), byQrun(request));
  }
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{1, 2, 7, 16}));
}

TEST_F(TritonBackend, IntegersAreJoinedAndAnsweredAsAlone) {
  serve(compile(QOPT_SOURCE_DIR "/test/models/resnet20_ort_qdq.onnx", "--device=host"));
  std::vector<TRITONBACKEND_Request> requests;
  for (int64_t batch : {1, 2, 1})
    requests.push_back({{input("input", TRITONSERVER_TYPE_FP32, {batch, 3, 32, 32},
                               floats(size_t(batch) * 3072, uint32_t(requests.size())))},
                        {"output"}});
  execute(*one, {&requests[0], &requests[1], &requests[2]});
  EXPECT_EQ(one->batches, std::vector<uint64_t>{4});
  for (TRITONBACKEND_Request &request : requests)
    EXPECT_EQ(request.output("output")->text(), byQrun(request)) << said(request);
}

TEST_F(TritonBackend, RequestsAreJoinedAndAnsweredAsAlone) {
  serve(compile(lenet, "--device=host"), R"({"max_batch_size":8})");
  std::vector<TRITONBACKEND_Request> requests;
  for (int64_t batch : {3, 1, 4, 2, 6})
    requests.push_back(digits(batch, uint32_t(batch) + 50));
  requests[1].outputOffset = 2; // a float of which does not begin there
  std::vector<TRITONBACKEND_Request *> all;
  for (TRITONBACKEND_Request &request : requests)
    all.push_back(&request);
  execute(*one, all);
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{8, 8})); // 3 + 1 + 4, 2 + 6
  for (TRITONBACKEND_Request &request : requests)
    EXPECT_EQ(request.output("output")->text(), byQrun(request)) << said(request);
}

TEST_F(TritonBackend, InputsMayLieInSeveralBuffersAnywhere) {
  serve(compile(lenet, "--device=host"));
  TRITONBACKEND_Request whole = digits(3, 1), parts = whole, crooked = whole;
  const std::string bytes = whole.inputs[0].buffers[0];
  parts.inputs[0].buffers = {bytes.substr(0, 1), bytes.substr(1, 5000), "", bytes.substr(5001)};
  parts.inputs[0].memory = TRITONSERVER_MEMORY_CPU_PINNED;
  parts.outputMemory = TRITONSERVER_MEMORY_CPU_PINNED;
  crooked.outputOffset = 1;
  for (TRITONBACKEND_Request *request : {&whole, &parts, &crooked}) {
    execute(*one, {request});
    ASSERT_EQ(said(*request), "");
    EXPECT_EQ(request->output("output")->text(), byQrun(whole));
  }
}

TEST_F(TritonBackend, OutputsAreThoseAskedFor) {
  serve(compileText(picks, "--device=host"), R"({"max_batch_size":4})");
  const std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8};
  TRITONBACKEND_Request both = rows({2, -4}, values), row = both, none = both, joined = both;
  row.outputs = joined.outputs = {"row"};
  none.outputs = {};
  execute(*one, {&row});
  execute(*one, {&none});
  execute(*one, {&both, &joined});
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{2, 2, 4}));
  EXPECT_EQ(none.answer.size(), 0u);
  for (const TRITONBACKEND_Request *request : {&row, &joined}) {
    ASSERT_EQ(request->answer.size(), 1u) << said(*request);
    EXPECT_EQ(request->output("row")->text(), numbers<float>({10, 26}));
    EXPECT_EQ(request->output("row")->shape, (std::vector<int64_t>{2})); // the server reshapes it
  }
  EXPECT_EQ(both.output("picked")->text(), numbers<float>({3, 5}));
  EXPECT_EQ(both.output("row")->text(), numbers<float>({10, 26}));
}

TEST_F(TritonBackend, WhatIsWrongWithARequestIsItsAnswerAlone) {
  serve(compileText(picks, "--device=host"), R"({"max_batch_size":4})");
  const TRITONBACKEND_Request right = rows({1, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  struct Wrong {
    void (*change)(TRITONBACKEND_Request &);
    std::string message;
  };
  const Wrong wrongs[] = {
      {[](auto &r) { r.inputs[0].type = TRITONSERVER_TYPE_INT32; },
       "qopt: input 'x' is TYPE_INT32; TYPE_FP32 is needed"},
      {[](auto &r) { r.inputs[0].shape = {2, 2, 2}; }, "'x'"},
      {[](auto &r) { r.inputs[0].shape = {4, 2}; }, "'x'"},
      {[](auto &r) { r.inputs[1].shape = {1, 1}; }, "is needed for one N in all inputs"},
      {[](auto &r) { r.inputs[0].buffers = {"short"}; },
       "qopt: input 'x' has 5 bytes; 32 are needed for TYPE_FP32 2x4"},
      {[](auto &r) { r.inputs[0].name = "y"; }, "qopt: there is no input 'y'; there are: index, x"},
      {[](auto &r) { r.inputs.pop_back(); },
       "qopt: input 'index' is missing; needed are: index, x"},
      {[](auto &r) { r.outputs = {"best"}; },
       "qopt: there is no output 'best'; there are: picked, row"},
      {[](auto &r) { r.inputs[0].memory = TRITONSERVER_MEMORY_GPU; },
       "input 'x' lies in the memory of GPU 0, where"},
      {[](auto &r) { r.outputMemory = TRITONSERVER_MEMORY_GPU; },
       "output 'picked' is to lie in a GPU's memory, where"},
      {[](auto &r) { r = rows({0, 0, 0, 0, 0}, std::vector<float>(20)); },
       "qopt: the batch is 5; max_batch_size is 4"},
  };
  for (const Wrong &wrong : wrongs) {
    TRITONBACKEND_Request before = right, bad = right, after = right;
    wrong.change(bad);
    execute(*one, {&before, &bad, &after});
    EXPECT_TRUE(says(said(bad), {wrong.message}));
    for (const TRITONBACKEND_Request *good : {&before, &after})
      EXPECT_EQ(good->output("picked")->text(), numbers<float>({2, 7})) << said(*good);
  }
}

/// An index of one sample's that leaves its tensor fails the run of all that were joined with it.
TEST_F(TritonBackend, ARunThatFailsIsTheAnswerOfTheOneAtFault) {
  serve(compileText(picks, "--device=host"), R"({"max_batch_size":4})");
  TRITONBACKEND_Request before = rows({1}, {1, 2, 3, 4}), bad = rows({4}, {1, 2, 3, 4}),
                        after = rows({3, 0}, {1, 2, 3, 4, 5, 6, 7, 8});
  execute(*one, {&before, &bad, &after});
  EXPECT_TRUE(says(said(bad), {"picked"}));
  EXPECT_EQ(bad.error->code, TRITONSERVER_ERROR_INVALID_ARG);
  EXPECT_EQ(before.output("picked")->text(), numbers<float>({2}));
  EXPECT_EQ(after.output("picked")->text(), numbers<float>({4, 5}));
}

TEST_F(TritonBackend, EachShapeHasItsProgram) {
  const std::string file = compile(lenet, "--device=host --shape=input:1x1x28x28 "
                                          "--shape=input:3x1x28x28");
  serve(file);
  TRITONBACKEND_Request single = digits(1, 1), three = digits(3, 3), two = digits(2, 2);
  execute(*one, {&three, &single, &two});
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{1, 1})) << "runs of whole shapes are not joined";
  EXPECT_EQ(single.output("output")->text(), byQrun(single));
  EXPECT_EQ(three.output("output")->text(), byQrun(three));
  EXPECT_TRUE(says(said(two), {"there is no program for input 2x1x28x28; there are: ",
                               "input 1x1x28x28", "input 3x1x28x28"}));
}

TEST_F(TritonBackend, WhatDataMakeShorterIsCut) {
  serve(compileText(R"(
func.func @main(%x: tensor<?x2xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<2x?xi64, #nn.dims<2*N>> {nn.name = "y", nn.length = #nn.length<1, "y.count">}, tensor<1xi64> {nn.name = "y.count"}) {
  %y:2 = nn.non_zero %x {nn.name = "y"} : (tensor<?x2xf32, #nn.dims<N>>) -> (tensor<2x?xi64, #nn.dims<2*N>>, tensor<1xi64>)
  return %y#0, %y#1 : tensor<2x?xi64, #nn.dims<2*N>>, tensor<1xi64>
})",
                    "--device=host"));
  EXPECT_TRUE(
      says(model.config, {R"("output":[{"name":"y","data_type":"TYPE_INT64","dims":[2,-1]}])"}));
  TRITONBACKEND_Request some = {
      {input("x", TRITONSERVER_TYPE_FP32, {2, 2}, numbers<float>({0, 5, 0, 7}))}, {"y"}};
  TRITONBACKEND_Request none = {
      {input("x", TRITONSERVER_TYPE_FP32, {1, 2}, numbers<float>({0, 0}))}, {"y"}};
  execute(*one, {&some, &none});
  EXPECT_EQ(some.output("y")->shape, (std::vector<int64_t>{2, 2})) << said(some);
  EXPECT_EQ(some.output("y")->text(), numbers<int64_t>({0, 1, 1, 1}));
  EXPECT_EQ(none.output("y")->shape, (std::vector<int64_t>{2, 0})) << said(none);
}

// ---- instances ----

TEST_F(TritonBackend, InstancesRunBesideEachOther) {
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

TEST_F(TritonBackend, AnInstanceThatCannotRunIsToldWhy) {
  model = repository(compile(lenet, "--device=host"));
  ASSERT_EQ(open(model), "");
  auto card = instance(model, TRITONSERVER_INSTANCEGROUPKIND_GPU);
  card->id = 99; // there is none
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

TEST_F(TritonBackend, OpenClRunsWhereThereIsOne) {
  if (std::system(QOPT_TEST_TOOLS "/qrun devices | grep -q opencl:0") != 0)
    GTEST_SKIP() << "there is no OpenCL device";
  serve(compileText(picks, "--device=opencl"), R"({"max_batch_size":4})");
  ASSERT_TRUE(one);
  TRITONBACKEND_Request first = rows({1, 2}, {1, 2, 3, 4, 5, 6, 7, 8}),
                        second = rows({0}, {9, 8, 7, 6});
  execute(*one, {&first, &second});
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{3}));
  EXPECT_EQ(first.output("picked")->text(), numbers<float>({2, 7})) << said(first);
  EXPECT_EQ(second.output("picked")->text(), numbers<float>({9})) << said(second);
}

// ---- the library ----

TEST_F(TritonBackend, TheServerIsToldWhatIsPreferred) {
  TRITONBACKEND_BackendAttribute attributes;
  ASSERT_EQ(textOf(backend.attributes(&server, &attributes)), "");
  EXPECT_EQ(attributes.preferred,
            std::vector<TRITONSERVER_InstanceGroupKind>{TRITONSERVER_INSTANCEGROUPKIND_MODEL});
  EXPECT_TRUE(attributes.loadsInParallel);
}

TEST_F(TritonBackend, AServerOfAnotherInterfaceIsRefused) {
  const auto refusal = [&](uint32_t major, uint32_t minor) {
    fakeServer().major = major;
    fakeServer().minor = minor;
    return textOf(backend.initialize(&server));
  };
  EXPECT_EQ(refusal(1, 99), "");
  EXPECT_TRUE(says(refusal(1, 2), {"this server's interface of backends is 1.2; 1.14 or later"}));
  EXPECT_TRUE(says(refusal(2, 20), {"is 2.20"}));
  refusal(triton::abiMajor, triton::abiMinor);
}

size_t entriesOf(const char *folder) {
  return size_t(std::distance(std::filesystem::directory_iterator(folder),
                              std::filesystem::directory_iterator()));
}

TEST_F(TritonBackend, UnloadingLeavesNothing) {
  const std::string file = compile(lenet, "--device=host");
  const auto cycle = [&] {
    serve(file);
    TRITONBACKEND_Request request = digits(4, 1), wrong = digits(4, 2);
    wrong.outputs = {"none"};
    execute(*one, {&request, &wrong});
    EXPECT_EQ(close(*one), "");
    EXPECT_EQ(close(model), "");
    one.reset();
  };
  cycle();
  const size_t files = entriesOf("/proc/self/fd"), threads = entriesOf("/proc/self/task");
  const size_t bytes = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (int i = 0; i < 10; ++i)
    cycle();
  EXPECT_EQ(entriesOf("/proc/self/fd"), files);
  EXPECT_EQ(entriesOf("/proc/self/task"), threads);
  EXPECT_LT(mallinfo2().uordblks + mallinfo2().hblkhd, bytes + 100'000);
  std::ifstream maps("/proc/self/maps");
  const std::string mapped{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_EQ(mapped.find("model.qart"), std::string::npos);
}

} // namespace
} // namespace qopt::test
