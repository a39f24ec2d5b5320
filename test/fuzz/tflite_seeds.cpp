#include "test/fuzz/tflite_seeds.h"

namespace qopt::test {

using namespace qopt::tflite;
using schema::BuiltinOperator;
using schema::TensorType;
using tflite::test::ModelBuilder;
using tflite::test::Shape;

static std::vector<float> noise(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = float(i * 7 % 11) / 4 - 1;
  return values;
}

static ModelBuilder image() {
  ModelBuilder m;
  const int32_t x = m.input({1, 4, 4, 2}), c = m.tensor({1, 4, 4, 3}), p = m.tensor({1, 2, 2, 3});
  schema::Conv2DOptionsT conv;
  conv.stride_h = conv.stride_w = 1;
  conv.fused_activation_function = schema::ActivationFunctionType::RELU6;
  m.op(BuiltinOperator::CONV_2D, {x, m.floats({3, 3, 3, 2}, noise(54)), m.floats({3}, noise(3))},
       {c}, conv);
  schema::Pool2DOptionsT pool;
  pool.stride_h = pool.stride_w = pool.filter_height = pool.filter_width = 2;
  m.op(BuiltinOperator::AVERAGE_POOL_2D, {c}, {p}, pool);
  const int32_t d = m.tensor({1, 2, 2, 3}), r = m.tensor({1, 12}), y = m.tensor({1, 2});
  schema::DepthwiseConv2DOptionsT depthwise;
  depthwise.stride_h = depthwise.stride_w = depthwise.depth_multiplier = 1;
  m.op(BuiltinOperator::DEPTHWISE_CONV_2D, {p, m.floats({1, 3, 3, 3}, noise(27))}, {d}, depthwise);
  m.op(BuiltinOperator::RESHAPE, {d, m.ints({2}, {1, -1})}, {r});
  m.op(BuiltinOperator::FULLY_CONNECTED, {r, m.floats({2, 12}, noise(24)), -1}, {y},
       schema::FullyConnectedOptionsT());
  m.output(y);
  return m;
}

static ModelBuilder integers() {
  ModelBuilder m;
  const int32_t x = m.input({1, 3, 3, 2}, TensorType::INT8);
  const int32_t w = m.bytes({2, 1, 1, 2}, {1, -2, 3, 127}), b = m.ints({2}, {5, -9});
  const int32_t y = m.tensor({1, 3, 3, 2}, TensorType::INT8), s = m.tensor({1, 3, 3, 2});
  m.quantize(x, {0.5f}, {3});
  m.quantize(w, {1, 0.25f}, {0, 0}, 0);
  m.quantize(b, {0.5f, 0.125f}, {0, 0}, 0);
  m.quantize(y, {0.25f}, {-2});
  schema::Conv2DOptionsT conv;
  conv.stride_h = conv.stride_w = 1;
  m.op(BuiltinOperator::CONV_2D, {x, w, b}, {y}, conv);
  m.op(BuiltinOperator::DEQUANTIZE, {y}, {s});
  m.output(s);
  return m;
}

static ModelBuilder moves() {
  ModelBuilder m;
  const int32_t x = m.input({2, 3, 4}), a = m.tensor({2, 2, 4}), p = m.tensor({4, 2, 4});
  schema::StridedSliceOptionsT slice;
  slice.begin_mask = 1;
  m.op(BuiltinOperator::STRIDED_SLICE,
       {x, m.ints({3}, {0, 0, 0}), m.ints({3}, {2, 3, 4}), m.ints({3}, {1, 2, 1})}, {a}, slice);
  m.op(BuiltinOperator::PAD, {a, m.ints({3, 2}, {1, 1, 0, 0, 0, 0})}, {p});
  const int32_t t = m.tensor({2, 4, 4}), g = m.tensor({2, 4, 2}), y = m.tensor({2, 4});
  m.op(BuiltinOperator::TRANSPOSE, {p, m.ints({3}, {1, 0, 2})}, {t});
  schema::GatherOptionsT gather;
  gather.axis = 2;
  m.op(BuiltinOperator::GATHER, {t, m.ints({2}, {3, 0})}, {g}, gather);
  m.op(BuiltinOperator::MEAN, {g, m.ints({1}, {2})}, {y}, schema::ReducerOptionsT());
  m.output(y);
  return m;
}

static ModelBuilder sparse() {
  ModelBuilder m;
  const int32_t stored = m.floats({2, 3}, {7, 8, 9});
  auto said = std::make_unique<schema::SparsityParametersT>();
  said->traversal_order = {0, 1};
  for (int i = 0; i < 2; ++i)
    said->dim_metadata.push_back(std::make_unique<schema::DimensionMetadataT>());
  said->dim_metadata[0]->dense_size = 2;
  schema::DimensionMetadataT &columns = *said->dim_metadata[1];
  columns.format = schema::DimensionType::SPARSE_CSR;
  schema::Uint8VectorT segments, places;
  segments.values = {0, 1, 3};
  places.values = {1, 0, 2};
  columns.array_segments.Set(std::move(segments));
  columns.array_indices.Set(std::move(places));
  m.at(stored).sparsity = std::move(said);
  const int32_t x = m.input({1, 3}), dense = m.tensor({2, 3}), y = m.tensor({1, 2});
  m.op(BuiltinOperator::DENSIFY, {stored}, {dense});
  m.op(BuiltinOperator::FULLY_CONNECTED, {x, dense}, {y}, schema::FullyConnectedOptionsT());
  m.output(y);
  return m;
}

static ModelBuilder states() {
  ModelBuilder m;
  const int32_t x = m.input({2}), variable = m.tensor({}, TensorType::RESOURCE);
  const int32_t before = m.tensor({2}), y = m.tensor({2});
  schema::VarHandleOptionsT handle;
  handle.shared_name = "sum";
  m.op(BuiltinOperator::VAR_HANDLE, {}, {variable}, handle);
  m.op(BuiltinOperator::READ_VARIABLE, {variable}, {before});
  m.op(BuiltinOperator::ADD, {x, before}, {y}, schema::AddOptionsT());
  m.op(BuiltinOperator::ASSIGN_VARIABLE, {variable, y}, {});
  m.output(y);
  return m;
}

static ModelBuilder sizes() {
  ModelBuilder m;
  const int32_t x = m.input({1, 4});
  m.at(x).shape_signature = {-1, 4};
  const int32_t shape = m.tensor({2}, TensorType::INT32), batch = m.tensor({}, TensorType::INT32);
  const int32_t target = m.tensor({3}, TensorType::INT32), y = m.tensor({1, 2, 2});
  schema::StridedSliceOptionsT first;
  first.shrink_axis_mask = 1;
  m.op(BuiltinOperator::SHAPE, {x}, {shape});
  m.op(BuiltinOperator::STRIDED_SLICE,
       {shape, m.ints({1}, {0}), m.ints({1}, {1}), m.ints({1}, {1})}, {batch}, first);
  m.op(BuiltinOperator::PACK, {batch, m.ints({}, {2}), m.ints({}, {2})}, {target},
       schema::PackOptionsT());
  m.op(BuiltinOperator::RESHAPE, {x, target}, {y});
  m.output(y);
  return m;
}

std::vector<ModelBuilder> tfliteSeeds() {
  std::vector<ModelBuilder> seeds;
  for (auto make : {image, integers, moves, sparse, states, sizes})
    seeds.push_back(make());
  return seeds;
}

} // namespace qopt::test
