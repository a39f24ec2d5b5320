#include "runtime/numerics/scalar/verify_scalar.h"

#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace qrt {
namespace {

Interval rangeOf(ElementType storage) {
  // Wider integers do not fit a double; look-ups need none of them.
  if (isFloat(storage) || bitWidth(storage) > 32)
    return {};
  // A bool that a caller binds may be any byte, not only 0 or 1.
  const bool isByte = typeClass(storage) == TypeClass::Boolean;
  return {double(lowestOf(storage)), isByte ? 255.0 : double(highestOf(storage))};
}

float constantOf(const ScalarInstruction &instruction) {
  uint32_t bits = uint32_t(instruction.bits);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

Interval constantRange(const ScalarInstruction &instruction) {
  if (instruction.type != ScalarType::F32) {
    double value = instruction.type == ScalarType::I32 ? double(int32_t(instruction.bits))
                                                       : double(int64_t(instruction.bits));
    return std::abs(value) < 0x1p53 ? Interval{value, value} : Interval{}; // else it is rounded
  }
  float value = constantOf(instruction);
  return std::isnan(value) ? Interval{} : Interval{value, value};
}

// Rounds as the operation does: monotone, so that bounds stay bounds. Volatile, because g++ 12
// drops the rounding of two doubles that it vectorises together.
double inF32(double bound) {
  volatile float rounded = float(bound);
  return rounded;
}

// Returns whether the integer type holds all values of the interval at every batch up to `batch`.
bool holds(ScalarType type, const Interval &values, double batch) {
  double limit = type == ScalarType::I32 ? 0x1p31 : 0x1p53; // where doubles count on
  auto fits = [&](ValueBound end) {
    return -limit <= end.at(1) && end.at(1) < limit && -limit <= end.at(batch) &&
           end.at(batch) < limit;
  };
  return fits(values.low) && fits(values.high);
}

Interval rangeOfTable(const std::vector<uint32_t> &table) {
  auto [low, high] = std::minmax_element(
      table.begin(), table.end(), [](uint32_t a, uint32_t b) { return int32_t(a) < int32_t(b); });
  return {double(int32_t(*low)), double(int32_t(*high))};
}

bool allFinite(const std::vector<uint32_t> &table) {
  return std::all_of(table.begin(), table.end(),
                     [](uint32_t bits) { return (bits & 0x7f800000u) != 0x7f800000u; });
}

class ScalarVerifier {
public:
  ScalarVerifier(const ScalarProgram &program, const ScalarContext &context)
      : program(program), context(context) {
    // Drivers refuse a batch at which a program's counts do not fit 32 bits.
    for (const std::vector<ValueBound> *sizes : {&context.coordinates, &context.sizes})
      for (ValueBound size : *sizes)
        if (size.scale > 0)
          largestBatch = std::min(largestBatch, (0x1p31 - 1 - size.offset) / size.scale);
    largestBatch = std::max(largestBatch, 1.0);
    isEmpty = std::any_of(context.coordinates.begin(), context.coordinates.end(),
                          [](ValueBound size) { return size.isConstant() && size.offset == 0; });
  }

  Status run() {
    if (program.instructions.empty() || program.instructions.size() >= 65535)
      return fail("has no instructions or too many");
    for (const ScalarInput &input : program.inputs)
      QRT_RETURN_IF_ERROR(checkInput(input));
    ranges.reserve(program.instructions.size());
    for (size_t i = 0; i < program.instructions.size(); ++i) {
      QRT_RETURN_IF_ERROR(checkInstruction(i));
      known.push_back(knownOf(program.instructions[i]));
      if (program.instructions[i].op == ScalarOp::F32ToI32 &&
          known[program.instructions[i].operands[0]] == Known::Nothing)
        ranges[i] = Interval{};
    }
    if (program.result >= program.instructions.size())
      return fail("returns a value that it does not define");
    if (program.resultType != context.output ||
        loadedType(program.resultType) != program.instructions[program.result].type)
      return fail("returns another type than its buffer holds");
    return Status();
  }

private:
  static Status fail(const std::string &what) { return invalidArgument("scalar program " + what); }

  Status checkInput(const ScalarInput &input) {
    if (!isElementType(input.storage) || !loadedType(input.storage))
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
    case ScalarInputKind::Coordinate:
      return input.index < context.coordinates.size() && input.storage == ElementType::I32
                 ? Status()
                 : fail("reads a coordinate that its walk does not have");
    case ScalarInputKind::Size:
      return input.index < context.sizes.size() && input.storage == ElementType::I32
                 ? Status()
                 : fail("reads a size that its call does not state");
    case ScalarInputKind::Indexed:
      return input.index < context.indexed.size() &&
                     context.indexed[input.index].type == input.storage
                 ? Status()
                 : fail("loads from a missing tensor or one of another type");
    }
    return fail("has an input of unknown kind");
  }

  Status checkInstruction(size_t i) {
    const ScalarInstruction &instruction = program.instructions[i];
    if (!isScalarOp(instruction.op) || instruction.type > ScalarType::I64)
      return fail("has an unknown operation");
    const int count = operandCount(instruction);
    for (int k = 0; k < count; ++k)
      if (instruction.operands[k] >= i)
        return fail("uses a value before its definition");
    if (instruction.op == ScalarOp::Input)
      return checkInputRead(instruction);
    if (instruction.op == ScalarOp::Load)
      return checkLoad(instruction);
    if (instruction.op == ScalarOp::Constant) {
      ranges.push_back(constantRange(instruction));
      return Status();
    }
    QRT_RETURN_IF_ERROR(checkTypes(instruction));
    Interval operands[3];
    for (int k = 0; k < count; ++k)
      operands[k] = ranges[instruction.operands[k]];
    auto roundsTo = ElementType(std::min<uint32_t>(instruction.index, 255));
    if (instruction.op == ScalarOp::RoundTo && !(isElementType(roundsTo) && narrowLayout(roundsTo)))
      return fail("rounds to a type that is no narrow float");
    if (isLookup(instruction.op))
      QRT_RETURN_IF_ERROR(checkLookup(instruction, operands[0]));
    ranges.push_back(instruction.op == ScalarOp::LookupI32
                         ? rangeOfTable(program.tables[instruction.index])
                         : rangeOfResult(instruction, operands));
    return Status();
  }

  Status checkRead(const ScalarInstruction &instruction, bool isLoad) const {
    if (instruction.index >= program.inputs.size())
      return fail("loads an input that it does not have");
    const ScalarInput &input = program.inputs[instruction.index];
    if (isLoad != (input.kind == ScalarInputKind::Indexed))
      return fail("loads what has no coordinates, or reads what needs some");
    return loadedType(input.storage) == instruction.type ? Status()
                                                         : fail("loads an input as another type");
  }

  Status checkInputRead(const ScalarInstruction &instruction) {
    QRT_RETURN_IF_ERROR(checkRead(instruction, false));
    const ScalarInput &input = program.inputs[instruction.index];
    bool isExtreme = input.kind == ScalarInputKind::Accumulator && context.extremeOf;
    Interval range = rangeOf(isExtreme ? *context.extremeOf : input.storage);
    if (input.kind == ScalarInputKind::Coordinate && !isEmpty)
      range = {0, context.coordinates[input.index] - 1};
    if (input.kind == ScalarInputKind::Size)
      range = {context.sizes[input.index], context.sizes[input.index]};
    ranges.push_back(range);
    return Status();
  }

  Status checkLoad(const ScalarInstruction &instruction) {
    QRT_RETURN_IF_ERROR(checkRead(instruction, true));
    const IndexedTensor &tensor = context.indexed[program.inputs[instruction.index].index];
    if (instruction.bits != tensor.sizes.size())
      return fail("loads with more or fewer coordinates than its tensor has");
    for (size_t d = 0; d < tensor.sizes.size(); ++d) {
      const uint16_t coordinate = instruction.operands[d];
      if (program.instructions[coordinate].type != ScalarType::I32)
        return fail("loads at a coordinate that is no i32");
      const Interval &range = ranges[coordinate];
      if (!isEmpty && !(isAtMost(0, range.low) && isBelow(range.high, tensor.sizes[d])))
        return fail("may load past the end of dimension " + std::to_string(d));
    }
    ranges.push_back(rangeOf(tensor.type));
    return Status();
  }

  Interval rangeOfResult(const ScalarInstruction &instruction, const Interval *operands) const {
    Interval result = rowOf(instruction.op).range(operands[0], operands[1], operands[2]);
    if (!isAtMost(result.low, result.high)) // a NaN bound (inf − inf) says nothing
      return {};
    if (instruction.type == ScalarType::F32)
      return result.isConstant() ? Interval{inF32(result.low.offset), inF32(result.high.offset)}
                                 : Interval{};
    // Integers that could wrap, or NaN's integer, may be anything that the type holds: a clamp
    // behind one is a proof.
    if (isExtreme(instruction.op) || holds(instruction.type, result, largestBatch))
      return result;
    return instruction.type == ScalarType::I32 ? rangeOf(ElementType::I32) : Interval{};
  }

  Status checkLookup(const ScalarInstruction &instruction, Interval index) {
    if (instruction.index >= program.tables.size())
      return fail("looks up a table that it does not have");
    double size = double(program.tables[instruction.index].size());
    if (size == 0)
      return fail("looks up an empty table");
    if (!isAtMost(0, index.low) || !isBelow(index.high, size))
      return fail("may look up past the end of its table");
    return Status();
  }

  // A bound on both sides makes a number finite.
  Known knownOf(const ScalarInstruction &instruction) const {
    if (instruction.type != ScalarType::F32)
      return Known::Finite;
    if (instruction.op == ScalarOp::Input)
      return knownOf(program.inputs[instruction.index]);
    if (instruction.op == ScalarOp::Load)
      return Known::Nothing;
    if (instruction.op == ScalarOp::Constant)
      return knownOf(constantOf(instruction));
    if (isLookup(instruction.op))
      return allFinite(program.tables[instruction.index]) ? Known::Finite : Known::Nothing;
    Known operands[3] = {};
    for (int k = 0; k < operandCount(instruction.op); ++k)
      operands[k] = known[instruction.operands[k]];
    if (guardsNaN(instruction))
      operands[1] = std::min(operands[1], Known::Number);
    Known result = rowOf(instruction.op).known(operands[0], operands[1], operands[2]);
    const bool bounded =
        std::isfinite(ranges.back().low.offset) && std::isfinite(ranges.back().high.offset);
    return result == Known::Number && bounded ? Known::Finite : result;
  }

  /// x == x ? x : y is x, or y where x is NaN.
  bool guardsNaN(const ScalarInstruction &instruction) const {
    if (instruction.op != ScalarOp::Select)
      return false;
    const ScalarInstruction &test = program.instructions[instruction.operands[0]];
    return test.op == ScalarOp::Equal && test.operands[0] == test.operands[1] &&
           test.operands[0] == instruction.operands[1];
  }

  static Known knownOf(float value) {
    return std::isfinite(value) ? Known::Finite
           : std::isnan(value)  ? Known::Nothing
                                : Known::Number;
  }

  Known knownOf(const ScalarInput &input) const {
    if (input.kind == ScalarInputKind::Channel && input.index < context.finiteChannels.size() &&
        context.finiteChannels[input.index])
      return Known::Finite;
    return Known::Nothing;
  }

  Status checkTypes(const ScalarInstruction &instruction) {
    ScalarType types[3] = {};
    for (int k = 0; k < operandCount(instruction.op); ++k)
      types[k] = program.instructions[instruction.operands[k]].type;
    std::optional<ScalarType> result = resultType(instruction.op, types);
    if (!result)
      return fail("applies an operation to values of the wrong type");
    return result == instruction.type ? Status()
                                      : fail("states another type than an operation gives");
  }

  const ScalarProgram &program;
  const ScalarContext &context;
  double largestBatch = 0x1p20; // of those that a driver takes
  bool isEmpty = false;         // nothing is ever run
  std::vector<Interval> ranges;
  std::vector<Known> known;
};

} // namespace

Status verifyScalarProgram(const ScalarProgram &program, const ScalarContext &context) {
  return ScalarVerifier(program, context).run();
}

} // namespace qrt
