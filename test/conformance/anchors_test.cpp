// Convolutions and matrix products: every input type, odd geometries.
#include "lowering/fuse/calls/fused_conv2d.h"
#include "runtime/numerics/types/halves.h"
#include "test/conformance/epilogues.h"

namespace qrt::test {
namespace {

/// Types of an input and of the weights beside it.
struct Factors {
  ElementType input, weights;
};
constexpr Factors factors[] = {
    {ElementType::F32, ElementType::F32},  {ElementType::F16, ElementType::F16},
    {ElementType::BF16, ElementType::F32}, {ElementType::I8, ElementType::I8},
    {ElementType::U8, ElementType::I8},    {ElementType::I16, ElementType::I16},
    {ElementType::I16, ElementType::I8}};

// Sums of halves differ in their last bits, and by a whole step where they are stored as halves.
constexpr ElementType resultOf(ElementType input) {
  return isHalf(input) ? ElementType::F32 : input;
}

class AnchorConformance : public Conformance {
protected:
  struct Geometry {
    const char *name;
    std::array<int64_t, 2> in;
    int64_t inChannels, outChannels, groups;
    Window2d window;
    std::array<int64_t, 2> padEnd;
    int64_t inPitch = 0;
  };

  Conv2dCall conv(NetBuilder &net, const Geometry &g, ElementType type, int32_t zero,
                  ElementType weightType) {
    Conv2dShape shape{g.in, {}, g.inChannels, g.outChannels, g.groups, g.window, g.inPitch};
    for (int d = 0; d < 2; ++d)
      shape.out[d] = (g.in[d] + g.window.padBegin[d] + g.padEnd[d] -
                      g.window.dilation[d] * (g.window.kernel[d] - 1) - 1) /
                         g.window.stride[d] +
                     1;
    Tensor weights = randomTensor(
        random, weightType,
        {g.outChannels, g.inChannels / g.groups, g.window.kernel[0], g.window.kernel[1]});
    Conv2dCall call;
    call.shape = shape;
    call.samples = perSample();
    call.input = {bufferOperand(net.input(type, {perSample(), fixed(g.in[0]), fixed(g.in[1]),
                                                 fixed(shape.pixelPitch())})),
                  {type, zero}};
    call.weights = {constantOperand(net.constant(weights)), {weightType, 0}};
    return call;
  }

