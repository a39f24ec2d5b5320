// Programs that ask for their coordinates and load where they compute; expected values by plain
// loops.
#include "test/conformance/chosen_samples.h"
#include "test/conformance/harness.h"

#include <algorithm>
#include <cmath>

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;
using Kind = ScalarInputKind;

class IndexedConformance : public Conformance {
protected:
  static Value coordinate(ScalarBuilder &b, uint32_t dim) {
    return b.input({Kind::Coordinate, ElementType::I32, dim});
  }
  static Value load(ScalarBuilder &b, ElementType type, uint32_t index,
                    std::vector<Value> coordinates) {
    return b.load({Kind::Indexed, type, index}, coordinates);
  }
  std::vector<Tensor> run(const NetBuilder &net, int64_t batch, const std::vector<Tensor> &inputs,
                          Status *failure = nullptr) {
    std::vector<Tensor> outputs = emptyOutputs(net.program, batch);
    auto loaded = load(net.program);
    EXPECT_TRUE(loaded.ok()) << loaded.status().message();
    Status status = loaded.ok() ? (*loaded)->run(batch, inputs, outputs) : loaded.status();
    if (failure)
      *failure = status;
    else
      EXPECT_TRUE(status.ok()) << status.message();
    return outputs;
  }
  using Conformance::load;
};

// [N, 8, 3, 5] to [N, 2, 6, 10]: ONNX's DepthToSpace (DCR) with blocks of 2, over a view whose
// channels lie last.
TEST_P(IndexedConformance, QuotientsAndRemaindersOfCoordinates) {
  NetBuilder net;
  uint32_t in = net.input(ElementType::I8, {perSample(), fixed(3), fixed(5), fixed(8)});
  ScalarBuilder b;
  Value two = b.constant(int32_t(2)), y = coordinate(b, 2), x = coordinate(b, 3);
  Value channel = b.apply(
      ScalarOp::AddI, coordinate(b, 1),
      b.apply(ScalarOp::MulI, two,
              b.apply(ScalarOp::AddI, b.apply(ScalarOp::MulI, b.apply(ScalarOp::RemI, y, two), two),
                      b.apply(ScalarOp::RemI, x, two))));
  Value loaded = load(b, ElementType::I8, 0,
                      {coordinate(b, 0), channel, b.apply(ScalarOp::DivI, y, two),
                       b.apply(ScalarOp::DivI, x, two)});
  ElementwiseCall call;
  call.leading = perSample();
  call.walk.sizes = {1, 2, 6, 10};
  call.program = b.finish(loaded, ElementType::I8);
  call.output = {{120, 60, 10, 1}};
  call.indexed = {
      {bufferOperand(in), {perSample(), fixed(8), fixed(3), fixed(5)}, {{120, 1, 40, 8}}}};
  net.callToOutput(call, ElementType::I8, {perSample(), fixed(2), fixed(6), fixed(10)});
  Tensor values = randomTensor(random, ElementType::I8, {3, 3, 5, 8});
  auto outputs = run(net, 3, {values});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
  size_t at = 0;
  for (int n = 0; n < 3; ++n)
    for (int c = 0; c < 2; ++c)
      for (int h = 0; h < 6; ++h)
        for (int w = 0; w < 10; ++w)
          ASSERT_EQ(outputs[0].values<int8_t>()[at++],
                    values.values<int8_t>()[size_t(((n * 3 + h / 2) * 5 + w / 2) * 8 +
                                                   ((h % 2) * 2 + w % 2) * 2 + c)]);
}

