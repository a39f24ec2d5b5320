#include "lowering/emit/scalar/scalar_c.h"

#include "lowering/emit/scalar/rounded_quotients.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>

namespace qopt {
namespace {

using qrt::ElementType;
using qrt::ScalarInstruction;
using qrt::ScalarOp;
using qrt::ScalarProgram;
using qrt::ScalarType;

std::string constantText(const ScalarInstruction &instruction) {
  if (instruction.type == ScalarType::F32)
    return floatText(std::bit_cast<float>(uint32_t(instruction.bits)));
  const bool wide = instruction.type == ScalarType::I64;
  const int64_t value = wide ? int64_t(instruction.bits) : int32_t(uint32_t(instruction.bits));
  // −2^31 and −2^63 cannot be written as a minus and a literal.
  const std::string lowest = wide ? "((i64)1 << 63)" : "I32_MIN";
  if (value == (wide ? INT64_MIN : int64_t(INT32_MIN)))
    return lowest;
  return wide ? "(i64)" + std::to_string(value) + "L" : std::to_string(value);
}

std::string substitute(std::string_view text, const ScalarInstruction &instruction) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      out += text[i];
      continue;
    }
    const char what = text[++i];
    const std::string_view type = qrt::scalarTypeName(instruction.type);
    if (what == '#')
      out += std::to_string(instruction.index);
    else if (what == 't')
      out += type;
    else if (what == 'u')
      out += "u" + std::string(type.substr(1));
    else
      out += "v" + std::to_string(instruction.operands[what - '0']);
  }
  return out;
}

/// ", E, M, specials)": the rest of a call to the dialect's widenFloat and narrowFloat.
std::string layoutText(qrt::FloatLayout layout) {
  return ", " + std::to_string(layout.exponentBits) + ", " + std::to_string(layout.mantissaBits) +
         ", " + std::to_string(int(layout.specials)) + ")";
}

std::string widenText(ElementType storage, ScalarType type, const std::string &stored) {
  if (qrt::narrowLayout(storage))
    return loadedText(storage, stored);
  return "(" + std::string(qrt::scalarTypeName(type)) + ")" + stored;
}

std::string storeText(ElementType storage, const std::string &value) {
  const std::string cast = "(" + std::string(cTypeName(storage)) + ")";
  if (auto narrow = qrt::narrowLayout(storage))
    return cast + "narrowFloat(" + value + layoutText(*narrow);
  return cast + value;
}

qrt::Expected<std::string> loadText(const ScalarProgram &program,
                                    const ScalarInstruction &instruction,
                                    std::span<const LoadText> loads) {
  if (instruction.index >= loads.size() || instruction.index >= program.inputs.size() ||
      instruction.bits != loads[instruction.index].strides.size())
    return qrt::invalidArgument("scalar program: a load of nothing, or with too few coordinates");
  const LoadText &load = loads[instruction.index];
  std::string text = load.name + "[" + std::to_string(load.offset);
  for (size_t d = 0; d < load.strides.size(); ++d)
    if (load.strides[d] != 0)
      text += " + (i64)v" + std::to_string(instruction.operands[d]) + " * " +
              std::to_string(load.strides[d]);
  return widenText(program.inputs[instruction.index].storage, instruction.type, text + "]");
}

// Returns for each value whether it is a truth: the result of a comparison, or of several joined.
std::vector<bool> truthsOf(const ScalarProgram &program) {
  std::vector<bool> truths(program.instructions.size());
  for (size_t id = 0; id < truths.size(); ++id) {
    const ScalarInstruction &one = program.instructions[id];
    bool joins = !qrt::textOfTruths(one.op).empty();
    for (int i = 0; joins && i < 2; ++i)
      joins = one.operands[i] < id && truths[one.operands[i]];
    truths[id] = joins || qrt::rowOf(one.op).range == qrt::interval::truth;
  }
  return truths;
}

/// Empty where a device has none of its own.
std::string_view deviceText(ScalarOp op) {
  if (op == ScalarOp::TanhF)
    return "approximateTanh($0)";
  if (op == ScalarOp::ErfF)
    return "approximateErf($0)";
  return op == ScalarOp::SigmoidF ? "approximateSigmoid($0)" : "";
}

/// The quotient by a constant at `id`, which is rounded next.
std::string roundedQuotientText(const ScalarProgram &program, size_t id) {
  const ScalarInstruction &division = program.instructions[id];
  const uint64_t bits = program.instructions[division.operands[1]].bits;
  const float inverse = 1.0f / std::bit_cast<float>(uint32_t(bits));
  return substitute("divideToRound($0, $1, ", division) + floatText(inverse) + ")";
}

