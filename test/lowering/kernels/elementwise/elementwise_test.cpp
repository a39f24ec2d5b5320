// Every kernel of elementwise programs against programs written out here.
#include "test/lowering/kernels/epilogues.h"
#include "test/lowering/kernels/strided.h"

#include <limits>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

class Elementwise : public ::testing::Test {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
  std::mt19937 random{6};
};

// add (E5): fma(f32(a − z_a), m_a, f32(b − z_b) · m_b), b broadcast.
TEST_F(Elementwise, QuantizedAddWithBroadcast) {
  constexpr int64_t batch = 3;
  const std::vector<int64_t> sizes{batch, 5, 7, 33};
  CaseBuilder builder(ElementType::U8, 5 * 7 * 33);
  const qrt::Tensor a = randomTensor(random, ElementType::I8, {batch, 5, 7, 33});
  const qrt::Tensor b = randomTensor(random, ElementType::U8, {7, 1});
  using Kind = qrt::ScalarInputKind;
  qrt::ScalarBuilder s;
  auto centred = [&](uint32_t index, ElementType type, int32_t zero) {
    return s.apply(ScalarOp::IntToF32,
                   s.apply(ScalarOp::SubI, s.input({Kind::Tensor, type, index}), s.constant(zero)));
  };
  auto t = s.apply(ScalarOp::FmaF, centred(0, ElementType::I8, 4), s.constant(0.317f),
                   s.apply(ScalarOp::MulF, centred(1, ElementType::U8, 99), s.constant(0.731f)));
  const Quantized quantized{ElementType::U8, 17, 0, 255};
  qrt::ElementwiseCall call;
  call.leading = perSample(1);
  call.walk.sizes = {1, 5, 7, 33};
  call.program = s.finish(quantizeValue(s, t, 17, 0, 255), ElementType::U8);
  call.tensors = {{builder.buffer(a), {{5 * 7 * 33, 7 * 33, 33, 1}}},
                  {builder.buffer(b), {{0, 0, 1, 0}}}};
  call.output = {{5 * 7 * 33, 7 * 33, 33, 1}};
  builder.onEveryKernel(call, batch, [&](const qrt::Tensor &y) {
    forPoints(sizes, [&](const std::vector<int64_t> &at) {
      const int64_t i = indexOf(call.output, at);
      const float left = float(numberAt(a, i) - 4), right = float(numberAt(b, at[2]) - 99);
      ASSERT_EQ(numberAt(y, i), quantized.of(std::fmaf(left, 0.317f, right * 0.731f))) << i;
    });
  });
}

// quantize: clamp(rint(x / s) + z), NaN → z, ±Inf saturates.
TEST_F(Elementwise, QuantizeEdges) {
  const float inf = std::numeric_limits<float>::infinity();
  std::vector<float> values{0.0f, -0.0f, inf, -inf, std::nanf(""), 1e-45f, 3e38f, 0.05f, -0.05f};
  for (int i = -400; i < 400; ++i)
    values.push_back(0.1f * (float(i) + 0.5f)); // near every tie
  const int64_t count = int64_t(values.size());
  CaseBuilder builder(ElementType::I8, count);
  qrt::ScalarBuilder s;
  auto x = s.input({qrt::ScalarInputKind::Tensor, ElementType::F32, 0});
  auto rounded = s.apply(ScalarOp::RintF, s.apply(ScalarOp::DivF, x, s.constant(0.1f)));
  rounded = s.apply(ScalarOp::Select, s.apply(ScalarOp::Equal, x, x), rounded, s.constant(0.0f));
  auto q = s.apply(ScalarOp::AddF, rounded, s.constant(-3.0f));
  q = s.apply(ScalarOp::MinF, s.apply(ScalarOp::MaxF, q, s.constant(-128.0f)), s.constant(127.0f));
  qrt::ElementwiseCall call;
  call.leading = fixed(count);
  call.walk.sizes = {1};
  call.program = s.finish(s.apply(ScalarOp::F32ToI32, q), ElementType::I8);
  call.tensors = {{builder.buffer(qrt::Tensor::fromValues<float>({count}, values)), {{1}}}};
  call.output = {{1}};
  builder.onEveryKernel(call, 1, [&](const qrt::Tensor &y) {
    for (int64_t i = 0; i < count; ++i) {
      const float t = std::isnan(values[i]) ? 0.0f : std::nearbyintf(values[i] / 0.1f);
      ASSERT_EQ(numberAt(y, i), std::fmin(std::fmax(t - 3.0f, -128.0f), 127.0f)) << values[i];
    }
  });
}

