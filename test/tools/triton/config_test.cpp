// This tests what configurations become, and what is refused of them.
#include "test/tools/triton/hosted_backend.h"

namespace qopt::test {
namespace {

constexpr const char *twoInputs = R"(
func.func @main(%shift: tensor<?x1xi64, #nn.dims<N>> {nn.name = "shift"}, %x: tensor<?x4xf16, #nn.dims<N>> {nn.name = "x"})
    -> (tensor<?x4xi8, #nn.dims<N>>, tensor<?xf32, #nn.dims<N>>) {
  %a = nn.cast %x {nn.name = "a"} : (tensor<?x4xf16, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %b = nn.cast %shift {nn.name = "b"} : (tensor<?x1xi64, #nn.dims<N>>) -> tensor<?x1xf32, #nn.dims<N>>
  %c = nn.add %a, %b {nn.name = "c"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?x1xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  %whole = nn.cast %c {nn.name = "whole"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x4xi8, #nn.dims<N>>
  %row = nn.reduce_sum %c {axes = array<i64: 1>, nn.name = "row"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?xf32, #nn.dims<N>>
  return %whole, %row : tensor<?x4xi8, #nn.dims<N>>, tensor<?xf32, #nn.dims<N>>
})";

/// A row may be of another sample.
constexpr const char *mixed = R"(
func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}, %row: tensor<?xi64, #nn.dims<N>> {nn.name = "row"}) -> tensor<?x4xf32, #nn.dims<N>> {
  %y = nn.gather %x, %row {axis = 0 : i64, nn.name = "y"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
  return %y : tensor<?x4xf32, #nn.dims<N>>
})";

class TritonConfig : public HostedBackend {
protected:
  /// Completes a configuration that is given for a file, or none, and returns it.
  std::string completed(const std::string &file, const std::string &config = "{}") {
    TRITONBACKEND_Model model = repository(file, config);
    const std::string error = open(model);
    EXPECT_EQ(error, "");
    EXPECT_EQ(model.settings, 1);
    if (error.empty()) {
      EXPECT_EQ(close(model), "");
    }
    return model.config;
  }
  /// Returns why a configuration is refused; the server wants it completed where `completes`.
  std::string refusal(const std::string &file, const std::string &config, bool completes = false) {
    TRITONBACKEND_Model model = repository(file, config);
    model.completes = completes;
    const std::string error = open(model);
    if (error.empty()) {
      EXPECT_EQ(close(model), "");
    }
    return error;
  }
};

TEST_F(TritonConfig, IsMadeOfTheFile) {
  EXPECT_EQ(completed(compile(lenet, "--device=host")),
            R"({"max_batch_size":4,)"
            R"("input":[{"name":"input","data_type":"TYPE_FP32","dims":[1,28,28]}],)"
            R"("output":[{"name":"output","data_type":"TYPE_FP32","dims":[10]}],)"
            R"("dynamic_batching":{}})");
  EXPECT_EQ(completed(compileText(twoInputs, "--device=host")),
            R"({"max_batch_size":4,)"
            R"("input":[{"name":"shift","data_type":"TYPE_INT64","dims":[1]},)"
            R"({"name":"x","data_type":"TYPE_FP16","dims":[4]}],)"
            R"("output":[{"name":"whole","data_type":"TYPE_INT8","dims":[4]},)"
            R"({"name":"row","data_type":"TYPE_FP32","dims":[1],"reshape":{"shape":[]}}],)"
            R"("dynamic_batching":{}})");
}

TEST_F(TritonConfig, ProgramsOfFixedSizesHaveWholeShapes) {
  EXPECT_EQ(completed(compile(lenet, "--device=host --shape=input:3x1x28x28")),
            R"({"max_batch_size":0,)"
            R"("input":[{"name":"input","data_type":"TYPE_FP32","dims":[3,1,28,28]}],)"
            R"("output":[{"name":"output","data_type":"TYPE_FP32","dims":[3,10]}]})");
  EXPECT_TRUE(says(completed(compile(lenet, "--device=host --shape=input:3x1x28x28 "
                                            "--shape=input:1x1x28x28")),
                   {R"("dims":[-1,1,28,28])", R"("dims":[-1,10])"}));
}

TEST_F(TritonConfig, TheServerSaysHowManySamplesARunHas) {
  const std::string file = compile(lenet, "--device=host");
  server.config.text = R"({"cmdline":{"default-max-batch-size":"16"}})";
  EXPECT_TRUE(says(completed(file), {R"("max_batch_size":16)"}));
  server.config.text = R"({"cmdline":{"default-max-batch-size":"0"}})";
  EXPECT_TRUE(says(completed(file), {R"("max_batch_size":0)", R"("dims":[-1,1,28,28])"}));
}

TEST_F(TritonConfig, WhatIsStatedStays) {
  const std::string file = compileText(twoInputs, "--device=host");
  EXPECT_EQ(
      completed(file, R"({"name":"m","max_batch_size":32,"input":[{"name":"x","data_type":)"
                      R"("TYPE_INVALID","dims":[],"format":"FORMAT_NONE"}],)"
                      R"("output":[{"name":"row","data_type":"TYPE_FP32","dims":[1],)"
                      R"("reshape":{"shape":[]}}],)"
                      R"("dynamic_batching":{"max_queue_delay_microseconds":100}})"),
      R"({"name":"m","max_batch_size":32,)"
      R"("input":[{"name":"x","data_type":"TYPE_FP16","dims":[4],"format":"FORMAT_NONE"},)"
      R"({"name":"shift","data_type":"TYPE_INT64","dims":[1]}],)"
      R"("output":[{"name":"row","data_type":"TYPE_FP32","dims":[1],"reshape":{"shape":[]}}],)"
      R"("dynamic_batching":{"max_queue_delay_microseconds":100}})");
}

TEST_F(TritonConfig, SamplesThatMayDependOnEachOtherAreNotJoinedUnasked) {
  const std::string file = compileText(mixed, "--device=host");
  EXPECT_TRUE(says(completed(file), {R"("max_batch_size":0)", R"("dims":[-1,4])"}));
  EXPECT_TRUE(says(logged(), {"requests are not joined"}));
  EXPECT_TRUE(
      says(completed(file, R"({"max_batch_size":8})"), {R"("max_batch_size":8)", R"("dims":[4])"}));
}

TEST_F(TritonConfig, AWrongOneIsRefusedInOneSentence) {
  const std::string file = compile(lenet, "--device=host"), own = path("model/config.pbtxt"),
                    programs = path("model/1/model.qart");
  const auto config = [](const std::string &input, const std::string &more = "") {
    return R"({"max_batch_size":8,"input":[)" + input +
           R"(],"output":[{"name":"output","data_type":"TYPE_FP32","dims":["10"]}])" + more + "}";
  };
  const std::string x = R"({"name":"input","data_type":"TYPE_FP32","dims":[1,28,28])";
  EXPECT_EQ(refusal(file, config(x + "}")), "");
  EXPECT_EQ(refusal(file, config(R"({"name":"image","data_type":"TYPE_FP32","dims":[1,28,28]})")),
            "qopt: " + own + ": " + programs + " has no input 'image'; it has: input");
  EXPECT_EQ(refusal(file, config(R"({"name":"input","data_type":"TYPE_INT8","dims":[1,28,28]})")),
            "qopt: " + own + ": input 'input' is TYPE_INT8; in " + programs +
                " it is TYPE_FP32: write data_type: TYPE_FP32, or leave it out");
  EXPECT_EQ(refusal(file, config(R"({"name":"input","data_type":"TYPE_FP32","dims":[-1,28,28]})")),
            "qopt: " + own + ": input 'input' has dims [ -1, 28, 28 ]; in " + programs +
                " it has [ 1, 28, 28 ], without the batch, as max_batch_size is 8: write dims: "
                "[ 1, 28, 28 ], or leave it out");
  EXPECT_EQ(refusal(file, config("")), "qopt: " + own + ": input 'input' of " + programs +
                                           " is missing: add input { name: \"input\" data_type: "
                                           "TYPE_FP32 dims: [ 1, 28, 28 ] }");
  EXPECT_TRUE(says(refusal(file, config(x + R"(,"optional":true})")), {"optional is not"}));
  EXPECT_TRUE(says(refusal(file, config(x + R"(,"reshape":{"shape":[28,28]}})")),
                   {"has reshape [ 28, 28 ]"}));
  EXPECT_TRUE(says(refusal(file, config(x + "}", R"(,"sequence_batching":{})")),
                   {"can only be dynamic_batching"}));
  EXPECT_TRUE(
      says(refusal(file, config(x + "}", R"(,"model_transaction_policy":{"decoupled":true})")),
           {"one response"}));
  EXPECT_TRUE(says(refusal(file, config(x + "}", R"(,"batch_input":[{}])")), {"batch_input"}));
}

TEST_F(TritonConfig, ParametersAreCheckedByName) {
  const std::string file = compile(lenet, "--device=host");
  const auto said = [&](const std::string &key, const std::string &value) {
    return refusal(file, R"({"parameters":{")" + key + R"(":{"string_value":")" + value + R"("}}})",
                   true);
  };
  EXPECT_EQ(said("device", "host:2"), "");
  EXPECT_EQ(said("use_binaries", "true"), "");
  EXPECT_EQ(said("float_order", "invariant"), "");
  EXPECT_EQ(said("TRITON_BATCH_STRATEGY_PATH", "/x"), "");
  EXPECT_TRUE(says(said("device", "hots"), {"parameter device: "}));
  EXPECT_TRUE(says(said("use_binaries", "1"), {"true or false is needed"}));
  EXPECT_TRUE(says(said("float_order", "any"), {"parameter float_order: 'any'"}));
  EXPECT_TRUE(says(said("threads", "2"),
                   {"no parameter 'threads'; there are: device, use_binaries, float_order"}));
}

TEST_F(TritonConfig, ABatchThatThereIsNotIsRefused) {
  EXPECT_TRUE(says(refusal(compile(lenet, "--device=host --shape=input:3x1x28x28"),
                           R"({"max_batch_size":8})", true),
                   {"write max_batch_size: 0, or compile the model with an open batch"}));
  EXPECT_TRUE(says(refusal(compile(lenet, "--device=host --shape=input:1x1x28x28"),
                           R"({"max_batch_size":8})", true),
                   {"runs have 1 at most: write max_batch_size: 1"}));
}

TEST_F(TritonConfig, AFileThatIsMissingOrNoneIsNamed) {
  EXPECT_EQ(refusal("", "{}"), "qopt: " + path("model/1/model.qart") +
                                   " is not there: put what qrun compile wrote in its place");
  EXPECT_TRUE(says(refusal("", R"({"default_model_filename":"net.qart"})"),
                   {"net.qart is not there", "default_model_filename"}));
  EXPECT_TRUE(says(refusal(put("text.qart", "no program"), "{}"), {"model/1/model.qart"}));
  EXPECT_TRUE(says(refusal(compile(lenet, "--device=host"), "{", true), {"not JSON"}));
}

/// Without a configuration the server names a file as the backend is called.
TEST_F(TritonConfig, TheServersOwnNameOfAFileIsNone) {
  EXPECT_TRUE(
      says(completed(compile(lenet, "--device=host"), R"({"default_model_filename":"model.qopt"})"),
           {R"("max_batch_size":4)"}));
}

} // namespace
} // namespace qopt::test
