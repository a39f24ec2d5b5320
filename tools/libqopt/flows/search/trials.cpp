#include "tools/libqopt/flows/search/trials.h"

#include <cmath>
#include <numeric>

using namespace qrt;

namespace qopt::run {

Trials::Trials(const Quantizer &quantizer, const Halves &halves, const Gates &gates)
    : quantizer(quantizer), halves(halves),
      choosingGates(gatesFor(gates, halves.choosingSamples, halves.all)),
      judgingGates(gatesFor(gates, halves.judgingSamples, halves.all)),
      choosing(halves.choosing, quantizer.options.device, quantizer.options.compile,
               classesFor(gates)),
      judging(halves.judging, quantizer.options.device, quantizer.options.compile,
              classesFor(gates)) {}

Status Trials::open() {
  for (Judge *judge : {&choosing, &judging})
    if (Status status = judge->setBaseline(quantizer.imported().clone(quantizer.imported().path),
                                           quantizer.options.model);
        !status.ok())
      return status;
  return {};
}

Status Trials::add(SearchedNetwork summary, Loaded network, LayerTypes types) {
  auto judged = choosing.judge(std::move(network));
  if (!judged)
    return judged.status();
  summary.brokenBy = choosingGates.broken(judged->loss);
  summary.chosenBy = std::move(judged->loss);
  const double seconds = summary.predictedSeconds;
  all.push_back({std::move(summary), std::move(types), std::move(judged->model), false, seconds});
  return {};
}

Expected<double> Trials::ratioTo(size_t other) const {
  const Subject *pair[] = {&all.back().subject, &all[other].subject};
  auto rounds =
      runInRounds(pair, quantizer.options.samples, *quantizer.floats().reports, /*counted=*/9);
  return rounds ? Expected(rounds->ratio(0, 1)) : rounds.status();
}

double Trials::fastestHolding() const {
  double fastest = HUGE_VAL;
  for (const TriedNetwork &trial : all)
    if (trial.summary.brokenBy.empty())
      fastest = std::min(fastest, trial.seconds);
  return fastest;
}

Expected<NetworkRounds> Trials::runAll() {
  std::vector<const Subject *> subjects;
  for (const TriedNetwork &trial : all)
    subjects.push_back(&trial.subject);
  auto rounds = runInRounds(subjects, quantizer.options.samples, *quantizer.floats().reports);
  if (!rounds)
    return rounds.status();
  for (auto [i, trial] : llvm::enumerate(all))
    trial.summary.seconds = rounds->median(i);
  return rounds;
}

Status Trials::judge(TriedNetwork &trial) const {
  auto judged = judging.judge(trial.subject.clone(trial.subject.path));
  if (!judged)
    return judged.status();
  trial.summary.broken = judgingGates.broken(judged->loss);
  trial.summary.loss = std::move(judged->loss);
  return {};
}

Expected<std::optional<size_t>> Trials::judgeAll(const NetworkRounds &rounds) {
  std::vector<size_t> order(all.size());
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::stable_sort(order, [&](size_t a, size_t b) { return rounds.median(a) < rounds.median(b); });
  std::optional<size_t> uniform;
  for (size_t i : order) {
    if (!all[i].isUniform)
      continue;
    if (Status status = judge(all[i]); !status.ok())
      return status;
    if (all[i].summary.holds() && !uniform)
      uniform = i;
  }
  for (size_t i : order) {
    TriedNetwork &trial = all[i];
    if (trial.isUniform || !trial.summary.brokenBy.empty() || trial.summary.loss ||
        (uniform && !rounds.isSurelyFaster(i, *uniform)))
      continue;
    if (Status status = judge(trial); !status.ok())
      return status;
    if (trial.summary.holds())
      return std::optional(i);
  }
  return uniform;
}

} // namespace qopt::run
