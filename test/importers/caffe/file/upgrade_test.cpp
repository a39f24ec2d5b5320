// Networks as Caffe wrote them before 2015.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

static const std::string oldHead =
    "input: 'x0' input_dim: 2 input_dim: 3 input_dim: 4 input_dim: 4\n";

TEST(CaffeUpgrade, V1Layers) {
  std::string old = oldHead +
                    "layers { name: 'c' type: CONVOLUTION bottom: 'x0' top: 'c' blobs_lr: 1 "
                    "weight_decay: 0 convolution_param { num_output: 2 kernel_size: 3 } }\n"
                    "layers { name: 'r' type: RELU bottom: 'c' top: 'c' }\n"
                    "layers { name: 'f' type: INNER_PRODUCT bottom: 'c' top: 'f' "
                    "inner_product_param { num_output: 5 } }\n"
                    "layers { name: 'l' type: SOFTMAX_LOSS bottom: 'f' bottom: 'label' }";
  std::string current = oldHead + "layer { name: 'c' type: 'Convolution' bottom: 'x0' top: 'c' "
                                  "convolution_param { num_output: 2 kernel_size: 3 } }\n"
                                  "layer { name: 'r' type: 'ReLU' bottom: 'c' top: 'c' }\n"
                                  "layer { name: 'f' type: 'InnerProduct' bottom: 'c' top: 'f' "
                                  "inner_product_param { num_output: 5 } }\n";
  Weights weights;
  weights.layer("c", {noise({2, 3, 3, 3}), noise({2})}).layer("f", {noise({5, 8}), noise({5})});
  Weights v1;
  for (const auto &layer : weights.message.layer()) {
    auto &to = *v1.message.add_layers();
    to.set_name(layer.name());
    *to.mutable_blobs() = layer.blobs();
  }
  Array x = noise({2, 3, 4, 4});
  Array expected = Import(current, weights).run({x});
  EXPECT_EQ(expected.shape, (Numbers{2, 5}));
  expectArray(Import(old, weights).run({x}), expected, 0);
  expectArray(Import(old, v1).run({x}), expected, 0);
}

// Every type by its new name.
TEST(CaffeUpgrade, V1Types) {
  for (auto [type, operation] : {std::pair{"ABSVAL", "nn.abs"},
                                 {"BNLL", "nn.softplus"},
                                 {"EXP", "nn.exp"},
                                 {"LRN", "nn.lrn"},
                                 {"MVN", "nn.mean_variance_norm"},
                                 {"SIGMOID", "nn.sigmoid"},
                                 {"SOFTMAX", "nn.softmax"},
                                 {"TANH", "nn.tanh"},
                                 {"THRESHOLD", "nn.less"}}) {
    Import import(oldHead + "layers { name: 'y' type: " + type + " bottom: 'x0' top: 'y' }");
    EXPECT_EQ(import.count(operation), 1u) << type << import.said();
  }
}

TEST(CaffeUpgrade, BothFormsAreRefused) {
  Import import(oldHead + "layers { name: 'a' type: RELU bottom: 'x0' top: 'a' }\n"
                          "layer { name: 'b' type: 'ReLU' bottom: 'a' top: 'b' }");
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("has layers of two forms, 'layer' and 'layers'")) << import.said();
}

TEST(CaffeUpgrade, V0IsRefused) {
  Import import(oldHead + "layers { layer { name: 'a' type: 'relu' } bottom: 'x0' top: 'a' }");
  EXPECT_FALSE(import.module);
  EXPECT_TRUE(import.says("upgrade_net_proto_text makes it a current one")) << import.said();
  Weights v0;
  v0.message.add_layers()->mutable_layer()->set_name("a");
  Import file(oldHead + "layer { name: 'a' type: 'ReLU' bottom: 'x0' top: 'a' }", v0);
  EXPECT_TRUE(file.says("upgrade_net_proto_binary makes it a current one")) << file.said();
}

// An unknown field of an old layer is that layer's still.
TEST(CaffeUpgrade, UnknownFieldsOfV1Layers) {
  Import import(oldHead + "layers { name: 'a' type: RELU bottom: 'x0' top: 'a' }\n"
                          "layers { name: 'b' type: RELU bottom: 'a' top: 'b' frob: 1 }");
  EXPECT_TRUE(import.says("field 'frob' in line 3")) << import.said();
  EXPECT_TRUE(import.says("'b'")) << import.said();
  EXPECT_FALSE(import.says("'a'")) << import.said();
}
