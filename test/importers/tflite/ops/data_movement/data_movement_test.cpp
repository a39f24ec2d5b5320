// Shapes, boxes, parts and borders that are not read, each by what is wrong.
#include "test/importers/tflite/one_operator.h"

using namespace qopt::tflite;
using namespace qopt::tflite::test;
using enum qopt::tflite::schema::BuiltinOperator;

namespace {

/// The operator on an input of this shape and constant integers behind it.
ModelBuilder onInts(BuiltinOperator code, const Shape &shape,
                    const std::vector<std::vector<int32_t>> &ints, const Shape &result = {1}) {
  ModelBuilder m;
  std::vector<int32_t> inputs{m.input(shape)};
  for (const std::vector<int32_t> &values : ints)
    inputs.push_back(m.ints({int32_t(values.size())}, values));
  finish(m, code, inputs, result);
  return m;
}

ModelBuilder strided(const Shape &shape, const std::vector<int32_t> &begins,
                     const std::vector<int32_t> &ends, const std::vector<int32_t> &strides,
                     const schema::StridedSliceOptionsT &options = {}) {
  ModelBuilder m = onInts(STRIDED_SLICE, shape, {begins, ends, strides});
  m.graph().operators[0]->builtin_options.Set(schema::StridedSliceOptionsT(options));
  return m;
}

} // namespace

TEST(TfliteMovesRefused, Slices) {
  expectDamaged(onInts(SLICE, {4}, {{0, 0}, {1, 1}}), "needs a start and a size for each");
  expectDamaged(onInts(SLICE, {4}, {{-1}, {1}}), "start -1 is not between 0 and");
  expectDamaged(onInts(SLICE, {4}, {{0}, {-2}}), "asks for a size of -2");
  expectFloats(Import(onInts(SLICE, {4}, {{1}, {-1}}, {3})).run({{1, 2, 3, 4}}), {2, 3, 4});
}

TEST(TfliteMovesRefused, StridedSlices) {
  expectDamaged(onInts(STRIDED_SLICE, {4}, {{0}, {1}, {1}}), "has no options");
  expectDamaged(strided({4}, {0, 0}, {1}, {1}),
                "its begin, end and strides have different lengths");
  expectDamaged(strided({4}, {0}, {1}, {0}), "a stride is 0");
  expectDamaged(strided({4}, {0, 0}, {1, 1}, {1, 1}), "has more entries than dimensions");
  schema::StridedSliceOptionsT one, all;
  one.shrink_axis_mask = 1;
  expectDamaged(strided({4}, {7}, {8}, {1}, one), "element 7 of a dimension of 4");
  ModelBuilder last = strided({4}, {-1}, {0}, {1}, one);
  last.at(0).shape_signature = {-1};
  expectUnread(last, "of the last elements of a dimension of open size");
  ModelBuilder open = strided({4}, {1}, {3}, {1});
  open.at(0).shape_signature = {-1};
  expectUnread(open, "with bounds in a dimension of open size; give --shape");
  all.ellipsis_mask = 1;
  expectDamaged(strided({4}, {0, 0, 0}, {0, 1, 1}, {1, 1, 1}, all), "has more entries than dim");
}

// NumPy's masks: [..., newaxis], x[::-1], ends counted from the start.
TEST(TfliteMoves, MasksOfStridedSlices) {
  schema::StridedSliceOptionsT masks, backwards, offset;
  masks.ellipsis_mask = 1;
  masks.new_axis_mask = 2;
  expectFloats(Import(strided({2}, {0, 0}, {0, 0}, {1, 1}, masks)).run({{1, 2}}), {1, 2});
  backwards.begin_mask = backwards.end_mask = 1;
  expectFloats(Import(strided({3}, {0}, {0}, {-1}, backwards)).run({{1, 2, 3}}), {3, 2, 1});
  offset.offset = true;
  expectFloats(Import(strided({4}, {1}, {2}, {1}, offset)).run({{1, 2, 3, 4}}), {2, 3});
  expectFloats(Import(strided({4}, {3}, {-5}, {-2})).run({{1, 2, 3, 4}}), {4, 2});
}