// Runs that lie aligned in the result and in some operands; a last line that is no whole run.
TEST_F(Elementwise, WholeRunsBesideBroadcastsTurnedAndShiftedOperands) {
  constexpr int64_t batch = 2, lines = 3;
  for (int64_t length : {24, 27}) {
    SCOPED_TRACE(length);
    const std::vector<int64_t> sizes{batch, lines, length};
    const int64_t sample = lines * 32;
    CaseBuilder builder(ElementType::U8, sample);
    const qrt::Tensor a = randomTensor(random, ElementType::U8, {batch * sample});
    const qrt::Tensor bias = randomTensor(random, ElementType::F32, {length});
    const qrt::Tensor gate = randomTensor(random, ElementType::F32, {lines});
    const qrt::Tensor turned = randomTensor(random, ElementType::F32, {batch, length, lines});
    const qrt::Tensor shifted = randomTensor(random, ElementType::I8, {batch * sample + 1});
    qrt::ElementwiseCall call;
    call.leading = perSample(1);
    call.walk.sizes = {1, lines, length};
    call.output = {{sample, 32, 1}};
    call.tensors = {{builder.buffer(a), {{sample, 32, 1}}},
                    {builder.buffer(bias), {{0, 0, 1}}},
                    {builder.buffer(gate), {{0, 1, 0}}},
                    {builder.buffer(turned), {{length * lines, 1, lines}}},
                    {builder.buffer(shifted), {{sample, 32, 1}, 1}}};
    qrt::ScalarBuilder s;
    auto read = [&](uint32_t index, ElementType type) {
      auto x = s.input({qrt::ScalarInputKind::Tensor, type, index});
      return type == ElementType::F32 ? x : s.apply(ScalarOp::IntToF32, x);
    };
    auto t = s.apply(ScalarOp::FmaF, read(0, ElementType::U8), read(2, ElementType::F32),
                     read(1, ElementType::F32));
    t = s.apply(ScalarOp::FmaF, read(4, ElementType::I8), read(3, ElementType::F32), t);
    call.program = s.finish(quantizeValue(s, t, 17, 0, 255), ElementType::U8);
    const Quantized quantized{ElementType::U8, 17, 0, 255};
    builder.onEveryKernel(call, batch, [&](const qrt::Tensor &y) {
      forPoints(sizes, [&](const std::vector<int64_t> &at) {
        auto value = [&](const qrt::Tensor &x, size_t tensor) {
          return float(numberAt(x, indexOf(call.tensors[tensor].access, at)));
        };
        const float sum = std::fmaf(value(a, 0), value(gate, 2), value(bias, 1));
        ASSERT_EQ(numberAt(y, indexOf(call.output, at)),
                  quantized.of(std::fmaf(value(shifted, 4), value(turned, 3), sum)));
      });
    });
  }
}

// So many lines that an item takes several: lines that are no whole number of items, a last run
// that is not whole.
TEST_F(Elementwise, SeveralLinesAnItem) {
  for (int64_t length : {64, 70}) {
    SCOPED_TRACE(length);
    const int64_t lines = OpenClRunner::instance()->description(true).computeUnits * 4096 + 3;
    CaseBuilder builder(ElementType::I8, lines * length);
    const qrt::Tensor x = randomTensor(random, ElementType::F32, {lines, 72});
    const qrt::Tensor gains = randomTensor(random, ElementType::F32, {length});
    const qrt::Tensor shifts = randomTensor(random, ElementType::F32, {length});
    qrt::ElementwiseCall call;
    call.leading = perSample(lines);
    call.walk.sizes = {1, length};
    call.output = {{length, 1}};
    call.tensors = {{builder.buffer(x), {{72, 1}}},
                    {builder.constantOperand(gains), {{0, 1}}},
                    {builder.constantOperand(shifts), {{0, 1}}}};
    qrt::ScalarBuilder s;
    auto read = [&](uint32_t index) {
      return s.input({qrt::ScalarInputKind::Tensor, ElementType::F32, index});
    };
    auto t = s.apply(ScalarOp::MulF, s.apply(ScalarOp::FmaF, read(0), read(1), read(2)),
                     s.constant(60.0f));
    call.program = s.finish(quantizeValue(s, t, 3, -128, 127), ElementType::I8);
    const Quantized quantized{ElementType::I8, 3, -128, 127};
    builder.onKernel("elementwise.gpu", call, 1, [&](const qrt::Tensor &y, const Choice &choice) {
      const qrt::Program emitted =
          builder.emitted(call, choice, OpenClRunner::instance()->description(true));
      ASSERT_NE(emitted.kernels[0].source.find("#define LINES 4"), std::string::npos);
      for (int64_t i = 0; i < y.size(); ++i) {
        const size_t c = size_t(i % length), at = size_t(i / length * 72) + c;
        const float sum =
            std::fmaf(x.values<float>()[at], gains.values<float>()[c], shifts.values<float>()[c]);
        ASSERT_EQ(numberAt(y, i), quantized.of(sum * 60.0f)) << i;
      }
    });
  }
}

