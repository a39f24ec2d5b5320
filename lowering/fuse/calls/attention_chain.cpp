#include "lowering/fuse/calls/attention_chain.h"

#include "runtime/numerics/types/halves.h"

#include <algorithm>

namespace qopt {

using qrt::ElementType;
using qrt::MatmulCall;
using qrt::Operand;
using qrt::ScalarInputKind;
using qrt::ScalarOp;

namespace {

qrt::Extent matricesOf(const MatmulCall &call) {
  const int64_t inner = call.shape.strides ? call.shape.strides->inner : 1;
  return {call.batch.scale * inner, call.batch.offset * inner, call.batch.multiple};
}

int64_t innerOf(const MatmulCall &call) {
  return call.shape.strides ? call.shape.strides->inner : 1;
}

MatrixStrides stridesOf(int64_t outer, int64_t innerStride, int64_t inner) {
  MatrixStrides strides;
  if (inner > 1)
    strides[1] = innerStride;
  strides[inner] = outer;
  return strides;
}

/// Returns whether both factors are floats, or with `ofBytes` bytes, of zero point 0.
bool isOfKind(const MatmulCall &call, bool ofBytes) {
  return std::ranges::all_of(std::array{call.a, call.b}, [&](const qrt::Factor &factor) {
    return !factor.zeroPoint && factor.type.zeroPoint == 0 &&
           (ofBytes ? qrt::is8Bit(factor.type.type)
                    : qrt::widenedType(factor.type.type) == ElementType::F32);
  });
}

/// A matrix of b for each of a, rows that do not grow.
bool isProduct(const MatmulCall &call, bool ofBytes) {
  return !call.shape.sharedB && call.rows.isStatic() && isOfKind(call, ofBytes);
}

/// Strides of a dense tensor [outer, inner, rows, columns].
bool isDense(const qrt::EpilogueStrides &s, int64_t inner, int64_t rows, int64_t columns) {
  return s.channel == 1 && s.pixel == columns && s.sample == inner * rows * columns &&
         (inner == 1 || s.inner == rows * columns);
}

/// Each size but the first, the last fastest.
bool isRowMajor(const qrt::StridedAccess &access, const std::vector<int64_t> &sizes) {
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0; stride *= sizes[d])
    if (access.strides[d] != stride && (d == 0 || sizes[d] != 1))
      return false;
  return access.offset == 0;
}

/// Returns the strides of the dimensions in front of a row's, by their divisors.
MatrixStrides stridesOf(const qrt::StridedAccess &access, const std::vector<int64_t> &sizes) {
  MatrixStrides strides;
  int64_t divisor = 1;
  for (size_t d = sizes.size() - 3; d > 0; --d) {
    if (sizes[d] != 1)
      strides[divisor] = access.strides[d];
    divisor *= sizes[d];
  }
  strides[divisor] = access.strides[0];
  return strides;
}

/// A share, 0 or 1.
bool beginsWeight(const qrt::ScalarProgram &program, const qrt::ScalarInstruction &instruction) {
  if (instruction.op == ScalarOp::Input)
    return program.inputs[instruction.index].kind == ScalarInputKind::Accumulator;
  constexpr uint64_t one = 0x3f800000u; // of f32
  return instruction.op == ScalarOp::Constant && (instruction.bits == 0 || instruction.bits == one);
}

/// Its result is a share as it is, rounded, or 0 or 1 in its place: kernels count on weights of at
/// most 1. Scores may decide which of these it is, but none becomes a weight.
bool keepsWeights(const qrt::ScalarProgram &program) {
  static constexpr ScalarOp kept[] = {ScalarOp::Input, ScalarOp::Constant, ScalarOp::RoundTo,
                                      ScalarOp::Equal, ScalarOp::Less,     ScalarOp::Select,
                                      ScalarOp::AndI,  ScalarOp::OrI,      ScalarOp::XorI};
  std::vector<bool> isWeight; // of each value
  for (const qrt::ScalarInstruction &instruction : program.instructions) {
    if (std::ranges::find(kept, instruction.op) == std::end(kept))
      return false;
    const auto &from = instruction.operands;
    bool is = beginsWeight(program, instruction);
    if (instruction.op == ScalarOp::RoundTo)
      is = isWeight[from[0]];
    else if (instruction.op == ScalarOp::Select)
      is = isWeight[from[1]] && isWeight[from[2]];
    isWeight.push_back(is);
  }
  return program.tables.empty() && isWeight[program.result];
}

} // namespace