TEST(TfliteMovesRefused, Shapes) {
  expectDamaged(onInts(RESHAPE, {2, 3}, {{-1, -1}}), "asks for -1 twice");
  expectDamaged(onInts(RESHAPE, {2, 3}, {{-2, 3}}), "asks for a negative size");
  expectDamaged(onInts(RESHAPE, {2, 3}, {{-1, 4}}), "2x3 does not fit the shape 1x4");
  expectDamaged(onInts(RESHAPE, {2, 3}, {{5}}), "does not fit the shape");
  expectDamaged(onInts(EXPAND_DIMS, {2}, {{0, 1}}), "needs one axis");
  expectDamaged(onInts(EXPAND_DIMS, {2}, {{5}}), "axis 5 is out of range");
  expectDamaged(onInts(TRANSPOSE, {2, 3}, {{0, 0}}), "its permutation is none of rank 2");
  ModelBuilder squeezed, computed, old;
  schema::SqueezeOptionsT axes;
  axes.squeeze_dims = {0};
  finishWith(axes, squeezed, SQUEEZE, {squeezed.input({2, 1})}, {2});
  expectDamaged(squeezed, "dimension 0 is not 1");
  finish(computed, RESHAPE, {computed.input({2}), computed.input({1}, TensorType::INT32)}, {2});
  expectUnread(computed, "to a shape that is computed from data");
  schema::ReshapeOptionsT scalar;
  scalar.new_shape = {0};
  finishWith(scalar, old, RESHAPE, {old.input({1})}, {});
  expectFloats(Import(old).run({{7}}), {7});
}

TEST(TfliteMoves, SqueezesAndRanks) {
  ModelBuilder all, rank;
  finish(all, SQUEEZE, {all.input({1, 2, 1})}, {2});
  expectFloats(Import(all).run({{1, 2}}), {1, 2});
  const int32_t x = rank.input({1, 3}), n = rank.tensor({}, TensorType::INT32);
  rank.op(RANK, {x}, {n});
  finish(rank, EXPAND_DIMS, {x, n}, {1, 3, 1});
  expectFloats(Import(rank).run({{1, 2, 3}}), {1, 2, 3});
}

TEST(TfliteMovesRefused, Parts) {
  auto parts = [](BuiltinOperator code, const Shape &shape, const std::vector<int32_t> &open,
                  size_t outputs, const std::vector<int32_t> &axis) {
    ModelBuilder m;
    const int32_t x = open.empty() ? m.input(shape) : openInput(m, shape, open);
    std::vector<int32_t> inputs{m.ints({int32_t(axis.size())}, axis), x}, results;
    if (code == SPLIT_V)
      inputs = {x, m.ints({2}, {1, -1}), m.ints({int32_t(axis.size())}, axis)};
    if (code == UNPACK)
      inputs = {x};
    for (size_t i = 0; i < outputs; ++i)
      results.push_back(m.tensor({1}));
    m.op(code, inputs, results);
    for (int32_t result : results)
      m.output(result);
    return m;
  };
  expectDamaged(parts(SPLIT, {3}, {}, 2, {0}), "into 2 equal parts, which do not divide");
  expectDamaged(parts(SPLIT, {4}, {}, 2, {0, 0}), "needs one axis");
  expectUnread(parts(SPLIT, {4}, {-1}, 2, {0}), "along a dimension of open size; give --shape");
  expectDamaged(parts(SPLIT_V, {4}, {}, 3, {0}), "has another number of sizes than of outputs");
  expectUnread(parts(SPLIT_V, {4}, {-1}, 2, {0}), "along a dimension of open size; give --shape");
  expectDamaged(parts(UNPACK, {4}, {}, 2, {}), "has another number of outputs than elements");
  EXPECT_TRUE(Import(parts(SPLIT_V, {4}, {}, 2, {0})).module);
}