// Rows by a table, 16 bytes of a row at once where they lie aligned and one by one elsewhere,
// beside what lies at the result's own place.
TEST_P(IndexedConformance, RowsByATable) {
  NetBuilder net;
  constexpr int64_t rows = 6;
  const std::vector<int32_t> table{5, 0, 3, 3, 1, 4};
  uint32_t places = net.constant(Tensor::fromValues<int32_t>({rows}, table));
  for (ElementType type : {ElementType::U8, ElementType::F16, ElementType::F32, ElementType::I64})
    for (auto [row, shift] :
         {std::pair<int64_t, int64_t>{64, 0}, {64, 16}, {64, 3}, {20, 0}, {7, 0}}) {
      uint32_t in = net.input(type, {perSample(), fixed(shift + rows * row)});
      uint32_t beside = net.input(type, {perSample(), fixed(rows), fixed(row)});
      ScalarBuilder b;
      Value index = load(b, ElementType::I32, 0, {coordinate(b, 1)});
      index = b.apply(ScalarOp::MinI, b.apply(ScalarOp::MaxI, index, b.constant(int32_t(0))),
                      b.constant(int32_t(rows - 1)));
      Value loaded = load(b, type, 1, {coordinate(b, 0), index, coordinate(b, 2)});
      Value other = b.input({Kind::Tensor, type, 0});
      ElementwiseCall call;
      call.leading = perSample();
      call.walk.sizes = {1, rows, row};
      call.program = b.finish(
          b.apply(loaded.type == ScalarType::F32 ? ScalarOp::MaxF : ScalarOp::MaxI, loaded, other),
          type);
      call.tensors = {{bufferOperand(beside), {{rows * row, row, 1}}}};
      call.output = {{rows * row, row, 1}};
      call.indexed = {{{Operand::Space::Constant, places}, {fixed(rows)}, {{1}}},
                      {bufferOperand(in),
                       {perSample(), fixed(rows), fixed(row)},
                       {{shift + rows * row, row, 1}, shift}}};
      net.callToOutput(call, type, {perSample(), fixed(rows), fixed(row)});
    }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Positions computed in f32 and clamped: NaN, infinities and what no i32 holds too.
TEST_P(IndexedConformance, FloatsBecomeIndices) {
  NetBuilder net;
  constexpr int64_t count = 700;
  uint32_t places = net.input(ElementType::F32, {perSample(), fixed(count)});
  uint32_t table = net.input(ElementType::F32, {perSample(), fixed(9)});
  ScalarBuilder b;
  Value place = b.apply(ScalarOp::F32ToIndex, b.input({Kind::Tensor, ElementType::F32, 0}));
  place = b.apply(ScalarOp::MinI, b.apply(ScalarOp::MaxI, place, b.constant(int32_t(0))),
                  b.constant(int32_t(8)));
  ElementwiseCall call;
  call.leading = perSample();
  call.walk.sizes = {1, count};
  call.program =
      b.finish(load(b, ElementType::F32, 0, {coordinate(b, 0), place}), ElementType::F32);
  call.output = {{count, 1}};
  call.tensors = {{bufferOperand(places), call.output}};
  call.indexed = {{bufferOperand(table), {perSample(), fixed(9)}, {{9, 1}}}};
  net.callToOutput(call, ElementType::F32, {perSample(), fixed(count)});
  Tensor at = randomTensor(random, ElementType::F32, {2, count});
  for (float &value : at.mutableValues<float>())
    value = value * 20 + 4;
  const float edges[] = {NAN,           INFINITY, -INFINITY, 3e9f,  -3e9f,
                         2147483648.0f, -0.5f,    8.999f,    0.999f};
  std::copy(std::begin(edges), std::end(edges), at.mutableValues<float>().begin());
  Tensor values = randomTensor(random, ElementType::F32, {2, 9});
  auto outputs = run(net, 2, {at, values});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
  for (int64_t i = 0; i < 2 * count; ++i) {
    double position = std::trunc(double(at.values<float>()[size_t(i)]));
    int64_t index = std::isnan(position) ? 0 : int64_t(std::clamp(position, 0.0, 8.0));
    ASSERT_EQ(outputs[0].values<float>()[size_t(i)],
              values.values<float>()[size_t(i / count * 9 + index)])
        << i;
  }
}

TEST_P(IndexedConformance, GuardedIndices) {
  NetBuilder net = chosenSamples();
  Tensor values = randomTensor(random, ElementType::F32, {4, 33});
  const std::vector<int64_t> indices = {3, 0, 2, 3};
  auto outputs = run(net, 4, {values, Tensor::fromValues<int64_t>({4}, indices)});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
  for (size_t i = 0; i < 4 * 33; ++i)
    ASSERT_EQ(outputs[0].values<float>()[i],
              values.values<float>()[size_t(indices[i / 33]) * 33 + i % 33]);
}

TEST_P(IndexedConformance, AnIndexOutsideFailsTheRunAndNoOther) {
  NetBuilder net = chosenSamples();
  Tensor values = randomTensor(random, ElementType::F32, {2, 33});
  auto loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
  for (int64_t outside : {int64_t(2), int64_t(-1), int64_t(1) << 40, int64_t(1)}) {
    const std::vector<int64_t> indices = {0, outside};
    std::vector<Tensor> inputs{values, Tensor::fromValues<int64_t>({2}, indices)};
    std::vector<Tensor> outputs = emptyOutputs(net.program, 2);
    Status status = (*loaded)->run(2, inputs, outputs);
    EXPECT_EQ(status.ok(), outside == 1);
    if (outside != 1) {
      EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
      EXPECT_NE(status.message().find("layer 'choice': "), std::string::npos) << status.message();
    }
  }
}

} // namespace

CONFORMANCE_SUITE(IndexedConformance);

} // namespace qrt::test
