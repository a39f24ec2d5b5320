// Epilogues read tensors beside the accumulator, each at its own coordinates: masks and biases of
// attention's scores, and of the softmax behind them. All values are random, so that one read at
// another coordinate changes the result.
#include "test/conformance/epilogues.h"

namespace qrt::test {
namespace {

class CoordinateConformance : public Conformance {
protected:
  /// f32(accumulator) + f32 values of all `tensors`, each once more than the one before.
  static CallEpilogue weightedSum(ElementType accumulator, std::vector<EpilogueOperand> tensors) {
    ScalarBuilder b;
    CallEpilogue epilogue;
    ScalarBuilder::Value sum = b.accumulator(accumulator);
    if (!isFloat(accumulator))
      sum = b.apply(ScalarOp::IntToF32, sum);
    for (uint32_t i = 0; i < tensors.size(); ++i) {
      ScalarBuilder::Value value = b.input({ScalarInputKind::Tensor, ElementType::F32, i});
      sum = b.apply(ScalarOp::FmaF, value, b.constant(float(i + 1)), sum);
    }
    epilogue.program = b.finish(sum, ElementType::F32);
    epilogue.tensors = std::move(tensors);
    return epilogue;
  }
};

// A mask is the same for all heads and rows of a sample, a bias for all samples, as PyTorch's
// exports and Swin's windows have them; a value of each row is the same along it.
TEST_P(CoordinateConformance, MasksAndBiasesOfProducts) {
  constexpr int64_t heads = 3;
  struct Sizes {
    int64_t rows, k, n;
  };
  for (ElementType type : {ElementType::F32, ElementType::F16, ElementType::I8}) {
    NetBuilder net;
    for (Sizes s : {Sizes{5, 9, 12}, Sizes{49, 32, 49}, Sizes{72, 40, 70}})
      for (bool transposed : {false, true}) {
        const int64_t a = s.rows * s.k, b = s.k * s.n, result = s.rows * s.n;
        MatmulCall call;
        call.shape = {s.k, s.n, transposed, false,
                      MatmulStrides{heads,
                                    {heads * a, a, s.k},
                                    {heads * b, b, transposed ? 1 : s.n, transposed ? s.k : 1}}};
        call.batch = perSample();
        call.rows = fixed(s.rows);
        call.a = {bufferOperand(net.input(type, {perSample(), fixed(heads * a)})), {type, 0}};
        call.b = {bufferOperand(net.input(type, {perSample(), fixed(heads * b)})), {type, 0}};
        auto floats = [&](std::vector<Extent> shape) {
          return bufferOperand(net.input(ElementType::F32, std::move(shape)));
        };
        call.epilogue = weightedSum(
            sumType(type),
            {{floats({perSample(), fixed(s.n)}), {.sample = s.n, .channel = 1}},
             {floats({fixed(heads * result)}), {.pixel = s.n, .channel = 1, .inner = result}},
             {floats({perSample(), fixed(heads * s.rows)}),
              {.sample = heads * s.rows, .pixel = 1, .inner = s.rows}}});
        call.epilogue.result =
            EpilogueStrides{.sample = heads * result, .pixel = s.n, .channel = 1, .inner = result};
        net.callToOutput(call, ElementType::F32, {perSample(), fixed(heads * result)});
      }
    SCOPED_TRACE(elementTypeName(type));
    compare(net, {1, 3}, {1e-5f, 1e-5f});
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

TEST_P(CoordinateConformance, TensorsBehindSoftmax) {
  NetBuilder net;
  for (int64_t axis : rowLengths) {
    SoftmaxCall call;
    call.outer = perSample(3);
    call.axis = axis;
    auto floats = [&](std::vector<Extent> shape) {
      return bufferOperand(net.input(ElementType::F32, std::move(shape)));
    };
    call.input = floats({perSample(3), fixed(axis)});
    call.epilogue = weightedSum(
        ElementType::F32, {{floats({perSample(3), fixed(axis)}), {.sample = axis, .channel = 1}},
                           {floats({fixed(axis)}), {.channel = 1}},
                           {floats({perSample(3)}), {.sample = 1}}});
    net.callToOutput(call, ElementType::F32, {perSample(3), fixed(axis)});
  }
  compare(net, {1, 3});
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

} // namespace

CONFORMANCE_SUITE(CoordinateConformance);

} // namespace qrt::test
