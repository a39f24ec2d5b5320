// Loads at places that follow from a row: whole rows at once, with the bits of one by one.
#include "runtime/numerics/elementwise/row_plan.h"
#include "test/runtime/numerics/walks.h"

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

/// A resized image [n, rows, columns, channels], of `inRows` rows.
struct Resized {
  int64_t n, inRows, rows, columns, channels;
  std::vector<int32_t> places; // of each row, the first of two
  std::vector<float> weights;  // [rows, 2]

  StridedWalk walk() const { return {{n, rows, columns, channels}}; }
  StridedAccess dense() const {
    return {{rows * columns * channels, columns * channels, channels, 1}, 0};
  }
  int64_t elements() const { return n * rows * columns * channels; }
};

Resized randomResized(Random &random) {
  Resized r{random.integer(1, 2),
            random.integer(2, 5),
            random.integer(1, 40),
            random.integer(1, 9),
            random.integer(1, 300),
            {},
            {}};
  for (int64_t y = 0; y < r.rows; ++y) {
    r.places.push_back(int32_t(random.integer(0, r.inRows - 2)));
    for (int k = 0; k < 2; ++k)
      r.weights.push_back(random.real());
  }
  return r;
}

/// Indexed operands 0: places, 1: weights, 2: the image, whose channels lie `channelStride` apart.
template <class T> struct Operands {
  Operands(const Resized &r, const std::vector<T> &image, bool channelsFirst)
      : list{{r.places.data(), {{1}, 0}},
             {r.weights.data(), {{2, 1}, 0}},
             {image.data(), {imageStrides(r, channelsFirst), 0}}} {}
  static std::vector<int64_t> imageStrides(const Resized &r, bool channelsFirst) {
    int64_t plane = r.inRows * r.columns;
    return channelsFirst
               ? std::vector<int64_t>{plane * r.channels, r.columns, 1, plane}
               : std::vector<int64_t>{plane * r.channels, r.columns * r.channels, r.channels, 1};
  }
  ElementwiseOperand list[3];
};

ScalarInput indexed(ElementType type, uint32_t index) {
  return {ScalarInputKind::Indexed, type, index};
}
Value coordinate(ScalarBuilder &b, uint32_t dim) {
  return b.input({ScalarInputKind::Coordinate, ElementType::I32, dim});
}
/// The image's element at row place + `further`.
Value pixel(ScalarBuilder &b, ElementType type, int32_t further) {
  Value place = b.load(indexed(ElementType::I32, 0), std::vector{coordinate(b, 1)});
  if (further)
    place = b.apply(ScalarOp::AddI, place, b.constant(further));
  return b.load(indexed(type, 2),
                std::vector{coordinate(b, 0), place, coordinate(b, 2), coordinate(b, 3)});
}

/// expected(n, place, y, column, channel) of each element, and what is computed.
template <class T, class Out, class Expect>
void compare(const Resized &r, const ScalarProgram &program, bool channelsFirst, Random &random,
             const std::string &what, Expect expect) {
  auto image = random.values<T>(r.n * r.inRows * r.columns * r.channels);
  Operands<T> operands(r, image, channelsFirst);
  auto strides = operands.list[2].access.strides;
  std::vector<Out> expected;
  for (int64_t n = 0; n < r.n; ++n)
    for (int64_t y = 0; y < r.rows; ++y)
      for (int64_t x = 0; x < r.columns; ++x)
        for (int64_t c = 0; c < r.channels; ++c) {
          auto at = [&](int64_t row) {
            return image[size_t(n * strides[0] + row * strides[1] + x * strides[2] +
                                c * strides[3])];
          };
          expected.push_back(expect(at, y, c));
        }
  for (const Execution &execution : executions()) {
    std::vector<Out> actual(expected.size());
    EXPECT_TRUE(
        elementwise(execution, r.walk(), program, {{}, operands.list}, r.dense(), actual.data())
            .ok());
    expectSame(expected, actual, what + " " + describe(execution));
  }
}

template <class T> void sweepCopied(uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 40; ++i) {
    Resized r = randomResized(random);
    ScalarBuilder b;
    ScalarProgram program = b.finish(pixel(b, elementTypeOf<T>(), 0), elementTypeOf<T>());
    compare<T, T>(r, program, random.integer(0, 2) == 0, random, "copied " + std::to_string(i),
                  [&](auto at, int64_t y, int64_t) { return at(r.places[size_t(y)]); });
  }
}
TEST(IndexedRows, CopiedBytes) { sweepCopied<uint8_t>(171); }
TEST(IndexedRows, CopiedSignedBytes) { sweepCopied<int8_t>(172); }
TEST(IndexedRows, CopiedFloats) { sweepCopied<float>(173); }