std::optional<uint32_t> AttentionChain::writerFor(uint32_t buffer, uint32_t reader) const {
  const std::vector<uint32_t> &writers = uses.writers[buffer];
  if (calls.buffers[buffer].role != qrt::BufferRole::Activation || writers.size() != 1 ||
      uses.users[buffer] != std::vector<uint32_t>{writers[0], reader} || !callOf(writers[0]))
    return std::nullopt;
  return writers[0];
}

void AttentionChain::store(ElementType type) {
  stored = type;
  if (type != ElementType::F32)
    value = scoring.roundTo(type, value);
}

// Programs that one attention takes have at most `longest` values together.
bool AttentionChain::takesProgram(const qrt::ScalarProgram &program) {
  constexpr size_t longest = 256;
  length += program.instructions.size();
  return length <= longest;
}

uint32_t AttentionChain::addMask(ChainOperand mask) {
  masks.push_back(std::move(mask));
  return uint32_t(masks.size() - 1);
}

qrt::ScalarBuilder::Argument AttentionChain::maskInput(const qrt::ScalarInput &input,
                                                       ChainOperand mask) {
  return qrt::ScalarInput{ScalarInputKind::Tensor, input.storage, addMask(std::move(mask))};
}

// The product that the scores begin with.
bool AttentionChain::isScores(uint32_t node) {
  const auto *call = std::get_if<MatmulCall>(callOf(node));
  length = 0;
  if (!call || !isProduct(*call, qrt::is8Bit(call->a.type.type)) ||
      !call->epilogue.channels.empty() || !call->epilogue.program.tables.empty() ||
      qrt::widenedType(call->epilogue.program.resultType) != ElementType::F32 ||
      !takesProgram(call->epilogue.program))
    return false;
  const int64_t inner = innerOf(*call), count = call->rows.offset;
  if (call->epilogue.offset != 0 ||
      (call->epilogue.result && !isDense(*call->epilogue.result, inner, count, call->shape.n)))
    return false;
  product = call;
  matrices = matricesOf(*call);
  rows = count;
  keys = call->shape.n;
  scoring = {};
  masks.clear();
  std::vector<qrt::ScalarBuilder::Argument> arguments;
  for (const qrt::ScalarInput &input : call->epilogue.program.inputs) {
    if (input.kind != ScalarInputKind::Tensor) {
      arguments.push_back(input);
      continue;
    }
    const auto &[operand, s] = call->epilogue.tensors[input.index];
    arguments.push_back(
        maskInput(input, {operand, stridesOf(s.sample, s.inner, inner), s.pixel, s.channel}));
  }
  value = scoring.inlineProgram(call->epilogue.program, arguments);
  store(call->epilogue.program.resultType);
  nodes.push_back(node);
  return true;
}

