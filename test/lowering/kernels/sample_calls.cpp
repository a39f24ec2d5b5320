#include "test/lowering/kernels/sample_calls.h"

#include <algorithm>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarOp;

qrt::Tensor empty(ElementType type, qrt::Shape shape) {
  return qrt::Tensor::allocate(type, std::move(shape));
}

/// Every operation that the accumulator's type allows, channel vectors and a table among them; with
/// `pixels` its tensor is a residual of so many.
qrt::CallEpilogue richEpilogue(CaseBuilder &builder, ElementType accumulator, int64_t channels,
                               int64_t pixels = 0) {
  qrt::ScalarBuilder b;
  using Kind = qrt::ScalarInputKind;
  auto t = b.accumulator(accumulator);
  if (accumulator != ElementType::F32)
    t = b.apply(ScalarOp::IntToF32, t);
  t = b.apply(ScalarOp::FmaF, t, b.input({Kind::Channel, ElementType::F32, 0}),
              b.apply(ScalarOp::IntToF32, b.input({Kind::Tensor, ElementType::I8, 0})));
  for (ScalarOp op :
       {ScalarOp::NegF, ScalarOp::AbsF, ScalarOp::SqrtF, ScalarOp::ExpF, ScalarOp::LogF,
        ScalarOp::TanhF, ScalarOp::ErfF, ScalarOp::SigmoidF, ScalarOp::FloorF, ScalarOp::CeilF})
    t = b.apply(op, t);
  t = b.apply(ScalarOp::DivF, b.apply(ScalarOp::PowF, t, b.constant(1.5f)), b.constant(0.3f));
  auto q = quantizeValue(b, t, 3, 0, 255);
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(b.lookup(std::vector<int32_t>(256, 7), q), ElementType::U8);
  epilogue.channels = {builder.constant(empty(ElementType::F32, {channels}))};
  if (pixels)
    epilogue.tensors = {{builder.buffer(empty(ElementType::I8, {1, pixels, channels})),
                         {pixels * channels, channels, 1}}};
  else
    epilogue.tensors = {{builder.buffer(empty(ElementType::I8, {channels})), {0, 0, 1}}};
  return epilogue;
}

ElementType accumulatorOf(ElementType input) { return accumulatorType({}, {input, 0}); }

// docs/reference/numerics.md (E1).
qrt::CallEpilogue plainEpilogue(CaseBuilder &builder, ElementType accumulator, int64_t channels) {
  qrt::ScalarBuilder b;
  using Kind = qrt::ScalarInputKind;
  auto t = b.accumulator(accumulator);
  if (accumulator != ElementType::F32)
    t = b.apply(ScalarOp::IntToF32, t);
  t = b.apply(ScalarOp::MulF, t, b.input({Kind::Channel, ElementType::F32, 0}));
  qrt::CallEpilogue epilogue;
  epilogue.program = b.finish(quantizeValue(b, t, 3, 0, 255), ElementType::U8);
  epilogue.channels = {builder.constant(empty(ElementType::F32, {channels}))};
  return epilogue;
}

// A layer of a ResNet for which tensor cores' row is the best.
qrt::Call tensorConv2d(CaseBuilder &b, const KernelRow &row, ElementType type) {
  struct Layer {
    int64_t size, in, out, kernel, stride, pad, pitch;
  };
  const Layer layer = row.tensor == TensorKernel::First    ? Layer{20, 3, 64, 7, 2, 3, 4}
                      : row.tensor == TensorKernel::Direct ? Layer{56, 64, 256, 1, 1, 0, 0}
                      : row.tensor == TensorKernel::Wide   ? Layer{28, 256, 256, 3, 1, 1, 0}
                                                           : Layer{14, 80, 64, 3, 1, 1, 0};
  const int64_t size = (layer.size + 2 * layer.pad - layer.kernel) / layer.stride + 1;
  const qrt::Conv2dShape shape{
      {layer.size, layer.size},
      {size, size},
      layer.in,
      layer.out,
      1,
      {{layer.kernel, layer.kernel}, {layer.stride, layer.stride}, {1, 1}, {layer.pad, layer.pad}},
      layer.pitch};
  const ElementType weights = qrt::isFloat(type) ? type : ElementType::I8;
  const qrt::Operand input = b.buffer(empty(type, {1, layer.size, layer.size, shape.pixelPitch()}));
  return qrt::Conv2dCall{
      shape,
      perSample(1),
      {input, {type, type == ElementType::U8 ? 12 : 0}},
      {b.constantOperand(empty(weights, {layer.out, layer.in, layer.kernel, layer.kernel})),
       {weights, 0}},
      row.tensor == TensorKernel::First
          ? plainEpilogue(b, accumulatorOf(type), layer.out)
          : richEpilogue(b, accumulatorOf(type), layer.out, size * size)};
}

