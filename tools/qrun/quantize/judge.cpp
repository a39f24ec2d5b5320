#include "tools/qrun/quantize/judge.h"

#include "tools/io/table.h"
#include "tools/qrun/quantize/layers.h"

using namespace qrt;

namespace qopt::run {

Expected<Judge> Judge::create(EvaluationOptions test, std::string device) {
  auto labels = labelsOf(test);
  if (!labels)
    return labels.status();
  Judge judge;
  judge.test = std::move(test);
  judge.device = std::move(device);
  judge.labels = std::move(*labels);
  judge.test.needsClasses |= judge.hasLabels();
  return judge;
}

Expected<Contender> Judge::predictions(Loaded module) const {
  auto subject = Subject::compile(std::move(module), device);
  if (!subject)
    return subject.status();
  std::vector<Contender> one;
  one.emplace_back(std::move(*subject));
  if (Status status = predict(one, test); !status.ok())
    return status;
  if (Status status = checkLabels(labels, one[0], test); !status.ok())
    return status;
  return std::move(one[0]);
}

Status Judge::setBaseline(Loaded module) {
  auto model = predictions(std::move(module));
  if (!model)
    return model.status();
  layers = weightedLayers(*model->module).size();
  if (hasLabels())
    warnOfChance(labels, *model);
  const std::vector<int64_t> &truth = hasLabels() ? labels : model->predictions;
  PairedAccuracy own = pairedAccuracy(truth, model->predictions, model->predictions);
  floats.emplace(Judged{std::move(*model), own});
  return {};
}

Expected<Judged> Judge::judge(Loaded module) const {
  auto model = predictions(std::move(module));
  if (!model)
    return model.status();
  const std::vector<int64_t> &known = floats->model.predictions;
  PairedAccuracy paired = pairedAccuracy(hasLabels() ? labels : known, known, model->predictions);
  std::optional<double> sqnr = sqnrOf(*model, floats->model);
  if (!sqnr)
    return invalidArgument(model->path + ": its output is not as large as the float network's");
  return Judged{std::move(*model), paired, *sqnr};
}

std::vector<std::string> Judge::columns() {
  return {"top-1", "top-5",          "flips",       "drop (points, 95 %)",
          "SQNR",  "integer layers", "weight bytes"};
}

std::vector<std::string> Judge::cells(const Judged &of) const {
  std::string accuracy = "-", leading = "-", flips = "-", drop = "-", sqnr = "-";
  if (hasLabels())
    accuracy = percent(of.paired.modelRight, of.paired.samples);
  if (hasLabels() && !of.model.leading.empty())
    leading = percent(countLeading(of.model.leading, labels), of.paired.samples);
  const bool tellsNumbers = of.model.classes || !tellsClasses(); // no class is near another
  if (&of != &*floats && tellsNumbers)
    sqnr = decibels(of.sqnr);
  if (&of != &*floats && tellsClasses()) {
    flips = io::grouped(of.paired.flips);
    if (hasLabels())
      drop = io::fixed(of.paired.drop(), 2) + " ± " + io::fixed(of.paired.dropInterval(), 2);
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
