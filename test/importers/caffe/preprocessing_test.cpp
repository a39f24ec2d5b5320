// Tests that the input states what a data layer does to images.
#include "ir/dialect.h"
#include "ir/values/keys.h"
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

static std::string net(const std::string &transform) {
  return "layer { name: 'd' type: 'Data' top: 'data' transform_param { crop_size: 2 force_color: "
         "true " +
         transform + " } }\nlayer { name: 'r' type: 'ReLU' bottom: 'data' top: 'r' }";
}

static const std::string colored = "#nn.preprocess<mean = [], std = [], channels = \"bgr\">";

// "mean / deviation" of the input, empty without.
static std::string statedBy(Import &import) {
  if (!import.module)
    return "refused: " + import.said();
  auto stated =
      nn::entryOf(*import.module).getArgAttrOfType<nn::PreprocessAttr>(0, nn::preprocessAttr);
  std::string text;
  if (stated)
    llvm::raw_string_ostream(text) << stated;
  return text;
}

TEST(CaffePreprocessing, MeanAndScale) {
  Import none(net(""));
  EXPECT_EQ(statedBy(none), colored) << "as Caffe reads pictures";
  Import gray("layer { name: 'd' type: 'Data' top: 'data' transform_param { crop_size: 2 "
              "force_gray: true } }\nlayer { name: 'r' type: 'ReLU' bottom: 'data' top: 'r' }");
  EXPECT_EQ(statedBy(gray), "");
  Import both(net("mean_value: [1, 2, 3] scale: 0.5"));
  EXPECT_NE(statedBy(both).find("1.000000e+00, 2.000000e+00, 3.000000e+00"), std::string::npos)
      << statedBy(both);
  EXPECT_NE(statedBy(both).find("2.000000e+00, 2.000000e+00, 2.000000e+00"), std::string::npos)
      << statedBy(both);
  Import scale(net("scale: 0.25"));
  EXPECT_NE(statedBy(scale).find("4.000000e+00"), std::string::npos) << statedBy(scale);
  EXPECT_TRUE(scale.diagnostics.empty());
}

TEST(CaffePreprocessing, WhatDoesNotFitIsSaid) {
  Import channels(net("mean_value: [1, 2]"), {.shapes = {{"data", {1, 3, 2, 2}}}});
  EXPECT_TRUE(channels.says("does not fit its channels and is left out")) << channels.said();
  EXPECT_EQ(statedBy(channels), colored);
  Import infinite(net("scale: 0"));
  EXPECT_TRUE(infinite.says("is left out")) << infinite.said();
  Import file(net("mean_file: 'mean.binaryproto'"));
  EXPECT_TRUE(file.says("the mean image 'mean.binaryproto' is not read; give its mean by --mean="))
      << file.said();
  EXPECT_EQ(file.severities[0], mlir::DiagnosticSeverity::Warning);
}

// Data layers once had their own fields for it.
TEST(CaffePreprocessing, OldFields) {
  Import import("layer { name: 'd' type: 'Data' top: 'data' data_param { scale: 0.5 crop_size: 2 "
                "force_encoded_color: true } }\nlayer { name: 'r' type: 'ReLU' bottom: 'data' top: "
                "'r' }");
  EXPECT_NE(statedBy(import).find("2.000000e+00"), std::string::npos) << statedBy(import);
  EXPECT_EQ(import.run({noise({1, 3, 2, 2})}).shape, (Numbers{1, 3, 2, 2}));
}