// One pixel, few channels: a gate.
qrt::Call lineConv2d(CaseBuilder &b, ElementType type) {
  const ElementType weights = type == ElementType::U8 ? ElementType::I8 : type;
  return qrt::Conv2dCall{{{1, 1}, {1, 1}, 90, 20, 1, {}},
                         perSample(1),
                         {b.buffer(empty(type, {1, 1, 1, 90})), {type, 0}},
                         {b.constantOperand(empty(weights, {20, 90, 1, 1})), {weights, 0}},
                         richEpilogue(b, accumulatorOf(type), 20)};
}

qrt::Call conv2d(CaseBuilder &b, const KernelRow &row, ElementType type) {
  if (row.tensor != TensorKernel::None)
    return tensorConv2d(b, row, type);
  if (row.needs.reduced > 1)
    return lineConv2d(b, type);
  const int64_t groups = row.needs.oneGroup ? 1 : row.needs.depthwise ? 80 : 2;
  const int64_t out = row.needs.depthwise ? 1 : row.needs.channels + 2;
  const qrt::Tensor weights =
      empty(type == ElementType::U8 ? ElementType::I8 : type, {groups * out, 80 / groups, 3, 3});
  return qrt::Conv2dCall{
      {{6, 5}, {6, 5}, 80, groups * out, groups, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}},
      perSample(1),
      {b.buffer(empty(type, {1, 6, 5, 80})), {type, type == ElementType::U8 ? 12 : 0}},
      {row.needs.constantWeights ? b.constantOperand(weights) : b.buffer(weights),
       {weights.type(), 0}},
      richEpilogue(b, accumulatorOf(type), groups * out)};
}

// Few rows or many, a short sum or a long one, as tensor cores' row likes it.
qrt::Call tensorMatmul(CaseBuilder &b, const KernelRow &row, ElementType type) {
  const bool isDirect = row.tensor == TensorKernel::Direct;
  const int64_t rows = row.tensor == TensorKernel::Tiled ? 1 : 400, k = isDirect ? 64 : 1024;
  const int64_t n = isDirect ? 256 : 512;
  const ElementType weights = qrt::isFloat(type) ? type : ElementType::I8;
  return qrt::MatmulCall{
      {.k = k, .n = n},
      fixed(1),
      perSample(rows),
      {b.buffer(empty(type, {rows, k})), {type, type == ElementType::U8 ? 12 : 0}},
      {b.constantOperand(empty(weights, {k, n})), {weights, 0}},
      richEpilogue(b, accumulatorOf(type), n, rows)};
}

qrt::Call matmul(CaseBuilder &b, const KernelRow &row, ElementType type) {
  if (row.tensor != TensorKernel::None)
    return tensorMatmul(b, row, type);
  const int64_t n = row.needs.channels + 2;
  const qrt::Tensor right = empty(row.needs.symmetricWeights ? ElementType::I8 : type, {600, n});
  return qrt::MatmulCall{{.k = 600, .n = n},
                         fixed(1),
                         perSample(3),
                         {b.buffer(empty(type, {3, 600})), {type, 0}},
                         {row.needs.constantWeights ? b.constantOperand(right) : b.buffer(right),
                          {right.type(), right.type() == ElementType::U8 ? 3 : 0}},
                         richEpilogue(b, accumulatorOf(type), n)};
}

qrt::Call reduce(CaseBuilder &b, const KernelRow &row, ElementType type) {
  const int64_t reduced = std::max(row.needs.reduced, row.needs.column);
  const int64_t inner = std::max<int64_t>(row.needs.channels, row.needs.column == 0 ? 1 : 8);
  const auto kind = row.needs.inOrder ? qrt::ReduceKind::Sum : qrt::ReduceKind::Max;
  return qrt::ReduceCall{{kind, reduced, inner},
                         perSample(1),
                         {type, 0},
                         b.buffer(empty(type, {1, reduced, inner})),
                         richEpilogue(b, qrt::accumulatorOf(kind, type), inner)};
}

qrt::Call elementwise(CaseBuilder &b, ElementType type) {
  qrt::ScalarBuilder s;
  auto x = s.input({qrt::ScalarInputKind::Tensor, type, 0});
  qrt::ElementwiseCall call;
  call.leading = perSample(1);
  call.walk.sizes = {1, 3, 4};
  call.program = s.finish(s.apply(ScalarOp::Select, s.apply(ScalarOp::Less, x, x), x, x), type);
  call.tensors = {{b.buffer(empty(type, {1, 4, 3})), {{12, 1, 3}}}};
  call.output = {{12, 4, 1}};
  return call;
}

