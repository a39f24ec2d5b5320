#include "tools/qrun/quantize/judge.h"

#include "tools/io/report/table.h"
#include "tools/qrun/eval/judged_outputs.h"
#include "tools/qrun/quantize/layers.h"

#include <array>

using namespace qrt;

namespace qopt::run {

Expected<Judge> Judge::create(EvaluationOptions test, std::string device, CompileChoices choices,
                              Classes classes) {
  if (!test.labels.empty())
    classes = Classes::Required;
  if (auto data = io::DataFiles::list(test.data); !data)
    return data.status();
  auto labels = labelsOf(test);
  // Unfit labels that nobody named do without; samples that cannot be opened will not open later.
  if (!labels && (classes != Classes::IfAny || labels.status().code() == StatusCode::Io))
    return labels.status();
  Judge judge;
  if (labels)
    judge.given = std::move(*labels);
  else
    llvm::errs() << "warning: " << labels.status().message() << "; they are not used\n";
  judge.test = std::move(test);
  judge.device = std::move(device);
  judge.choices = std::move(choices);
  judge.classes = classes;
  return judge;
}

Expected<Contender> Judge::compiled(Loaded module) const {
  auto subject = Subject::compile(std::move(module), device, {}, compileOptions(choices));
  if (!subject)
    return subject.status();
  Contender contender(std::move(*subject));
  Status status = floats ? chooseOutputsLike(contender, floats->model, test.outputs)
                         : chooseOutputs(contender, test.outputs);
  return status.ok() ? Expected(std::move(contender)) : status;
}

Expected<Contender> Judge::predictions(std::vector<Contender> contenders,
                                       std::vector<int64_t> &found) const {
  auto own = predict(contenders, test, classes, given);
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
    again.outputs.push_back(std::move(answers));
  }
  again.labelled = floats->model.labelled;
  return again;
}

Expected<Contender> Judge::beside(Contender contender) const {
  contender.compareAll();
  std::vector<Contender> all;
  const std::vector<Answers> &known = floats->model.outputs;
  if (llvm::all_of(known, [](const Answers &answers) { return answers.kept.areAll(); }))
    for (auto [answers, own] : llvm::zip_equal(known, contender.outputs))
      for (const Piece &piece : answers.kept.pieces())
        own.beside->addReference(piece);
  else
    all.push_back(baselineAgain());
  all.push_back(std::move(contender));
  std::vector<int64_t> same;
  return predictions(std::move(all), same);
}

Status Judge::setBaseline(Loaded module, const std::string &source) {
  auto ports = portsOf(*module.module);
  if (!ports)
    return ports.status();
  checkOutputNames(source, ports->outputs, test.outputs);
  auto made = compiled(std::move(module));
  if (!made)
    return made.status();
  constexpr size_t mostKept = size_t(1) << 27; // bytes; of more, the baseline runs once more
  for (Answers &answers : made->outputs)
    answers.kept.keepUpTo(mostKept / made->outputs.size());
  std::vector<Contender> one;
  one.push_back(std::move(*made));
  auto model = predictions(std::move(one), labels);
  if (!model)
    return model.status();
  dropUnusedLabels(labels, *model, test);
  if (labels.empty())
    given = {};
  if (Status status = checkLabels(labels, *model, test); !status.ok())
    return status;
  if (hasLabels())
    warnOfLabels(labels, *model, test);
  layers = weightedLayers(*model->module).size();
  auto own = lossOf(*model, *model, labels);
  if (!own)
    return own.status();
  floats.emplace(Judged{std::move(*model), *own});
  return {};
}

Expected<Judged> Judge::judge(Loaded module) const {
  auto made = compiled(std::move(module));
  if (!made)
    return made.status();
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

std::vector<std::string> Judge::columns() const {
  std::vector<std::string> columns = {"top-1", "top-5", "flips", "drop (points, 95 %)", "SQNR"};
  if (isSeveral())
    columns.push_back("worst output");
  llvm::append_range(columns, std::array{"integer layers", "weight bytes"});
  return columns;
}

std::vector<std::string> Judge::cells(const Judged &of) const {
  std::string accuracy = "-", leading = "-", flips = "-", drop = "-", sqnr = "-", worst = "-";
  const PairedAccuracy &paired = of.loss.scores().paired;
  if (hasLabels())
    accuracy = percent(paired.modelRight, paired.samples);
  if (const auto &own = of.model.scores().leading; hasLabels() && !own.empty())
    leading = percent(countLeading(own, labels), paired.samples);
  if (&of != &*floats) {
    sqnr = decibels(of.loss.worst().sqnr);
    worst = of.loss.worst().output;
  }
  if (&of != &*floats && tellsClasses())
    flips = io::grouped(of.loss.mostFlips()->paired.flips);
  if (&of != &*floats && hasLabels()) {
    const auto [low, high] = paired.dropInterval();
    drop =
        io::fixed(paired.drop(), 2) + " (" + io::fixed(low, 2) + " to " + io::fixed(high, 2) + ")";
  }
  std::vector<std::string> cells = {accuracy, leading, flips, drop, sqnr};
  if (isSeveral())
    cells.push_back(worst);
  const size_t integers = countIntegerLayers(*of.model.module);
  cells.insert(cells.end(), {std::to_string(integers) + " of " + std::to_string(layersOf(of)),
                             io::grouped(weightBytes(*of.model.module))});
  return cells;
}

std::string Judge::caption() const {
  std::string caption =
      io::grouped(floats->model.samples) + " samples judge, batch " + std::to_string(test.batch) +
      " on " + device +
      (tellsClasses() ? "; flips, drop and SQNR are against float" : "; SQNR is against float");
  if (isSeveral())
    caption += ", of the worst of " + std::to_string(floats->model.outputs.size()) + " outputs";
  if (isSeveral() && hasLabels())
    caption += "; labels are of output '" + floats->model.scores().name + "'";
  return caption;
}

void Judge::write(llvm::json::OStream &json, const Judged &of) const {
  json.attribute("integer_layers", int64_t(countIntegerLayers(*of.model.module)));
  json.attribute("layers", int64_t(layersOf(of)));
  const bool isBaseline = &of == &*floats;
  writeEvaluated(json, {&of.model, isBaseline ? std::nullopt : std::optional(of.loss)}, labels);
}

void Judge::writeHow(llvm::json::OStream &json) const {
  json.attribute("samples", floats->model.samples);
  json.attribute("batch", test.batch);
  json.attribute("device", device);
}

} // namespace qopt::run
