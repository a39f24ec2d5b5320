// InnerProduct and Embed against loops.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

TEST(CaffeProduct, InnerProduct) {
  for (auto [axis, front] : {std::pair<int, size_t>{1, 1}, {2, 2}, {-1, 3}, {0, 0}})
    for (bool isTransposed : {false, true})
      for (bool hasBias : {false, true}) {
        Array x = noise({2, 3, 2, 4});
        int64_t out = 5, rows = 1, in = 1;
        for (size_t i = 0; i < 4; ++i)
          (i < front ? rows : in) *= x.shape[i];
        Array weights = noise(isTransposed ? Numbers{in, out} : Numbers{out, in}, 2),
              bias = noise({out}, 3);
        Numbers shape(x.shape.begin(), x.shape.begin() + front);
        shape.push_back(out);
        Array y = zeros(shape);
        for (int64_t r = 0; r < rows; ++r)
          for (int64_t o = 0; o < out; ++o) {
            double sum = hasBias ? bias.values[size_t(o)] : 0;
            for (int64_t i = 0; i < in; ++i)
              sum += double(x.values[size_t(r * in + i)]) *
                     double(isTransposed ? weights.at({i, o}) : weights.at({o, i}));
            y.values[size_t(r * out + o)] = float(sum);
          }
        std::string text = "inner_product_param { num_output: 5 axis: " + std::to_string(axis);
        text += isTransposed ? " transpose: true" : "";
        text += hasBias ? " }" : " bias_term: false }";
        SCOPED_TRACE(text);
        std::vector<Array> blobs{weights};
        if (hasBias)
          blobs.push_back(bias);
        expectArray(runLayer("InnerProduct", {x}, text, blobs), y, 2e-6f);
      }
}

TEST(CaffeProduct, InnerProductRefusals) {
  const Numbers x{2, 3};
  expectRefused("InnerProduct", {x}, "", "num_output 0");
  expectRefused("InnerProduct", {x}, "inner_product_param { num_output: 2 }", "--weights=");
  expectRefused("InnerProduct", {x}, "inner_product_param { num_output: 2 axis: 2 }", "axis 2");
  expectRefused("InnerProduct", {x}, "inner_product_param { num_output: 2 }",
                "needs weights of 2x3, has 2x4 in '", {noise({2, 4}), noise({2})});
  expectRefused("InnerProduct", {x}, "inner_product_param { num_output: 2 bias_term: false }",
                "needs 1 blobs, has 2 in '", {noise({2, 3}), noise({2})});
}

// Numbers are cut to whole ones.
TEST(CaffeProduct, Embed) {
  Array x{{2, 3}, {0, 3, 1, 2.75f, 3, 0}}, table = noise({4, 5}, 2), bias = noise({5}, 3);
  for (bool hasBias : {false, true}) {
    Array y = zeros({2, 3, 5});
    for (int64_t i = 0; i < 6; ++i)
      for (int64_t j = 0; j < 5; ++j)
        y.values[size_t(i * 5 + j)] =
            table.at({int64_t(x.values[size_t(i)]), j}) + (hasBias ? bias.values[size_t(j)] : 0);
    std::vector<Array> blobs{table};
    if (hasBias)
      blobs.push_back(bias);
    expectArray(runLayer("Embed", {x},
                         std::string("embed_param { num_output: 5 input_dim: 4 ") +
                             (hasBias ? "}" : "bias_term: false }"),
                         blobs),
                y);
  }
  expectRefused("Embed", {{2, 3}}, "embed_param { num_output: 5 }", "input_dim 0");
  expectRefused("Embed", {{2, 3}}, "embed_param { num_output: 5 input_dim: 3 }",
                "needs weights of 3x5", {noise({4, 5}), noise({5})});
}