  static std::vector<Extent> outputShape(const Conv2dShape &shape) {
    return {perSample(), fixed(shape.out[0]), fixed(shape.out[1]), fixed(shape.outChannels)};
  }
};

// The host fuses these if its caches are small beside the tensor between (host_driver_test: all).
TEST_P(AnchorConformance, DepthwiseOfALargePointwise) {
  const Geometry geometry{"pointwise", {64, 64}, 8, 129, 1, {{1, 1}, {1, 1}, {1, 1}, {0, 0}},
                          {0, 0}};
  const Geometry behind{"depthwise", {64, 64}, 129, 129, 129, {{5, 5}, {2, 1}, {1, 1}, {2, 1}},
                        {2, 3}};
  for (ElementType type : {ElementType::F32, ElementType::I8, ElementType::U8}) {
    const ElementType weights = isFloat(type) ? type : ElementType::I8;
    NetBuilder net;
    Conv2dCall first = conv(net, geometry, type, isFloat(type) ? 0 : 5, weights);
    first.epilogue = channelEpilogue(net, random, sumType(type), type, geometry.outChannels);
    const uint32_t between = net.activation(type, outputShape(first.shape));
    net.call(first, {between});
    Conv2dCall second = conv(net, behind, type, 0, weights);
    second.input.operand = bufferOperand(between);
    second.epilogue = channelEpilogue(net, random, sumType(type), type, behind.outChannels);
    net.callToOutput(second, type, outputShape(second.shape));
    Program together = net.program; // as the harness compiles for the host
    qopt::computeRowsTogether(together);
    EXPECT_EQ(together.nodes.size(), 1u);
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3}, isFloat(type) ? Tolerance{1e-4f, 1e-4f} : Tolerance{});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AnchorConformance, Conv2d) {
  const Geometry geometries[] = {
      {"odd sizes", {9, 7}, 5, 13, 1, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"strided, uneven padding", {10, 11}, 3, 16, 1, {{5, 3}, {2, 3}, {1, 1}, {1, 0}}, {2, 1}},
      {"dilated", {11, 9}, 4, 8, 1, {{3, 2}, {1, 1}, {2, 3}, {2, 1}}, {2, 2}},
      {"groups", {6, 6}, 12, 20, 4, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"groups of four", {9, 8}, 56, 56, 14, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}, 64},
      {"groups of eight", {8, 9}, 104, 104, 13, {{7, 7}, {2, 2}, {1, 1}, {3, 3}}, {3, 3}, 112},
      {"groups of 24", {7, 8}, 72, 72, 3, {{3, 3}, {1, 2}, {2, 1}, {2, 1}}, {2, 1}, 80},
      {"groups of 56", {7, 7}, 112, 112, 2, {{2, 3}, {1, 1}, {1, 1}, {0, 1}}, {1, 1}},
      {"groups of 112", {6, 5}, 224, 224, 2, {{1, 3}, {2, 2}, {1, 1}, {0, 1}}, {0, 1}},
      {"uneven groups", {6, 7}, 36, 120, 3, {{3, 2}, {1, 1}, {1, 2}, {2, 0}}, {0, 2}, 48},
      {"groups of few results", {6, 6}, 160, 32, 4, {{1, 1}, {1, 1}, {1, 1}, {0, 0}}, {0, 0}},
      {"groups of 64", {5, 5}, 128, 128, 2, {{3, 2}, {1, 1}, {1, 1}, {1, 1}}, {1, 0}},
      {"depthwise", {8, 9}, 37, 37, 37, {{3, 3}, {2, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"depthwise twice", {5, 6}, 6, 12, 6, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"pointwise", {4, 5}, 33, 65, 1, {{1, 1}, {1, 1}, {1, 1}, {0, 0}}, {0, 0}},
      {"whole image", {4, 3}, 17, 10, 1, {{4, 3}, {1, 1}, {1, 1}, {0, 0}}, {0, 0}},
      {"padded pixels", {5, 6}, 18, 33, 1, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}, 20},
      {"a gate", {1, 1}, 1150, 28, 1, {}, {0, 0}},
      {"a short gate", {1, 1}, 6, 5, 1, {}, {0, 0}, 8},
      {"padded depthwise", {5, 6}, 6, 6, 6, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}, 8},
      {"large depthwise", {9, 11}, 20, 20, 20, {{7, 7}, {1, 1}, {1, 1}, {3, 3}}, {3, 3}},
      {"small large depthwise", {7, 7}, 12, 12, 12, {{7, 7}, {1, 1}, {1, 1}, {3, 3}}, {3, 3}},
      {"large strided depthwise", {12, 9}, 8, 8, 8, {{5, 5}, {2, 2}, {1, 1}, {2, 1}}, {1, 2}},
      {"large padded depthwise", {6, 5}, 10, 10, 10, {{5, 6}, {1, 1}, {1, 1}, {2, 2}}, {2, 3}, 12},
  };
  for (auto [type, weights] : factors) {
    NetBuilder net; // one program: its kernels compile in parallel
    for (const Geometry &geometry : geometries) {
      // i8 weights see inputs around zero and around another point.
      Conv2dCall call =
          conv(net, geometry, type, isFloat(type) || type == ElementType::I8 ? 0 : 7, weights);
      call.epilogue =
          channelEpilogue(net, random, sumType(type), resultOf(type), geometry.outChannels);
      net.callToOutput(call, resultOf(type), outputShape(call.shape));
    }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3}, {1e-5f, 1e-5f});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Weights with zero points: a convolution with ones gives the correction term (A6).
