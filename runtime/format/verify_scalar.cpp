#include "runtime/format/verify_scalar.h"

#include "runtime/format/check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace qrt {
namespace {

/// What operands an operation takes and what it gives; `Same`: one type of
/// the allowed set for operands (and, where the result says so, result).
enum class Kind : uint8_t { F, I32, AnyInteger, Any, None };
struct Signature {
  int count;
  Kind operand;
  Kind result; // Any and AnyInteger: the operands' type
};

std::optional<Signature> signatureOf(ScalarOp op) {
  switch (op) {
  case ScalarOp::Input:
  case ScalarOp::Constant: return Signature{0, Kind::None, Kind::None};
  case ScalarOp::AddF:
  case ScalarOp::SubF:
  case ScalarOp::MulF:
  case ScalarOp::DivF:
  case ScalarOp::MinF:
  case ScalarOp::MaxF:
  case ScalarOp::PowF: return Signature{2, Kind::F, Kind::F};
  case ScalarOp::FmaF: return Signature{3, Kind::F, Kind::F};
  case ScalarOp::NegF:
  case ScalarOp::AbsF:
  case ScalarOp::RintF:
  case ScalarOp::FloorF:
  case ScalarOp::CeilF:
  case ScalarOp::SqrtF:
  case ScalarOp::ExpF:
  case ScalarOp::LogF:
  case ScalarOp::TanhF:
  case ScalarOp::ErfF:
  case ScalarOp::SigmoidF: return Signature{1, Kind::F, Kind::F};
  case ScalarOp::Less:
  case ScalarOp::LessEqual:
  case ScalarOp::Equal: return Signature{2, Kind::Any, Kind::I32};
  case ScalarOp::Select: return Signature{3, Kind::Any, Kind::Any};
  case ScalarOp::AddI:
  case ScalarOp::SubI:
  case ScalarOp::MulI:
  case ScalarOp::MinI:
  case ScalarOp::MaxI: return Signature{2, Kind::AnyInteger, Kind::AnyInteger};
  case ScalarOp::IntToF32: return Signature{1, Kind::AnyInteger, Kind::F};
  case ScalarOp::F32ToI32: return Signature{1, Kind::F, Kind::I32};
  case ScalarOp::I32ToI64:
  case ScalarOp::LookupF32:
  case ScalarOp::LookupI32: return Signature{1, Kind::I32, Kind::None};
  }
  return std::nullopt;
}

std::optional<ScalarType> valueType(ElementType storage) {
  switch (storage) {
  case ElementType::F32: return ScalarType::F32;
  case ElementType::I8:
  case ElementType::U8:
  case ElementType::I16:
  case ElementType::U16:
  case ElementType::I32:
  case ElementType::Bool: return ScalarType::I32;
  case ElementType::I64: return ScalarType::I64;
  case ElementType::F64: break;
  }
  return std::nullopt;
}

/// What a value may be; only look-ups' indices are judged by it.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

Range rangeOf(ElementType storage) {
  switch (storage) {
  case ElementType::I8: return {-128, 127};
  case ElementType::U8: return {0, 255};
  case ElementType::I16: return {-32768, 32767};
  case ElementType::U16: return {0, 65535};
  case ElementType::I32: return {-0x1p31, 0x1p31 - 1};
  default: return {};
  }
}

Range constantRange(const ScalarInstruction &instruction) {
  if (instruction.type != ScalarType::F32) {
    double value = instruction.type == ScalarType::I32 ? double(int32_t(instruction.bits))
                                                       : double(int64_t(instruction.bits));
    return {value, value};
  }
  uint32_t bits = uint32_t(instruction.bits);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return std::isnan(value) ? Range{} : Range{value, value};
}

Range orFull(Range range) { // a NaN bound (inf − inf) says nothing
  return range.low <= range.high ? range : Range{};
}

// As the operation rounds: monotone, so that bounds stay bounds.
Range inF32(Range range) { return {float(range.low), float(range.high)}; }

Range rangeOfResult(const ScalarInstruction &instruction, const Range *a, const Range *b,
                    const Range *c) {
  switch (instruction.op) {
  case ScalarOp::AddF: return inF32(orFull({a->low + b->low, a->high + b->high}));
  case ScalarOp::AddI: return orFull({a->low + b->low, a->high + b->high});
  case ScalarOp::SubF: return inF32(orFull({a->low - b->high, a->high - b->low}));
  case ScalarOp::SubI: return orFull({a->low - b->high, a->high - b->low});
  case ScalarOp::MinF:
  case ScalarOp::MinI: return {std::min(a->low, b->low), std::min(a->high, b->high)};
  case ScalarOp::MaxF:
  case ScalarOp::MaxI: return {std::max(a->low, b->low), std::max(a->high, b->high)};
  case ScalarOp::RintF: return {std::rint(a->low), std::rint(a->high)};
  case ScalarOp::Less:
  case ScalarOp::LessEqual:
  case ScalarOp::Equal: return {0, 1};
  case ScalarOp::Select: return {std::min(b->low, c->low), std::max(b->high, c->high)};
  case ScalarOp::IntToF32: return inF32(*a);
  case ScalarOp::F32ToI32:
  case ScalarOp::I32ToI64: return *a;
  default: return {};
  }
}

Range rangeOfTable(const std::vector<uint32_t> &table) {
  auto [low, high] = std::minmax_element(
      table.begin(), table.end(), [](uint32_t a, uint32_t b) { return int32_t(a) < int32_t(b); });
  return {double(int32_t(*low)), double(int32_t(*high))};
}

class ScalarVerifier {
public:
  ScalarVerifier(const ScalarProgram &program, const ScalarContext &context)
      : program(program), context(context) {}

