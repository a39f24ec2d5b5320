#include "runtime/calls/attention/attention.h"

#include "runtime/calls/softmax/softmax.h"
#include "runtime/numerics/matmul/matmul.h"
#include "runtime/numerics/moves/strided_copy.h"
#include "runtime/numerics/scalar/verify_scalar.h"
#include "runtime/numerics/types/halves.h"

#include <limits>
#include <numeric>

namespace qrt {

int64_t matricesOf(const AttentionCall &call) {
  return std::accumulate(call.matrices.sizes.begin() + 1, call.matrices.sizes.end(), int64_t(1),
                         std::multiplies<int64_t>());
}

// ---- check ----

static Status checkAccess(const CallCheck &check, const AttentionCall &call,
                          const ElementwiseOperandRef &tensor, int64_t rows, int64_t elements) {
  QRT_RETURN_IF_ERROR(check.operand(tensor.operand));
  std::vector<Linear> sizes{check.positive(call.batch)};
  for (size_t d = 1; d < call.matrices.sizes.size(); ++d)
    sizes.push_back(Linear::constant(call.matrices.sizes[d]));
  sizes.push_back(Linear::constant(rows));
  sizes.push_back(Linear::constant(elements));
  return CallCheck::box(sizes, tensor.access, check.elementsOf(tensor.operand));
}

/// Returns whether the factors are bytes; the type of the queries decides.
static bool isOfBytes(const CallCheck &check, const AttentionCall &call) {
  return is8Bit(check.typeOf(call.query.operand));
}

static Status checkFloat(ElementType type) {
  return widenedType(type) == ElementType::F32
             ? Status()
             : invalidArgument("attention is of f32 and halves, or of bytes alone");
}
static Status checkFactor(ElementType type, bool ofBytes) {
  if (!ofBytes)
    return checkFloat(type);
  return is8Bit(type) ? Status() : invalidArgument("attention of bytes has factors of i8 and u8");
}

/// Returns whether no sum of `terms` products of bytes leaves an i32, whatever their values (A4).
static bool sumsFit(int64_t terms, ElementType a, ElementType b) {
  auto most = [](ElementType type) -> int64_t { return isSigned(type) ? 128 : 255; };
  return terms <= std::numeric_limits<int32_t>::max() / (most(a) * most(b));
}

static Status checkSums(const CallCheck &check, const AttentionCall &call) {
  if (!isOfBytes(check, call))
    return {};
  const bool fit =
      sumsFit(call.depth, check.typeOf(call.query.operand), check.typeOf(call.key.operand)) &&
      sumsFit(call.keys, call.weighting.resultType, check.typeOf(call.value.operand));
  return fit ? Status() : invalidArgument("attention's sums of products of bytes leave an i32");
}

static Status checkPrograms(const CallCheck &check, const AttentionCall &call) {
  QRT_RETURN_IF_ERROR(checkFloat(call.scoring.resultType));
  const bool ofBytes = isOfBytes(check, call);
  QRT_RETURN_IF_ERROR(checkFactor(call.weighting.resultType, ofBytes));
  ScalarContext scores, weights;
  scores.accumulator = ofBytes ? ElementType::I32 : ElementType::F32;
  weights.accumulator = ElementType::F32;
  scores.output = call.scoring.resultType;
  weights.output = call.weighting.resultType;
  weights.tensors = {call.scoring.resultType};
  for (const ElementwiseOperandRef &mask : call.masks) {
    QRT_RETURN_IF_ERROR(checkAccess(check, call, mask, call.rows, call.keys));
    scores.tensors.push_back(check.typeOf(mask.operand));
  }
  QRT_RETURN_IF_ERROR(verifyScalarProgram(call.scoring, scores));
  return verifyScalarProgram(call.weighting, weights);
}

Status check(const CallCheck &check, const AttentionCall &call) {
  QRT_RETURN_IF_ERROR(
      check.dimensions({call.rows, call.keys, call.depth, call.width, call.innerMatrices}, 1));
  if (call.matrices.sizes.empty())
    return invalidArgument("a walk's rank is out of range");
  Linear inner = Linear::constant(1);
  for (size_t d = 1; d < call.matrices.sizes.size(); ++d) {
    QRT_RETURN_IF_ERROR(check.dimensions({call.matrices.sizes[d]}, 1));
    inner = inner.times(call.matrices.sizes[d]);
  }
  if (!inner.valid || inner.size.offset % call.innerMatrices != 0)
    return invalidArgument("attention's samples have no whole number of matrices");
  const std::pair<const ElementwiseOperandRef *, std::array<int64_t, 2>> factors[] = {
      {&call.query, {call.rows, call.depth}},
      {&call.key, {call.keys, call.depth}},
      {&call.value, {call.keys, call.width}}};
  for (const auto &[factor, sizes] : factors) {
    QRT_RETURN_IF_ERROR(checkAccess(check, call, *factor, sizes[0], sizes[1]));
    QRT_RETURN_IF_ERROR(checkFactor(check.typeOf(factor->operand), isOfBytes(check, call)));
    for (int64_t stride : factor->access.strides) // masks may also be read backwards
      QRT_RETURN_IF_ERROR(check.dimensions({stride}, 0));
    for (size_t i : {0, 1}) // no more rows or elements than the operand has
      if (sizes[i] > 1 && factor->access.strides[call.matrices.sizes.size() + i] == 0)
        return invalidArgument("attention's queries, keys or values lie on each other");
  }
  QRT_RETURN_IF_ERROR(checkPrograms(check, call));
  QRT_RETURN_IF_ERROR(checkSums(check, call));
  EpilogueSpace space{isOfBytes(check, call) ? ElementType::I32 : ElementType::F32,
                      check.positive(call.batch).times(inner.size.offset / call.innerMatrices),
                      Linear::constant(call.rows), call.width};
  space.innerSamples = call.innerMatrices;
  return check.epilogue(call.epilogue, space);
}

// ---- on the host: the three loops, a matrix at a time ----

namespace {

class HostAttention {
public:
  HostAttention(const HostRun &run, const AttentionCall &call)
      : run(run), call(call),
        scores(Tensor::allocate(call.scoring.resultType, {call.rows, call.keys})),
        weights(Tensor::allocate(call.weighting.resultType, {call.rows, call.keys})) {}