TEST_P(AnchorConformance, Conv2dBesideWindowSums) {
  const Geometry geometries[] = {
      {"pointwise", {4, 5}, 33, 65, 1, {}, {0, 0}},
      {"words", {6, 7}, 64, 96, 1, {}, {0, 0}},
      {"window", {9, 7}, 16, 32, 1, {{3, 3}, {2, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"few channels", {9, 8}, 3, 16, 1, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}, {0, 1}},
      {"groups", {6, 6}, 12, 20, 4, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"depthwise", {8, 9}, 37, 37, 37, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"large depthwise", {9, 11}, 20, 20, 20, {{7, 7}, {1, 1}, {1, 1}, {3, 3}}, {3, 3}},
  };
  for (ElementType type : {ElementType::I8, ElementType::U8, ElementType::I16}) {
    NetBuilder net;
    for (const Geometry &geometry : geometries) {
      Geometry ofSums = geometry;
      if (geometry.groups == 1)
        ofSums.outChannels = 1;
      Conv2dCall sums = conv(net, ofSums, type, 7, ElementType::I8);
      Tensor ones = Tensor::allocate(ElementType::I8,
                                     {ofSums.outChannels, geometry.inChannels / geometry.groups,
                                      geometry.window.kernel[0], geometry.window.kernel[1]});
      std::ranges::fill(ones.mutableValues<int8_t>(), int8_t(1));
      sums.weights.operand = constantOperand(net.constant(ones));
      sums.epilogue = accumulatorEpilogue(sumType(type));
      const uint32_t between = net.activation(sumType(type), outputShape(sums.shape));
      net.call(sums, {between});
      Conv2dCall call = conv(net, geometry, type, 7, ElementType::I8);
      call.input.operand = sums.input.operand;
      call.epilogue = windowSumEpilogue(net, random, sumType(type), type, between,
                                        call.shape.out[0] * call.shape.out[1], ofSums.outChannels,
                                        geometry.outChannels);
      net.callToOutput(call, type, outputShape(call.shape));
    }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// A concatenation's buffer, which each writes a part of.
TEST_P(AnchorConformance, Conv2dIntoParts) {
  constexpr int64_t size = 6, channels = 96;
  const Geometry geometries[] = {
      {"pointwise", {size, size}, 16, 32, 1, {}, {0, 0}},
      {"window", {size, size}, 16, 16, 1, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"depthwise", {size, size}, 18, 18, 18, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"pairs", {size, size}, 16, 14, 1, {}, {0, 0}},
      {"uneven", {size, size}, 5, 13, 1, {}, {0, 0}},
      {"few", {size, size}, 16, 3, 1, {}, {0, 0}},
  };
  for (auto [type, weights] : factors) {
    NetBuilder net;
    const uint32_t whole =
        net.output(resultOf(type), {perSample(), fixed(size), fixed(size), fixed(channels)});
    int64_t first = 0;
    for (const Geometry &geometry : geometries) {
      Conv2dCall call = conv(net, geometry, type, 0, weights);
      call.epilogue =
          channelEpilogue(net, random, sumType(type), resultOf(type), geometry.outChannels);
      call.epilogue.result =
          EpilogueStrides{.sample = size * size * channels, .pixel = channels, .channel = 1};
      call.epilogue.offset = first;
      first += geometry.outChannels;
      net.call(call, {whole});
    }
    ASSERT_EQ(first, channels);
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3}, {1e-5f, 1e-5f});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AnchorConformance, Conv2dKeepsItsAccumulator) {
  const Geometry geometry{"", {7, 7}, 19, 11, 1, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}};
  for (auto [type, weights] : factors) {
    if (isFloat(type))
      continue;
    NetBuilder net;
    Conv2dCall call = conv(net, geometry, type, 5, weights);
    call.epilogue = storeAccumulator(sumType(type), sumType(type));
    net.callToOutput(call, sumType(type), outputShape(call.shape));
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {2});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AnchorConformance, ResidualInTheEpilogue) {
  const Geometry geometry{"", {6, 5}, 8, 21, 1, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}};
  NetBuilder net;
  Conv2dCall call = conv(net, geometry, ElementType::U8, 0, ElementType::I8);
  uint32_t residual = net.input(ElementType::I8, outputShape(call.shape));
  call.epilogue = residualEpilogue(net, random, ElementType::I32, residual, 30, 21);
  net.callToOutput(call, ElementType::I8, outputShape(call.shape));
  compare(net, {1, 4});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AnchorConformance, FunctionInTheEpilogue) {
  const Geometry geometries[] = {
      {"spatial", {6, 5}, 8, 21, 1, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}},
      {"pointwise", {6, 5}, 32, 24, 1, {{1, 1}, {1, 1}, {1, 1}, {0, 0}}, {0, 0}},
      {"depthwise", {6, 5}, 24, 24, 24, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {1, 1}}};
  for (const Geometry &geometry : geometries) {
    SCOPED_TRACE(geometry.name);
    NetBuilder net;
    Conv2dCall call = conv(net, geometry, ElementType::U8, 0, ElementType::I8);
    uint32_t residual = net.input(ElementType::I8, outputShape(call.shape));
    call.epilogue =
        functionEpilogue(net, random, ElementType::I32, residual, 30, geometry.outChannels);
    net.callToOutput(call, ElementType::I8, outputShape(call.shape));
    compare(net, {1, 4});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AnchorConformance, Matmul) {
  struct Sizes {
    int64_t rows, k, n;
  };
  for (auto [type, weights] : factors) {
    NetBuilder net;
    for (Sizes s : {Sizes{1, 64, 10}, Sizes{7, 33, 65}, Sizes{3, 5, 1}})
      for (bool transposed : {false, true}) {
        MatmulCall call;
        call.shape = {s.k, s.n, transposed, true};
        call.batch = perSample();
        call.rows = fixed(s.rows);
        call.a = {bufferOperand(net.input(type, {perSample(), fixed(s.rows), fixed(s.k)})),
                  {type, isFloat(type) ? 0 : 3}};
        call.b = {constantOperand(net.constant(randomTensor(
                      random, weights, transposed ? Shape{s.n, s.k} : Shape{s.k, s.n}))),
                  {weights, 0}};
        call.epilogue = channelEpilogue(net, random, sumType(type), resultOf(type), s.n);
        net.callToOutput(call, resultOf(type), {perSample(), fixed(s.rows), fixed(s.n)});
      }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 5}, {1e-5f, 1e-5f});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AnchorConformance, MatmulOfRowsThatAreNoWholeChunks) {
  constexpr int64_t n = 72;
  for (auto [type, weights] : factors) {
    NetBuilder net;
    for (int64_t k : {44, 53, 88}) { // in bytes or halves or floats multiples of 4 and 8
      MatmulCall call;
      call.shape = {k, n, true, true};
      call.batch = fixed(1);
      call.rows = perSample();
      call.a = {bufferOperand(net.input(type, {perSample(), fixed(k)})),
                {type, isFloat(type) ? 0 : 3}};
      call.b = {constantOperand(net.constant(randomTensor(random, weights, Shape{n, k}))),
                {weights, 0}};
      call.epilogue = channelEpilogue(net, random, sumType(type), resultOf(type), n);
      net.callToOutput(call, resultOf(type), {perSample(), fixed(n)});
    }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 5, 70}, {1e-5f, 1e-5f});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Rows, channels and steps that fill no tile: what large tiles leave over.
