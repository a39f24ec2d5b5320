// The batch in a file is what Caffe begins with: open where layers allow it.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

TEST(CaffeBatch, IsOpen) {
  for (int64_t batch : {1, 10}) {
    Import import(oneLayer("Softmax", {{batch, 3}}));
    EXPECT_TRUE(import.diagnostics.empty()) << import.said();
    EXPECT_EQ(import.run({noise({4, 3})}).shape, (Numbers{4, 3}));
    EXPECT_EQ(import.run({noise({1, 3})}).shape, (Numbers{1, 3}));
  }
}

// Several inputs that agree have one batch, too.
TEST(CaffeBatch, OfSeveralInputs) {
  Import both(oneLayer("Eltwise", {{2, 3}, {2, 3}}));
  EXPECT_EQ(both.run({noise({5, 3}), noise({5, 3})}).shape, (Numbers{5, 3}));
  Import apart(oneLayer("Crop", {{2, 3, 4}, {1, 3, 2}}));
  EXPECT_EQ(apart.inputType(0), "tensor<2x3x4xf32>") << apart.said();
}

TEST(CaffeBatch, StaysWhereALayerNeedsIt) {
  // A size that stands for the batch of 2 and more.
  Import import(oneLayer("Reshape", {{2, 6}}, "reshape_param { shape { dim: 3 dim: 4 } }"));
  ASSERT_TRUE(import.module) << import.said();
  EXPECT_EQ(import.inputType(0), "tensor<2x6xf32>");
  ASSERT_EQ(import.diagnostics.size(), 1u) << import.said();
  EXPECT_EQ(import.severities[0], mlir::DiagnosticSeverity::Remark);
  EXPECT_TRUE(import.says("the batch stays 2, as the file has it (")) << import.said();
  Import joined(oneLayer("Softmax", {{2, 3}}, "softmax_param { axis: 0 }"));
  EXPECT_EQ(joined.inputType(0), "tensor<2x3xf32>");
  EXPECT_TRUE(joined.says("the batch stays 2")) << joined.said();
  // Nobody gave the option that leaves it open.
  EXPECT_FALSE(joined.says("--dynamic-batch")) << joined.said();
}

// One who asks for it is told what is in the way, and one who states a size has it.
TEST(CaffeBatch, WhenAskedFor) {
  Import open(oneLayer("Softmax", {{2, 3}}), {.freesBatch = true});
  EXPECT_EQ(open.run({noise({5, 3})}).shape, (Numbers{5, 3}));
  Import joined(oneLayer("Softmax", {{2, 3}}, "softmax_param { axis: 0 }"), {.freesBatch = true});
  EXPECT_FALSE(joined.module);
  EXPECT_TRUE(joined.says("--dynamic-batch")) << joined.said();
  Import fixed(oneLayer("Softmax", {{2, 3}}), {.shapes = {{"x0", {4, 3}}}});
  EXPECT_EQ(fixed.inputType(0), "tensor<4x3xf32>");
}

// An error of a layer is said once, whatever the batch.
TEST(CaffeBatch, ErrorsAreSaidOnce) {
  Import import(oneLayer("Convolution", {{2, 3, 4, 4}},
                         "convolution_param { num_output: 2 kernel_size: 3 }"));
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_EQ(import.diagnostics.size(), 1u) << import.said();
  EXPECT_FALSE(import.says("--dynamic-batch")) << import.said();
}

// An unsupported layer is told once, too.
TEST(CaffeBatch, WhatIsNotSupportedIsToldOnce) {
  std::vector<std::string> told;
  Import import(oneLayer("Frobnicate", {{2, 3}}),
                {.onUnsupported = [&](const std::string &what, const std::vector<std::string> &) {
                  told.push_back(what);
                }});
  EXPECT_EQ(told, std::vector<std::string>{"Frobnicate"});
}

// A batch of 0 or below is none.
TEST(CaffeBatch, OfNoSamples) {
  Import import(oneLayer("AbsVal", {{-1, 3}}));
  EXPECT_FALSE(import.module);
  EXPECT_TRUE(import.says("is -1")) << import.said();
}
