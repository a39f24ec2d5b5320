#include "test/lowering/kernels/tensor_samples.h"

namespace qopt::test {

using qrt::ElementType;

static qrt::QuantizedInput inputOf(ElementType type) {
  return {type, type == ElementType::U8 ? 12 : 0};
}
static ElementType weightsOf(ElementType type) {
  return qrt::isFloat(type) ? type : ElementType::I8;
}

// Without its epilogue.
static qrt::Conv2dCall convOf(CaseBuilder &b, const TensorLayer &layer, ElementType type) {
  const int64_t size = (layer.size + 2 * layer.pad - layer.kernel) / layer.stride + 1;
  const qrt::Conv2dShape shape{
      {layer.size, layer.size},
      {size, size},
      layer.in,
      layer.out,
      layer.groups,
      {{layer.kernel, layer.kernel}, {layer.stride, layer.stride}, {1, 1}, {layer.pad, layer.pad}},
      layer.pitch};
  const qrt::Operand input = b.buffer(empty(type, {1, layer.size, layer.size, shape.pixelPitch()}));
  const ElementType weights = weightsOf(type);
  return {shape,
          perSample(1),
          {input, inputOf(type)},
          {b.constantOperand(
               empty(weights, {layer.out, layer.in / layer.groups, layer.kernel, layer.kernel})),
           {weights, 0}},
          {}};
}

Sample tensorConv2d(const TensorLayer &layer, ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  qrt::Conv2dCall call = convOf(sample.builder, layer, type);
  call.epilogue = richEpilogue(sample.builder, accumulatorOf(type), layer.out,
                               call.shape.out[0] * call.shape.out[1]);
  sample.call = call;
  return sample;
}

Sample plainTensorConv2d(const TensorLayer &layer, ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  qrt::Conv2dCall call = convOf(sample.builder, layer, type);
  call.epilogue = plainEpilogue(sample.builder, accumulatorOf(type), layer.out);
  sample.call = call;
  return sample;
}

Sample tensorMatmul(int64_t rows, int64_t k, int64_t n, ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  const ElementType weights = weightsOf(type);
  sample.call = qrt::MatmulCall{{.k = k, .n = n},
                                fixed(1),
                                perSample(rows),
                                {b.buffer(empty(type, {rows, k})), inputOf(type)},
                                {b.constantOperand(empty(weights, {k, n})), {weights, 0}},
                                richEpilogue(b, accumulatorOf(type), n, rows)};
  return sample;
}

} // namespace qopt::test
