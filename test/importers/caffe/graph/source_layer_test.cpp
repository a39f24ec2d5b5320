// Inputs of a network: its own, and those of the layers that bring samples.
#include "importers/caffe/graph/source_layer.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

using namespace qopt;
using namespace qopt::caffe;

template <typename Message> static Message parse(const std::string &text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

// "data: N 3 ? 4; label: ?", or what is wrong.
static std::string textOf(const qrt::Expected<std::vector<NetInput>> &inputs) {
  if (!inputs.ok())
    return inputs.status().message();
  std::string text;
  for (const NetInput &input : *inputs) {
    text += (text.empty() ? "" : "; ") + input.name + ":";
    for (const SourceDim &dim : input.shape.value_or(std::vector<SourceDim>()))
      text += " " + (dim.size ? std::to_string(*dim.size) : dim.symbol.empty() ? "?" : dim.symbol);
    text += input.shape ? "" : " unknown";
  }
  return text;
}

static std::string ofNet(const std::string &text) {
  return textOf(netInputs(parse<proto::NetParameter>(text)));
}
static std::string ofLayer(const std::string &text, std::optional<int64_t> channels = {}) {
  auto layer = parse<proto::LayerParameter>(text);
  return textOf(layerInputs(layer, channels));
}

TEST(CaffeSourceLayer, OfTheNet) {
  EXPECT_EQ(ofNet("input: 'a'"), "a: unknown");
  EXPECT_EQ(ofNet("input: 'a' input_dim: [1, 2, 3, 4]"), "a: 1 2 3 4");
  EXPECT_EQ(ofNet("input: 'a' input: 'b' input_dim: [1, 2, 3, 4, 5, 6, 7, 8]"),
            "a: 1 2 3 4; b: 5 6 7 8");
  EXPECT_EQ(ofNet("input: 'a' input: 'b' input_shape { dim: [1, 2] } input_shape { dim: 3 }"),
            "a: 1 2; b: 3");
  EXPECT_EQ(ofNet("input: 'a' input: 'b' input_shape { dim: [1, 2] }"), "a: 1 2; b: 1 2");
  EXPECT_EQ(ofNet("input: 'a' input_dim: [1, 2, 3]"),
            "has 1 inputs and 3 of input_dim, which needs 4");
  EXPECT_EQ(ofNet("input: 'a' input_shape { dim: 1 } input_shape { dim: 1 }"),
            "has 1 inputs and 2 of input_shape");
}

TEST(CaffeSourceLayer, InputAndDummyData) {
  EXPECT_EQ(ofLayer("type: 'Input' top: 'a' top: 'b' input_param { shape { dim: [1, 2] } }"),
            "a: 1 2; b: 1 2");
  EXPECT_EQ(ofLayer("type: 'Input' top: 'a'"), "a: unknown");
  EXPECT_EQ(ofLayer("type: 'Input' top: 'a' input_param { shape { dim: 1 } shape { dim: 2 } }"),
            "has 1 tops and 2 shapes");
  EXPECT_EQ(ofLayer("type: 'DummyData' top: 'a' dummy_data_param { shape { dim: [1, 2] } }"),
            "a: 1 2");
  EXPECT_EQ(ofLayer("type: 'DummyData' top: 'a' top: 'b' dummy_data_param { num: [1, 5] channels: "
                    "[2, 6] height: [3, 7] width: [4, 8] }"),
            "a: 1 2 3 4; b: 5 6 7 8");
  EXPECT_EQ(ofLayer("type: 'DummyData' top: 'a' dummy_data_param { num: 1 }"),
            "needs num, channels, height and width once, or once for each top");
}

// Images of any number; a file states the crop, and the channels where colour is forced.
TEST(CaffeSourceLayer, DataLayers) {
  EXPECT_EQ(ofLayer("type: 'Data' top: 'data' top: 'label' transform_param { crop_size: 7 }"),
            "data: N ? 7 7; label: unknown");
  EXPECT_EQ(ofLayer("type: 'Data' top: 'data' transform_param { crop_size: 7 }", 5),
            "data: N 5 7 7");
  EXPECT_EQ(ofLayer("type: 'Data' top: 'data' transform_param { mean_value: [1, 2, 3] }"),
            "data: N 3 ? ?");
  EXPECT_EQ(ofLayer("type: 'Data' top: 'data' transform_param { mean_value: 1 force_gray: true }"),
            "data: N 1 ? ?");
  EXPECT_EQ(
      ofLayer("type: 'ImageData' top: 'data' image_data_param { new_height: 8 new_width: 9 }"),
      "data: N 3 8 9");
  EXPECT_EQ(ofLayer("type: 'ImageData' top: 'data' image_data_param { is_color: false }"),
            "data: N 1 ? ?");
  EXPECT_EQ(ofLayer("type: 'AnnotatedData' top: 'data' transform_param { resize_param { height: 30 "
                    "width: 40 } force_color: true }"),
            "data: N 3 30 40");
  EXPECT_EQ(ofLayer("type: 'MemoryData' top: 'data' top: 'label' memory_data_param { batch_size: 1 "
                    "channels: 2 height: 3 width: 4 }"),
            "data: 1 2 3 4; label: unknown");
  EXPECT_EQ(ofLayer("type: 'HDF5Data' top: 'data' top: 'more'"), "data: unknown; more: unknown");
  EXPECT_EQ(ofLayer("type: 'Data'"), "has no tops");
}
