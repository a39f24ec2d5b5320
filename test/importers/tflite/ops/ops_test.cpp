// Products, reductions, choices, spectra, boxes, norms and changes of type that are not read, each
// by what is wrong; and some of other kinds than most files have.
#include "test/importers/tflite/one_operator.h"

#include <cstring>

using namespace qopt::tflite;
using namespace qopt::tflite::test;
using enum qopt::tflite::schema::BuiltinOperator;

namespace {
template <typename Options>
ModelBuilder withInts(const Options &options, BuiltinOperator code, const Shape &shape,
                      const std::vector<int32_t> &ints) {
  ModelBuilder m;
  finishWith(options, m, code, {m.input(shape), m.ints({int32_t(ints.size())}, ints)}, {1});
  return m;
}

ModelBuilder product(const Shape &left, const Shape &right,
                     schema::BatchMatMulOptionsT options = {}) {
  ModelBuilder m;
  finishWith(options, m, BATCH_MATMUL, {m.input(left), m.input(right)}, {1});
  return m;
}
} // namespace

TEST(TfliteProductsRefused, FullyConnected) {
  ModelBuilder none, shuffled, rank, rows, hybrid;
  finish(none, FULLY_CONNECTED, {none.input({1, 2}), none.floats({1, 2}, {1, 2})}, {1, 1});
  expectDamaged(none, "has no options");
  schema::FullyConnectedOptionsT options;
  options.weights_format = schema::FullyConnectedOptionsWeightsFormat::SHUFFLED4x16INT8;
  finishWith(options, shuffled, FULLY_CONNECTED,
             {shuffled.input({1, 2}), shuffled.floats({1, 2}, {1, 2})}, {1, 1});
  expectUnread(shuffled, "with shuffled weights");
  options = {};
  finishWith(options, rank, FULLY_CONNECTED, {rank.input({1, 2}), rank.floats({2}, {1, 2})}, {1});
  expectDamaged(rank, "weights of rank 1, not 2");
  finishWith(options, rows, FULLY_CONNECTED, {rows.input({1, 3}), rows.floats({1, 2}, {1, 2})},
             {1, 1});
  expectDamaged(rows, "1x3 and 1x2 hold different numbers of elements");
  finishWith(options, hybrid, FULLY_CONNECTED,
             {hybrid.input({1, 2}), ofSteps(hybrid, hybrid.bytes({2}, {1, 2}))}, {1});
  expectDamaged(hybrid, "weights are no matrix");
}

TEST(TfliteProducts, OfBatches) {
  expectFloats(Import(product({2, 1, 2}, {2, 1})).run({{1, 2, 3, 4}, {10, 1}}), {12, 34});
  expectFloats(Import(product({1, 2}, {2, 2, 1})).run({{1, 2}, {1, 10, 2, 20}}), {21, 42});
  expectFloats(Import(product({2, 1, 1}, {1, 1, 1})).run({{2, 3}, {10}}), {20, 30});
  schema::BatchMatMulOptionsT turned;
  turned.adj_x = turned.adj_y = true;
  expectFloats(Import(product({2, 1}, {1, 2}, turned)).run({{1, 2}, {10, 1}}), {12});
  expectDamaged(product({2}, {2, 1}), "a factor is no matrix");
  expectDamaged(product({2, 1, 2}, {3, 2, 1}), "2x1x2 and 3x2x1 do not broadcast");
  ModelBuilder ints;
  finish(ints, BATCH_MATMUL,
         {ints.input({1, 1}, TensorType::INT32), ints.input({1, 1}, TensorType::INT32)}, {1, 1});
  expectUnread(ints, "of integers");
}

TEST(TfliteReductions, PlacesSumsAndTruths) {
  ModelBuilder sums, truths, none;
  schema::CumsumOptionsT backwards;
  backwards.reverse = backwards.exclusive = true;
  finishWith(backwards, sums, CUMSUM, {sums.input({3}), sums.ints({}, {0})}, {3});
  expectFloats(Import(sums).run({{1, 2, 3}}), {5, 3, 0});
  expectDamaged(withInts(backwards, CUMSUM, {3}, {0, 0}), "needs one axis");
  expectDamaged(withInts(schema::ArgMaxOptionsT(), ARG_MAX, {3}, {0, 0}), "needs one axis");
  expectDamaged(withInts(schema::ArgMaxOptionsT(), ARG_MAX, {3}, {4}), "axis 4 is out of range");
  expectDamaged(withInts(schema::ReducerOptionsT(), SUM, {3}, {4}), "axis 4 is out of range");
  const int32_t x = truths.input({2, 2}), c = truths.tensor({2, 2}, TensorType::BOOL);
  const int32_t any = truths.tensor({2}, TensorType::BOOL);
  truths.op(GREATER, {x, truths.floats({}, {0})}, {c});
  truths.op(REDUCE_ANY, {c, truths.ints({1}, {1})}, {any}, schema::ReducerOptionsT());
  finish(truths, SELECT, {any, truths.floats({2}, {1, 1}), truths.floats({2}, {0, 0})}, {2});
  expectFloats(Import(truths).run({{-1, 1, -1, -1}}), {1, 0});
}

