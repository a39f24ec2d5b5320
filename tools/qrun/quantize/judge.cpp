#include "tools/qrun/quantize/judge.h"

#include "tools/io/table.h"
#include "tools/qrun/quantize/layers.h"

using namespace qrt;

namespace qopt::run {

Expected<Judge> Judge::create(EvaluationOptions test, std::string device, Classes classes) {
  if (!test.labels.empty())
    classes = Classes::Required;
  auto labels = labelsOf(test);
  if (!labels && classes == Classes::Required)
    return labels.status();
  Judge judge;
  if (labels)
    judge.given = std::move(*labels);
  else
    llvm::errs() << "warning: " << labels.status().message() << "; they are not used\n";
  judge.test = std::move(test);
  judge.device = std::move(device);
  judge.classes = classes;
  return judge;
}

Expected<Contender> Judge::predictions(Loaded module, std::vector<int64_t> &found) const {
  auto subject = Subject::compile(std::move(module), device);
  if (!subject)
    return subject.status();
  std::vector<Contender> one;
  one.emplace_back(std::move(*subject));
  auto own = predict(one, test, classes, given);
  if (!own)
    return own.status();
  found = std::move(*own);
  return std::move(one[0]);
}

Status Judge::setBaseline(Loaded module) {
  auto model = predictions(std::move(module), labels);
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
  std::vector<int64_t> same;
  auto model = predictions(std::move(module), same);
  if (!model)
    return model.status();
  auto loss = lossOf(*model, floats->model, labels);
  if (!loss)
    return loss.status();
  return Judged{std::move(*model), *loss};
}

std::vector<std::string> Judge::columns() {
  return {"top-1", "top-5",          "flips",       "drop (points, 95 %)",
          "SQNR",  "integer layers", "weight bytes"};
}

std::vector<std::string> Judge::cells(const Judged &of) const {
  std::string accuracy = "-", leading = "-", flips = "-", drop = "-", sqnr = "-";
  const PairedAccuracy &paired = of.loss.paired;
  if (hasLabels())
    accuracy = percent(paired.modelRight, paired.samples);
  if (hasLabels() && !of.model.leading.empty())
    leading = percent(countLeading(of.model.leading, labels), paired.samples);
  if (&of != &*floats)
    sqnr = decibels(of.loss.sqnr);
  if (&of != &*floats && tellsClasses())
    flips = io::grouped(paired.flips);
  if (&of != &*floats && hasLabels()) {
    const auto [low, high] = paired.dropInterval();
    drop =
        io::fixed(paired.drop(), 2) + " (" + io::fixed(low, 2) + " to " + io::fixed(high, 2) + ")";
  }
  return {accuracy,
          leading,
          flips,
          drop,
          sqnr,
          std::to_string(countIntegerLayers(*of.model.module)) + " of " + std::to_string(layers),
          io::grouped(weightBytes(*of.model.module))};
}

std::string Judge::caption() const {
  return io::grouped(floats->model.samples) + " samples judge, batch " +
         std::to_string(test.batch) + " on " + device +
         (tellsClasses() ? "; flips, drop and SQNR are against float" : "; SQNR is against float");
}

} // namespace qopt::run
