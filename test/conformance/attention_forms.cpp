#include "test/conformance/attention_forms.h"

#include <cmath>
#include <limits>

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

bool isOfWindows(Masks masks) { return masks == Masks::Windows || masks == Masks::Flipped; }

/// Scales the scores: floats by a quarter; bytes (E4) so that softmax has some large shares and
/// many small ones.
Value scaled(ScalarBuilder &b, const Attention &of, const AttentionTypes &types) {
  if (!is8Bit(types.query))
    return b.apply(ScalarOp::MulF, b.accumulator(ElementType::F32), b.constant(0.25f));
  const float step = 3e-4f / std::sqrt(float(of.depth));
  Value t = b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32));
  return b.apply(ScalarOp::MulF, t, b.constant(step));
}

CallEpilogue scoring(NetBuilder &net, const Attention &of, const AttentionTypes &types) {
  ScalarBuilder b;
  CallEpilogue epilogue;
  Value t = scaled(b, of, types);
  if (of.scores == Scores::Capped)
    t = b.apply(ScalarOp::MulF,
                b.apply(ScalarOp::TanhF, b.apply(ScalarOp::DivF, t, b.constant(1.5f))),
                b.constant(1.5f));
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
  if (of.masks == Masks::Biases || isOfWindows(of.masks))
    t = b.apply(
        ScalarOp::AddF, t,
        read({fixed(of.heads * matrix)}, {.pixel = of.keys, .channel = 1, .inner = matrix}));
  if (of.masks == Masks::Rows)
    for (EpilogueStrides strides : {EpilogueStrides{.sample = of.rows, .pixel = 1},
                                    EpilogueStrides{.sample = of.keys, .channel = 1}}) {
      const int64_t count = strides.sample;
      const Value mask = read({perSample(of.windows), fixed(count)}, strides);
      const Value none = b.constant(-std::numeric_limits<float>::infinity());
      t = b.apply(
          ScalarOp::AddF, t,
          b.apply(ScalarOp::Select, b.apply(ScalarOp::Less, mask, b.constant(-0.25f)), none, mask));
    }
  epilogue.program = b.finish(t, types.scores);
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
  StridedAccess mask{{0, matrix, 0, of.keys, 1}};
  if (of.masks == Masks::Flipped)
    mask = {{0, matrix, 0, -of.keys, -1}, matrix - 1};
  call.tensors = {{bufferOperand(scores), call.output},
                  {bufferOperand(net.input(ElementType::F32, {fixed(of.windows * matrix)})), mask}};
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

/// clamp(rint(t)) as a byte (E1, Q1).
Value quantized(ScalarBuilder &b, Value t, ElementType type) {
  t = b.apply(ScalarOp::RintF, t);
  t = b.apply(ScalarOp::MaxF, t, b.constant(float(lowestOf(type))));
  t = b.apply(ScalarOp::MinF, t, b.constant(float(highestOf(type))));
  return b.apply(ScalarOp::F32ToI32, t);
}

CallEpilogue weighting(const Attention &of, ElementType stored, Operand scores) {
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
  if (is8Bit(stored)) // of the largest share that was measured
    t = quantized(b, b.apply(ScalarOp::DivF, t, b.constant(0.8f / 255)), stored);
  epilogue.program = b.finish(t, stored);
  return epilogue;
}

CallEpilogue contextOf(const AttentionTypes &types) {
  if (!is8Bit(types.query))
    return storeAccumulator(ElementType::F32, types.result);
  ScalarBuilder b;
  CallEpilogue epilogue;
  Value t = b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32));
  t = b.apply(ScalarOp::MulF, t, b.constant(0.0051f));
  epilogue.program =
      b.finish(is8Bit(types.result) ? quantized(b, t, types.result) : t, types.result);
  return epilogue;
}

} // namespace

void appendAttention(NetBuilder &net, const Attention &of, const AttentionTypes &types) {
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
  scores.a = {input(types.query, {samples, fixed(of.rows), fixed(query)}), {types.query, 0}};
  scores.b = {input(types.factor, {samples, fixed(of.keys), fixed(query)}), {types.factor, 0}};
  scores.epilogue = scoring(net, of, types);
  const std::vector<Extent> shape{samples, fixed(of.heads), fixed(of.rows), fixed(of.keys)};
  const bool hasBody = isOfWindows(of.masks) || types.scores != ElementType::F32;
  uint32_t between = net.activation(types.scores, shape);
  net.call(scores, {between});
  if (hasBody)
    between = body(net, of, types.scores, between);
  SoftmaxCall softmax;
  softmax.outer = perSample(of.windows * of.heads * of.rows);
  softmax.axis = of.keys;
  softmax.input = bufferOperand(between);
  softmax.epilogue = weighting(of, types.weights, softmax.input);
  const uint32_t weights = net.activation(types.weights, shape);
  net.call(softmax, {weights});
  MatmulCall context;
  context.shape = {of.keys, of.width, false, false,
                   MatmulStrides{of.heads,
                                 {of.heads * result, result, of.keys},
                                 {of.keys * value, of.width, value, 1}}};
  context.batch = samples;
  context.rows = fixed(of.rows);
  context.a = {bufferOperand(weights), {types.weights, 0}};
  context.b = {input(types.factor, {samples, fixed(of.keys), fixed(value)}), {types.factor, 0}};
  context.epilogue = contextOf(types);
  context.epilogue.result =
      EpilogueStrides{.sample = of.rows * value, .pixel = value, .channel = 1, .inner = of.width};
  net.callToOutput(context, types.result, {samples, fixed(of.rows), fixed(value)});
}

} // namespace qrt::test