TEST(TfliteChoices, LargestReversedAndBuckets) {
  ModelBuilder none, many, order, buckets, ends, ints, several;
  finish(several, TOPK_V2, {several.input({3}), several.ints({2}, {1, 1})}, {1});
  expectDamaged(several, "needs one number");
  finish(none, TOPK_V2, {none.input({}), none.ints({}, {1})}, {1});
  expectDamaged(none, "needs elements to choose from");
  finish(many, TOPK_V2, {many.input({3}), many.ints({}, {4})}, {4});
  expectDamaged(many, "asks for more elements than there are");
  finish(order, REVERSE_SEQUENCE, {order.input({1, 3}), order.ints({1}, {2})}, {1, 3});
  expectDamaged(order, "has no options");
  schema::ReverseSequenceOptionsT lines;
  lines.seq_dim = 1;
  order.graph().operators[0]->builtin_options.Set(schema::ReverseSequenceOptionsT(lines));
  expectFloats(Import(order).run({{1, 2, 3}}), {2, 1, 3});
  schema::BucketizeOptionsT bounds;
  finishWith(bounds, ends, BUCKETIZE, {ends.input({2})}, {2}, TensorType::INT32);
  expectUnread(ends, "with so many boundaries");
  bounds.boundaries = {0, 10};
  finishWith(bounds, buckets, BUCKETIZE, {buckets.input({3})}, {3}, TensorType::INT32);
  EXPECT_TRUE(Import(buckets).module);
  finishWith(bounds, ints, BUCKETIZE, {ints.input({2}, TensorType::INT32)}, {2});
  expectUnread(ints, "of integers");
  ModelBuilder number;
  finish(number, WHERE, {number.input({}, TensorType::BOOL)}, {1}, TensorType::INT64);
  expectDamaged(number, "of a number");
}

TEST(TfliteSpectrumRefused, Sizes) {
  auto spectrum = [](const Shape &shape, const std::vector<int32_t> &sizes, TensorType type,
                     const std::vector<int32_t> &open = {}) {
    ModelBuilder m;
    const int32_t x = open.empty() ? m.input(shape, type) : openInput(m, shape, open);
    const int32_t c = m.tensor({1, 1}, TensorType::COMPLEX64);
    m.op(RFFT2D, {x, m.ints({int32_t(sizes.size())}, sizes)}, {c}, schema::Rfft2dOptionsT());
    finish(m, COMPLEX_ABS, {c}, {1, 1});
    return m;
  };
  const TensorType f32 = TensorType::FLOAT32;
  expectDamaged(spectrum({4}, {2, 2}, f32), "needs an image and its two sizes");
  expectDamaged(spectrum({2, 2}, {2}, f32), "needs an image and its two sizes");
  expectDamaged(spectrum({2, 2}, {0, 2}, f32), "size 0 is not between 1 and");
  expectUnread(spectrum({2, 2}, {2, 1}, f32), "of one column");
  expectUnread(spectrum({2, 2}, {2, 2}, TensorType::INT32), "of integers");
  expectUnread(spectrum({2, 2}, {2, 2}, f32, {2, -1}), "of open sizes; give --shape");
  ModelBuilder real;
  finish(real, REAL, {real.input({2})}, {2});
  expectUnread(real, "of values that are not COMPLEX64");
}

TEST(TfliteSuppressionRefused, Limits) {
  auto chosen = [](const Shape &boxes, const Shape &scores, int32_t most, float overlap,
                   const std::vector<float> &least = {0.1f}) {
    ModelBuilder m;
    const int32_t b = m.input(boxes), s = m.input(scores);
    const int32_t y = m.tensor({2}, TensorType::INT32), n = m.tensor({}, TensorType::INT32);
    m.op(NON_MAX_SUPPRESSION_V4,
         {b, s, m.ints({}, {most}), m.floats({}, {overlap}),
          m.floats({int32_t(least.size())}, least)},
         {y, n}, schema::NonMaxSuppressionV4OptionsT());
    m.output(y);
    m.output(n);
    return m;
  };
  EXPECT_TRUE(Import(chosen({3, 4}, {3}, 2, 0.5f)).module);
  expectDamaged(chosen({3, 5}, {3}, 2, 0.5f), "needs boxes [N, 4] and a score of each");
  expectDamaged(chosen({3, 4}, {2}, 2, 0.5f), "has another number of boxes than of scores");
  expectDamaged(chosen({3, 4}, {3}, 0, 0.5f), "max_output_size 0 is not between 1 and");
  expectDamaged(chosen({3, 4}, {3}, 2, 1.5f), "iou_threshold is not between 0 and 1");
  expectUnread(chosen({3, 4}, {3}, 2, 0), "with an iou_threshold of 0");
  expectDamaged(chosen({3, 4}, {3}, 2, 0.5f, {0.1f, 0.2f}), "score_threshold is no single number");
  ModelBuilder open = chosen({3, 4}, {3}, 2, 0.5f);
  open.at(0).shape_signature = {-1, 4};
  open.at(1).shape_signature = {-1};
  EXPECT_FALSE(Import(open).module);
}

