#include "test/fuzz/caffe_seeds.h"

namespace qopt::test {

namespace {
using Shapes = std::vector<std::vector<int64_t>>;
/// A layer: its type, the shapes of its bottoms and of its blobs, and its own message.
struct One {
  const char *type;
  Shapes bottoms, blobs;
  const char *param;
  unsigned tops = 1;
};
} // namespace

static void addBlobs(caffe::proto::WeightsParameter &weights, const std::string &layer,
                     const Shapes &shapes) {
  auto &to = *weights.add_layer();
  to.set_name(layer);
  for (const auto &shape : shapes) {
    auto &blob = *to.add_blobs();
    int64_t count = 1;
    for (int64_t size : shape) {
      blob.mutable_shape()->add_dim(size);
      count *= size;
    }
    for (int64_t i = 0; i < count; ++i)
      blob.add_data(float((i * 7 + int64_t(shape.size())) % 11) / 4 - 1);
  }
}

static CaffeSeed seedOf(const One &one) {
  CaffeSeed seed;
  std::string layer = std::string("layer {\n  name: 'y'\n  type: '") + one.type + "'\n";
  for (size_t i = 0; i < one.bottoms.size(); ++i) {
    std::string name = "x" + std::to_string(i);
    seed.text += "input: '" + name + "' input_shape {";
    for (int64_t size : one.bottoms[i])
      seed.text += " dim: " + std::to_string(size);
    seed.text += " }\n";
    layer += "  bottom: '" + name + "'\n";
  }
  for (unsigned i = 0; i < one.tops; ++i)
    layer += "  top: 'y" + std::to_string(i) + "'\n";
  seed.text += layer + "  " + one.param + "\n}\n";
  addBlobs(seed.weights, "y", one.blobs);
  return seed;
}

static std::vector<One> numericLayers() {
  return {
      {"Convolution",
       {{2, 4, 6, 6}},
       {{4, 2, 3, 3}, {4}},
       "convolution_param { num_output: 4 kernel_size: 3 stride: 2 pad: 1 group: 2 dilation: 1 }"},
      {"Deconvolution",
       {{2, 4, 4, 4}},
       {{4, 3, 3, 2}, {3}},
       "convolution_param { num_output: 3 kernel_h: 3 kernel_w: 2 stride_h: 2 stride_w: 1 pad_h: 1 "
       "}"},
      {"DepthwiseConvolution",
       {{1, 3, 5, 5}},
       {{3, 1, 3, 3}},
       "convolution_param { num_output: 3 kernel_size: 3 bias_term: false }"},
      {"Im2col", {{1, 2, 5, 5}}, {}, "convolution_param { kernel_size: 3 dilation: 2 }"},
      {"Pooling",
       {{2, 2, 7, 7}},
       {},
       "pooling_param { pool: AVE kernel_size: 3 stride: 2 pad: 1 round_mode: CEIL }"},
      {"Pooling",
       {{2, 2, 7, 6}},
       {},
       "pooling_param { pool: MAX kernel_h: 3 kernel_w: 2 stride_h: 2 stride_w: 2 }"},
      {"Pooling", {{2, 2, 4, 4}}, {}, "pooling_param { pool: AVE global_pooling: true }"},
      {"SPP", {{1, 2, 8, 8}}, {}, "spp_param { pyramid_height: 3 pool: AVE }"},
      {"InnerProduct",
       {{2, 3, 2}},
       {{4, 6}, {4}},
       "inner_product_param { num_output: 4 axis: 1 transpose: false }"},
      {"Embed", {{2, 3}}, {{5, 4}, {4}}, "embed_param { num_output: 4 input_dim: 5 }"},
      {"ReLU", {{2, 3}}, {}, "relu_param { negative_slope: 0.1 }"},
      {"PReLU", {{2, 3, 2}}, {{3}}, "prelu_param { channel_shared: false }"},
      {"ELU", {{2, 3}}, {}, "elu_param { alpha: 0.5 }"},
      {"Power", {{2, 3}}, {}, "power_param { power: 3 scale: 2 shift: 1 }"},
      {"Exp", {{2, 3}}, {}, "exp_param { base: 2 scale: 0.5 shift: 1 }"},
      {"Log", {{2, 3}}, {}, "log_param { base: 2 scale: 0.5 shift: 1 }"},
      {"Clip", {{2, 3}}, {}, "clip_param { min: -1 max: 1 }"},
      {"Threshold", {{2, 3}}, {}, "threshold_param { threshold: 0.5 }"},
      {"Swish", {{2, 3}}, {}, "swish_param { beta: 2 }"},
      {"Eltwise",
       {{2, 3}, {2, 3}, {2, 3}},
       {},
       "eltwise_param { operation: SUM coeff: [1, -1, 2] }"},
      {"Scale", {{2, 3, 4}}, {{3}, {3}}, "scale_param { axis: 1 num_axes: 1 bias_term: true }"},
      {"Scale", {{2, 3, 4}, {3, 4}}, {}, "scale_param { axis: 1 }"},
      {"Bias", {{2, 3, 4}}, {{3, 4}}, "bias_param { axis: -2 num_axes: -1 }"},
      {"Axpy", {{2, 3}, {2, 3, 2, 2}, {2, 3, 2, 2}}, {}, ""},
      {"BatchNorm", {{2, 3, 2, 2}}, {{3}, {3}, {1}}, "batch_norm_param { eps: 0.1 }"},
      {"LRN", {{2, 5, 3, 3}}, {}, "lrn_param { local_size: 3 norm_region: WITHIN_CHANNEL }"},
      {"MVN", {{2, 3, 2, 2}}, {}, "mvn_param { across_channels: true eps: 0.1 }"},
      {"Normalize",
       {{2, 3, 2, 2}},
       {{3}},
       "norm_param { across_spatial: false channel_shared: false }"}};
}

static std::vector<One> movingLayers() {
  return {
      {"Softmax", {{2, 3, 2}}, {}, "softmax_param { axis: 1 }"},
      {"Reduction", {{2, 3, 2}}, {}, "reduction_param { operation: SUMSQ axis: 1 coeff: 0.5 }"},
      {"ArgMax", {{2, 6}}, {}, "argmax_param { out_max_val: true top_k: 2 }"},
      {"ArgMax", {{2, 6, 2}}, {}, "argmax_param { axis: 1 top_k: 2 }"},
      {"Reshape",
       {{2, 3, 4}},
       {},
       "reshape_param { shape { dim: 0 dim: -1 dim: 2 } axis: 0 num_axes: -1 }"},
      {"Flatten", {{2, 3, 4}}, {}, "flatten_param { axis: 1 end_axis: -1 }"},
      {"Permute", {{2, 3, 4}}, {}, "permute_param { order: 0 order: 2 order: 1 }"},
      {"Concat", {{2, 3}, {2, 4}}, {}, "concat_param { axis: 1 }"},
      {"Slice", {{2, 6}}, {}, "slice_param { axis: 1 slice_point: 2 slice_point: 3 }", 3},
      {"Split", {{2, 3}}, {}, "", 2},
      {"Crop", {{1, 2, 6, 6}, {1, 2, 4, 3}}, {}, "crop_param { axis: 2 offset: 1 offset: 2 }"},
      {"Tile", {{2, 3}}, {}, "tile_param { axis: 1 tiles: 3 }"},
      {"ShuffleChannel", {{1, 6, 2, 2}}, {}, "shuffle_channel_param { group: 3 }"},
      {"Reorg", {{1, 4, 4, 4}}, {}, "reorg_param { stride: 2 }"},
      {"PriorBox",
       {{1, 4, 3, 3}, {1, 3, 30, 30}},
       {},
       "prior_box_param { min_size: 4 max_size: 9 aspect_ratio: 2 flip: true clip: true variance: "
       "0.1 step: 10 offset: 0.5 }"},
      {"LSTM", {{3, 2, 4}, {3, 2}}, {{8, 4}, {8}, {8, 2}}, "recurrent_param { num_output: 2 }"},
      {"RNN",
       {{3, 2, 4}, {3, 2}, {1, 2, 2}},
       {{2, 4}, {2}, {2, 2}, {2, 2}, {2}},
       "recurrent_param { num_output: 2 expose_hidden: true }",
       2},
      {"Noise", {{2, 3}}, {}, "noise_param { mu: 0 sigma: 1 }"},
  };
}

// Phases, data layers, layers in place, old layers, constants and a mixture.
static std::vector<CaffeSeed> networks() {
  std::vector<CaffeSeed> all(4);
  all[0].text = R"(name: 'classifier'
layer { name: 'data' type: 'Data' top: 'data' top: 'label' include { phase: TEST }
  transform_param { crop_size: 6 mean_value: 1 mean_value: 2 mean_value: 3 scale: 0.5 } }
layer { name: 'conv' type: 'Convolution' bottom: 'data' top: 'conv' param { name: 'w' }
  convolution_param { num_output: 4 kernel_size: 3 } }
layer { name: 'relu' type: 'ReLU' bottom: 'conv' top: 'conv' }
layer { name: 'drop' type: 'Dropout' bottom: 'conv' top: 'conv' }
layer { name: 'fc' type: 'InnerProduct' bottom: 'conv' top: 'fc' inner_product_param { num_output: 3 } }
layer { name: 'loss' type: 'SoftmaxWithLoss' bottom: 'fc' bottom: 'label' top: 'loss' }
layer { name: 'prob' type: 'Softmax' bottom: 'fc' top: 'prob' include { not_stage: 'train' } }
)";
  addBlobs(all[0].weights, "conv", {{4, 3, 3, 3}, {4}});
  addBlobs(all[0].weights, "fc", {{3, 64}, {3}});
  all[1].text = R"(input: 'x' input_dim: 2 input_dim: 3 input_dim: 4 input_dim: 4
layers { name: 'c' type: CONVOLUTION bottom: 'x' top: 'c' blobs_lr: 1
  convolution_param { num_output: 2 kernel_size: 3 } }
layers { name: 'r' type: RELU bottom: 'c' top: 'c' }
layers { name: 'f' type: INNER_PRODUCT bottom: 'c' top: 'f' inner_product_param { num_output: 2 } }
)";
  addBlobs(all[1].weights, "c", {{2, 3, 3, 3}, {2}});
  addBlobs(all[1].weights, "f", {{2, 8}, {2}});
  all[2].text =
      R"(layer { name: 'i' type: 'Input' top: 'x' input_param { shape { dim: 2 dim: 3 } } }
