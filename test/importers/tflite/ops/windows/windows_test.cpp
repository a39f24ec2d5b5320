// Windows over images that are not read, each by what is wrong; pools and resizes of other kinds.
#include "test/importers/tflite/one_operator.h"

#include <cmath>

using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::Padding;

namespace {

schema::Conv2DOptionsT everyPixel(Padding padding = Padding::VALID) {
  schema::Conv2DOptionsT options;
  options.stride_h = options.stride_w = 1;
  options.padding = padding;
  return options;
}

schema::Pool2DOptionsT pairs() {
  schema::Pool2DOptionsT options;
  options.padding = Padding::VALID;
  options.stride_h = options.filter_height = 1;
  options.stride_w = options.filter_width = 2;
  return options;
}

ModelBuilder resize(BuiltinOperator code, const Shape &image, const Shape &result,
                    bool hasHalfPixels = false, bool alignsCorners = false) {
  ModelBuilder m;
  const int32_t x = m.input(image), sizes = m.ints({2}, {1, 4});
  if (code == BuiltinOperator::RESIZE_BILINEAR) {
    schema::ResizeBilinearOptionsT options;
    options.half_pixel_centers = hasHalfPixels;
    options.align_corners = alignsCorners;
    finishWith(options, m, code, {x, sizes}, result);
  } else {
    schema::ResizeNearestNeighborOptionsT options;
    options.half_pixel_centers = hasHalfPixels;
    options.align_corners = alignsCorners;
    finishWith(options, m, code, {x, sizes}, result);
  }
  return m;
}

} // namespace

TEST(TfliteWindowsRefused, Convolutions) {
  ModelBuilder number, still, open, wide, steps;
  finishWith(everyPixel(), number, BuiltinOperator::CONV_2D,
             {number.input({1, 2, 2, 1}), number.floats({}, {1})}, {1, 2, 2, 1});
  expectDamaged(number, "weights are no windows");
  finishWith(schema::Conv2DOptionsT(), still, BuiltinOperator::CONV_2D,
             {still.input({1, 2, 2, 1}), still.floats({1, 1, 1, 1}, {1})}, {1, 2, 2, 1});
  expectDamaged(still, "stride 0 is not between 1 and");
  finishWith(everyPixel(), open, BuiltinOperator::CONV_2D,
             {openInput(open, {1, 2, 2, 1}, {1, 2, 2, -1}), open.floats({1, 1, 1, 1}, {1})},
             {1, 2, 2, 1});
  expectUnread(open, "of an input whose channels vary; give --shape");
  schema::Conv2DOptionsT two = everyPixel(Padding::SAME);
  two.stride_w = 2;
  finishWith(two, wide, BuiltinOperator::CONV_2D,
             {openInput(wide, {1, 2, 2, 1}, {1, -1, -1, 1}), wide.floats({1, 1, 1, 1}, {1})},
             {1, 2, 1, 1});
  expectUnread(wide, "with padding SAME and a stride on images of open size; give --shape");
  const int32_t x = ofSteps(steps, steps.input({1, 1, 1, 2}, TensorType::INT8));
  const int32_t w = steps.bytes({1, 1, 1, 2}, {1, 2});
  steps.quantize(w, {1, 2}, {0, 0}, 3);
  finishWith(everyPixel(), steps, BuiltinOperator::CONV_2D, {x, w}, {1, 1, 1, 1}, TensorType::INT8);
  expectUnread(steps, "with scales along dimension 3 of its weights");
}

TEST(TfliteWindowsRefused, Biases) {
  auto model = [](TensorType type, const std::string &bytes, bool isQuantized) {
    ModelBuilder m;
    const int32_t x = m.input({1, 2}, isQuantized ? TensorType::INT8 : TensorType::FLOAT32);
    const int32_t w = isQuantized ? ofSteps(m, m.bytes({1, 2}, {1, 2})) : m.floats({1, 2}, {1, 2});
    const int32_t b = m.constant({1}, type, bytes);
    if (isQuantized)
      ofSteps(m, x);
    finishWith(schema::FullyConnectedOptionsT(), m, BuiltinOperator::FULLY_CONNECTED, {x, w, b},
               {1, 1}, isQuantized ? TensorType::INT8 : TensorType::FLOAT32);
    ofSteps(m, isQuantized ? m.graph().outputs[0] : w);
    if (!isQuantized)
      m.at(w).quantization = nullptr;
    return m;
  };
  expectUnread(model(TensorType::INT32, std::string(4, '\1'), false),
               "with an integer bias of values that are not quantized");
  expectUnread(model(TensorType::INT64, std::string(8, '\1'), true),
               "with a bias of more than 32 bits");
  qopt::tflite::test::Import narrow(model(TensorType::INT64, std::string(8, '\0'), true));
  EXPECT_TRUE(narrow.module) << narrow.said();
}

TEST(TfliteWindowsRefused, TransposedConvolutions) {
  schema::TransposeConvOptionsT options;
  options.stride_h = options.stride_w = 2;
  options.padding = Padding::SAME;
  auto model = [&](const std::vector<int32_t> &sizes, bool isOpen) {
    ModelBuilder m;
    const int32_t wanted = m.ints({int32_t(sizes.size())}, sizes);
    const int32_t w = m.floats({1, 1, 2, 1}, {1, 10});
    const int32_t x = isOpen ? openInput(m, {1, 1, 2, 1}, {1, 1, -1, 1}) : m.input({1, 1, 2, 1});
    finishWith(options, m, BuiltinOperator::TRANSPOSE_CONV, {wanted, w, x}, {1, 1, 4, 1});
    return m;
  };
  expectDamaged(model({1, 4}, false), "needs a size for each dimension");
  expectDamaged(model({1, 1, 0, 1}, false), "asks for a result of size 0");
  expectUnread(model({1, 1, 4, 1}, true), "on images of open size; give --shape");
  Import import(model({1, 1, 4, 1}, false));
  expectFloats(import.run({{1, 2}}), {1, 10, 2, 20});
  ModelBuilder none;
  finish(
      none, BuiltinOperator::TRANSPOSE_CONV,
      {none.ints({4}, {1, 1, 4, 1}), none.floats({1, 1, 2, 1}, {1, 10}), none.input({1, 1, 2, 1})},
      {1, 1, 4, 1});
  expectDamaged(none, "has no options");
}