// A body that goes on from scores, densely as they lie.
bool AttentionChain::joinBody(uint32_t node, int left) {
  const auto *call = std::get_if<qrt::ElementwiseCall>(callOf(node));
  if (!call || left == 0 || !call->indexed.empty() || !call->sizes.empty() ||
      !call->program.tables.empty() || call->walk.sizes.size() < 3 ||
      qrt::widenedType(call->program.resultType) != ElementType::F32 ||
      !isRowMajor(call->output, call->walk.sizes))
    return false;
  const auto &inputs = call->program.inputs;
  if (!std::ranges::all_of(inputs, [](auto &in) { return in.kind == ScalarInputKind::Tensor; }))
    return false;
  const std::vector<int64_t> &sizes = call->walk.sizes;
  const size_t rank = sizes.size(), known = nodes.size();
  for (const qrt::ElementwiseOperandRef &scores : call->tensors) {
    nodes.resize(known);
    if (scores.operand.space != Operand::Space::Buffer || !(scores.access == call->output) ||
        !findScores(scores.operand.index, node, left - 1) || sizes[rank - 2] != rows ||
        sizes[rank - 1] != keys || !takesProgram(call->program))
      continue;
    std::vector<qrt::ScalarBuilder::Argument> arguments;
    for (const qrt::ScalarInput &input : inputs) {
      const qrt::ElementwiseOperandRef &tensor = call->tensors[input.index];
      const auto &[operand, access] = tensor;
      if (tensor == scores)
        arguments.push_back(value);
      else if (operand == scores.operand)
        return false;
      else
        arguments.push_back(
            maskInput(input, {operand, stridesOf(access, sizes), access.strides[rank - 2],
                              access.strides[rank - 1], access.offset}));
    }
    value = scoring.inlineProgram(call->program, arguments);
    store(call->program.resultType);
    nodes.push_back(node);
    return true;
  }
  nodes.resize(known);
  return false;
}

bool AttentionChain::findScores(uint32_t buffer, uint32_t reader, int left) {
  const std::optional<uint32_t> writer = writerFor(buffer, reader);
  return writer && (isScores(*writer) || joinBody(*writer, left));
}

bool AttentionChain::isOfBytes() const { return qrt::is8Bit(product->a.type.type); }

// Bytes may be any: their sums are exact.
bool AttentionChain::makesWeights(const qrt::ScalarProgram &program) const {
  if (isOfBytes())
    return program.tables.empty() && qrt::is8Bit(program.resultType);
  return keepsWeights(program) && qrt::widenedType(program.resultType) == ElementType::F32;
}

// Takes the softmax whose program makes weights of shares; that program may read the score, too.
bool AttentionChain::weighs(const qrt::SoftmaxCall &call, uint32_t scores) {
  if (call.axis != keys || call.epilogue.result || !call.epilogue.channels.empty() ||
      !takesProgram(call.epilogue.program) || !makesWeights(call.epilogue.program))
    return false;
  weighting = call.epilogue.program;
  for (qrt::ScalarInput &input : weighting.inputs) {
    if (input.kind != ScalarInputKind::Tensor)
      continue;
    const qrt::EpilogueOperand &tensor = call.epilogue.tensors[input.index];
    const Operand own{Operand::Space::Buffer, scores};
    if (!(tensor.operand == own) ||
        !(tensor.strides == qrt::EpilogueStrides{.sample = keys, .channel = 1}))
      return false;
    input.index = 0;
  }
  return true;
}

bool AttentionChain::findContext(uint32_t softmax) {
  const uint32_t weights = calls.nodes[softmax].writes[0];
  const std::vector<uint32_t> &users = uses.users[weights];
  if (users.size() != 2 || writerFor(weights, users[1]) != softmax)
    return false;
  contextNode = users[1];
  const qrt::Call *call = callOf(contextNode);
  context = call ? std::get_if<MatmulCall>(call) : nullptr;
  const Operand own{Operand::Space::Buffer, weights};
  if (!context || !isProduct(*context, isOfBytes()) || !(context->a.operand == own) ||
      context->b.operand == own || context->shape.k != keys || context->rows.offset != rows ||
      !(matricesOf(*context) == matrices))
    return false;
  const qrt::MatmulStrides s = qrt::stridesOf(context->shape, rows);
  return s.aOffset == 0 && isDense({s.a[0], s.a[2], 1, s.a[1]}, s.inner, rows, keys) &&
         std::ranges::none_of(context->epilogue.tensors,
                              [&](const auto &tensor) { return tensor.operand == own; });
}