TEST(IndexedRows, TwoRowsWeighed) {
  Random random(174);
  for (int i = 0; i < 40; ++i) {
    Resized r = randomResized(random);
    ScalarBuilder b;
    auto part = [&](int32_t k) {
      Value weight =
          b.load(indexed(ElementType::F32, 1), std::vector{coordinate(b, 1), b.constant(k)});
      return b.apply(ScalarOp::MulF, weight, pixel(b, ElementType::F32, k));
    };
    ScalarProgram program = b.finish(b.apply(ScalarOp::AddF, part(0), part(1)), ElementType::F32);
    compare<float, float>(r, program, random.integer(0, 2) == 0, random,
                          "weighed " + std::to_string(i), [&](auto at, int64_t y, int64_t) {
                            const float *w = &r.weights[size_t(2 * y)];
                            int64_t place = r.places[size_t(y)];
                            volatile float first = w[0] * at(place), next = w[1] * at(place + 1);
                            return first + next;
                          });
  }
}

// Bytes become wide, columns and rows are read as numbers.
TEST(IndexedRows, BytesAndCoordinatesCombined) {
  Random random(175);
  for (int i = 0; i < 40; ++i) {
    Resized r = randomResized(random);
    ScalarBuilder b;
    Value sum = b.apply(ScalarOp::AddI, pixel(b, ElementType::I8, 1), coordinate(b, 3));
    sum = b.apply(ScalarOp::MulI, sum, coordinate(b, 1));
    ScalarProgram program = b.finish(sum, ElementType::I32);
    compare<int8_t, int32_t>(r, program, random.integer(0, 2) == 0, random,
                             "combined " + std::to_string(i), [&](auto at, int64_t y, int64_t c) {
                               return int32_t((at(r.places[size_t(y)] + 1) + c) * y);
                             });
  }
}

/// Planes [planes, inColumns] whose columns are placed, of two weighed: an image resized along its
/// innermost dimension.
struct Widened {
  explicit Widened(Random &random)
      : planes(random.integer(1, 300)), inColumns(random.integer(2, 40)),
        columns(random.integer(1, 300)), image(random.values<float>(planes * inColumns)) {
    for (int64_t x = 0; x < columns; ++x) {
      places.push_back(int32_t(random.integer(0, inColumns - 2)));
      weights.push_back(random.real());
    }
  }
  int64_t planes, inColumns, columns;
  std::vector<float> image;
  std::vector<int32_t> places;
  std::vector<float> weights;

  /// expected(plane, column) of each element beside what is computed.
  template <class Expect>
  void compare(const ScalarProgram &program, const std::string &what, Expect expect,
               std::span<const ElementwiseOperand> beside = {}) const {
    const ElementwiseOperand list[] = {
        {places.data(), {{1}, 0}}, {weights.data(), {{1}, 0}}, {image.data(), {{inColumns, 1}, 0}}};
    std::vector<float> expected;
    for (int64_t p = 0; p < planes; ++p)
      for (int64_t x = 0; x < columns; ++x)
        expected.push_back(expect(p, x));
    for (const Execution &execution : executions()) {
      std::vector<float> actual(expected.size());
      EXPECT_TRUE(elementwise(execution, {{planes, columns}}, program, {beside, list},
                              {{columns, 1}, 0}, actual.data())
                      .ok());
      expectSame(expected, actual, what + " " + describe(execution));
    }
  }
};

/// The element at column place + `further`.
Value widened(ScalarBuilder &b, int32_t further) {
  Value place = b.load(indexed(ElementType::I32, 0), std::vector{coordinate(b, 1)});
  if (further)
    place = b.apply(ScalarOp::AddI, place, b.constant(further));
  return b.load(indexed(ElementType::F32, 2), std::vector{coordinate(b, 0), place});
}

TEST(IndexedRows, ColumnsPlaced) {
  Random random(176);
  for (int i = 0; i < 40; ++i) {
    const Widened w(random);
    ScalarBuilder b;
    w.compare(b.finish(widened(b, 0), ElementType::F32), "placed " + std::to_string(i),
              [&](int64_t p, int64_t x) {
                return w.image[size_t(p * w.inColumns + w.places[size_t(x)])];
              });
  }
}

// Values that depend on the column or the row alone meet values that depend on both.
TEST(IndexedRows, TwoColumnsWeighed) {
  Random random(177);
  for (int i = 0; i < 40; ++i) {
    const Widened w(random);
    ScalarBuilder b;
    Value weight = b.load(indexed(ElementType::F32, 1), std::vector{coordinate(b, 1)});
    Value sum = b.apply(ScalarOp::AddF, b.apply(ScalarOp::MulF, weight, widened(b, 0)),
                        b.apply(ScalarOp::MulF, weight, widened(b, 1)));
    Value row = b.apply(ScalarOp::IntToF32, coordinate(b, 0));
    w.compare(b.finish(b.apply(ScalarOp::AddF, sum, row), ElementType::F32),
              "weighed " + std::to_string(i), [&](int64_t p, int64_t x) {
                const float *at = &w.image[size_t(p * w.inColumns + w.places[size_t(x)])];
                volatile float first = w.weights[size_t(x)] * at[0],
                               next = w.weights[size_t(x)] * at[1];
                volatile float both = first + next;
                return both + float(p);
              });
  }
}

