#include "tools/libqopt/flows/quantize/judge.h"

#include "tools/libqopt/flows/eval/judged_outputs.h"
#include "tools/libqopt/flows/eval/network_pairs.h"
#include "tools/libqopt/flows/eval/sample_labels.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/memory_budget.h"

using namespace qrt;

namespace qopt::run {

Judge::Judge(EvaluationOptions test, std::string device, CompileSettings compile, Classes classes)
    : test(std::move(test)), device(std::move(device)), compile(std::move(compile)),
      classes(this->test.labels.empty() ? classes : Classes::Required) {}

Expected<Contender> Judge::compiled(Loaded module) const {
  auto subject = Subject::compile(std::move(module), device, {}, compile);
  if (!subject)
    return subject.status();
  Contender contender(std::move(*subject));
  Status status = floats ? chooseOutputsLike(contender, floats->model, test.outputs)
                         : chooseOutputs(contender, test.outputs);
  if (status.ok() && floats)
    for (auto [own, known] : llvm::zip_equal(contender.outputs, floats->model.outputs))
      own.kind = known.kind, own.areSteps = known.areSteps;
  return status.ok() ? Expected(std::move(contender)) : status;
}

Expected<Contender> Judge::predictions(std::vector<Contender> contenders,
                                       std::vector<int64_t> &found) const {
  auto own = predict(contenders, test, classes);
  if (!own)
    return own.status();
  found = std::move(*own);
  return std::move(contenders.back());
}

Contender Judge::baselineAgain() const {
  Contender again(Subject{floats->model.clone(floats->model.path), device, floats->model.model});
  for (const Answers &known : floats->model.outputs) {
    Answers answers;
    answers.output = known.output;
    answers.name = known.name;
    answers.kind = known.kind;
    answers.areSteps = known.areSteps;
    again.outputs.push_back(std::move(answers));
  }
  again.labelled = floats->model.labelled;
  return again;
}

static bool isKept(const Answers &answers) { return answers.kept.areAll(); }

Expected<Contender> Judge::beside(Contender contender) const {
  contender.compareAll();
  std::vector<Contender> all;
  const std::vector<Answers> &known = floats->model.outputs;
  if (llvm::all_of(known, isKept))
    for (auto [answers, own] : llvm::zip_equal(known, contender.outputs))
      for (const Piece &piece : answers.kept.pieces())
        own.beside->addReference(piece);
  else
    all.push_back(baselineAgain());
  all.push_back(std::move(contender));
  std::vector<int64_t> same;
  return predictions(std::move(all), same);
}

/// A float network whose answers are kept never runs again: its program goes, with its weights.
Status Judge::releaseProgram() {
  if (!llvm::all_of(floats->model.outputs, isKept))
    return {};
  auto ports = CompiledModel::compile(*floats->model.module, "reference", {});
  if (!ports)
    return ports.status();
  floats->model.model = std::move(*ports);
  return {};
}

Status Judge::setBaseline(Loaded module, const std::string &source) {
  auto ports = portsOf(*module.module);
  if (!ports)
    return ports.status();
  if (Status status = checkOutputNames(source, ports->outputs, test.outputs); !status.ok())
    return status;
  auto made = compiled(std::move(module));
  if (!made)
    return made.status();
  const auto mostKept = size_t(MemoryBudget().answers); // of more, the baseline runs once more
  for (Answers &answers : made->outputs)
    answers.kept.keepUpTo(mostKept / made->outputs.size());
  std::vector<Contender> one;
  one.push_back(std::move(*made));
  auto model = predictions(std::move(one), labels);
  if (!model)
    return model.status();
  dropUnusedLabels(labels, *model, test);
  if (labels.empty())
    test.readLabels = {};
  if (Status status = checkLabels(labels, *model, test); !status.ok())
    return status;
  if (hasLabels())
    warnOfLabels(labels, *model, test);
  layers = weightedLayers(*model->module).size();
  auto own = lossOf(*model, *model, labels);
  if (!own)
    return own.status();
  floats.emplace(Judged{std::move(*model), *own});
  return releaseProgram();
}

Expected<Judged> Judge::judge(Loaded module) const {
  auto made = compiled(std::move(module));
  if (!made)
    return made.status();
  warnOfPreprocessing(*made, floats->model);
  auto model = beside(std::move(*made));
  if (!model)
    return model.status();
  auto loss = lossOf(*model, floats->model, labels);
  if (!loss)
    return loss.status();
  return Judged{std::move(*model), *loss};
}

// A norm that became a convolution is one more than the float network has.
size_t Judge::layersOf(const Judged &of) const {
  return std::max(layers, weightedLayers(*of.model.module).size());
}

JudgedNetwork costOf(const Contender &contender, llvm::ArrayRef<int64_t> labels,
                     std::optional<Loss> loss) {
  JudgedNetwork of;
  of.weightBytes = contender.weightBytes();
  of.secondsPerSample = contender.medianSeconds();
  of.loss = std::move(loss);
  if (labels.empty())
    return of;
  const Answers &scores = contender.scores();
  const PairedAccuracy own = pairedAccuracy(labels, scores.predictions, scores.predictions);
  of.rightAnswers = {scores.name, own.modelRight, own.samples, {}};
  if (!scores.leading.empty())
    of.rightAnswers->topFive = countLeading(scores.leading, labels);
  return of;
}

JudgedNetwork Judge::summaryOf(const Judged &of) const {
  const bool isBaseline = &of == &*floats;
  JudgedNetwork summary = costOf(of.model, hasLabels() ? labels : std::vector<int64_t>(),
                                 isBaseline ? std::nullopt : std::optional(of.loss));
  summary.integerLayers =
      int64_t(countIntegerLayers(*of.model.module) + countDynamicLayers(*of.model.module));
  summary.layers = int64_t(layersOf(of));
  return summary;
}

JudgedHow Judge::how() const {
  return {device,
          floats->model.samples,
          test.batch,
          hasLabels(),
          bool(floats->loss.mostFlips()),
          bool(floats->loss.leastAlike()),
          floats->model.outputs.size(),
          floats->model.scores().name};
}

} // namespace qopt::run
