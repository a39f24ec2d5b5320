// Attention: two products, what happens between them, and as one call where the device has a kernel
// for that. Heads lie inside rows; masks are of all samples, of one, of windows, of whole rows.
#include "lowering/emit/memory_plan.h"
#include "lowering/fuse/attention.h"
#include "test/conformance/epilogues.h"

#include <limits>

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

enum class Masks {
  None,
  Keys,    // a sample's, of each key
  Biases,  // a constant of each head, query and key
  Windows, // of each window in a body of its own, biases before it
  Rows,    // −∞ where a sample's are negative: whole rows, and single keys
};
enum class Weights { Shares, ZeroForNaN, ZeroForMasked };

struct Attention {
  int64_t heads, rows, keys, depth, width;
  Masks masks = Masks::None;
  Weights weights = Weights::Shares;
  int64_t windows = 1;
};

class AttentionConformance : public Conformance {
protected:
  /// Its input ports and its output; what is stored between is of `stored`.
  void append(NetBuilder &net, const Attention &of, ElementType type, ElementType stored) {
    const int64_t query = of.heads * of.depth, value = of.heads * of.width;
    const int64_t result = of.rows * of.keys;
    const Extent samples = perSample(of.windows);
    auto input = [&](ElementType element, std::vector<Extent> shape) {
      return bufferOperand(net.input(element, std::move(shape)));
    };
    MatmulCall scores;
    scores.shape = {of.depth, of.keys, true, false,
                    MatmulStrides{of.heads,
                                  {of.rows * query, of.depth, query},
                                  {of.keys * query, of.depth, 1, query}}};
    scores.batch = samples;
    scores.rows = fixed(of.rows);
    scores.a = {input(type, {samples, fixed(of.rows), fixed(query)}), {type, 0}};
    scores.b = {input(type, {samples, fixed(of.keys), fixed(query)}), {type, 0}};
    scores.epilogue = scoring(net, of, stored);
    const std::vector<Extent> shape{samples, fixed(of.heads), fixed(of.rows), fixed(of.keys)};
    const bool hasBody = of.masks == Masks::Windows || stored != ElementType::F32;
    uint32_t between = net.activation(stored, shape);
    net.call(scores, {between});
    if (hasBody)
      between = body(net, of, stored, between);
    SoftmaxCall softmax;
    softmax.outer = perSample(of.windows * of.heads * of.rows);
    softmax.axis = of.keys;
    softmax.input = bufferOperand(between);
    softmax.epilogue = weighting(of, stored, softmax.input);
    const uint32_t weights = net.activation(stored, shape);
    net.call(softmax, {weights});
    MatmulCall context;
    context.shape = {of.keys, of.width, false, false,
                     MatmulStrides{of.heads,
                                   {of.heads * result, result, of.keys},
                                   {of.keys * value, of.width, value, 1}}};
    context.batch = samples;
    context.rows = fixed(of.rows);
    context.a = {bufferOperand(weights), {stored, 0}};
    context.b = {input(type, {samples, fixed(of.keys), fixed(value)}), {type, 0}};
    context.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
    context.epilogue.result =
        EpilogueStrides{.sample = of.rows * value, .pixel = value, .channel = 1, .inner = of.width};
    net.callToOutput(context, ElementType::F32, {samples, fixed(of.rows), fixed(value)});
  }

  bool fuses(const Program &calls) const {
    Program fused = calls;
    qopt::fuseAttention(fused, device->description());
    return fused.nodes.size() < calls.nodes.size();
  }

private:
  static Value quarter(ScalarBuilder &b) {
    return b.apply(ScalarOp::MulF, b.accumulator(ElementType::F32), b.constant(0.25f));
  }

  CallEpilogue scoring(NetBuilder &net, const Attention &of, ElementType stored) {
    ScalarBuilder b;
    CallEpilogue epilogue;
    Value t = quarter(b);
    auto read = [&](std::vector<Extent> shape, EpilogueStrides strides) {
      epilogue.tensors.push_back(
          {bufferOperand(net.input(ElementType::F32, std::move(shape))), strides});
      return b.input(
          {ScalarInputKind::Tensor, ElementType::F32, uint32_t(epilogue.tensors.size() - 1)});
    };
    const int64_t matrix = of.rows * of.keys;
    if (of.masks == Masks::Keys)
      t = b.apply(ScalarOp::AddF, t,
                  read({perSample(of.windows), fixed(of.keys)}, {.sample = of.keys, .channel = 1}));
    if (of.masks == Masks::Biases || of.masks == Masks::Windows)
      t = b.apply(
          ScalarOp::AddF, t,
          read({fixed(of.heads * matrix)}, {.pixel = of.keys, .channel = 1, .inner = matrix}));
    if (of.masks == Masks::Rows)
      for (EpilogueStrides strides : {EpilogueStrides{.sample = of.rows, .pixel = 1},
                                      EpilogueStrides{.sample = of.keys, .channel = 1}}) {
        const int64_t count = strides.sample;
        const Value mask = read({perSample(of.windows), fixed(count)}, strides);
        const Value none = b.constant(-std::numeric_limits<float>::infinity());
        t = b.apply(ScalarOp::AddF, t,
                    b.apply(ScalarOp::Select, b.apply(ScalarOp::Less, mask, b.constant(-0.25f)),
                            none, mask));
      }
    epilogue.program = b.finish(t, stored);
    return epilogue;
  }

