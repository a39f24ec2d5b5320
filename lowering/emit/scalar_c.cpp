#include "lowering/emit/scalar_c.h"

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

/// $0…$2 stand for the operands, $# for the table.
struct OpText {
  ScalarOp op;
  int operands;
  std::string_view text;
};

constexpr OpText opTexts[] = {
    {ScalarOp::AddF, 2, "addF($0, $1)"},
    {ScalarOp::SubF, 2, "subF($0, $1)"},
    {ScalarOp::MulF, 2, "mulF($0, $1)"},
    {ScalarOp::DivF, 2, "divF($0, $1)"},
    {ScalarOp::MinF, 2, "minF($0, $1)"},
    {ScalarOp::MaxF, 2, "maxF($0, $1)"},
    {ScalarOp::PowF, 2, "powF($0, $1)"},
    {ScalarOp::FmaF, 3, "fmaF($0, $1, $2)"},
    {ScalarOp::NegF, 1, "-$0"},
    {ScalarOp::AbsF, 1, "absF($0)"},
    {ScalarOp::RintF, 1, "rintF($0)"},
    {ScalarOp::FloorF, 1, "floorF($0)"},
    {ScalarOp::CeilF, 1, "ceilF($0)"},
    {ScalarOp::SqrtF, 1, "sqrtF($0)"},
    {ScalarOp::ExpF, 1, "expF($0)"},
    {ScalarOp::LogF, 1, "logF($0)"},
    {ScalarOp::TanhF, 1, "tanhF($0)"},
    {ScalarOp::ErfF, 1, "erfF($0)"},
    {ScalarOp::SigmoidF, 1, "sigmoidF($0)"},
    {ScalarOp::Less, 2, "$0 < $1"},
    {ScalarOp::LessEqual, 2, "$0 <= $1"},
    {ScalarOp::Equal, 2, "$0 == $1"},
    {ScalarOp::Select, 3, "$0 != 0 ? $1 : $2"},
    {ScalarOp::AddI, 2, "$0 + $1"},
    {ScalarOp::SubI, 2, "$0 - $1"},
    {ScalarOp::MulI, 2, "$0 * $1"},
    {ScalarOp::MinI, 2, "$1 < $0 ? $1 : $0"},
    {ScalarOp::MaxI, 2, "$0 < $1 ? $1 : $0"},
    {ScalarOp::IntToF32, 1, "(f32)$0"},
    {ScalarOp::F32ToI32, 1, "(i32)$0"},
    {ScalarOp::I32ToI64, 1, "(i64)$0"},
    {ScalarOp::LookupF32, 1, "AS_F32(table$#[$0])"},
    {ScalarOp::LookupI32, 1, "(i32)table$#[$0]"},
};

const OpText *textOf(ScalarOp op) {
  for (const OpText &text : opTexts)
    if (text.op == op)
      return &text;
  return nullptr;
}

std::string_view typeName(ScalarType type) {
  switch (type) {
  case ScalarType::F32: return "f32";
  case ScalarType::I32: return "i32";
  case ScalarType::I64: return "i64";
  }
  return "?";
}

std::string floatText(uint32_t bits) {
  char buffer[48];
  const float value = std::bit_cast<float>(bits);
  if (std::isnormal(value) || bits == 0)
    std::snprintf(buffer, sizeof buffer, "%af", double(value)); // every bit, and readable
  else
    std::snprintf(buffer, sizeof buffer, "AS_F32(0x%08xu)", bits);
  return buffer;
}

std::string constantText(const ScalarInstruction &instruction) {
  if (instruction.type == ScalarType::F32)
    return floatText(uint32_t(instruction.bits));
  const bool wide = instruction.type == ScalarType::I64;
  const int64_t value = wide ? int64_t(instruction.bits) : int32_t(uint32_t(instruction.bits));
  // −2^31 and −2^63 cannot be written as a minus and a literal.
  const std::string lowest = wide ? "((i64)1 << 63)" : "I32_MIN";
  if (value == (wide ? INT64_MIN : int64_t(INT32_MIN)))
    return lowest;
  return wide ? "(i64)" + std::to_string(value) + "L" : std::to_string(value);
}

std::string substitute(const OpText &text, const ScalarInstruction &instruction) {
  std::string out;
  for (size_t i = 0; i < text.text.size(); ++i) {
    if (text.text[i] != '$') {
      out += text.text[i];
      continue;
    }
    const char what = text.text[++i];
    if (what == '#')
      out += std::to_string(instruction.index);
    else
      out += "v" + std::to_string(instruction.operands[what - '0']);
  }
  return out;
}

bool isLookup(ScalarOp op) { return op == ScalarOp::LookupF32 || op == ScalarOp::LookupI32; }

qrt::Expected<std::string> valueText(const ScalarProgram &program, size_t id,
                                     std::span<const std::string> inputs) {
  const ScalarInstruction &instruction = program.instructions[id];
  if (instruction.op == ScalarOp::Constant)
    return constantText(instruction);
  if (instruction.op == ScalarOp::Input) {
    if (instruction.index >= program.inputs.size())
      return qrt::invalidArgument("scalar program: no input " + std::to_string(instruction.index));
    if (program.inputs[instruction.index].storage == ElementType::F64)
      return qrt::invalidArgument("scalar program: f64 inputs have no value type");
    return "(" + std::string(typeName(instruction.type)) + ")" + inputs[instruction.index];
  }
  const OpText *text = textOf(instruction.op);
  assert(text && "every operation has its text");
  for (int i = 0; i < text->operands; ++i)
    if (instruction.operands[i] >= id)
      return qrt::invalidArgument("scalar program: value " + std::to_string(id) +
                                  " uses one that does not precede it");
  if (isLookup(instruction.op) && instruction.index >= program.tables.size())
    return qrt::invalidArgument("scalar program: no table " + std::to_string(instruction.index));
  return substitute(*text, instruction);
}

std::string tablesText(const ScalarProgram &program) {
  std::string out;
  for (size_t i = 0; i < program.tables.size(); ++i) {
    const std::vector<uint32_t> &table = program.tables[i];
    out += "CONSTANT_ARRAY u32 table" + std::to_string(i) + "[" + std::to_string(table.size()) +
           "] = {";
    for (size_t j = 0; j < table.size(); ++j)
      out += (j % 12 == 0 ? "\n    " : " ") + std::to_string(table[j]) + "u,";
    out += "\n};\n";
  }
  return out;
}

} // namespace

std::string_view cTypeName(ElementType type) {
  return type == ElementType::Bool ? "u8" : qrt::elementTypeName(type);
}

qrt::Expected<ScalarText> printScalarProgram(const ScalarProgram &program,
                                             std::span<const std::string> inputs) {
  assert(inputs.size() == program.inputs.size());
  if (program.result >= program.instructions.size())
    return qrt::invalidArgument("scalar program: no result");
  if (program.resultType == ElementType::F64)
    return qrt::invalidArgument("scalar program: results are never f64");
  ScalarText out{tablesText(program), {}};
  for (size_t id = 0; id < program.instructions.size(); ++id) {
    qrt::Expected<std::string> text = valueText(program, id, inputs);
    if (!text)
      return text.status();
    out.body += "  const " + std::string(typeName(program.instructions[id].type)) + " v" +
                std::to_string(id) + " = " + *text + ";\n";
  }
  out.body += "  return (" + std::string(cTypeName(program.resultType)) + ")v" +
              std::to_string(program.result) + ";\n";
  return out;
}

} // namespace qopt
