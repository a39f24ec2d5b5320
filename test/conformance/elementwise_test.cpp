// Scalar programs over index spaces: every operation, broadcasts, tables, and
// the proof that a·b + c is contracted nowhere but in FmaF.
#include "test/conformance/harness.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

class ElementwiseConformance : public Conformance {
protected:
  /// A dense call over `buffers`, [samples, size] each.
  static ElementwiseCall dense(ScalarProgram program, const std::vector<uint32_t> &buffers,
                               int64_t size) {
    ElementwiseCall call;
    call.leading = perSample();
    call.walk.sizes = {1, size};
    call.program = std::move(program);
    call.output.strides = {size, 1};
    for (uint32_t buffer : buffers)
      call.tensors.push_back({bufferOperand(buffer), call.output});
    return call;
  }
  static Value tensor(ScalarBuilder &b, ElementType type, uint32_t index) {
    return b.input({ScalarInputKind::Tensor, type, index});
  }
};

// Awkward and ordinary floats.
Tensor specialFloats(std::mt19937 &random, int64_t count) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  const float specials[] = {0.0f, -0.0f, 1.0f,          -1.0f,      0.5f,       1.5f,
                            2.5f, -0.5f, -2.5f,         3.4e38f,    -3.4e38f,   1e-30f,
                            inf,  -inf,  std::nanf(""), 8388609.0f, 16777217.0f};
  Tensor values = Tensor::allocate(ElementType::F32, {1, count});
  std::uniform_real_distribution<float> wide(-20, 20);
  for (int64_t i = 0; i < count; ++i)
    values.mutableValues<float>()[size_t(i)] =
        i % 5 == 0 ? specials[random() % std::size(specials)] : wide(random);
  return values;
}