  Status run() {
    if (program.instructions.empty() || program.instructions.size() >= 65535)
      return fail("has no instructions or too many");
    for (const ScalarInput &input : program.inputs)
      QRT_RETURN_IF_ERROR(checkInput(input));
    ranges.reserve(program.instructions.size());
    for (size_t i = 0; i < program.instructions.size(); ++i)
      QRT_RETURN_IF_ERROR(checkInstruction(i));
    if (program.result >= program.instructions.size())
      return fail("returns a value that it does not define");
    if (program.resultType != context.output ||
        valueType(program.resultType) != program.instructions[program.result].type)
      return fail("returns another type than its buffer holds");
    return Status();
  }

private:
  static Status fail(const std::string &what) { return invalidArgument("scalar program " + what); }

  Status checkInput(const ScalarInput &input) {
    if (input.storage > ElementType::Bool || !valueType(input.storage))
      return fail("reads a type that it cannot hold");
    auto bound = [&](const std::vector<ElementType> &operands) {
      return input.index < operands.size() && operands[input.index] == input.storage;
    };
    switch (input.kind) {
    case ScalarInputKind::Accumulator:
      return context.accumulator == input.storage ? Status()
                                                  : fail("reads an accumulator of another type");
    case ScalarInputKind::Count:
      return context.countsPositions && input.storage == ElementType::I32
                 ? Status()
                 : fail("reads a count where nothing is counted");
    case ScalarInputKind::Tensor:
      return bound(context.tensors) ? Status()
                                    : fail("reads a missing tensor or one of another type");
    case ScalarInputKind::Channel:
      return bound(context.channels)
                 ? Status()
                 : fail("reads a missing channel vector or one of another type");
    }
    return fail("has an input of unknown kind");
  }

  Status checkInstruction(size_t i) {
    const ScalarInstruction &instruction = program.instructions[i];
    std::optional<Signature> signature = signatureOf(instruction.op);
    if (!signature || instruction.type > ScalarType::I64)
      return fail("has an unknown operation");
    for (int k = 0; k < signature->count; ++k)
      if (instruction.operands[k] >= i)
        return fail("uses a value before its definition");
    if (instruction.op == ScalarOp::Input)
      return checkLoad(instruction);
    if (instruction.op == ScalarOp::Constant) {
      ranges.push_back(constantRange(instruction));
      return Status();
    }
    QRT_RETURN_IF_ERROR(checkTypes(instruction, *signature));
    auto range = [&](int k) { return &ranges[instruction.operands[k]]; };
    if (instruction.op == ScalarOp::LookupF32 || instruction.op == ScalarOp::LookupI32)
      QRT_RETURN_IF_ERROR(checkLookup(instruction, *range(0)));
    const Range *a = range(0);
    Range result = rangeOfResult(instruction, a, signature->count > 1 ? range(1) : a,
                                 signature->count > 2 ? range(2) : a);
    if (instruction.op == ScalarOp::LookupI32)
      result = rangeOfTable(program.tables[instruction.index]);
    // Integers that could wrap, or NaN's integer, may be anything.
    if (instruction.type != ScalarType::F32 && !(result.low >= -0x1p31 && result.high < 0x1p31))
      result = Range{};
    ranges.push_back(result);
    return Status();
  }

  Status checkLoad(const ScalarInstruction &instruction) {
    if (instruction.index >= program.inputs.size())
      return fail("loads an input that it does not have");
    const ScalarInput &input = program.inputs[instruction.index];
    if (valueType(input.storage) != instruction.type)
      return fail("loads an input as another type");
    bool isExtreme = input.kind == ScalarInputKind::Accumulator && context.extremeOf;
    ranges.push_back(rangeOf(isExtreme ? *context.extremeOf : input.storage));
    return Status();
  }

  Status checkLookup(const ScalarInstruction &instruction, Range index) {
    if (instruction.index >= program.tables.size())
      return fail("looks up a table that it does not have");
    double size = double(program.tables[instruction.index].size());
    if (!(index.low >= 0 && index.high < size))
      return fail("may look up past the end of its table");
    return Status();
  }

  Status checkTypes(const ScalarInstruction &instruction, Signature signature) {
    auto type = [&](int k) { return program.instructions[instruction.operands[k]].type; };
    int first = 0;
    if (instruction.op == ScalarOp::Select) {
      first = 1;
      if (type(0) != ScalarType::I32)
        return fail("selects by something that is no integer");
    }
    for (int k = first; k < signature.count; ++k) {
      bool fits = signature.operand == Kind::F            ? type(k) == ScalarType::F32
                  : signature.operand == Kind::I32        ? type(k) == ScalarType::I32
                  : signature.operand == Kind::AnyInteger ? type(k) != ScalarType::F32
                                                          : true;
      if (!fits || type(k) != type(first))
        return fail("applies an operation to values of the wrong type");
    }
    ScalarType result = type(first);
    if (signature.result == Kind::F || instruction.op == ScalarOp::LookupF32)
      result = ScalarType::F32;
    else if (signature.result == Kind::I32 || instruction.op == ScalarOp::LookupI32)
      result = ScalarType::I32;
    else if (instruction.op == ScalarOp::I32ToI64)
      result = ScalarType::I64;
    return result == instruction.type ? Status()
                                      : fail("states another type than an operation gives");
  }

  const ScalarProgram &program;
  const ScalarContext &context;
  std::vector<Range> ranges;
};

} // namespace

Status verifyScalarProgram(const ScalarProgram &program, const ScalarContext &context) {
  return ScalarVerifier(program, context).run();
}

} // namespace qrt