  /// Scores + a window's mask, the same for all heads; widened.
  uint32_t body(NetBuilder &net, const Attention &of, ElementType stored, uint32_t scores) {
    const int64_t matrix = of.rows * of.keys, window = of.heads * matrix;
    ScalarBuilder b;
    ElementwiseCall call;
    call.leading = perSample();
    call.walk.sizes = {1, of.windows, of.heads, of.rows, of.keys};
    call.output.strides = {of.windows * window, window, matrix, of.keys, 1};
    call.tensors = {{bufferOperand(scores), call.output},
                    {bufferOperand(net.input(ElementType::F32, {fixed(of.windows * matrix)})),
                     {{0, matrix, 0, of.keys, 1}}}};
    Value t = b.apply(ScalarOp::AddF, b.input({ScalarInputKind::Tensor, stored, 0}),
                      b.input({ScalarInputKind::Tensor, ElementType::F32, 1}));
    if (stored != ElementType::F32)
      t = b.roundTo(stored, t);
    call.program = b.finish(t, ElementType::F32);
    const uint32_t to = net.activation(
        ElementType::F32, {perSample(of.windows), fixed(of.heads), fixed(of.rows), fixed(of.keys)});
    net.call(call, {to});
    return to;
  }

  static CallEpilogue weighting(const Attention &of, ElementType stored, Operand scores) {
    ScalarBuilder b;
    CallEpilogue epilogue;
    Value t = b.accumulator(ElementType::F32);
    if (of.weights == Weights::ZeroForNaN)
      t = b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, t, t), t, b.constant(0.0f));
    if (of.weights == Weights::ZeroForMasked) {
      epilogue.tensors = {{scores, {.sample = of.keys, .channel = 1}}};
      const Value score = b.input({ScalarInputKind::Tensor, ElementType::F32, 0});
      const Value none = b.constant(-std::numeric_limits<float>::infinity());
      t = b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, score, none), b.constant(0.0f), t);
    }
    epilogue.program = b.finish(t, stored);
    return epilogue;
  }
};

constexpr Attention forms[] = {
    {2, 128, 128, 64, 64, Masks::Rows, Weights::ZeroForNaN},
    {3, 1, 1, 64, 64, Masks::Rows},
    {2, 7, 7, 32, 32, Masks::Keys},
    {3, 49, 49, 32, 32, Masks::Windows, Weights::Shares, 4},
    {3, 49, 49, 32, 32, Masks::Biases, Weights::ZeroForMasked},
    {2, 197, 197, 80, 80},
    {1, 513, 513, 96, 96, Masks::Keys},
    {2, 65, 130, 128, 128, Masks::Rows, Weights::ZeroForMasked},
    {2, 20, 300, 40, 72, Masks::Rows, Weights::ZeroForNaN},
    {1, 33, 513, 64, 64, Masks::Rows},
    {2, 17, 50, 5, 13, Masks::Biases},
};

// By kernels that take it whole the order of sums is the device's own (F4), but a masked row is NaN
// or 0 as everywhere. Where halves are stored between, those may be a step apart.
TEST_P(AttentionConformance, AsItsParts) {
  struct Types {
    ElementType input, stored;
    Tolerance tolerance;
  };
  const Types types[] = {{ElementType::F32, ElementType::F32, {1e-5f, 1e-5f}},
                         {ElementType::F16, ElementType::F32, {1e-5f, 1e-5f}},
                         {ElementType::F16, ElementType::F16, {0x1p-11f, 0x1p-11f}}};
  for (const auto &[input, stored, tolerance] : types) {
    NetBuilder net;
    for (const Attention &of : forms) {
      append(net, of, input, stored);
      // Elsewhere the parts' own tests have tried the others.
      if (!fuses(net.program))
        break;
    }
    SCOPED_TRACE(std::string(elementTypeName(input)) + " " + std::string(elementTypeName(stored)));
    compare(net, {1, 3}, tolerance);
  }
  CONFORMANCE_SKIP_UNLESS_COMPUTES();
}

// The host is every device's reference: its answer to the fused call has the bits of its answer to
// the parts.
TEST_P(AttentionConformance, OnTheHost) {
  const qrt::DeviceDescription card{.driver = "cuda",
                                    .localMemoryBytes = 227 * 1024,
                                    .maxWorkGroup = 1024,
                                    .computeUnits = 132,
                                    .takesKernels = true,
                                    .isGpu = true,
                                    .computeCapability = 90};
  for (ElementType stored : {ElementType::F32, ElementType::F16})
    for (const Attention &of : forms) {
      NetBuilder net;
      append(net, of, stored, stored);
      Program fused = net.program;
      qopt::fuseAttention(fused, card);
      ASSERT_EQ(fused.nodes.size(), 1u);
      const std::vector<Tensor> inputs = randomInputs(random, net.program, 2);
      std::vector<Tensor> expected = emptyOutputs(net.program, 2);
      std::vector<Tensor> actual = emptyOutputs(fused, 2);
      ASSERT_TRUE(reference(net.program)->run(2, inputs, expected).ok());
      qopt::planArena(fused);
      const Status status = verifyProgram(fused);
      ASSERT_TRUE(status.ok()) << status.message();
      ASSERT_TRUE(reference(fused)->run(2, inputs, actual).ok());
      expectClose(actual[0], expected[0], {});
    }
}

} // namespace

CONFORMANCE_SUITE(AttentionConformance);

} // namespace qrt::test