// Nothing of the row: the same line everywhere.
TEST(IndexedRows, ColumnsAlone) {
  Random random(178);
  const Widened w(random);
  ScalarBuilder b;
  Value place = b.load(indexed(ElementType::I32, 0), std::vector{coordinate(b, 1)});
  Value first = b.load(indexed(ElementType::F32, 2), std::vector{b.constant(0), place});
  w.compare(b.finish(first, ElementType::F32), "alone",
            [&](int64_t, int64_t x) { return w.image[size_t(w.places[size_t(x)])]; });
}

// Tensors beside what is placed: everywhere, by the row, by the column.
TEST(IndexedRows, TensorsBeside) {
  Random random(179);
  for (int i = 0; i < 40; ++i) {
    const Widened w(random);
    const auto every = random.values<int8_t>(w.planes * w.columns);
    const auto ofRow = random.values<float>(w.planes), ofColumn = random.values<float>(w.columns);
    ScalarBuilder b;
    auto tensor = [&](ElementType type, uint32_t index) {
      return b.input({ScalarInputKind::Tensor, type, index});
    };
    Value sum = b.apply(ScalarOp::MulF, widened(b, 0), tensor(ElementType::F32, 1));
    sum = b.apply(ScalarOp::AddF, sum, b.apply(ScalarOp::IntToF32, tensor(ElementType::I8, 0)));
    sum = b.apply(ScalarOp::MulF, sum, tensor(ElementType::F32, 2));
    const ElementwiseOperand beside[] = {{every.data(), {{w.columns, 1}, 0}},
                                         {ofRow.data(), {{1, 0}, 0}},
                                         {ofColumn.data(), {{0, 1}, 0}}};
    w.compare(
        b.finish(sum, ElementType::F32), "beside " + std::to_string(i),
        [&](int64_t p, int64_t x) {
          volatile float product =
              w.image[size_t(p * w.inColumns + w.places[size_t(x)])] * ofRow[size_t(p)];
          volatile float both = product + float(every[size_t(p * w.columns + x)]);
          return both * ofColumn[size_t(x)];
        },
        beside);
  }
}

/// The plan of a program whose columns are coordinate 1; tensors differ both ways.
std::optional<RowPlan> planOf(const BlockProgram &block) {
  std::vector<TileInput> tiles;
  for (const ScalarInput &input : block.program.inputs) {
    const bool isTensor = input.kind == ScalarInputKind::Tensor;
    const bool counts = input.kind == ScalarInputKind::Coordinate;
    tiles.push_back({nullptr, isTensor ? 300 : counts && input.index == 0,
                     isTensor || (counts && input.index == 1)});
  }
  return planRows(block, tiles, 300, {nullptr, 300, 1});
}

TEST(IndexedRows, Plans) {
  ScalarBuilder placed, weighed;
  const ScalarProgram copied = placed.finish(widened(placed, 0), ElementType::F32);
  const std::optional<RowPlan> plan = planOf(BlockProgram(Isa::Baseline, copied));
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->copies);
  EXPECT_TRUE(plan->gathers[1]);
  EXPECT_FALSE(plan->gathers[0]); // places follow the columns
  Value sum = weighed.apply(ScalarOp::AddF, widened(weighed, 0), widened(weighed, 1));
  const ScalarProgram computed = weighed.finish(sum, ElementType::F32);
  const std::optional<RowPlan> other = planOf(BlockProgram(Isa::Baseline, computed));
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->copies);
}

// An artifact's program may compute what nobody reads: copied parts have no room for it.
TEST(IndexedRows, DeadSteps) {
  Random random(180);
  const int64_t rows = 300, columns = 300;
  const auto x = random.values<float>(rows * columns);
  ScalarProgram program;
  program.inputs = {{ScalarInputKind::Coordinate, ElementType::I32, 0},
                    {ScalarInputKind::Coordinate, ElementType::I32, 1},
                    {ScalarInputKind::Tensor, ElementType::F32, 0},
                    {ScalarInputKind::Indexed, ElementType::F32, 0}};
  auto input = [&](uint16_t index, ScalarType type) {
    ScalarInstruction instruction{ScalarOp::Input, type};
    instruction.index = index;
    program.instructions.push_back(instruction);
  };
  input(0, ScalarType::I32), input(1, ScalarType::I32), input(2, ScalarType::F32);
  ScalarInstruction dead{ScalarOp::NegF, ScalarType::F32}, load{ScalarOp::Load, ScalarType::F32};
  dead.operands[0] = 2;
  load.operands[0] = 0, load.operands[1] = 1;
  load.index = 3, load.bits = 2;
  program.instructions.push_back(dead), program.instructions.push_back(load);
  program.result = 4;
  const ElementwiseOperand operand[] = {{x.data(), {{columns, 1}, 0}}};
  for (const Execution &execution : executions()) {
    std::vector<float> actual(x.size());
    ASSERT_TRUE(elementwise(execution, {{rows, columns}}, program, {operand, operand},
                            {{columns, 1}, 0}, actual.data())
                    .ok());
    expectSame(x, actual, describe(execution));
  }
}

} // namespace
} // namespace qrt::test
