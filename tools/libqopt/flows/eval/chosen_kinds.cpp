#include "tools/libqopt/flows/eval/chosen_kinds.h"

#include "ir/values/keys.h"
#include "tools/libqopt/flows/eval/output_evidence.h"

using namespace qrt;

namespace qopt::run {

constexpr int64_t leastWidth = 16; // of a vector that has neighbours

static bool holdsIntegers(const Port &port) { return !port.quantization && isInteger(port.type); }

/// The value that an output is; null of a program, whose network nobody knows.
static mlir::Value valueOf(const Contender &contender, size_t output) {
  if (!contender.module)
    return nullptr;
  mlir::func::FuncOp entry = nn::entryOf(*contender.module);
  if (!entry || entry.front().getTerminator()->getNumOperands() <= output)
    return nullptr;
  return entry.front().getTerminator()->getOperand(unsigned(output));
}

/// Sizes behind that of samples that are not one; an open one counts as leastWidth.
static std::vector<int64_t> ownSizes(const Port &port) {
  std::vector<int64_t> sizes;
  for (const nn::Dim &dim : llvm::ArrayRef(port.shape).drop_front(port.shape.empty() ? 0 : 1))
    if (const int64_t size = dim.isStatic() ? dim.value() : leastWidth; size != 1)
      sizes.push_back(size);
  return sizes;
}

bool looksLikeVector(const Contender &contender, size_t output) {
  const Port &port = contender.model->outputs()[output];
  const std::vector<int64_t> sizes = ownSizes(port);
  const mlir::Value value = valueOf(contender, output);
  return value && !holdsIntegers(port) && sizes.size() == 1 && sizes[0] >= leastWidth &&
         evidenceOf(value) == Evidence::Vectors;
}

static bool mayBeOf(const std::vector<int64_t> &labels, const Port &port) {
  const std::vector<int64_t> sizes = ownSizes(port);
  const bool isOpen = llvm::any_of(llvm::drop_begin(port.shape),
                                   [](const nn::Dim &dim) { return !dim.isStatic(); });
  return !labels.empty() && sizes.size() == 1 && llvm::all_of(labels, [&](int64_t label) {
    return label >= 0 && (isOpen || label < sizes[0]);
  });
}

/// Returns the kind of an output of which the user says nothing.
static OutputKind kindOf(const Contender &contender, size_t i, const std::vector<int64_t> &labels,
                         Classes classes) {
  const size_t output = contender.outputs[i].output;
  if (!looksLikeVector(contender, output))
    return OutputKind::Classes; // where it has any
  const bool isOfClasses =
      i == contender.labelled &&
      (classes != Classes::IfAny || mayBeOf(labels, contender.model->outputs()[output]));
  if (isOfClasses)
    return OutputKind::Classes;
  return OutputKind::Embedding;
}

static bool haveSteps(const Contender &contender, const Answers &answers, bool isStated) {
  const Port &port = contender.model->outputs()[answers.output];
  if (answers.kind != OutputKind::Classes || holdsIntegers(port) || port.shape.size() != 3 ||
      ownSizes(port).size() != 2)
    return false;
  const mlir::Value value = valueOf(contender, answers.output);
  return isStated || (value && tellsSteps(value));
}

static void chooseFirst(Contender &first, const EvaluationOptions &options,
                        const std::vector<int64_t> &labels, Classes classes) {
  for (auto [i, answers] : llvm::enumerate(first.outputs)) {
    if (answers.kind)
      continue; // it is judged once more
    const bool isInt = holdsIntegers(first.model->outputs()[answers.output]);
    answers.kind = isInt           ? OutputKind::Classes
                   : options.judge ? *options.judge
                                   : kindOf(first, i, labels, classes);
    answers.areSteps = haveSteps(first, answers, options.judge.has_value());
    if (answers.kind == OutputKind::Embedding && !options.judge)
      first.reports->note(first.path + ": output '" + answers.name +
                          "' is judged as an embedding, as it ends in no scores; "
                          "--judge=classes counts flips");
  }
}

Status chooseKinds(std::vector<Contender> &contenders, const EvaluationOptions &options,
                   const std::vector<int64_t> &labels, Classes classes, int64_t samples) {
  const bool isOther = options.judge && *options.judge != OutputKind::Classes;
  if (isOther && classes != Classes::IfAny)
    return invalidArgument("--judge=" + std::string(outputKindName(*options.judge)) +
                           ": accuracy, labels, --max-drop and --max-flips are of classes; leave "
                           "one of the two out");
  chooseFirst(contenders.front(), options, labels, classes);
  for (Contender &contender : contenders)
    for (auto [i, answers] : llvm::enumerate(contender.outputs)) {
      if (!answers.kind) {
        answers.kind = contenders.front().outputs[i].kind;
        answers.areSteps = contenders.front().outputs[i].areSteps;
      }
      if (answers.beside && answers.kind == OutputKind::Embedding)
        answers.beside->compareVectors(samples);
    }
  return {};
}

} // namespace qopt::run