// So many elements that an item takes several runs: of one line, whose end is no whole run, and of
// lines that lie apart in what is read.
TEST_F(Elementwise, SeveralRunsAnItem) {
  const int64_t units = OpenClRunner::instance()->description(true).computeUnits;
  for (int64_t length : {units * 4096 * 16 + 301, int64_t(64)}) {
    SCOPED_TRACE(length);
    const int64_t lines = length == 64 ? units * 1024 + 3 : 1, apart = length == 64 ? 72 : length;
    CaseBuilder builder(ElementType::I8, lines * length);
    const qrt::Tensor x = randomTensor(random, ElementType::F32, {lines, apart});
    const qrt::Tensor y = randomTensor(random, ElementType::I8, {lines, length});
    qrt::ElementwiseCall call;
    call.leading = perSample(lines);
    call.walk.sizes = {1, length};
    call.output = {{length, 1}};
    call.tensors = {{builder.buffer(x), {{apart, 1}}}, {builder.buffer(y), {{length, 1}}}};
    qrt::ScalarBuilder s;
    auto read = [&](ElementType type, uint32_t index) {
      return s.input({qrt::ScalarInputKind::Tensor, type, index});
    };
    const auto t = s.apply(ScalarOp::AddF, read(ElementType::F32, 0),
                           s.apply(ScalarOp::IntToF32, read(ElementType::I8, 1)));
    call.program = s.finish(quantizeValue(s, t, 3, -128, 127), ElementType::I8);
    const Quantized quantized{ElementType::I8, 3, -128, 127};
    builder.onKernel("elementwise.gpu", call, 1, [&](const qrt::Tensor &z, const Choice &choice) {
      const qrt::Program emitted =
          builder.emitted(call, choice, OpenClRunner::instance()->description(true));
      ASSERT_NE(emitted.kernels[0].source.find("#define TOGETHER 4"), std::string::npos);
      for (int64_t i = 0; i < z.size(); ++i) {
        const size_t at = size_t(i / length * apart + i % length);
        ASSERT_EQ(numberAt(z, i), quantized.of(x.values<float>()[at] + float(numberAt(y, i)))) << i;
      }
    });
  }
}

// A picture by channels becomes bytes by pixels, which lie apart or not, beside gains by channel
// and a value that lies as pixels do.
TEST_F(Elementwise, PixelsOfFewChannels) {
  constexpr int64_t batch = 3;
  const int64_t many = OpenClRunner::instance()->description(true).computeUnits * 4096 + 3;
  for (const auto &[pixels, channels, pitch] : {std::array<int64_t, 3>{many, 3, 4},
                                                {84, 3, 3},
                                                {84, 3, 16},
                                                {84, 4, 8},
                                                {84, 2, 16},
                                                {84, 1, 4}}) {
    SCOPED_TRACE(std::to_string(channels) + " of " + std::to_string(pitch));
    CaseBuilder builder(ElementType::U8, pixels * pitch);
    const qrt::Tensor x = randomTensor(random, ElementType::F32, {batch, channels, pixels});
    const qrt::Tensor beside = randomTensor(random, ElementType::I8, {batch, pixels, channels});
    const qrt::Tensor gains = randomTensor(random, ElementType::F32, {channels});
    qrt::ElementwiseCall call;
    call.leading = perSample(1);
    call.walk.sizes = {1, pixels, channels};
    call.output = {{pixels * pitch, pitch, 1}};
    call.tensors = {{builder.buffer(x), {{pixels * channels, 1, pixels}}},
                    {builder.buffer(beside), {{pixels * channels, channels, 1}}},
                    {builder.constantOperand(gains), {{0, 0, 1}}}};
    qrt::ScalarBuilder s;
    auto read = [&](ElementType type, uint32_t index) {
      return s.input({qrt::ScalarInputKind::Tensor, type, index});
    };
    const auto t = s.apply(ScalarOp::FmaF, read(ElementType::F32, 0), read(ElementType::F32, 2),
                           s.apply(ScalarOp::IntToF32, read(ElementType::I8, 1)));
    call.program = s.finish(quantizeValue(s, t, 17, 0, 255), ElementType::U8);
    const Quantized quantized{ElementType::U8, 17, 0, 255};
    builder.onEveryKernel(call, batch, [&](const qrt::Tensor &y) {
      for (int64_t i = 0; i < batch * pixels * channels; ++i) {
        const int64_t n = i / (pixels * channels), p = i / channels % pixels, c = i % channels;
        const float value = x.values<float>()[size_t((n * channels + c) * pixels + p)];
        ASSERT_EQ(numberAt(y, (n * pixels + p) * pitch + c),
                  quantized.of(std::fmaf(value, gains.values<float>()[size_t(c)],
                                         float(numberAt(beside, i)))))
            << i;
      }
    });
  }
}