bool AttentionChain::find(uint32_t softmax) {
  const qrt::Call *call = callOf(softmax);
  const auto *own = call ? std::get_if<qrt::SoftmaxCall>(call) : nullptr;
  if (!own || own->input.space != Operand::Space::Buffer)
    return false;
  constexpr int longest = 6; // bodies between the product and its softmax
  nodes.clear();
  if (!findScores(own->input.index, softmax, longest) || !weighs(*own, own->input.index) ||
      !findContext(softmax))
    return false;
  const qrt::Extent lines{matrices.scale * rows, matrices.offset * rows, matrices.multiple};
  nodes.push_back(softmax);
  return matrices.multiple == 1 && own->outer == lines;
}

std::optional<qrt::AttentionCall> AttentionChain::fused() const {
  const qrt::MatmulStrides a = qrt::stridesOf(product->shape, rows);
  const qrt::MatmulStrides b = qrt::stridesOf(context->shape, rows);
  const ChainOperand query{product->a.operand, stridesOf(a.a[0], a.a[1], a.inner), a.a[2], 1,
                           a.aOffset};
  const ChainOperand key{product->b.operand, stridesOf(a.b[0], a.b[1], a.inner), a.b[3], a.b[2],
                         a.bOffset};
  const ChainOperand weighed{context->b.operand, stridesOf(b.b[0], b.b[1], b.inner), b.b[2], b.b[3],
                             b.bOffset};
  for (const ChainOperand *factor : {&query, &key, &weighed})
    if (factor->row == 0 || factor->element == 0)
      return std::nullopt; // what is the same for each row is few numbers
  // The dimensions that all of them have: each divides the next.
  MatrixStrides all{{1, 0}, {b.inner, 0}};
  std::vector<const ChainOperand *> operands{&query, &key, &weighed};
  for (const ChainOperand &mask : masks)
    operands.push_back(&mask);
  for (const ChainOperand *operand : operands)
    all.insert(operand->matrices.begin(), operand->matrices.end());
  qrt::AttentionCall call;
  std::vector<int64_t> divisors; // from the slowest on
  for (const auto &[divisor, stride] : all) {
    if (!divisors.empty() && divisor % divisors.front() != 0)
      return std::nullopt;
    if (!divisors.empty())
      call.matrices.sizes.insert(call.matrices.sizes.begin(), divisor / divisors.front());
    divisors.insert(divisors.begin(), divisor);
  }
  call.matrices.sizes.insert(call.matrices.sizes.begin(), 1);
  const int64_t inner = divisors.front();
  if (matrices.scale % inner != 0 || matrices.offset % inner != 0)
    return std::nullopt;
  auto placed = [&](const ChainOperand &operand) {
    qrt::ElementwiseOperandRef ref{operand.operand, {{}, operand.offset}};
    for (int64_t divisor : divisors) {
      const auto &[own, stride] = *std::prev(operand.matrices.upper_bound(divisor));
      ref.access.strides.push_back(stride * (divisor / own));
    }
    ref.access.strides.insert(ref.access.strides.end(), {operand.row, operand.element});
    return ref;
  };
  call.batch = {matrices.scale / inner, matrices.offset / inner, 1};
  call.rows = rows;
  call.keys = keys;
  call.depth = product->shape.k;
  call.width = context->shape.n;
  call.query = placed(query);
  call.key = placed(key);
  call.value = placed(weighed);
  for (const ChainOperand &mask : masks)
    call.masks.push_back(placed(mask));
  call.scoring = qrt::ScalarBuilder(scoring).finish(value, stored);
  call.weighting = weighting;
  call.innerMatrices = b.inner;
  call.epilogue = context->epilogue;
  return call;
}

} // namespace qopt
