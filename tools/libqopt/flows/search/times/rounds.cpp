#include "tools/libqopt/flows/search/times/rounds.h"

#include "tools/libqopt/flows/feed/first_batch.h"
#include "tools/libqopt/flows/numbers/statistics.h"
#include "tools/libqopt/tune/steady_clock.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {

double NetworkRounds::median(size_t network) const { return percentile(seconds[network], 0.5); }

double NetworkRounds::ratio(size_t network, size_t to) const {
  return medianRatio(seconds[network], seconds[to]);
}

bool NetworkRounds::isSurelyFaster(size_t network, size_t than) const {
  constexpr double worthwhile = 0.98;
  double wins = 0;
  for (auto [own, other] : llvm::zip_equal(seconds[network], seconds[than]))
    wins += own < other ? 1 : 0;
  const auto rounds = double(count());
  return wins > rounds / 2 + std::sqrt(rounds) && ratio(network, than) <= worthwhile;
}

Expected<NetworkRounds> runInRounds(llvm::ArrayRef<const Subject *> networks,
                                    const SampleOptions &samples, const Reports &reports,
                                    int64_t counted) {
  constexpr int64_t warmups = 2;
  NetworkRounds rounds;
  rounds.seconds.resize(networks.size());
  std::vector<Feeder::Batch> batches;
  for (const Subject *network : networks) {
    auto batch = firstBatch(*network, samples);
    if (!batch)
      return batch.status();
    batches.push_back(std::move(*batch));
  }
  rounds.batch = batches.front().rows;
  StepScope step(reports, "time networks in turn", warmups + counted);
  for (int64_t round = 0; round < warmups + counted; ++round) {
    if (Status status = reports.checkCancelled(); !status.ok())
      return status;
    for (size_t i = 0; i < networks.size(); ++i) {
      const size_t place = (i + size_t(round)) % networks.size();
      const double start = steadyNow();
      auto outputs = networks[place]->model->run(batches[place].inputs);
      const double took = steadyNow() - start;
      if (!outputs)
        return outputs.status();
      if (round >= warmups)
        rounds.seconds[place].push_back(took);
    }
    step.update(round + 1);
  }
  return rounds;
}

} // namespace qopt::run
