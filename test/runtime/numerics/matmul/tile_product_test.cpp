#include "runtime/numerics/matmul/tile_product.h"
#include "test/runtime/numerics/matmul/tiles/emulated_tiles.h"
#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

bool hasPath() { return availableIsas().back() == Isa::Amx; }

TEST(TileProduct, UnitsAreCutEvenlyWhereThatTakesFewTiles) {
  auto expectCut = [](int64_t units, TileCut expected) {
    const TileCut cut = cutUnits(units);
    EXPECT_EQ(cut.units, expected.units) << units;
    EXPECT_EQ(cut.count, expected.count) << units;
    EXPECT_EQ(cut.rest, expected.rest) << units;
  };
  expectCut(1, {1, 1, 0});
  expectCut(16, {16, 1, 0});
  expectCut(17, {16, 1, 1});
  expectCut(36, {12, 3, 0});
  expectCut(50, {10, 5, 0});
  expectCut(53, {16, 3, 5});
  for (int64_t units = 1; units < 500; ++units) {
    const TileCut cut = cutUnits(units);
    EXPECT_EQ(cut.units * cut.count + cut.rest, units);
    EXPECT_LE(cut.units, tileUnits);
  }
}

// A: rows at any places, in runs of any length. Sums of u8 by i8 wrap, and every element counts.
class ScatteredRows {
public:
  ScatteredRows(Random &random, int64_t count, int64_t run, int64_t segments, int64_t bytes) {
    int64_t at = 0;
    const int64_t step = random.integer(1, 3) * bytes;
    for (int64_t r = 0; r < count; ++r, at += r % run ? step : step + random.integer(0, 2) * 4)
      offsets.push_back(at);
    for (int64_t s = 0; s < segments; ++s)
      segmentOffsets.push_back(s * (bytes + 8));
    data = random.values<uint8_t>(offsets.back() + segments * (bytes + 8) + bytes);
  }
  std::vector<int64_t> offsets, segmentOffsets;
  std::vector<uint8_t> data;
};

struct RowsByColumns {
  int64_t count, run, segments, length, columns;
};

void expectProduct(Random &random, const RowsByColumns &p, bool finishes) {
  const int64_t bytes = (p.length + 3) / 4 * 4;
  const ScatteredRows rows(random, p.count, p.run, p.segments, bytes);
  const std::vector<int8_t> b = random.values<int8_t>(p.segments * p.length * p.columns);
  const std::vector<float> scale(size_t(p.columns), 0.001f);
  const std::string what = std::to_string(p.count) + " rows in runs of " + std::to_string(p.run) +
                           ", " + std::to_string(p.segments) + " x " + std::to_string(p.length) +
                           " by " + std::to_string(p.columns);
  std::vector<std::vector<int32_t>> sums;
  std::vector<std::vector<int8_t>> bytesOut;
  for (Isa isa : {Isa::Avx512Vnni, Isa::Amx}) {
    const Execution execution{nullptr, isa, FloatOrder::Fixed};
    PackedWeights packed(PackedFor::Run);
    packed.run = p.length;
    packed.segments = p.segments;
    packed.columns = p.columns;
    chooseFamily(packed, execution, {ElementType::U8, 3}, {ElementType::I8, 0});
    packPanels(execution, packed,
               {ElementType::I8, b.data(), 0,
                [&](int64_t, int64_t segment, int64_t k, int64_t column) -> PackedColumns {
                  return {(segment * p.length + k) * p.columns + column, 1};
                }});
    sums.emplace_back(size_t(p.count * packed.paddedColumns), 7);
    bytesOut.emplace_back(size_t(p.count * p.columns), int8_t(7));
    std::optional<Finish> finish;
    if (finishes)
      finish = Finish{FinishKind::Requantize,
                      nullptr,
                      {scale.data()},
                      {},
                      -128,
                      127,
                      -0.0f,
                      0,
                      reinterpret_cast<char *>(bytesOut.back().data()),
                      p.columns,
                      p.columns};
    auto multiply = [&](auto &&by) {
      by(packed, packed.init, 0, 0, packed.panels.size(),
         reinterpret_cast<const char *>(rows.data.data()), rows.offsets, rows.segmentOffsets,
         sums.back().data(), packed.paddedColumns, finish);
    };
    TileProduct tiles;
    if (isa == Isa::Amx) {
      multiply(std::bind_front(&TileProduct::multiply, &tiles));
    } else {
      multiply(multiplyBlock);
    }
    EXPECT_EQ(areTilesInUse(), isa == Isa::Amx);
    tiles.release();
    EXPECT_FALSE(areTilesInUse());
  }
  expectSame(sums[0], sums[1], what);
  expectSame(bytesOut[0], bytesOut[1], what);
}

