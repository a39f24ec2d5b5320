// Pools, reductions, softmax and norms.
#include "test/conformance/epilogues.h"

#include <cmath>

namespace qrt::test {
namespace {

class WindowConformance : public Conformance {};

constexpr ElementType anchorTypes[] = {ElementType::F32, ElementType::I8, ElementType::U8,
                                       ElementType::I16};
constexpr ElementType pooledTypes[] = {ElementType::F32, ElementType::F16, ElementType::BF16,
                                       ElementType::I8,  ElementType::U8,  ElementType::I16};

struct PoolGeometry {
  std::array<int64_t, 2> in, out;
  int64_t channels;
  Window2d window;
};
const PoolGeometry pools[] = {
    {{9, 7}, {5, 4}, 21, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}},
    {{8, 8}, {4, 4}, 16, {{2, 2}, {2, 2}, {1, 1}, {0, 0}}},
    {{6, 10}, {3, 4}, 3, {{2, 3}, {2, 2}, {2, 1}, {1, 0}}},
    {{5, 4}, {1, 1}, 40, {{5, 4}, {1, 1}, {1, 1}, {0, 0}}},
};

TEST_P(WindowConformance, MaxPool) {
  for (ElementType type : pooledTypes) {
    NetBuilder net;
    for (const PoolGeometry &g : pools) {
      Pool2dCall call;
      call.shape = {PoolKind::Max, g.in, g.out, g.channels, g.window, false};
      call.samples = perSample();
      call.inputType = {type, isFloat(type) ? 0 : 5};
      call.input = bufferOperand(
          net.input(type, {perSample(), fixed(g.in[0]), fixed(g.in[1]), fixed(g.channels)}));
      call.epilogue = storeAccumulator(extremeType(type), type);
      net.callToOutput(call, type,
                       {perSample(), fixed(g.out[0]), fixed(g.out[1]), fixed(g.channels)});
    }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// A NaN among values is their extreme, wherever it stands; −0 lies below +0.
TEST_P(WindowConformance, ExtremesKeepNaN) {
  NetBuilder net;
  Pool2dCall pool;
  pool.shape = {PoolKind::Max, {8, 8}, {4, 4}, 5, {{2, 2}, {2, 2}, {1, 1}, {0, 0}}, false};
  pool.samples = perSample();
  pool.input =
      bufferOperand(net.input(ElementType::F32, {perSample(), fixed(8), fixed(8), fixed(5)}));
  pool.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
  net.callToOutput(pool, ElementType::F32, {perSample(), fixed(4), fixed(4), fixed(5)});
  for (int64_t reduced : {40, 1500})
    for (ReduceKind kind : {ReduceKind::Max, ReduceKind::Min}) {
      ReduceCall call;
      call.shape = {kind, reduced, 2};
      call.outer = perSample();
      call.input =
          bufferOperand(net.input(ElementType::F32, {perSample(), fixed(reduced), fixed(2)}));
      call.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
      net.callToOutput(call, ElementType::F32, {perSample(), fixed(2)});
    }
  for (int round = 0; round < 4; ++round) {
    std::vector<Tensor> inputs = randomInputs(random, net.program, 2);
    for (Tensor &input : inputs)
      for (int i = 0; i < 3; ++i)
        input.mutableValues<float>()[random() % size_t(input.size())] = NAN;
    for (Tensor &input : inputs)
      for (float &value : input.mutableValues<float>())
        if (round % 2 && !std::isnan(value))
          value = random() % 8 ? -0.0f : 0.0f;
    compareOn(net, 2, inputs);
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(WindowConformance, AveragePool) {
  for (ElementType type : pooledTypes) {
    NetBuilder net;
    for (const PoolGeometry &g : pools)
      for (bool includePad : {false, true}) {
        if (includePad && g.window.padBegin[0] == 0)
          continue;
        Pool2dCall call;
        call.shape = {PoolKind::Average, g.in, g.out, g.channels, g.window, includePad};
        call.samples = perSample();
        call.inputType = {type, isFloat(type) ? 0 : 5};
        call.input = bufferOperand(
            net.input(type, {perSample(), fixed(g.in[0]), fixed(g.in[1]), fixed(g.channels)}));
        call.epilogue = meanEpilogue(sumType(type));
        net.callToOutput(call, ElementType::F32,
                         {perSample(), fixed(g.out[0]), fixed(g.out[1]), fixed(g.channels)});
      }
    SCOPED_TRACE(elementTypeName(type));
    // Integer sums are exact and so is their one division.
    compare(net, {1, 3}, isFloat(type) ? Tolerance{1e-6f, 1e-6f} : Tolerance{});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(WindowConformance, Reduce) {
  struct Sizes {
    int64_t reduced, inner;
  };
  for (ElementType type : allElementTypes) {
    NetBuilder net;
    for (Sizes s : {Sizes{64, 20}, Sizes{700, 1}, Sizes{1100, 3}, Sizes{5, 3}, Sizes{4200, 8},
                    Sizes{3000, 1}, Sizes{8000, 1}})
      for (ReduceKind kind : allReduceKinds) {
        if (!reduces(kind, type))
          continue;
        ElementType accumulator = accumulatorOf(kind, type);
        ReduceCall call;
        call.shape = {kind, s.reduced, s.inner};
        call.outer = perSample();
        call.inputType = {type, isFloat(type) || isPlainInteger(type) ? 0 : 9};
        call.input =
            bufferOperand(net.input(type, {perSample(), fixed(s.reduced), fixed(s.inner)}));
        call.epilogue = storeAccumulator(accumulator, accumulator);
        net.callToOutput(call, accumulator, {perSample(), fixed(s.inner)});
      }
    if (net.program.nodes.empty())
      continue;
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// A read does not depend on what becomes of the value: each shape has a sum and an extreme, one
// shape has each kind.
TEST_P(WindowConformance, ReduceReadsHalves) {
  struct Sizes {
    int64_t reduced, inner;
  };
  constexpr Sizes ofAllKinds = {49, 40};
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    NetBuilder net;
    for (Sizes s : {Sizes{64, 20}, Sizes{700, 1}, Sizes{1100, 3}, Sizes{5, 3}, Sizes{3000, 1},
                    Sizes{8000, 1}, ofAllKinds, Sizes{70000, 2}})
      for (ReduceKind kind : allReduceKinds) {
        if (s.reduced != ofAllKinds.reduced && kind != ReduceKind::Sum && kind != ReduceKind::Max)
          continue;
        const ElementType accumulator = accumulatorOf(kind, ElementType::F32);
        ReduceCall call;
        call.shape = {kind, s.reduced, s.inner};
        call.outer = perSample();
        call.input =
            bufferOperand(net.input(type, {perSample(), fixed(s.reduced), fixed(s.inner)}));
        call.epilogue = storeAccumulator(accumulator, accumulator);
        net.callToOutput(call, accumulator, {perSample(), fixed(s.inner)});
      }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(WindowConformance, Softmax) {
  NetBuilder net;
  for (int64_t axis : rowLengths) {
    SoftmaxCall call;
    call.outer = perSample(2);
    call.axis = axis;
    call.input = bufferOperand(net.input(ElementType::F32, {perSample(2), fixed(axis)}));
    call.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
    net.callToOutput(call, ElementType::F32, {perSample(2), fixed(axis)});
  }
  std::vector<Tensor> inputs = randomInputs(random, net.program, 3);
  for (Tensor &input : inputs)
    for (float &value : input.mutableValues<float>())
      value *= 90; // e^90 overflows: the maximum must be taken off
  compareOn(net, 3, inputs);
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(WindowConformance, Standardize) {
  for (ElementType type : {ElementType::F32, ElementType::F16, ElementType::BF16}) {
    NetBuilder net;
    for (bool centered : {true, false})
      for (int64_t axis : rowLengths) {
        StandardizeCall call;
        call.outer = perSample(2);
        call.shape = {axis, 1e-5f, centered};
        call.input = bufferOperand(net.input(type, {perSample(2), fixed(axis)}));
        call.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
        net.callToOutput(call, ElementType::F32, {perSample(2), fixed(axis)});
      }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

/// Softmax, both norms, a sum and a maximum along rows of f32.
void addRows(NetBuilder &net, int64_t rows, int64_t length) {
  const uint32_t x = net.input(ElementType::F32, {perSample(rows), fixed(length)});
  const CallEpilogue epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
  const std::vector<Extent> same{perSample(rows), fixed(length)};
  net.callToOutput(SoftmaxCall{perSample(rows), length, bufferOperand(x), epilogue},
                   ElementType::F32, same);
  for (bool centered : {true, false}) {
    StandardizeCall norm{perSample(rows), {length, 1e-5f, centered}, bufferOperand(x)};
    norm.epilogue = epilogue;
    net.callToOutput(norm, ElementType::F32, same);
  }
  for (ReduceKind kind : {ReduceKind::Sum, ReduceKind::Max}) {
    ReduceCall call;
    call.shape = {kind, length, 1};
    call.outer = perSample(rows);
    call.input = bufferOperand(x);
    call.epilogue = epilogue;
    net.callToOutput(call, ElementType::F32, {perSample(rows)});
  }
}

// Groups share a row on some cards: four and eight, which keep it or do not.
TEST_P(WindowConformance, LongRows) {
  for (int64_t length : {20003, 50257, 100001}) {
    SCOPED_TRACE(length);
    NetBuilder net;
    addRows(net, 2, length);
    compare(net, {1, 2});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// Items take four short rows and two on some cards where there are many; the last have fewer.
TEST_P(WindowConformance, ManyShortRows) {
  for (auto [rows, length] : {std::pair<int64_t, int64_t>{140003, 12}, {17003, 49}}) {
    SCOPED_TRACE(length);
    NetBuilder net;
    addRows(net, rows, length);
    compare(net, {1});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

} // namespace

CONFORMANCE_SUITE(WindowConformance);

} // namespace qrt::test
