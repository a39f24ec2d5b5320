#include "lowering/emit/launch.h"

#include "lowering/emit/scalar/scalar_c.h"

namespace qopt {
namespace {

using qrt::ScalarInput;
using qrt::ScalarInputKind;

std::string tensorIndex(const qrt::EpilogueStrides &strides, int64_t innerSamples) {
  std::string text;
  auto add = [&](const std::string &coordinate, int64_t stride) {
    if (stride != 0)
      text += (text.empty() ? "(i64)" : " + (i64)") + coordinate + " * " + std::to_string(stride);
  };
  const std::string count = std::to_string(innerSamples);
  add(innerSamples == 1 ? "n" : "(n / " + count + ")", strides.sample);
  if (innerSamples != 1)
    add("(n % " + count + ")", strides.inner);
  add("p", strides.pixel);
  add("c", strides.channel);
  return text.empty() ? "0" : text;
}

std::string inputText(const ScalarInput &input, const qrt::CallEpilogue &epilogue,
                      int64_t innerSamples, Parameters &parameters) {
  const std::string number = std::to_string(input.index);
  switch (input.kind) {
  case ScalarInputKind::Accumulator: return "acc";
  case ScalarInputKind::Count: return "count";
  case ScalarInputKind::Tensor: {
    const qrt::EpilogueOperand &tensor = epilogue.tensors[input.index];
    parameters.addPointer("tensor" + number, input.storage, tensor.operand);
    return "tensor" + number + "[" + tensorIndex(tensor.strides, innerSamples) + "]";
  }
  case ScalarInputKind::Channel:
    parameters.addPointer("channel" + number, input.storage,
                          {qrt::Operand::Space::Constant, epilogue.channels[input.index]});
    return "channel" + number + "[c]";
  case ScalarInputKind::Coordinate:
  case ScalarInputKind::Size:
  case ScalarInputKind::Indexed: break; // of elementwise programs
  }
  return {};
}

bool isBound(const ScalarInput &input, const qrt::CallEpilogue &epilogue) {
  if (input.kind == ScalarInputKind::Tensor)
    return input.index < epilogue.tensors.size();
  if (input.kind == ScalarInputKind::Channel)
    return input.index < epilogue.channels.size();
  return input.kind == ScalarInputKind::Accumulator || input.kind == ScalarInputKind::Count;
}

/// Reading an operand at a width that is not its own would read past its end.
bool hasStorage(const ScalarInput &input, const qrt::CallEpilogue &epilogue,
                const qrt::Program &program) {
  qrt::Operand operand;
  if (input.kind == ScalarInputKind::Tensor)
    operand = epilogue.tensors[input.index].operand;
  else if (input.kind == ScalarInputKind::Channel)
    operand = {qrt::Operand::Space::Constant, epilogue.channels[input.index]};
  else
    return true;
  return typeOf(program.buffers, program.constants, operand) == input.storage;
}

void defineMacros(LaunchDraft &draft, int64_t width) {
  draft.define("EPILOGUE_COUNTED(acc, count, n, c, y, x)", "epilogue(acc, count, n, (y) * " +
                                                               std::to_string(width) +
                                                               " + (x), c EPILOGUE_ARGS)");
  draft.define("EPILOGUE(acc, n, c, y, x)", "EPILOGUE_COUNTED(acc, 0, n, c, y, x)");
}

/// STORE_RESULT(output, at, value): the value, and where there are auxiliary results that of it.
void defineStore(LaunchDraft &draft, bool hasAuxiliary) {
  if (!hasAuxiliary)
    return draft.define("STORE_RESULT(output, at, value)", "((output)[at] = (value))");
  draft.define("STORE_RESULT(output, at, value)", "storeResult(output, at, value EPILOGUE_ARGS)");
  draft.appendFunctions("DEVICE void storeResult(GLOBAL OUTPUT_TYPE *output, i64 at, OUTPUT_TYPE "
                        "value EPILOGUE_PARAMS) {\n  output[at] = value;\n"
                        "  auxiliary[at] = auxiliaryOf(value);\n}\n");
}

} // namespace

void defineChannelWords(LaunchDraft &draft, const qrt::CallEpilogue &epilogue) {
  std::string text;
  for (const ScalarInput &input : epilogue.program.inputs)
    if (input.kind == ScalarInputKind::Channel) {
      const std::string read = "channel" + std::to_string(input.index) + "[c]";
      text += (text.empty() ? "" : " | ") +
              (input.storage == qrt::ElementType::F32 ? "AS_U32(" + read + ")" : "(u32)" + read);
    }
  if (!text.empty())
    draft.define("CHANNEL_WORDS(c)", "(" + text + ")");
}

qrt::Status addAuxiliary(LaunchDraft &draft, const qrt::ScalarProgram &program,
                         const std::string &result, qrt::ElementType stored) {
  qrt::Expected<ScalarText> text =
      printScalarProgram(program, std::vector<std::string>(program.inputs.size(), "result"));
  if (!text)
    return {text.status().code(), "layer '" + draft.node.name + "': " + text.status().message()};
  const std::string type(cTypeName(program.resultType));
  draft.parameters.add("auxiliary", "GLOBAL " + std::string(cTypeName(stored)) + " *RESTRICT ",
                       qrt::Operand{qrt::Operand::Space::Buffer, draft.node.writes.back()});
  draft.appendFunctions(text->tables + "DEVICE " + type + " auxiliaryOf(" + result +
                        " result) {\n" + text->body + "}\n");
  return {};
}

qrt::Status addEpilogue(LaunchDraft &draft, const qrt::CallEpilogue &epilogue,
                        const qrt::QuantizedInput &input, int64_t width, int64_t innerSamples) {
  std::vector<std::string> inputs;
  for (const ScalarInput &in : epilogue.program.inputs) {
    if (!isBound(in, epilogue) || !hasStorage(in, epilogue, draft.program))
      return qrt::invalidArgument("layer '" + draft.node.name + "': its epilogue reads operand " +
                                  std::to_string(in.index) +
                                  ", which the call does not bind with that type");
    inputs.push_back(inputText(in, epilogue, innerSamples, draft.parameters));
  }
  qrt::Expected<ScalarText> text = printScalarProgram(epilogue.program, inputs);
  if (!text)
    return {text.status().code(), "layer '" + draft.node.name + "': " + text.status().message()};
  draft.defineType("OUTPUT_TYPE", epilogue.program.resultType);
  if (epilogue.auxiliary)
    QRT_RETURN_IF_ERROR(
        addAuxiliary(draft, *epilogue.auxiliary, "OUTPUT_TYPE", epilogue.auxiliary->resultType));
  draft.defineType("ACC_TYPE", accumulatorType(epilogue.program, input));
  draft.defineParameters();
  defineMacros(draft, width);
  draft.appendFunctions(text->tables);
  draft.appendFunctions("DEVICE OUTPUT_TYPE epilogue(ACC_TYPE acc, i32 count, i64 n, i32 p, i32 c "
                        "EPILOGUE_PARAMS) {\n" +
                        text->body + "}\n");
  defineStore(draft, epilogue.auxiliary.has_value());
  return {};
}

} // namespace qopt
