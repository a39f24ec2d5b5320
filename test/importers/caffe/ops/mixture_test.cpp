// Mixtures of experts against a loop that computes the chosen experts alone; Noise.
#include "test/importers/caffe/import_fixture.h"

#include <algorithm>
#include <numeric>

using namespace qopt;
using namespace qopt::caffe::test;

// A net of one InnerProduct under "input".
static std::string net(const std::string &field, int64_t in, int64_t out,
                       const std::string &behind = "", const std::string &top = "fc") {
  return field +
         " { layer { name: 'in' type: 'Input' top: 'in' input_param { shape { dim: 1 dim: " +
         std::to_string(in) + " } } } layer { name: 'fc' type: 'InnerProduct' bottom: 'in' top: '" +
         top + "' inner_product_param { num_output: " + std::to_string(out) + " } } " + behind +
         " }\n";
}

static const char softmax[] = "layer { name: 'p' type: 'Softmax' bottom: 'fc' top: 'p' }";

static Array product(const Array &x, const Array &weights, const Array &bias) {
  int64_t in = weights.shape[1], out = weights.shape[0];
  Array y = zeros({x.shape[0], out});
  for (int64_t n = 0; n < x.shape[0]; ++n)
    for (int64_t o = 0; o < out; ++o) {
      y.at({n, o}) = bias.values[size_t(o)];
      for (int64_t i = 0; i < in; ++i)
        y.at({n, o}) += x.values[size_t(n * in + i)] * weights.at({o, i});
    }
  return y;
}

// Mixes the k likeliest experts (of equal ones the first), by their share of the gate.
static Array mixed(const Array &gate, const std::vector<Array> &experts, int64_t k) {
  Array y = zeros(experts[0].shape);
  int64_t count = gate.shape[1], width = y.shape[1];
  for (int64_t n = 0; n < y.shape[0]; ++n) {
    std::vector<int64_t> order(size_t(count), 0);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t a, int64_t b) { return gate.at({n, a}) > gate.at({n, b}); });
    double sum = 0;
    for (int64_t i = 0; i < k; ++i)
      sum += gate.at({n, order[size_t(i)]});
    for (int64_t i = 0; i < k; ++i)
      for (int64_t j = 0; j < width; ++j) {
        int64_t expert = order[size_t(i)];
        y.at({n, j}) += float(gate.at({n, expert}) / sum) * experts[size_t(expert)].at({n, j});
      }
  }
  return y;
}

static std::vector<Array> expertBlobs(int64_t count, int64_t out, int64_t in) {
  std::vector<Array> blobs;
  for (int64_t i = 0; i < 2 * count; ++i)
    blobs.push_back(i % 2 ? noise({out}, uint64_t(20 + i)) : noise({out, in}, uint64_t(20 + i)));
  return blobs;
}

TEST(CaffeMixture, OfTheLikeliestExperts) {
  Array x = noise({3, 4});
  std::vector<Array> blobs = expertBlobs(1, 3, 4), experts = expertBlobs(3, 5, 4);
  // The gate as its own layers compute it.
  std::string gateText =
      oneLayer("InnerProduct", {x.shape}, "inner_product_param { num_output: 3 }") +
      "layer { name: 'p' type: 'Softmax' bottom: 'y' top: 'p' }";
  Array gate = Import(gateText, Weights().layer("y", blobs)).run({x});
  std::vector<Array> results;
  for (size_t i = 0; i < 3; ++i)
    results.push_back(product(x, experts[2 * i], experts[2 * i + 1]));
  blobs.insert(blobs.end(), experts.begin(), experts.end());
  // One net three times, two nets of which one stands twice, and one of each.
  for (const std::string &nets :
       {net("expert_net", 4, 5) + "expert_instances: 3",
        net("expert_net", 4, 5) + net("expert_net", 4, 5, "", "other") + "expert_instances: 2",
        net("expert_net", 4, 5) + net("expert_net", 4, 5) + net("expert_net", 4, 5)})
    for (int64_t k : {1, 2, 3}) {
      std::string text = "moe_param { " + net("gating_net", 4, 3, softmax) + nets +
                         " select_experts: " + std::to_string(k) + " }";
      expectArray(runLayer("MOE", {x}, text, blobs), mixed(gate, results, k), 2e-6f);
    }
}