qrt::Expected<std::string> valueText(const ScalarProgram &program, size_t id, bool isTruth,
                                     std::span<const std::string> inputs,
                                     std::span<const LoadText> loads, FunctionsOf functions) {
  const ScalarInstruction &instruction = program.instructions[id];
  if (instruction.op == ScalarOp::Constant)
    return constantText(instruction);
  if (instruction.op == ScalarOp::Input) {
    if (instruction.index >= program.inputs.size())
      return qrt::invalidArgument("scalar program: no input " + std::to_string(instruction.index));
    if (!qrt::loadedType(program.inputs[instruction.index].storage))
      return qrt::invalidArgument("scalar program: an input's type has no value type");
    return widenText(program.inputs[instruction.index].storage, instruction.type,
                     inputs[instruction.index]);
  }
  for (int i = 0; i < qrt::operandCount(instruction); ++i)
    if (instruction.operands[i] >= id)
      return qrt::invalidArgument("scalar program: value " + std::to_string(id) +
                                  " uses one that does not precede it");
  if (instruction.op == ScalarOp::Load)
    return loadText(program, instruction, loads);
  if (qrt::isLookup(instruction.op) && instruction.index >= program.tables.size())
    return qrt::invalidArgument("scalar program: no table " + std::to_string(instruction.index));
  if (instruction.op == ScalarOp::RoundTo) {
    const auto type = ElementType(instruction.index);
    if (type == ElementType::F16)
      return "roundToHalf(v" + std::to_string(instruction.operands[0]) + ")";
    return widenText(type, instruction.type,
                     storeText(type, "v" + std::to_string(instruction.operands[0])));
  }
  if (std::string_view text = qrt::textOfTruths(instruction.op); isTruth && !text.empty())
    return substitute(text, instruction);
  if (std::string_view text = deviceText(instruction.op);
      functions == FunctionsOf::Device && !text.empty())
    return substitute(text, instruction);
  return substitute(qrt::rowOf(instruction.op).text, instruction);
}

/// The narrowest integer that holds every entry: lanes that look up different entries of a table
/// wait for each of its lines in the cache.
ElementType typeOfTable(std::span<const uint32_t> table) {
  for (ElementType type : {ElementType::U8, ElementType::I8, ElementType::U16, ElementType::I16})
    if (std::all_of(table.begin(), table.end(), [&](uint32_t entry) {
          return int32_t(entry) >= qrt::lowestOf(type) && int32_t(entry) <= qrt::highestOf(type);
        }))
      return type;
  return ElementType::U32;
}

std::string tablesText(const ScalarProgram &program) {
  std::string out;
  for (size_t i = 0; i < program.tables.size(); ++i) {
    const std::vector<uint32_t> &table = program.tables[i];
    const ElementType type = typeOfTable(table);
    out += "CONSTANT_ARRAY " + std::string(cTypeName(type)) + " table" + std::to_string(i) + "[" +
           std::to_string(table.size()) + "] = {";
    for (size_t j = 0; j < table.size(); ++j)
      out += (j % 12 == 0 ? "\n    " : " ") +
             (type == ElementType::U32 ? std::to_string(table[j]) + "u"
                                       : std::to_string(int32_t(table[j]))) +
             ",";
    out += "\n};\n";
  }
  return out;
}

} // namespace

std::string floatText(float value) {
  char buffer[48];
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if (std::isnormal(value) || bits == 0)
    std::snprintf(buffer, sizeof buffer, "%af", double(value)); // readable, too
  else
    std::snprintf(buffer, sizeof buffer, "AS_F32(0x%08xu)", bits);
  return buffer;
}

std::string_view cTypeName(ElementType type) {
  const bool asBits = type == ElementType::Bool || qrt::narrowLayout(type);
  return asBits ? qrt::elementTypeName(*qrt::findElementType(
                      qrt::TypeClass::Unsigned, qrt::bitWidth(qrt::unpackedType(type))))
                : qrt::elementTypeName(type);
}

std::string loadedText(ElementType storage, const std::string &stored) {
  auto narrow = qrt::narrowLayout(storage);
  return narrow ? "widenFloat(" + stored + layoutText(*narrow) : stored;
}

qrt::Expected<ScalarText>
printScalarProgram(const ScalarProgram &program, std::span<const std::string> inputs,
                   std::span<const LoadText> loads, FunctionsOf functions) {
  assert(inputs.size() == program.inputs.size());
  if (program.result >= program.instructions.size())
    return qrt::invalidArgument("scalar program: no result");
  if (!qrt::loadedType(program.resultType))
    return qrt::invalidArgument("scalar program: the result's type has no value type");
  ScalarText out{tablesText(program), {}};
  const std::vector<bool> truths = truthsOf(program);
  std::vector<std::string> texts;
  for (size_t id = 0; id < program.instructions.size(); ++id) {
    qrt::Expected<std::string> text = valueText(program, id, truths[id], inputs, loads, functions);
    if (!text)
      return text.status();
    texts.push_back(std::move(*text));
  }
  // Now each operand is known to precede its use.
  const std::vector<bool> quotients = roundedQuotients(program);
  for (size_t id = 0; id < texts.size(); ++id) {
    const std::string &text = quotients[id] ? roundedQuotientText(program, id) : texts[id];
    out.body += "  const " + std::string(qrt::scalarTypeName(program.instructions[id].type)) +
                " v" + std::to_string(id) + " = " + text + ";\n";
  }
  out.body +=
      "  return " + storeText(program.resultType, "v" + std::to_string(program.result)) + ";\n";
  return out;
}

} // namespace qopt