// Neighbouring items of GPUs share a line whose elements are no whole words, and take several where
// there are many; the last have fewer.
TEST_P(ElementwiseConformance, ManyLinesWithoutWords) {
  constexpr int64_t lines = 50001, length = 49;
  NetBuilder net;
  const uint32_t x = net.input(ElementType::F32, {perSample(lines), fixed(length)}),
                 added = net.input(ElementType::F32, {fixed(1), fixed(length)});
  ScalarBuilder b;
  ElementwiseCall call;
  call.leading = perSample(lines);
  call.walk.sizes = {1, length};
  call.program = b.finish(
      b.apply(ScalarOp::AddF, tensor(b, ElementType::F32, 0), tensor(b, ElementType::F32, 1)),
      ElementType::F32);
  call.output.strides = {length, 1};
  call.tensors = {{bufferOperand(x), call.output}, {bufferOperand(added), {{0, 1}, 0}}};
  net.callToOutput(call, ElementType::F32, {perSample(lines), fixed(length)});
  compare(net, {1, 2});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

constexpr int64_t size = 4099; // no multiple of any vector or work-group

TEST_P(ElementwiseConformance, ExactFloatOperations) {
  NetBuilder net;
  uint32_t inputs[] = {net.input(ElementType::F32, {perSample(), fixed(size)}),
                       net.input(ElementType::F32, {perSample(), fixed(size)}),
                       net.input(ElementType::F32, {perSample(), fixed(size)})};
  auto add = [&](auto &&body) {
    ScalarBuilder b;
    Value a = tensor(b, ElementType::F32, 0), c = tensor(b, ElementType::F32, 1),
          d = tensor(b, ElementType::F32, 2);
    ScalarProgram program = b.finish(body(b, a, c, d), ElementType::F32);
    net.callToOutput(dense(program, {inputs[0], inputs[1], inputs[2]}, size), ElementType::F32,
                     {perSample(), fixed(size)});
  };
  for (ScalarOp op : {ScalarOp::AddF, ScalarOp::SubF, ScalarOp::MulF, ScalarOp::DivF,
                      ScalarOp::MinF, ScalarOp::MaxF})
    add([&](ScalarBuilder &b, Value x, Value y, Value) { return b.apply(op, x, y); });
  for (ScalarOp op :
       {ScalarOp::NegF, ScalarOp::AbsF, ScalarOp::RintF, ScalarOp::FloorF, ScalarOp::CeilF})
    add([&](ScalarBuilder &b, Value x, Value, Value) { return b.apply(op, x); });
  add([&](ScalarBuilder &b, Value x, Value, Value) {
    return b.apply(ScalarOp::SqrtF, b.apply(ScalarOp::AbsF, x));
  });
  for (ScalarOp op : {ScalarOp::Less, ScalarOp::LessEqual, ScalarOp::Equal})
    add([&](ScalarBuilder &b, Value x, Value y, Value z) {
      return b.apply(ScalarOp::Select, b.apply(op, x, y), y, z);
    });
  std::vector<Tensor> values;
  for (int i = 0; i < 3; ++i)
    values.push_back(specialFloats(random, size));
  compareOn(net, 1, values);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(ElementwiseConformance, FunctionsHaveTheSameBits) {
  NetBuilder net;
  uint32_t x = net.input(ElementType::F32, {perSample(), fixed(size)});
  for (ScalarOp op :
       {ScalarOp::ExpF, ScalarOp::LogF, ScalarOp::TanhF, ScalarOp::ErfF, ScalarOp::SigmoidF,
        ScalarOp::Expm1F, ScalarOp::SoftplusF, ScalarOp::SinF, ScalarOp::CosF, ScalarOp::TanF,
        ScalarOp::AsinF, ScalarOp::AcosF, ScalarOp::AtanF, ScalarOp::SinhF, ScalarOp::CoshF,
        ScalarOp::AsinhF, ScalarOp::AcoshF, ScalarOp::AtanhF}) {
    ScalarBuilder b;
    Value value = tensor(b, ElementType::F32, 0);
    if (op == ScalarOp::LogF)
      value = b.apply(ScalarOp::AddF, b.apply(ScalarOp::AbsF, value), b.constant(1e-3f));
    net.callToOutput(dense(b.finish(b.apply(op, value), ElementType::F32), {x}, size),
                     ElementType::F32, {perSample(), fixed(size)});
  }
  ScalarBuilder b;
  Value base = b.apply(ScalarOp::AddF, b.apply(ScalarOp::AbsF, tensor(b, ElementType::F32, 0)),
                       b.constant(0.1f));
  net.callToOutput(
      dense(b.finish(b.apply(ScalarOp::PowF, base, b.constant(1.7f)), ElementType::F32), {x}, size),
      ElementType::F32, {perSample(), fixed(size)});
  Tensor values = randomTensor(random, ElementType::F32, {2, size});
  for (float &value : values.mutableValues<float>())
    value *= 12;
  compareOn(net, 2, {values});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// (1 + 2^-12)² − (1 + 2^-11) is 0 when the product rounds, 2^-24 when not (S3).
TEST_P(ElementwiseConformance, NothingIsContracted) {
  NetBuilder net;
  std::vector<uint32_t> inputs;
  for (int i = 0; i < 3; ++i)
    inputs.push_back(net.input(ElementType::F32, {perSample(), fixed(size)}));
  auto add = [&](bool fused, ScalarOp combine) {
    ScalarBuilder b;
    Value x = tensor(b, ElementType::F32, 0), y = tensor(b, ElementType::F32, 1),
          z = tensor(b, ElementType::F32, 2);
    Value result = fused ? b.apply(ScalarOp::FmaF, x, y, z)
                         : b.apply(combine, b.apply(ScalarOp::MulF, x, y), z);
    net.callToOutput(dense(b.finish(result, ElementType::F32), inputs, size), ElementType::F32,
                     {perSample(), fixed(size)});
  };
  add(false, ScalarOp::AddF);
  add(false, ScalarOp::SubF);
  add(true, ScalarOp::AddF);
  std::vector<Tensor> values = randomInputs(random, net.program, 1);
  for (int i = 0; i < 3; ++i)
    values[size_t(i)].mutableValues<float>()[0] = i < 2 ? 1 + 0x1p-12f : -(1 + 0x1p-11f);
  compareOn(net, 1, values);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();

  // The oracle too is held to numbers written here.
  std::vector<Tensor> outputs = emptyOutputs(net.program, 1);
  auto loaded = load(net.program);
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  ASSERT_TRUE((*loaded)->run(1, values, outputs).ok());
  EXPECT_EQ(outputs[0].values<float>()[0], 0.0f);
  EXPECT_EQ(outputs[2].values<float>()[0], 0x1p-24f);
}

// Every code of every narrow float to f32, and f32 to it: each middle between two numbers, and
// both neighbours of it.
TEST_P(ElementwiseConformance, NarrowFloats) {
  for (ElementType type : allElementTypes) {
    if (!narrowLayout(type) || isPacked(type))
      continue;
    const FloatLayout layout = *narrowLayout(type);
    const int64_t count = int64_t(1) << bitWidth(type);
    Tensor codes = Tensor::allocate(type, {1, count});
    Tensor reals = Tensor::allocate(ElementType::F32, {1, 2 * count});
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(static_cast<char *>(codes.mutableData()) + i * int64_t(byteWidth(type)), &i,
                  byteWidth(type));
    std::span<float> values = reals.mutableValues<float>();
    for (uint32_t i = 0; i < uint32_t(count); ++i) {
      const float value = widenFloat(layout, i), next = widenFloat(layout, i + 1);
      values[2 * i] = std::nextafter(value / 2 + next / 2, i % 2 ? INFINITY : -INFINITY);
      values[2 * i + 1] = i % 3 ? value / 2 + next / 2 : value * 1.01f;
    }
    NetBuilder net;
    uint32_t stored = net.input(type, {perSample(), fixed(count)});
    uint32_t wide = net.input(ElementType::F32, {perSample(), fixed(2 * count)});
    auto add = [&](ElementType from, ElementType to, uint32_t input, int64_t size, bool inside) {
      ScalarBuilder b;
      Value value = tensor(b, from, 0);
      if (inside)
        value = b.roundTo(type, value);
      net.callToOutput(dense(b.finish(value, to), {input}, size), to, {perSample(), fixed(size)});
    };
    add(type, ElementType::F32, stored, count, false);
    add(ElementType::F32, type, wide, 2 * count, false);
    add(ElementType::F32, ElementType::F32, wide, 2 * count, true);
    SCOPED_TRACE(elementTypeName(type));
    compareOn(net, 1, {codes, reals});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(ElementwiseConformance, Integers) {
  NetBuilder net;
  for (ElementType type : allElementTypes) {
    if (loadedType(type) != ScalarType::I32)
      continue;
    uint32_t x = net.input(type, {perSample(), fixed(size)});
    uint32_t y = net.input(type, {perSample(), fixed(size)});
    for (ScalarOp op : {ScalarOp::SubI, ScalarOp::MinI}) {
      ScalarBuilder b;
      Value result = b.apply(op, tensor(b, type, 0), tensor(b, type, 1));
      net.callToOutput(dense(b.finish(result, ElementType::I32), {x, y}, size), ElementType::I32,
                       {perSample(), fixed(size)});
    }
    ScalarBuilder b; // stored again as it was
    net.callToOutput(
        dense(b.finish(b.apply(ScalarOp::MaxI, tensor(b, type, 0), tensor(b, type, 0)), type), {x},
              size),
        type, {perSample(), fixed(size)});
  }
  ScalarBuilder b;
  uint32_t wide = net.input(ElementType::I64, {perSample(), fixed(size)});
  Value half = b.apply(ScalarOp::IntToF32, tensor(b, ElementType::I64, 0)); // half to even
  net.callToOutput(dense(b.finish(half, ElementType::F32), {wide}, size), ElementType::F32,
                   {perSample(), fixed(size)});
  compare(net, {2});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(ElementwiseConformance, Tables) {
  NetBuilder net;
  std::vector<int32_t> integers(256);
  std::vector<float> floats(256);
  for (int i = 0; i < 256; ++i) {
    integers[size_t(i)] = int32_t(random() % 256) - 128;
    floats[size_t(i)] = float(i) * 0.37f;
  }
  for (ElementType type : {ElementType::I8, ElementType::U8}) {
    uint32_t x = net.input(type, {perSample(), fixed(size)});
    auto index = [&](ScalarBuilder &b) {
      Value q = tensor(b, type, 0);
      return type == ElementType::I8 ? b.apply(ScalarOp::AddI, q, b.constant(int32_t(128))) : q;
    };
    ScalarBuilder b;
    net.callToOutput(dense(b.finish(b.lookup(integers, index(b)), ElementType::I8), {x}, size),
                     ElementType::I8, {perSample(), fixed(size)});
    ScalarBuilder f;
    net.callToOutput(dense(f.finish(f.lookup(floats, index(f)), ElementType::F32), {x}, size),
                     ElementType::F32, {perSample(), fixed(size)});
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// [N, 5, 7, 3] + [1, 1, 3] + [N, 1, 7, 1], the second transposed in storage.
TEST_P(ElementwiseConformance, Broadcasts) {
  NetBuilder net;
  uint32_t a = net.input(ElementType::F32, {perSample(), fixed(5), fixed(7), fixed(3)});
  uint32_t c = net.input(ElementType::F32, {perSample(), fixed(7)});
  uint32_t channel = net.constant(randomTensor(random, ElementType::F32, {3}));
  ScalarBuilder b;
  Value sum = b.apply(
      ScalarOp::AddF,
      b.apply(ScalarOp::AddF, tensor(b, ElementType::F32, 0), tensor(b, ElementType::F32, 1)),
      tensor(b, ElementType::F32, 2));
  ElementwiseCall call;
  call.leading = perSample();
  call.walk.sizes = {1, 5, 7, 3};
  call.program = b.finish(sum, ElementType::F32);
  call.tensors = {{bufferOperand(a), {{105, 21, 3, 1}, 0}},
                  {constantOperand(channel), {{0, 0, 0, 1}, 0}},
                  {bufferOperand(c), {{7, 0, 1, 0}, 0}}};
  call.output = {{105, 1, 5, 35}, 0}; // another layout
  net.callToOutput(call, ElementType::F32, {perSample(), fixed(105)});
  compare(net, {1, 4});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

} // namespace

CONFORMANCE_SUITE(ElementwiseConformance);

} // namespace qrt::test
