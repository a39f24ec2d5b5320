// Matrix products: fully connected layers (B packed once), and products of two activations as in
// attention (B packed at each run, heads inside rows). items/s counts multiply-adds.
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;
using namespace qrt::bench;

struct Product {
  const char *name;
  int64_t batch, rows, k, n;
  bool isComputed = false; // B is an activation, a matrix for each of the batch
  bool transposed = false;
};
constexpr Product products[] = {
    {"fully connected 1x2048>1000", 1, 1, 2048, 1000},
    {"fully connected 32x2048>1000", 1, 32, 2048, 1000},
    {"projection 128x768>768", 1, 128, 768, 768},
    {"feed-forward 128x768>3072", 1, 128, 768, 3072},
    {"batched 16x64x64x64", 16, 64, 64, 64, true},
    {"attention scores 12x128x64x128", 12, 128, 64, 128, true, true},
    {"attention context 12x128x128x64", 12, 128, 128, 64, true},
};

/// Heads of rows [tokens, heads, depth], as lowering leaves them.
MatmulShape attentionShape(const Product &p) {
  MatmulShape shape{p.k, p.n, p.transposed, false, {}};
  MatmulStrides strides;
  strides.inner = p.batch;
  const int64_t width = p.batch * (p.transposed ? p.k : p.n); // of a token's heads
  strides.a = {p.rows * p.batch * p.k, p.k, p.batch * p.k};
  strides.b = p.transposed ? std::array<int64_t, 4>{p.n * width, p.k, 1, width}
                           : std::array<int64_t, 4>{p.k * width, p.n, width, 1};
  shape.strides = strides;
  return shape;
}

struct Work {
  Product product;
  MatmulShape shape;
  ElementType type;
  std::vector<char> a, b;
  ScalarProgram program;

  Work(const Product &p, ElementType type) : product(p), type(type) {
    shape = p.isComputed ? attentionShape(p) : MatmulShape{p.k, p.n, true, true, {}};
    a.resize(size_t(p.batch * p.rows * p.k) * byteWidth(type), 1);
    b.resize(size_t(p.batch * p.k * p.n) * byteWidth(type), 1);
    program = identity(type == ElementType::F32 ? type : ElementType::I32);
  }
  PackedWeightsPtr pack(const Execution &execution) const {
    const ElementType other = type == ElementType::U8 ? ElementType::I8 : type;
    return packMatmul(execution, shape, {type, 0}, product.isComputed ? product.batch : 1,
                      {other, 0}, b.data());
  }
  void run(const Execution &execution, const PackedWeights &packed) const {
    static std::vector<int32_t> out(1 << 20);
    matmul(execution, shape, product.batch, product.rows, {type, 0}, a.data(), packed,
           {&program, {}, {}, out.data(), product.isComputed ? product.batch : 1});
    benchmark::DoNotOptimize(out.data());
  }
};

void addProduct(const Product &p, ElementType type) {
  auto work = std::make_shared<Work>(p, type);
  auto packed = std::make_shared<std::pair<Isa, PackedWeightsPtr>>();
  const std::string name = std::string(p.name) + ", " + std::string(elementTypeName(type));
  addBench("matmul", name, p.batch * p.rows * p.k * p.n, [=](const Execution &execution) {
    if (p.isComputed)
      return work->run(execution, *work->pack(execution));
    if (!packed->second || packed->first != execution.isa)
      *packed = {execution.isa, work->pack(execution)};
    work->run(execution, *packed->second);
  });
}

const bool matmulRegistered = [] {
  for (const Product &p : products)
    for (ElementType type : {ElementType::F32, ElementType::U8})
      addProduct(p, type);
  return true;
}();

} // namespace