TEST(CaffeMixture, BottomsGoWhereTheyAreMapped) {
  Array x = noise({2, 4}), z = noise({2, 3}, 2);
  std::vector<Array> blobs{noise({2, 3}, 3), noise({2}, 4)}, experts = expertBlobs(2, 4, 4);
  // Probabilities, that may not be 0, as the sum of squares would have it: the gate is Exp.
  std::string gateText =
      oneLayer("InnerProduct", {z.shape}, "inner_product_param { num_output: 2 }") +
      "layer { name: 'e' type: 'Exp' bottom: 'y' top: 'e' }";
  Array gate = Import(gateText, Weights().layer("y", blobs)).run({z});
  std::vector<Array> results{product(x, experts[0], experts[1]),
                             product(x, experts[2], experts[3])};
  blobs.insert(blobs.end(), experts.begin(), experts.end());
  std::string exp = "layer { name: 'e' type: 'Exp' bottom: 'fc' top: 'e' }";
  std::string text = "moe_param { map_bottom: EXPERT map_bottom: GATING " +
                     net("gating_net", 3, 2, exp) + net("expert_net", 4, 4) +
                     "expert_instances: 2 select_experts: 1 }";
  expectArray(runLayer("MOE", {x, z}, text, blobs), mixed(gate, results, 1), 2e-6f);
  expectRefused("MOE", {x.shape, z.shape}, "moe_param { " + text.substr(text.find("gating")),
                "more inputs than that has", blobs);
}

// A tie goes to the first; the net's inputs may be `input` as well.
TEST(CaffeMixture, EqualGates) {
  Array x = noise({2, 4});
  std::string same =
      "gating_net { input: 'in' layer { name: 'p' type: 'Slice' bottom: 'in' top: 'a' "
      "top: 'b' } layer { name: 's' type: 'Silence' bottom: 'b' } "
      "layer { name: 't' type: 'Power' bottom: 'a' top: 't' power_param { power: 0 } } }";
  auto expert = [](const char *scale) {
    return std::string("expert_net { input: 'in' layer { name: 'e' type: 'Power' bottom: 'in' top: "
                       "'e' power_param { scale: ") +
           scale + " } } }";
  };
  auto run = [&](int k) {
    return runLayer("MOE", {x},
                    "moe_param { " + same + expert("2") + expert("6") +
                        " select_experts: " + std::to_string(k) + " }");
  };
  Array once = x, mean = x;
  for (size_t i = 0; i < x.values.size(); ++i) {
    once.values[i] = 2 * x.values[i];
    mean.values[i] = 4 * x.values[i];
  }
  expectArray(run(1), once);
  expectArray(run(2), mean);
}

TEST(CaffeMixture, Refusals) {
  const Numbers x{2, 4};
  std::string gate = net("gating_net", 4, 2, softmax), expert = net("expert_net", 4, 5);
  auto refuse = [&](const std::string &fields, const std::string &words,
                    const std::vector<Array> &blobs = {}) {
    expectRefused("MOE", {x}, "moe_param { " + fields + " }", words, blobs);
  };
  std::vector<Array> two{noise({2, 4}), noise({2}), noise({5, 4}), noise({5})};
  std::vector<Array> experts = expertBlobs(2, 5, 4), all{two[0], two[1]};
  all.insert(all.end(), experts.begin(), experts.end());
  refuse(gate + "expert_net { input: 'in' } select_experts: 1", "a net without results", two);
  refuse(expert + "select_experts: 1", "more inputs than that has", two);
  refuse(gate + expert + "select_experts: 2", "select_experts is 2 of 1 experts", two);
  refuse(gate + expert + "expert_instances: 2", "select_experts is 0 of 2", all);
  refuse(gate + expert + "expert_instances: 0 select_experts: 1", "expert_instances is 0", two);
  refuse(gate + expert + "expert_instances: 99999 select_experts: 1", "expert_instances is 99999",
         two);
  refuse(gate + expert + "select_experts: 1", "needs a number for each of 1 experts", two);
  refuse(gate +
             "expert_net { input: 'in' layer { name: 'r' type: 'Reduction' bottom: 'in' top: 'r' } "
             "} select_experts: 1 expert_instances: 2",
         "expert 0 gives", {two[0], two[1]});
  refuse(gate + expert + "expert_instances: 2 select_experts: 1",
         "net.caffemodel' that none of its nets takes",
         {all[0], all[1], all[2], all[3], all[4], all[5], noise({5})});
}

// Instances of instances would be 1024^4 layers.
TEST(CaffeMixture, OfMixturesWithoutEnd) {
  std::string nested = "layer { name: 'e' type: 'ReLU' bottom: 'in' top: 'e' }";
  for (int depth = 0; depth < 4; ++depth)
    nested = "layer { name: 'm' type: 'MOE' bottom: 'in' top: 'm' moe_param { gating_net { input: "
             "'in' " +
             nested + " } expert_net { input: 'in' " + nested +
             " } expert_instances: 1024 select_experts: 1 } }";
  Import import("input: 'in' input_shape { dim: 1 dim: 2 } " + nested);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("more layers than are read")) << import.said();
}

TEST(CaffeMixture, NoiseIsOfTrainingAlone) {
  expectArray(runLayer("Noise", {noise({2, 3})}, "noise_param { mu: 1 sigma: 2 }"), zeros({2, 3}));
}