TEST_P(AnchorConformance, MatmulOfManyRows) {
  constexpr int64_t rows = 1700, k = 560, n = 784;
  for (ElementType type : {ElementType::U8, ElementType::I8, ElementType::F16}) {
    const ElementType weights = isFloat(type) ? type : ElementType::I8;
    NetBuilder net;
    const uint32_t a = net.input(type, {fixed(rows), fixed(k)});
    const uint32_t b = net.constant(randomTensor(random, weights, {k, n}));
    for (bool givesFloats : {false, true}) {
      const ElementType result = givesFloats ? ElementType::F32 : resultOf(type);
      MatmulCall call;
      call.shape = {k, n, false, true};
      call.batch = fixed(1);
      call.rows = fixed(rows);
      call.a = {bufferOperand(a), {type, isFloat(type) ? 0 : 3}};
      call.b = {constantOperand(b), {weights, 0}};
      call.epilogue = givesFloats ? sumEpilogue(sumType(type))
                                  : channelEpilogue(net, random, sumType(type), result, n);
      net.callToOutput(call, result, {fixed(rows), fixed(n)});
    }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1}, {1e-4f, 1e-5f}); // the order of 560 sums is the card's
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Zero points in buffers, of constant and of computed weights: equal to those known beforehand,
// which the suite compares with the reference.
// F4: a card may have its own of these there, of which a half's last place shows nothing but a
// rounding to its other side.
TEST_P(AnchorConformance, FunctionsBehindAProductOfHalves) {
  constexpr int64_t k = 64, n = 64;
  NetBuilder net;
  const uint32_t a = net.input(ElementType::F16, {perSample(), fixed(k)});
  const uint32_t b = net.constant(randomTensor(random, ElementType::F16, {k, n}));
  for (ScalarOp function : {ScalarOp::TanhF, ScalarOp::ErfF, ScalarOp::SigmoidF})
    for (float scale : {0.001f, 0.05f, 1.0f}) {
      ScalarBuilder s;
      MatmulCall call;
      call.shape = {k, n, false, true};
      call.batch = fixed(1);
      call.rows = perSample();
      call.a = {bufferOperand(a), {ElementType::F16, 0}};
      call.b = {constantOperand(b), {ElementType::F16, 0}};
      auto scaled = s.apply(ScalarOp::MulF, s.accumulator(ElementType::F32), s.constant(scale));
      call.epilogue.program = s.finish(s.apply(function, scaled), ElementType::F16);
      net.callToOutput(call, ElementType::F16, {perSample(), fixed(n)});
    }
  compare(net, {1, 40, 300}, {.halves = 0x1p-10f});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AnchorConformance, ZeroPointsOfTheRun) {
  const Geometry geometry{"", {6, 5}, 7, 21, 1, {{3, 2}, {1, 1}, {1, 1}, {1, 1}}, {1, 0}};
  const Geometry depthwise{"", {5, 6}, 18, 18, 18, {{3, 3}, {2, 1}, {1, 1}, {1, 1}}, {1, 1}};
  const Geometry large{"", {8, 6}, 8, 8, 8, {{7, 7}, {1, 1}, {1, 1}, {3, 3}}, {3, 3}};
  for (auto [type, weights] : factors) {
    if (isFloat(type))
      continue;
    NetBuilder net;
    auto zeroOf = [&](ElementType of) { return bufferOperand(net.input(of, {fixed(1)})); };
    for (bool both : {false, true}) {
      for (const Geometry &g : {geometry, depthwise, large}) {
        Conv2dCall call = conv(net, g, type, 0, weights);
        call.input.zeroPoint = zeroOf(type);
        if (both)
          call.weights.zeroPoint = zeroOf(weights);
        call.epilogue = storeAccumulator(sumType(type), sumType(type));
        net.callToOutput(call, sumType(type), outputShape(call.shape));
      }
      MatmulCall call;
      call.shape = {33, 20, false, true};
      call.batch = perSample();
      call.rows = fixed(3);
      call.a = {bufferOperand(net.input(type, {perSample(), fixed(3), fixed(33)})), {type, 0}};
      call.a.zeroPoint = zeroOf(type);
      call.b = {constantOperand(net.constant(randomTensor(random, weights, {33, 20}))),
                {weights, 0}};
      if (both)
        call.b.zeroPoint = zeroOf(weights);
      call.epilogue = storeAccumulator(sumType(type), sumType(type));
      net.callToOutput(call, sumType(type), {perSample(), fixed(3), fixed(20)});
      call.shape = {33, 20, false, false};
      call.rows = fixed(20);
      call.a.operand = bufferOperand(net.input(type, {perSample(), fixed(20), fixed(33)}));
      call.b.operand = bufferOperand(net.input(weights, {perSample(), fixed(33), fixed(20)}));
      net.callToOutput(call, sumType(type), {perSample(), fixed(20), fixed(20)});
    }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(AnchorConformance, MatmulOfActivations) {
  struct Sizes {
    int64_t rows, k, n;
  };
  for (ElementType type :
       {ElementType::F32, ElementType::F16, ElementType::BF16, ElementType::I8, ElementType::U8}) {
    NetBuilder net;
    for (Sizes s : {Sizes{6, 9, 12}, Sizes{70, 48, 72}, Sizes{35, 41, 67}})
      for (bool transposed : {false, true}) {
        MatmulCall call;
        call.shape = {s.k, s.n, transposed, false};
        call.batch = perSample(2);
        call.rows = fixed(s.rows);
        call.a = {bufferOperand(net.input(type, {perSample(2), fixed(s.rows), fixed(s.k)})),
                  {type, isFloat(type) ? 0 : 4}};
        call.b = {bufferOperand(net.input(type, {perSample(2), fixed(s.k * s.n)})),
                  {type, isFloat(type) ? 0 : 11}};
        call.epilogue = channelEpilogue(net, random, sumType(type), resultOf(type), s.n);
        net.callToOutput(call, resultOf(type), {perSample(2), fixed(s.rows), fixed(s.n)});
        call.shape.sharedB = true; // rows grow: the last tiles have none
        call.batch = fixed(1);
        call.rows = perSample(s.rows);
        call.b.operand = bufferOperand(net.input(type, {fixed(s.k * s.n)}));
        net.callToOutput(call, resultOf(type), {perSample(s.rows), fixed(s.n)});
      }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3}, {1e-5f, 1e-5f});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Heads lie inside rows, as attention has them: scores of k side by side, context of columns.
TEST_P(AnchorConformance, ProductsOfHeads) {
  constexpr int64_t heads = 3, length = 72, width = 40, row = heads * width;
  for (ElementType type : {ElementType::F32, ElementType::F16}) {
    NetBuilder net;
    for (bool isScores : {true, false}) {
      const MatmulStrides inRows{heads, {length * row, width, row}, {length * row, width, 1, row}};
      const MatmulStrides ofScores{
          heads, {heads * length * length, length * length, length}, {length * row, width, row, 1}};
      MatmulCall call;
      call.shape = {isScores ? width : length, isScores ? length : width, isScores, false,
                    isScores ? inRows : ofScores};
      call.batch = perSample();
      call.rows = fixed(length);
      const int64_t a = isScores ? length * row : heads * length * length;
      call.a = {bufferOperand(net.input(type, {perSample(), fixed(a)})), {type, 0}};
      call.b = {bufferOperand(net.input(type, {perSample(), fixed(length * row)})), {type, 0}};
      call.epilogue = channelEpilogue(net, random, sumType(type), resultOf(type), call.shape.n);
      if (!isScores)
        call.epilogue.result =
            EpilogueStrides{.sample = length * row, .pixel = row, .channel = 1, .inner = width};
      net.callToOutput(call, resultOf(type),
                       {perSample(), fixed(heads * length * (isScores ? length : width))});
    }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3}, {1e-5f, 1e-5f});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

} // namespace

CONFORMANCE_SUITE(AnchorConformance);

} // namespace qrt::test