// Two lines of three updates in places of two dimensions; bool has no arithmetic.
qrt::Call scatter(CaseBuilder &b, ElementType type) {
  const bool isBool = qrt::typeClass(type) == qrt::TypeClass::Boolean;
  qrt::ScatterShape shape{isBool ? qrt::ScatterKind::None : qrt::ScatterKind::Add,
                          {{0, 0}},
                          {{0, 1}},
                          {{0, 1}},
                          2,
                          1,
                          2,
                          {8, 2}};
  return qrt::ScatterCall{shape,
                          perSample(1),
                          {{1, 2}},
                          fixed(3),
                          {fixed(8), fixed(4)},
                          b.buffer(empty(ElementType::I64, {3, 2})),
                          b.buffer(empty(type, {3, 2}))};
}

qrt::Call scan(CaseBuilder &b, ElementType type) {
  const qrt::ScanShape shape{qrt::ScanKind::Product, true, true, {{64}}, {{64}}, 1, 1};
  return qrt::ScanCall{shape, perSample(1), {{1}}, fixed(64), b.buffer(empty(type, {1, 64}))};
}

qrt::Call order(CaseBuilder &b, ElementType type) {
  const qrt::TopKShape shape{true, 16, 4, {{16, 1}}, {{16, 1}}, 4, 4};
  return qrt::TopKCall{shape, perSample(1), {{1, 4}}, b.buffer(empty(type, {1, 16, 4}))};
}

// Two directions with everything that a cell may read, their programs not the same.
qrt::Call recurrent(CaseBuilder &b, const KernelRow &row) {
  namespace at = qrt::recurrent;
  const int64_t units = row.needs.channels + 1;
  auto program = [](uint32_t first, uint32_t second, ScalarOp op) {
    qrt::ScalarBuilder s;
    auto read = [&](uint32_t input) {
      return s.input({qrt::ScalarInputKind::Tensor, ElementType::F32, input});
    };
    return s.finish(s.apply(op, s.apply(ScalarOp::AddF, read(first), read(second))),
                    ElementType::F32);
  };
  qrt::RecurrentCall call;
  call.shape = {3,
                units,
                false,
                false,
                {{6 * units, 6 * units, 3 * units, units, 1}},
                {{2 * units, units, 2 * units, 1}},
                {{units, 2 * units, 1}},
                {}};
  call.steps = fixed(1);
  call.samples = perSample(1);
  for (ScalarOp op : {ScalarOp::TanhF, ScalarOp::SigmoidF})
    call.cells.push_back({program(at::projection(1), at::sum(1), op), std::nullopt,
                          program(at::sum(2), at::peephole, op)});
  auto floats = [&](qrt::Shape shape) { return b.buffer(empty(ElementType::F32, shape)); };
  call.input = floats({1, 1, 6 * units});
  call.weights = b.constantOperand(empty(ElementType::F32, {2, 3 * units, units}));
  call.bias = floats({2, 3 * units});
  call.peepholes = floats({2, 3 * units});
  call.lengths = {b.buffer(empty(ElementType::I64, {1})), {{1}}};
  call.hidden = {floats({2, 1, units}), {{units, units, 1}}};
  b.program.nodes[0].writes.push_back(floats({1, 2, units}).index);
  return call;
}

// Two heads inside rows, masked, and a score that is asked for behind the softmax.
qrt::Call attention(CaseBuilder &b, ElementType type) {
  constexpr int64_t heads = 2, rows = 20, keys = 40, size = 32;
  using Kind = qrt::ScalarInputKind;
  auto operand = [&](int64_t count, ElementType of, std::vector<int64_t> strides) {
    return qrt::ElementwiseOperandRef{b.buffer(empty(of, {count})), {std::move(strides)}};
  };
  qrt::AttentionCall call;
  call.batch = perSample(1);
  call.matrices.sizes = {1, heads};
  call.rows = rows, call.keys = keys, call.depth = size, call.width = size;
  call.query = operand(rows * heads * size, type, {rows * heads * size, size, heads * size, 1});
  call.key = operand(keys * heads * size, type, {keys * heads * size, size, heads * size, 1});
  call.value = operand(keys * heads * size, type, {keys * heads * size, size, heads * size, 1});
  call.masks = {operand(keys, ElementType::F32, {0, 0, 0, 1})};
  qrt::ScalarBuilder s, w;
  call.scoring = s.finish(s.apply(ScalarOp::FmaF, s.accumulator(ElementType::F32), s.constant(0.5f),
                                  s.input({Kind::Tensor, ElementType::F32, 0})),
                          type);
  const auto score = w.input({Kind::Tensor, type, 0});
  call.weighting =
      w.finish(w.apply(ScalarOp::Select, w.apply(ScalarOp::Equal, score, w.constant(-1.0f)),
                       w.constant(0.0f), w.accumulator(ElementType::F32)),
               type);
  call.innerMatrices = heads;
  call.epilogue = richEpilogue(b, ElementType::F32, size);
  return call;
}

