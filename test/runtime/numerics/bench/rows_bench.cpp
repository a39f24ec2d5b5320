// Pools, reductions, softmax and norms. items/s counts elements read.
#include "runtime/calls/softmax/softmax.h"
#include "runtime/calls/standardize/standardize.h"
#include "test/runtime/numerics/bench/bench.h"

namespace {

constexpr int64_t rowElements = 16 * 1024; // inputs and outputs fit the second-level cache

using namespace qrt;
using namespace qrt::bench;

/// `run` with 16 k numbers, and an epilogue that stores what it computed.
template <typename Run> void add(const char *family, const std::string &name, Run run) {
  addBench(family, name, rowElements,
           [run, x = numbers(rowElements), program = identity()](const Execution &execution) {
             static std::vector<float> out(rowElements);
             run(execution, x.data(), Epilogue{&program, {}, {}, out.data()});
             benchmark::DoNotOptimize(out.data());
           });
}

void addReduction(const char *name, ReduceShape shape) {
  add("reduce", name, [=](const Execution &execution, const float *x, const Epilogue &epilogue) {
    reduce(execution, shape, rowElements / (shape.reduced * shape.inner), {}, x, epilogue);
  });
}

void addPool(const char *name, const Pool2dShape &pool) {
  add("pool2d", name, [=](const Execution &execution, const float *x, const Epilogue &epilogue) {
    pool2d(execution, pool, 1, {}, x, epilogue);
  });
}

/// Benches a pool of its own image size, on floats and on bytes with a result of bytes.
void addImagePool(const char *name, const Pool2dShape &pool) {
  static const std::vector<float> zeros(size_t(1) << 20);
  static std::vector<float> out(zeros.size());
  auto addOne = [&](const std::string &type, ElementType stored, const ScalarProgram &program) {
    addBench("pool2d", name + type, pool.in[0] * pool.in[1] * pool.channels,
             [=](const Execution &execution) {
               pool2d(execution, pool, 1, {stored}, zeros.data(),
                      Epilogue{&program, {}, {}, out.data()});
               benchmark::DoNotOptimize(out.data());
             });
  };
  addOne(", f32", ElementType::F32, identity());
  ScalarBuilder b;
  auto q = b.accumulator(ElementType::I32);
  if (pool.kind == PoolKind::Average) {
    q = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, q), b.constant(1.0f / 9));
    q = b.apply(ScalarOp::MaxF, b.apply(ScalarOp::RintF, q), b.constant(0.0f));
    q = b.apply(ScalarOp::F32ToI32, b.apply(ScalarOp::MinF, q, b.constant(255.0f)));
  }
  addOne(", u8", ElementType::U8, b.finish(q, ElementType::U8));
}

void addRows(int64_t axis) {
  const std::string rows = "rows of " + std::to_string(axis);
  add("softmax", rows, [=](const Execution &execution, const float *x, const Epilogue &epilogue) {
    softmax(execution, rowElements / axis, axis, x, epilogue);
  });
  for (bool centered : {true, false}) {
    const StandardizeShape shape{axis, 1e-5f, centered};
    add("standardize", rows + (centered ? ", centered" : ""),
        [=](const Execution &execution, const float *x, const Epilogue &epilogue) {
          standardize(execution, shape, rowElements / axis, x, epilogue);
        });
  }
}

/// A matrix of attention as the host takes it: products of its queries and keys, their softmax,
/// its products with values. items/s counts multiply-adds.
void addAttention(int64_t rows, int64_t depth) {
  const std::string name = std::to_string(rows) + " queries of " + std::to_string(depth);
  addBench("attention", name, 2 * rows * rows * depth,
           [=, x = numbers(rows * depth), program = identity()](const Execution &execution) {
             static std::vector<float> scores(size_t(rows * rows)), weights(scores.size());
             static std::vector<float> out(size_t(rows * depth));
             const MatmulShape shapes[] = {{depth, rows, true, true}, {rows, depth, false, true}};
             auto multiply = [&](const MatmulShape &shape, const float *a, float *to) {
               const PackedWeightsPtr b = packMatmul(execution, shape, {}, 1, {}, x.data());
               matmul(execution, shape, 1, rows, {}, a, *b, {&program, {}, {}, to});
             };
             multiply(shapes[0], x.data(), scores.data());
             softmax(execution, rows, rows, scores.data(), {&program, {}, {}, weights.data()});
             multiply(shapes[1], weights.data(), out.data());
             benchmark::DoNotOptimize(out.data());
           });
}

const bool rowsRegistered = [] {
  for (int64_t axis : {10, 128, 768, 1024})
    addRows(axis);
  addAttention(128, 64);
  addReduction("sum of rows of 1024", {ReduceKind::Sum, 1024, 1});
  addReduction("sum of columns of 64", {ReduceKind::Sum, 64, 256});
  addReduction("max of columns of 64", {ReduceKind::Max, 64, 256});
  addPool("max 2x2 of 16x16x64",
          {PoolKind::Max, {16, 16}, {8, 8}, 64, {{2, 2}, {2, 2}, {1, 1}, {0, 0}}});
  addPool("max 3x3 of 16x16x64",
          {PoolKind::Max, {16, 16}, {8, 8}, 64, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}});
  addImagePool("max 5x5 of 40x40x32",
               {PoolKind::Max, {40, 40}, {40, 40}, 32, {{5, 5}, {1, 1}, {1, 1}, {2, 2}}});
  addImagePool("average 3x3 of 116x116x20",
               {PoolKind::Average, {116, 116}, {57, 57}, 20, {{3, 3}, {2, 2}, {1, 1}, {0, 0}}});
  addPool("average of all 16x16x64",
          {PoolKind::Average, {16, 16}, {1, 1}, 64, {{16, 16}, {1, 1}, {1, 1}, {0, 0}}});
  return true;
}();

} // namespace
