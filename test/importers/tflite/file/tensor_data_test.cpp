// Constants of all kinds: packed, narrow, sparse; and those that do not fit.
#include "importers/tflite/file/tensor_data.h"
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

// x + a constant that DEQUANTIZE makes real.
static ModelBuilder added(ModelBuilder m, int32_t stored, const Shape &shape) {
  const int32_t x = m.input(shape), real = m.tensor(shape), y = m.tensor(shape);
  m.op(BuiltinOperator::DEQUANTIZE, {stored}, {real});
  m.op(BuiltinOperator::ADD, {x, real}, {y}, schema::AddOptionsT());
  m.output(y);
  return m;
}

TEST(TfliteTensors, FourBitsLowHalfFirst) {
  ModelBuilder m;
  const int32_t stored = m.constant({4}, TensorType::INT4, {'\x21', '\xf8'}); // 1, 2, −8, −1
  m.quantize(stored, {0.5f}, {0});
  expectFloats(Import(added(m, stored, {4})).run({{0, 0, 0, 0}}), {0.5, 1, -4, -0.5});
}

TEST(TfliteTensors, TwoBitsLowPairFirst) {
  ModelBuilder m;
  const int32_t stored = m.constant({4}, TensorType::INT2, {'\xe4'}); // 0, 1, −2, −1
  m.quantize(stored, {1}, {0});
  expectFloats(Import(added(m, stored, {4})).run({{0, 0, 0, 0}}), {0, 1, -2, -1});
}

TEST(TfliteTensors, HalvesStayHalves) {
  ModelBuilder m;
  const int32_t stored = m.constant({2}, TensorType::FLOAT16, {'\x00', '\x3c', '\x00', '\xc0'});
  Import import(added(m, stored, {2}));
  expectFloats(import.run({{1, 1}}), {2, -1});
}

TEST(TfliteTensors, ScalesAlongAnyAxis) {
  ModelBuilder m;
  const int32_t stored = m.bytes({2, 3}, {1, 2, 3, 4, 5, 6});
  m.quantize(stored, {1, 10, 100}, {0, 0, 0}, 1);
  expectFloats(Import(added(m, stored, {2, 3})).run({Floats(6)}), {1, 20, 300, 4, 50, 600});
}

// [[0, 7, 0], [8, 0, 9]]: rows are dense, columns compressed.
static ModelBuilder sparse() {
  ModelBuilder m;
  const int32_t stored = m.floats({2, 3}, {7, 8, 9});
  auto said = std::make_unique<schema::SparsityParametersT>();
  said->traversal_order = {0, 1};
  auto rows = std::make_unique<schema::DimensionMetadataT>();
  rows->dense_size = 2;
  auto columns = std::make_unique<schema::DimensionMetadataT>();
  columns->format = schema::DimensionType::SPARSE_CSR;
  schema::Int32VectorT segments, places;
  segments.values = {0, 1, 3};
  places.values = {1, 0, 2};
  columns->array_segments.Set(std::move(segments));
  columns->array_indices.Set(std::move(places));
  said->dim_metadata.push_back(std::move(rows));
  said->dim_metadata.push_back(std::move(columns));
  m.at(stored).sparsity = std::move(said);
  const int32_t x = m.input({2, 3}), dense = m.tensor({2, 3}), y = m.tensor({2, 3});
  m.op(BuiltinOperator::DENSIFY, {stored}, {dense});
  m.op(BuiltinOperator::ADD, {x, dense}, {y}, schema::AddOptionsT());
  m.output(y);
  return m;
}

TEST(TfliteTensors, SparseBecomeDense) {
  expectFloats(Import(sparse()).run({Floats(6)}), {0, 7, 0, 8, 0, 9});
}

TEST(TfliteTensors, SparseThatDoNotFit) {
  ModelBuilder order = sparse();
  order.at(0).sparsity->traversal_order = {0, 0};
  expectRefused(order, ImportFailure::BadFile, "its sparsity has no order of traversal");
  ModelBuilder rows = sparse();
  rows.at(0).sparsity->dim_metadata[1]->array_segments.AsInt32Vector()->values = {0, 1, 9};
  expectRefused(rows, ImportFailure::BadFile, "rows outside its list of places");
  ModelBuilder outside = sparse();
  outside.at(0).sparsity->dim_metadata[1]->array_indices.AsInt32Vector()->values = {1, 0, 3};
  expectRefused(outside, ImportFailure::BadFile, "names an element outside the tensor");
}

// Six gigabytes, of which three elements are stored, are refused before any are allocated.
TEST(TfliteTensors, SparseOfMoreThanIsStored) {
  ModelBuilder thin = sparse();
  thin.at(0).shape = {2, 1 << 29};
  expectRefused(thin, ImportFailure::Unsupported,
                "a sparse constant of 1073741824 elements, of which 3 are stored");
}

TEST(TfliteTensors, SparseTruthsAreNoughtOrOne) {
  ModelBuilder m = sparse();
  m.at(0).type = schema::TensorType::BOOL;
  m.at(1).type = m.at(2).type = m.at(3).type = schema::TensorType::BOOL;
  m.model.buffers[m.at(0).buffer]->data = {1, 7, 1};
  expectRefused(m, ImportFailure::BadFile, "a BOOL is neither 0 nor 1");
}

TEST(TfliteTensors, BuffersOfAnotherSize) {
  ModelBuilder m;
  const int32_t x = m.input({2}), c = m.floats({3}, {1, 2}), y = m.tensor({3});
  m.op(BuiltinOperator::ADD, {x, c}, {y}, schema::AddOptionsT());
  m.output(y);
  expectRefused(m, ImportFailure::BadFile, "holds 8 bytes, FLOAT32 of shape 3 needs 12");
}

TEST(TfliteTensors, ScalesThatDoNotFit) {
  ModelBuilder m;
  const int32_t stored = m.bytes({2}, {1, 2});
  m.quantize(stored, {1, 2, 3}, {0, 0, 0}, 0);
  expectRefused(added(m, stored, {2}), ImportFailure::BadFile, "3 scales do not fit dimension 0");
  ModelBuilder zero;
  const int32_t other = zero.bytes({2}, {1, 2});
  zero.quantize(other, {1}, {300}, 0);
  expectRefused(added(zero, other, {2}), ImportFailure::BadFile, "zero point 300 lies outside");
}