TEST(TfliteMovesRefused, Joined) {
  ModelBuilder none, ranks, empty;
  finish(none, CONCATENATION, {none.input({2})}, {2});
  expectDamaged(none, "has no options");
  finishWith(schema::ConcatenationOptionsT(), empty, CONCATENATION, {}, {2});
  expectDamaged(empty, "has no inputs");
  schema::PackOptionsT last;
  last.axis = 2;
  finishWith(last, ranks, PACK, {ranks.input({2, 2}), ranks.input({2})}, {2, 2, 2});
  expectDamaged(ranks, "inputs have different ranks");
  expectDamaged(onInts(TILE, {2, 2}, {{2}}), "needs a number of repetitions for each dimension");
}

// Sizes that were joined stay sizes; an index beyond them is none.
TEST(TfliteMoves, SizesAreJoined) {
  ModelBuilder m;
  const int32_t x = m.input({2, 3}), shape = m.tensor({2}, TensorType::INT32);
  const int32_t joined = m.tensor({3}, TensorType::INT32);
  m.op(SHAPE, {x}, {shape});
  m.op(CONCATENATION, {shape, m.ints({1}, {1})}, {joined}, schema::ConcatenationOptionsT());
  finish(m, RESHAPE, {x, joined}, {2, 3, 1});
  expectFloats(Import(m).run({{1, 2, 3, 4, 5, 6}}), {1, 2, 3, 4, 5, 6});
}

TEST(TfliteMovesRefused, Gathers) {
  auto gather = [](int32_t axis, int32_t batchDims) {
    ModelBuilder m;
    schema::GatherOptionsT options;
    options.axis = axis;
    options.batch_dims = batchDims;
    finishWith(options, m, GATHER, {m.input({2, 2, 2}), m.ints({2, 1}, {0, 1})}, {2, 1});
    return m;
  };
  expectDamaged(gather(0, 1), "batch_dims 1 does not fit");
  expectUnread(gather(2, 1), "with batch_dims before its axis");
  EXPECT_TRUE(Import(gather(1, -1)).module);
}

TEST(TfliteMovesRefused, Borders) {
  ModelBuilder many, open, none, wide, still;
  finish(many, PADV2, {many.input({2}), many.ints({1, 2}, {1, 0}), many.floats({2}, {1, 2})}, {3});
  expectDamaged(many, "needs one number for its border");
  finish(none, MIRROR_PAD, {none.input({2}), none.ints({1, 2}, {1, 0})}, {3});
  expectDamaged(none, "has no options");
  schema::MirrorPadOptionsT symmetric;
  symmetric.mode = schema::MirrorPadMode::SYMMETRIC;
  finishWith(symmetric, open, MIRROR_PAD, {openInput(open, {2}, {-1}), open.ints({1, 2}, {1, 0})},
             {3});
  expectUnread(open, "along a dimension of open size; give --shape");
  expectDamaged(onInts(DILATE, {2, 2}, {{1}, {0}}), "needs a step for each dimension");
  finish(wide, DILATE, {openInput(wide, {2}, {-1}), wide.ints({1}, {2}), wide.floats({}, {0})},
         {3});
  expectUnread(wide, "along a dimension of open size");
  // Integers have an integer border.
  finish(still, PADV2,
         {still.input({1}, TensorType::INT32), still.ints({1, 2}, {1, 0}), still.ints({}, {9})},
         {2}, TensorType::INT32);
  EXPECT_TRUE(Import(still).module);
}

TEST(TfliteMovesRefused, Blocks) {
  expectDamaged(onInts(SPACE_TO_BATCH_ND, {2, 2}, {{2, 2}, {0, 0, 0, 0}}),
                "has more blocks than dimensions");
  expectDamaged(onInts(SPACE_TO_BATCH_ND, {2, 2}, {{2}, {0, 0}}), "needs two ends for each block");
  expectDamaged(onInts(BATCH_TO_SPACE_ND, {2, 2}, {{0}, {0, 0}}), "needs two ends for each block");
}