TEST(TileProduct, HasTheSumsOfVectors) {
  if (!hasPath())
    GTEST_SKIP() << "the loop needs AVX-512 with VNNI beside its tiles";
  Random random(31);
  for (int i = 0; i < 400; ++i) {
    RowsByColumns p;
    p.count = random.integer(1, 100);
    p.run = random.integer(0, 2) ? random.integer(1, 40) : p.count;
    p.segments = random.integer(1, 4);
    p.length = random.integer(1, 150);
    p.columns = random.integer(1, 100);
    expectProduct(random, p, i % 2);
  }
}

// Every rest of rows, of units and of columns beside a whole tile.
TEST(TileProduct, Edges) {
  if (!hasPath())
    GTEST_SKIP() << "the loop needs AVX-512 with VNNI beside its tiles";
  Random random(32);
  for (int64_t count = 1; count <= 34; ++count)
    expectProduct(random, {count, count, 1, 64, 32}, false);
  for (int64_t length = 1; length <= 136; ++length)
    expectProduct(random, {33, 33, 2, length, 17}, true);
  for (int64_t columns = 1; columns <= 66; ++columns)
    expectProduct(random, {17, 5, 1, 65, columns}, true);
}

TEST(TileProduct, MatmulLeavesNoTilesInUse) {
  if (!hasPath())
    GTEST_SKIP() << "the loop needs AVX-512 with VNNI beside its tiles";
  Random random(33);
  const MatmulShape shape{64, 40, false, true};
  const auto a = random.values<uint8_t>(50 * shape.k);
  const auto b = random.values<int8_t>(shape.k * shape.n);
  const QuantizedInput bytes{ElementType::U8, 0};
  const Execution execution{nullptr, Isa::Amx, FloatOrder::Fixed};
  const PackedWeightsPtr packed =
      packMatmul(execution, shape, bytes, 1, {ElementType::I8, 0}, b.data());
  ASSERT_TRUE(TileProduct::serves(*packed, 50));
  std::vector<int32_t> out(size_t(50 * shape.n));
  const ScalarProgram program = identityEpilogue(ElementType::I32);
  matmul(execution, shape, 1, 50, bytes, a.data(), *packed, {&program, {}, {}, out.data()});
  EXPECT_FALSE(areTilesInUse());
}

TEST(TileProduct, FewRowsOfBytesTakeVectorsAndHalvesNeverDo) {
  if (!hasPath())
    GTEST_SKIP() << "the loop needs AVX-512 with VNNI beside its tiles";
  PackedWeights packed(PackedFor::Run);
  const Execution execution{nullptr, Isa::Amx, FloatOrder::Fast};
  chooseFamily(packed, execution, {ElementType::U8, 0}, {ElementType::I8, 0});
  EXPECT_FALSE(TileProduct::serves(packed, 1));
  EXPECT_TRUE(TileProduct::serves(packed, 16));
  const QuantizedInput half{ElementType::BF16, 0};
  packed.run = 4;
  chooseFamily(packed, execution, half, half);
  EXPECT_TRUE(TileProduct::serves(packed, 1)) << "a sample's bits would depend on its batch";
  packed.run = 3;
  chooseFamily(packed, execution, half, half);
  EXPECT_FALSE(TileProduct::serves(packed, 16)) << "a padded element might be infinite";
  packed.run = 4;
  chooseFamily(packed, {nullptr, Isa::Amx, FloatOrder::Fixed}, half, half);
  EXPECT_FALSE(TileProduct::serves(packed, 16)) << "the fixed order is no tile's";
}

} // namespace
} // namespace qrt::test
