#include "tools/libqopt/report/measure/measured_times.h"

#include "tools/libqopt/flows/feed/first_batch.h"
#include "tools/libqopt/flows/numbers/statistics.h"
#include "tools/libqopt/tune/steady_clock.h"

using namespace qrt;

namespace qopt::run {

Expected<std::optional<MeasuredTimes>>
measureTimes(const Loaded &model, const SampleOptions &samples, const std::string &device,
             const CompileSettings &compile, int64_t runs) {
  constexpr int64_t warmups = 2;
  auto subject = Subject::compile(model.clone(model.path), device, {}, compile);
  if (!subject)
    return subject.status();
  auto batch = firstBatch(*subject, samples);
  if (!batch)
    return batch.status();
  std::vector<std::vector<double>> nodes;
  std::vector<double> whole;
  StepScope step(*model.reports, "time layers of " + model.path, warmups + runs);
  for (int64_t i = 0; i < warmups + runs; ++i) {
    if (Status status = model.reports->checkCancelled(); !status.ok())
      return status;
    const double start = steadyNow();
    auto outputs = subject->model->run(batch->inputs);
    const double took = steadyNow() - start;
    if (!outputs)
      return outputs.status();
    auto seconds = subject->model->profile(batch->inputs);
    if (!seconds && seconds.status().code() == StatusCode::Unsupported)
      return std::optional<MeasuredTimes>();
    if (!seconds)
      return seconds.status();
    step.update(i + 1);
    if (i < warmups)
      continue;
    whole.push_back(took);
    nodes.push_back(std::move(*seconds));
  }
  return std::optional(MeasuredTimes{LayerTimes(*subject->model->program(), batch->rows, nodes),
                                     percentile(whole, 0.5), batch->rows, runs});
}

} // namespace qopt::run