TEST(TfliteWindowsRefused, Volumes) {
  schema::Conv3DOptionsT options;
  options.stride_d = options.stride_h = options.stride_w = 1;
  options.padding = Padding::VALID;
  ModelBuilder m, back, none;
  finishWith(options, m, BuiltinOperator::CONV_3D,
             {m.input({1, 1, 1, 3, 1}), m.floats({1, 1, 2, 1, 1}, {1, 10})}, {1, 1, 1, 2, 1});
  expectFloats(Import(m).run({{1, 2, 3}}), {21, 32});
  finishWith(options, back, BuiltinOperator::CONV_3D_TRANSPOSE,
             {back.ints({5}, {1, 1, 1, 3, 1}), back.floats({1, 1, 2, 1, 1}, {1, 10}),
              back.input({1, 1, 1, 2, 1})},
             {1, 1, 1, 3, 1});
  expectFloats(Import(back).run({{1, 2}}), {1, 12, 20});
  finish(none, BuiltinOperator::CONV_3D_TRANSPOSE,
         {none.ints({5}, {1, 1, 1, 3, 1}), none.floats({1, 1, 2, 1, 1}, {1, 10}),
          none.input({1, 1, 1, 2, 1})},
         {1, 1, 1, 3, 1});
  expectDamaged(none, "has no options");
}

TEST(TfliteWindows, Pools) {
  ModelBuilder roots, greatest, flat;
  finishWith(pairs(), roots, BuiltinOperator::L2_POOL_2D, {roots.input({1, 1, 4, 1})},
             {1, 1, 2, 1});
  expectFloats(Import(roots).run({{1, 7, 6, 8}}), {5, std::sqrt(50.0f)});
  schema::Pool2DOptionsT bounded = pairs();
  bounded.fused_activation_function = schema::ActivationFunctionType::RELU;
  finishWith(bounded, greatest, BuiltinOperator::MAX_POOL_2D, {greatest.input({1, 1, 4, 1})},
             {1, 1, 2, 1});
  expectFloats(Import(greatest).run({{-1, -7, 6, 8}}), {0, 8});
  finishWith(pairs(), flat, BuiltinOperator::MAX_POOL_2D, {flat.input({1, 4, 1, 1, 1})},
             {1, 1, 2, 1});
  EXPECT_FALSE(Import(flat).module);
}

TEST(TfliteWindows, ResizesByEachRule) {
  constexpr auto nearest = BuiltinOperator::RESIZE_NEAREST_NEIGHBOR;
  constexpr auto bilinear = BuiltinOperator::RESIZE_BILINEAR;
  const Shape two{1, 1, 2, 1}, four{1, 1, 4, 1};
  expectFloats(Import(resize(nearest, two, four)).run({{1, 3}}), {1, 1, 3, 3});
  expectFloats(Import(resize(nearest, two, four, true)).run({{1, 3}}), {1, 1, 3, 3});
  expectFloats(Import(resize(nearest, two, four, false, true)).run({{1, 3}}), {1, 1, 3, 3});
  expectFloats(Import(resize(bilinear, two, four)).run({{1, 3}}), {1, 2, 3, 3});
  expectFloats(Import(resize(bilinear, two, four, true)).run({{1, 3}}), {1, 1.5, 2.5, 3});
  expectFloats(Import(resize(bilinear, two, four, false, true)).run({{1, 4}}), {1, 2, 3, 4});
  for (BuiltinOperator code : {nearest, bilinear}) {
    expectDamaged(resize(code, {1, 2, 1}, four), "of a value that is no image of rank 4");
    ModelBuilder open;
    finish(open, code, {openInput(open, {1, 1, 2, 1}, {1, 1, -1, 1}), open.ints({2}, {1, 4})},
           four);
    expectUnread(open, "of an image of open size; give --shape");
    ModelBuilder sizes;
    finish(sizes, code, {sizes.input(two), sizes.ints({3}, {1, 4, 4})}, four);
    expectDamaged(sizes, "needs two sizes of its result");
  }
}

// Steps are resized on integers, bytes without sign in f32.
TEST(TfliteWindows, ResizesOfSteps) {
  for (TensorType type : {TensorType::INT8, TensorType::UINT8}) {
    auto model = [&](const Shape &image, const std::vector<int32_t> &sizes) {
      ModelBuilder m;
      const int32_t x = ofSteps(m, m.input(image, type));
      finish(m, BuiltinOperator::RESIZE_BILINEAR, {x, m.ints({int32_t(sizes.size())}, sizes)},
             {1, 1, 4, 1}, type);
      ofSteps(m, m.graph().outputs[0]);
      return m;
    };
    Import import(model({1, 1, 2, 1}, {1, 4}));
    EXPECT_TRUE(import.module) << import.said();
    expectDamaged(model({1, 1, 2, 1}, {1}), "needs two sizes of its result");
    expectDamaged(model({1, 2, 1}, {1, 4}), "of a value that is no image of rank 4");
    ModelBuilder open = model({1, 1, 2, 1}, {1, 4});
    open.at(0).shape_signature = {1, 1, -1, 1};
    expectUnread(open, "resizes integers of unknown size");
  }
}