TEST(TfliteNormsRefused, Shapes) {
  ModelBuilder number, none, radius, images;
  finish(number, L2_NORMALIZATION, {number.input({})}, {});
  expectDamaged(number, "of a number");
  finish(none, LOCAL_RESPONSE_NORMALIZATION, {none.input({1, 1, 1, 2})}, {1, 1, 1, 2});
  expectDamaged(none, "has no options");
  schema::LocalResponseNormalizationOptionsT options;
  options.radius = 40;
  finishWith(options, radius, LOCAL_RESPONSE_NORMALIZATION, {radius.input({1, 1, 1, 2})},
             {1, 1, 1, 2});
  expectDamaged(radius, "radius 40 is not between 0 and 31");
  options.radius = 1;
  options.bias = options.alpha = options.beta = 1;
  finishWith(options, images, LOCAL_RESPONSE_NORMALIZATION, {images.input({1, 1, 1, 2})},
             {1, 1, 1, 2});
  expectFloats(Import(images).run({{1, 2}}), {1.0f / 6, 2.0f / 6});
}

TEST(TfliteTypesRefused, Changes) {
  ModelBuilder steps, halves, empty, bits, narrow, computed;
  finish(steps, CAST, {ofSteps(steps, steps.input({2}, TensorType::INT8))}, {2});
  expectUnread(steps, "of quantized values");
  finish(halves, CAST, {halves.input({2})}, {2}, TensorType::STRING);
  expectUnread(halves, "to STRING");
  schema::FakeQuantOptionsT options;
  options.num_bits = 8;
  finishWith(options, empty, FAKE_QUANT, {empty.input({2})}, {2});
  expectDamaged(empty, "its range is empty");
  options.num_bits = 40;
  options.max = 1;
  finishWith(options, bits, FAKE_QUANT, {bits.input({2})}, {2});
  expectDamaged(bits, "num_bits 40 is not between 2 and 16");
  finish(computed, DENSIFY, {computed.input({2})}, {2});
  expectDamaged(computed, "of a value that is no constant");
  options.num_bits = 2;
  options.narrow_range = true;
  options.min = -1;
  finishWith(options, narrow, FAKE_QUANT, {narrow.input({3})}, {3});
  expectFloats(Import(narrow).run({{-5, 0.4f, 5}}), {-1, 0, 1});
}

// Steps of 32 bits become others by integers.
TEST(TfliteTypes, LongSteps) {
  ModelBuilder m;
  const int32_t x = ofSteps(m, m.input({2}, TensorType::INT32));
  finish(m, QUANTIZE, {x}, {2}, TensorType::INT8);
  ofSteps(m, m.graph().outputs[0], 1);
  const std::vector<int32_t> given{7, -1000};
  std::vector<qrt::Tensor> y =
      Import(m).runAll({qrt::Tensor::fromValues<int32_t>({2}, std::span<const int32_t>(given))});
  ASSERT_EQ(y.size(), 1u);
  EXPECT_EQ(qrt::integerAt(y[0], 0), 4);
  EXPECT_EQ(qrt::integerAt(y[0], 1), -128);
}

TEST(TfliteTypesRefused, BitsAndShifts) {
  ModelBuilder widths, wide, floats, kinds, angles;
  finish(widths, BITCAST, {widths.input({2})}, {2}, TensorType::INT8);
  expectUnread(widths, "between types of different widths");
  finish(wide, BITCAST, {wide.input({2})}, {2}, TensorType::FLOAT64);
  expectUnread(wide, "to FLOAT64");
  finish(floats, RIGHT_SHIFT, {floats.input({2}), floats.input({2})}, {2});
  expectUnread(floats, "of values that are no integers");
  finish(kinds, RIGHT_SHIFT,
         {kinds.input({2}, TensorType::INT32), kinds.input({2}, TensorType::INT8)}, {2});
  expectDamaged(kinds, "operands have different element types");
  finish(angles, ATAN2,
         {angles.input({2}, TensorType::INT32), angles.input({2}, TensorType::INT32)}, {2});
  expectUnread(angles, "of integers");
}

// Numbers below 0 get ones shifted in.
TEST(TfliteTypes, ShiftsOfSignedAndUnsigned) {
  for (TensorType type : {TensorType::INT32, TensorType::UINT32}) {
    const bool isSigned = type == TensorType::INT32;
    ModelBuilder m;
    finish(m, RIGHT_SHIFT, {m.input({2}, type), m.input({2}, type)}, {2}, type);
    auto tensor = [&](const std::vector<int32_t> &values) {
      qrt::Tensor made =
          qrt::Tensor::allocate(isSigned ? qrt::ElementType::I32 : qrt::ElementType::U32, {2});
      std::memcpy(made.mutableData(), values.data(), made.bytes());
      return made;
    };
    std::vector<qrt::Tensor> y = Import(m).runAll({tensor({-8, 9}), tensor({1, 1})});
    ASSERT_EQ(y.size(), 1u);
    EXPECT_EQ(qrt::integerAt(y[0], 0), isSigned ? -4 : 2147483644);
    EXPECT_EQ(qrt::integerAt(y[0], 1), 4);
  }
}
