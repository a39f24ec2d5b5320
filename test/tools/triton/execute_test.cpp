// This compares answers with those of `qrun run`, bit by bit, alone and joined, and puts wrong
// requests among right ones.
#include "test/tools/triton/served_model.h"

namespace qopt::test {
namespace {

using TritonExecute = ServedModel;

TEST_F(TritonExecute, AnswersAsQrunDoesAtAnyBatch) {
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

TEST_F(TritonExecute, IntegersAreJoinedAndAnsweredAsAlone) {
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

TEST_F(TritonExecute, RequestsAreJoinedAndAnsweredAsAlone) {
  serve(compile(lenet, "--device=host"), R"({"max_batch_size":8})");
  std::vector<TRITONBACKEND_Request> requests;
  for (int64_t batch : {3, 1, 4, 2, 6})
    requests.push_back(digits(batch, uint32_t(batch) + 50));
  requests[1].outputOffset = 2; // a float does not begin there
  std::vector<TRITONBACKEND_Request *> all;
  for (TRITONBACKEND_Request &request : requests)
    all.push_back(&request);
  execute(*one, all);
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{8, 8})); // 3 + 1 + 4, 2 + 6
  for (TRITONBACKEND_Request &request : requests)
    EXPECT_EQ(request.output("output")->text(), byQrun(request)) << said(request);
}

TEST_F(TritonExecute, InputsMayLieInSeveralBuffersAnywhere) {
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

TEST_F(TritonExecute, OutputsAreThoseAskedFor) {
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

TEST_F(TritonExecute, WhatIsWrongWithARequestIsItsAnswerAlone) {
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
       "output 'picked' lies in the memory of GPU 0, where"},
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

/// A sample's index that leaves its tensor fails the run of all that were joined with it.
TEST_F(TritonExecute, ARunThatFailsIsTheAnswerOfTheOneAtFault) {
  serve(compileText(picks, "--device=host"), R"({"max_batch_size":4})");
  TRITONBACKEND_Request before = rows({1}, {1, 2, 3, 4}), bad = rows({4}, {1, 2, 3, 4}),
                        after = rows({3, 0}, {1, 2, 3, 4, 5, 6, 7, 8});
  execute(*one, {&before, &bad, &after});
  EXPECT_TRUE(says(said(bad), {"picked"}));
  EXPECT_EQ(bad.error->code, TRITONSERVER_ERROR_INVALID_ARG);
  EXPECT_EQ(before.output("picked")->text(), numbers<float>({2}));
  EXPECT_EQ(after.output("picked")->text(), numbers<float>({4, 5}));
  EXPECT_EQ(one->batches, (std::vector<uint64_t>{4, 1, 1, 2})) << "each execution is counted";
}

TEST_F(TritonExecute, MemoryThatRunsOutForAReportIsNoReasonToEnd) {
  serve(compileText(picks, "--device=host"), R"({"max_batch_size":4})");
  TRITONBACKEND_Request first = rows({1}, {1, 2, 3, 4}), second = rows({2}, {1, 2, 3, 4});
  fakeServer().hasNoMemory = true;
  execute(*one, {&first, &second});
  fakeServer().hasNoMemory = false;
  EXPECT_EQ(first.output("picked")->text(), numbers<float>({2}));
  EXPECT_EQ(second.output("picked")->text(), numbers<float>({3}));
  EXPECT_EQ((std::vector{first.responses, first.releases, second.releases}),
            (std::vector{1, 1, 1}));
}

TEST_F(TritonExecute, EachShapeHasItsProgram) {
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

TEST_F(TritonExecute, WhatDataMakeShorterIsCut) {
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

} // namespace
} // namespace qopt::test