layer { name: 'd' type: 'DummyData' top: 'd'
  dummy_data_param { shape { dim: 2 dim: 3 } data_filler { type: 'constant' value: 2 } } }
layer { name: 'p' type: 'Parameter' top: 'p' parameter_param { shape { dim: 2 dim: 3 } } }
layer { name: 's' type: 'Eltwise' bottom: 'x' bottom: 'd' bottom: 'p' top: 's' }
layer { name: 'n' type: 'Silence' bottom: 'd' }
)";
  addBlobs(all[2].weights, "p", {{2, 3}});
  all[3].text = R"(input: 'x' input_shape { dim: 2 dim: 3 }
layer { name: 'm' type: 'MOE' bottom: 'x' top: 'm' moe_param {
  gating_net { input: 'g' layer { name: 'f' type: 'InnerProduct' bottom: 'g' top: 'f'
      inner_product_param { num_output: 2 } } layer { name: 's' type: 'Softmax' bottom: 'f' top: 's' } }
  expert_net { layer { name: 'e' type: 'Input' top: 'e' }
    layer { name: 'p' type: 'PReLU' bottom: 'e' top: 'p' } }
  expert_instances: 2 select_experts: 1 map_bottom: GATING_AND_EXPERT } }
)";
  addBlobs(all[3].weights, "m", {{2, 3}, {2}, {3}, {3}});
  return all;
}

std::vector<CaffeSeed> caffeSeeds() {
  std::vector<CaffeSeed> seeds = networks();
  for (const std::vector<One> &layers : {numericLayers(), movingLayers()})
    for (const One &one : layers)
      seeds.push_back(seedOf(one));
  return seeds;
}

} // namespace qopt::test