TEST_F(Elementwise, TableLookup) {
  constexpr int64_t batch = 40;
  std::vector<int32_t> table(256);
  for (int i = 0; i < 256; ++i)
    table[i] = (i * 37 + 11) % 256 - 128;
  CaseBuilder builder(ElementType::I8, 3);
  const qrt::Tensor x = randomTensor(random, ElementType::I8, {batch, 3});
  qrt::ScalarBuilder s;
  auto index = s.apply(ScalarOp::AddI, s.input({qrt::ScalarInputKind::Tensor, ElementType::I8, 0}),
                       s.constant(int32_t(128)));
  qrt::ElementwiseCall call;
  call.leading = perSample(1);
  call.walk.sizes = {1, 3};
  call.program = s.finish(s.lookup(table, index), ElementType::I8);
  call.tensors = {{builder.buffer(x), {{3, 1}}}};
  call.output = {{3, 1}};
  builder.onEveryKernel(call, batch, [&](const qrt::Tensor &y) {
    for (int64_t i = 0; i < batch * 3; ++i)
      ASSERT_EQ(numberAt(y, i), table[int(numberAt(x, i)) + 128]);
  });
}

// Rows by a table: each element of a row from one place on, which neighbours load together where it
// is aligned. `shift`: of the source's rows, `added` beside them.
template <typename Check>
void forRowsByTable(std::mt19937 &random, ElementType type, int64_t row, int64_t shift,
                    Check &&check) {
  constexpr int64_t batch = 3, rows = 7, sourceRows = 5;
  CaseBuilder builder(type, rows * row);
  const qrt::Tensor x = randomTensor(random, type, {batch, shift + sourceRows * row});
  const qrt::Tensor added = randomTensor(random, type, {batch, rows, row});
  const std::vector<int32_t> table{4, 0, 0, 3, 1, 2, 4};
  using Kind = qrt::ScalarInputKind;
  qrt::ScalarBuilder s;
  auto coordinate = [&](uint32_t d) { return s.input({Kind::Coordinate, ElementType::I32, d}); };
  auto index = s.load({Kind::Indexed, ElementType::I32, 0}, {{coordinate(1)}});
  auto place = s.apply(ScalarOp::MinI, s.apply(ScalarOp::MaxI, index, s.constant(int32_t(0))),
                       s.constant(int32_t(sourceRows - 1)));
  auto loaded = s.load({Kind::Indexed, type, 1}, {{coordinate(0), place, coordinate(2)}});
  const bool isFloat = loaded.type == qrt::ScalarType::F32;
  auto sum =
      s.apply(isFloat ? ScalarOp::AddF : ScalarOp::XorI, loaded, s.input({Kind::Tensor, type, 0}));
  qrt::ElementwiseCall call;
  call.leading = perSample(1);
  call.walk.sizes = {1, rows, row};
  call.program = s.finish(sum, type);
  call.tensors = {{builder.buffer(added), {{rows * row, row, 1}}}};
  call.output = {{rows * row, row, 1}};
  call.indexed = {{builder.constantOperand(qrt::Tensor::fromValues<int32_t>({rows}, table)),
                   {fixed(rows)},
                   {{1}}},
                  {builder.buffer(x),
                   {perSample(1), fixed(sourceRows), fixed(row)},
                   {{shift + sourceRows * row, row, 1}, shift}}};
  builder.onEveryKernel(call, batch, [&](const qrt::Tensor &y) {
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t c = 0; c < row; ++c)
          check(y, (b * rows + r) * row + c, x,
                b * (shift + sourceRows * row) + shift + table[size_t(r)] * row + c, added);
  });
}

TEST_F(Elementwise, RowsByATableInFloats) {
  for (auto [row, shift] : {std::pair{32, 0}, {32, 4}, {32, 3}, {31, 0}, {1, 0}})
    forRowsByTable(
        random, ElementType::F32, row, shift,
        [&](const qrt::Tensor &y, int64_t i, const qrt::Tensor &x, int64_t from,
            const qrt::Tensor &added) {
          ASSERT_EQ(y.values<float>()[i], x.values<float>()[from] + added.values<float>()[i])
              << row << " + " << shift << " at " << i;
        });
}

TEST_F(Elementwise, RowsByATableInBytes) {
  for (auto [row, shift] : {std::pair{96, 0}, {96, 16}, {96, 8}, {40, 0}, {33, 0}})
    forRowsByTable(
        random, ElementType::U8, row, shift,
        [&](const qrt::Tensor &y, int64_t i, const qrt::Tensor &x, int64_t from,
            const qrt::Tensor &added) {
          ASSERT_EQ(y.values<uint8_t>()[i], x.values<uint8_t>()[from] ^ added.values<uint8_t>()[i])
              << row << " + " << shift << " at " << i;
        });
}

} // namespace
} // namespace qopt::test