// 7² pixels: maxima of 3², or their average.
Sample vectorPool(const KernelRow &row, ElementType type) {
  const bool isMax = row.needs.pool == PoolForm::Largest;
  const std::array<int64_t, 2> image{7, 7};
  Sample sample{CaseBuilder(isMax ? type : ElementType::U8, isMax ? 49 * 32 : 32), {}};
  qrt::Pool2dCall call;
  call.shape =
      isMax
          ? qrt::Pool2dShape{qrt::PoolKind::Max, image, image, 32, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}}
          : qrt::Pool2dShape{qrt::PoolKind::Average, image, {1, 1}, 32, {image}};
  call.samples = perSample(1);
  call.inputType = {type, 0};
  call.input = sample.builder.buffer(empty(type, {1, 7, 7, 32}));
  qrt::ScalarBuilder b;
  auto acc =
      b.accumulator(isMax ? qrt::accumulatorOf(qrt::ReduceKind::Max, type) : ElementType::I32);
  if (isMax) {
    call.epilogue.program = b.finish(acc, type);
  } else {
    auto m = b.lookup(std::vector<float>(50, 0.25f), b.count());
    auto t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, acc), m);
    call.epilogue.program = b.finish(quantizeValue(b, t, 3, 0, 255), ElementType::U8);
  }
  sample.call = call;
  return sample;
}

} // namespace

Sample sampleCall(std::string_view family, const KernelRow &row, ElementType type) {
  const bool keepsType = family == "elementwise" || family == "copy" || family == "fill" ||
                         family == "scatter" || family == "scan" || family == "recurrent";
  const ElementType result = family == "top_k"       ? ElementType::I64
                             : family == "extremes"  ? ElementType::F32
                             : family == "histogram" ? ElementType::I32
                                                     : ElementType::U8;
  Sample sample{CaseBuilder(keepsType ? type : result, 64), qrt::FillCall{}};
  CaseBuilder &b = sample.builder;
  if (family == "conv2d")
    sample.call = conv2d(b, row, type);
  else if (family == "matmul")
    sample.call = matmul(b, row, type);
  else if (family == "pool2d" && row.needs.pool != PoolForm::Any)
    sample = vectorPool(row, type);
  else if (family == "pool2d")
    sample.call = qrt::Pool2dCall{
        {qrt::PoolKind::Average, {6, 5}, {6, 5}, 20, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, false},
        perSample(1),
        {type, 0},
        b.buffer(empty(type, {1, 6, 5, 20})),
        richEpilogue(b, accumulatorOf(type), 20)};
  else if (family == "reduce")
    sample.call = reduce(b, row, type);
  else if (family == "attention")
    sample.call = attention(b, type);
  else if (family == "softmax")
    sample.call = qrt::SoftmaxCall{perSample(1), row.needs.reduced,
                                   b.buffer(empty(type, {1, row.needs.reduced})),
                                   richEpilogue(b, ElementType::F32, row.needs.reduced)};
  else if (family == "standardize")
    sample.call = qrt::StandardizeCall{perSample(1),
                                       {row.needs.reduced, 1e-5f, true},
                                       b.buffer(empty(type, {1, row.needs.reduced})),
                                       richEpilogue(b, ElementType::F32, row.needs.reduced)};
  else if (family == "elementwise")
    sample.call = elementwise(b, type);
  else if (family == "copy" && row.needs.turned)
    sample.call = qrt::CopyCall{perSample(1),
                                {{1, 16, 16}},
                                b.buffer(empty(type, {1, 16, 16})),
                                {{256, 1, 16}},
                                {{256, 16, 1}}};
  else if (family == "copy")
    sample.call = qrt::CopyCall{
        perSample(1), {{1, 3, 4}}, b.buffer(empty(type, {1, 4, 3})), {{12, 1, 3}}, {{12, 4, 1}}};
  else if (family == "fill")
    sample.call = qrt::FillCall{perSample(64), 5};
  else if (family == "scatter")
    sample.call = scatter(b, type);
  else if (family == "scan")
    sample.call = scan(b, type);
  else if (family == "top_k")
    sample.call = order(b, type);
  else if (family == "recurrent")
    sample.call = recurrent(b, row);
  else if (family == "extremes")
    sample.call = qrt::ExtremesCall{fixed(1), perSample(1), fixed(64), b.buffer(empty(type, {64}))};
  else if (family == "histogram")
    sample.call = qrt::HistogramCall{{2, 2048},
                                     perSample(64),
                                     b.buffer(empty(type, {64})),
                                     b.constantOperand(empty(ElementType::F32, {}))};
  else
    ADD_FAILURE() << "no sample call for family " << family;
  return sample;
}

} // namespace qopt::test
