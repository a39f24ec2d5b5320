// Images lie channels last in the file, and channels first where operations compute on them: chains
// have transposes at their ends alone.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::ActivationFunctionType;
using schema::BuiltinOperator;

namespace {
struct Net : ModelBuilder {
  int32_t conv(int32_t x, const Shape &shape, int32_t channels) {
    const int32_t from = at(x).shape.back();
    Floats values(size_t(channels * from));
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = float(i % 5) - 2;
    const int32_t w = floats({channels, 1, 1, from}, values);
    const int32_t b = floats({channels}, Floats(size_t(channels), 0.5f)), y = tensor(shape);
    schema::Conv2DOptionsT options;
    options.stride_h = options.stride_w = 1;
    options.fused_activation_function = ActivationFunctionType::RELU;
    op(BuiltinOperator::CONV_2D, {x, w, b}, {y}, options);
    return y;
  }
};
} // namespace

// conv, ·vector, conv, mean over the image, gate by it, concat: one transpose before the first
// convolution and one behind the concat.
TEST(TfliteOrder, ChainsStayChannelsFirst) {
  Net m;
  const int32_t x = m.input({1, 2, 3, 2});
  const int32_t a = m.conv(x, {1, 2, 3, 3}, 3);
  const int32_t scale = m.floats({3}, {1, 2, 3}), scaled = m.tensor({1, 2, 3, 3});
  m.op(BuiltinOperator::MUL, {a, scale}, {scaled}, schema::MulOptionsT());
  const int32_t c = m.conv(scaled, {1, 2, 3, 3}, 3);
  const int32_t mean = m.tensor({1, 1, 1, 3}), gated = m.tensor({1, 2, 3, 3});
  schema::ReducerOptionsT keep;
  keep.keep_dims = true;
  m.op(BuiltinOperator::MEAN, {c, m.ints({2}, {1, 2})}, {mean}, keep);
  m.op(BuiltinOperator::MUL, {c, mean}, {gated}, schema::MulOptionsT());
  const int32_t joined = m.tensor({1, 2, 3, 6});
  schema::ConcatenationOptionsT last;
  last.axis = 3;
  m.op(BuiltinOperator::CONCATENATION, {gated, scaled}, {joined}, last);
  m.output(joined);
  Import import(m);
  ASSERT_TRUE(import.module) << import.said();
  EXPECT_EQ(import.count("nn.conv2d"), 2u);
  EXPECT_EQ(import.count("nn.transpose"), 2u);
  EXPECT_EQ(import.run({Floats(12, 1)}).size(), 36u);
}

// A file's own transpose to channels first is none any more.
TEST(TfliteOrder, TransposesOfTheFileCancel) {
  Net m;
  const int32_t x = m.input({1, 3, 2, 2}), first = m.tensor({1, 2, 2, 3});
  m.op(BuiltinOperator::TRANSPOSE, {x, m.ints({4}, {0, 2, 3, 1})}, {first});
  const int32_t c = m.conv(first, {1, 2, 2, 2}, 2), back = m.tensor({1, 2, 2, 2});
  m.op(BuiltinOperator::TRANSPOSE, {c, m.ints({4}, {0, 3, 1, 2})}, {back});
  m.output(back);
  Import import(m);
  ASSERT_TRUE(import.module) << import.said();
  EXPECT_EQ(import.count("nn.transpose"), 0u);
}

// Rows of an image's elements come in the file's order.
TEST(TfliteOrder, ReshapesSeeTheFilesOrder) {
  Net m;
  const int32_t x = m.input({1, 1, 2, 2}), c = m.conv(x, {1, 1, 2, 3}, 3), y = m.tensor({1, 6});
  m.op(BuiltinOperator::RESHAPE, {c, m.ints({2}, {1, 6})}, {y});
  m.output(y);
  // weights [[-2, -1], [0, 1], [2, -2]], bias 1/2, relu
  expectFloats(Import(m).run({{1, 0, 0, 1}}), {0, 0.5, 2.5, 0, 1.5, 0});
}