  void matrix(int64_t n) {
    score(n);
    const EpilogueTensor score{scores.data(), {.sample = call.keys, .channel = 1}};
    const Tensor wide = widened(scores);
    softmax(run.execution, call.rows, call.keys, wide.values<float>().data(),
            {&call.weighting, {&score, 1}, {}, weights.mutableData()});
    weigh(n);
  }

private:
  int64_t beginOf(const ElementwiseOperandRef &tensor, int64_t n) const {
    int64_t at = tensor.access.offset;
    for (size_t d = call.matrices.sizes.size(); d-- > 1; n /= call.matrices.sizes[d])
      at += n % call.matrices.sizes[d] * tensor.access.strides[d];
    return at + n * tensor.access.strides[0];
  }
  const void *dataOf(const Operand &operand, int64_t at) const {
    return static_cast<const char *>(run.data(operand)) +
           at * int64_t(byteWidth(run.typeOf(operand)));
  }
  static int64_t rowOf(const ElementwiseOperandRef &tensor) {
    return tensor.access.strides[tensor.access.strides.size() - 2];
  }

  // Queries whose elements lie apart are read as rows of one element: brought together first.
  void score(int64_t n) {
    const ElementType type = run.typeOf(call.query.operand);
    Tensor queries = Tensor::allocate(type, {call.rows, call.depth});
    StridedWalk walk{{call.rows, call.depth}};
    stridedCopy(run.execution, walk, byteWidth(type), run.data(call.query.operand),
                {{rowOf(call.query), call.query.access.strides.back()}, beginOf(call.query, n)},
                queries.mutableData(), {{call.depth, 1}});
    std::vector<EpilogueTensor> masks;
    for (const ElementwiseOperandRef &mask : call.masks)
      masks.push_back({dataOf(mask.operand, beginOf(mask, n)),
                       {.pixel = rowOf(mask), .channel = mask.access.strides.back()}});
    multiply({type, queries.data(), call.depth},
             {&call.key, n, call.key.access.strides.back(), rowOf(call.key), call.keys},
             {&call.scoring, masks, {}, scores.mutableData()});
  }

  void weigh(int64_t n) {
    const int64_t sample = n / call.innerMatrices, inner = n % call.innerMatrices;
    std::vector<EpilogueTensor> tensors;
    for (const EpilogueOperand &tensor : call.epilogue.tensors) {
      const EpilogueStrides &s = tensor.strides;
      tensors.push_back({dataOf(tensor.operand, sample * s.sample + inner * s.inner),
                         {.pixel = s.pixel, .channel = s.channel}});
    }
    std::vector<const void *> channels;
    for (uint32_t channel : call.epilogue.channels)
      channels.push_back(run.constants[channel].data());
    EpilogueStrides result{.sample = call.innerMatrices * call.rows * call.width,
                           .pixel = call.width,
                           .channel = 1,
                           .inner = call.rows * call.width};
    if (call.epilogue.result)
      result = *call.epilogue.result;
    char *to = static_cast<char *>(run.result()) +
               (call.epilogue.offset + sample * result.sample + inner * result.inner) *
                   int64_t(run.resultWidth());
    multiply({call.weighting.resultType, weights.data(), call.keys},
             {&call.value, n, rowOf(call.value), call.value.access.strides.back(), call.width},
             {&call.epilogue.program, tensors, channels, to, 1,
              EpilogueStrides{.pixel = result.pixel, .channel = 1}, run.program});
  }

  struct Left {
    ElementType type;
    const void *data; // of so many a row, densely
    int64_t k;
  };
  struct Right {
    const ElementwiseOperandRef *tensor;
    int64_t n, k, column, columns; // the matrix, two strides and a size
  };
  void multiply(const Left &left, const Right &right, const Epilogue &epilogue) {
    MatmulShape shape{left.k, right.columns, false, true, MatmulStrides{}};
    shape.strides->a = {0, 0, left.k};
    shape.strides->b = {0, 0, right.k, right.column};
    shape.strides->bOffset = beginOf(*right.tensor, right.n);
    const Operand &operand = right.tensor->operand;
    const PackedWeightsPtr packed = packMatmul(run.execution, shape, {left.type, 0}, 1,
                                               {run.typeOf(operand), 0}, run.data(operand));
    matmul(run.execution, shape, 1, call.rows, {left.type, 0}, left.data, *packed, epilogue);
  }

  const HostRun &run;
  const AttentionCall &call;
  Tensor scores, weights;
};

} // namespace

void run(const HostRun &run, const AttentionCall &call) {
  HostAttention attention(run, call);
  for (int64_t n = 0; n < run.at(call.batch) * matricesOf(call); ++n)
    attention.matrix(n);
}

} // namespace qrt
