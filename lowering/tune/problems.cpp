#include "lowering/tune/problems.h"

namespace qopt {

size_t bucketOf(int64_t batch) {
  size_t bucket = 0;
  while (bucket + 1 < batchBuckets.size() && batchBuckets[bucket + 1].from <= batch)
    ++bucket;
  return bucket;
}

namespace {

class Collected {
public:
  Collected(const qrt::Program &calls, const qrt::DeviceDescription &device)
      : calls(calls), device(device) {}

  void add(uint32_t node, const qrt::Call &call, const std::string &key, int64_t batch) {
    const size_t bucket = bucketOf(batch);
    const TunedCall tuned{key, tunedName(device), batchBuckets[bucket].from};
    auto [known, isNew] = places.try_emplace(tuned, problems.size());
    if (!isNew) {
      if (known->second < problems.size())
        problems[known->second].nodes.push_back(node);
      return;
    }
    TuningProblem problem{tuned, batch, std::nullopt, {node}, {}};
    if (bucket + 1 < batchBuckets.size() && growsWithBatch(calls, calls.nodes[node]))
      problem.next = batchBuckets[bucket + 1].from;
    // Heuristics choose the first for the range, whichever of its batches is measured.
    problem.candidates =
        candidatesFor({calls, calls.nodes[node], device}, call, batchBuckets[bucket].typical);
    if (problem.candidates.size() > 1)
      problems.push_back(std::move(problem));
    else
      known->second = SIZE_MAX;
  }

  std::vector<TuningProblem> problems;

private:
  const qrt::Program &calls;
  const qrt::DeviceDescription &device;
  std::map<TunedCall, size_t> places;
};

} // namespace

std::vector<TuningProblem> tuningProblems(const qrt::Program &calls,
                                          const qrt::DeviceDescription &device,
                                          std::span<const int64_t> batches) {
  Collected collected(calls, device);
  for (uint32_t i = 0; i < calls.nodes.size(); ++i)
    if (const qrt::Call *call = std::get_if<qrt::Call>(&calls.nodes[i].work)) {
      const std::string key = qrt::callKey(calls, *call);
      if (!growsWithBatch(calls, calls.nodes[i]))
        collected.add(i, *call, key, 1);
      else
        for (int64_t batch : batches)
          collected.add(i, *call, key, batch);
    }
  return std::move(collected.problems);
}

} // namespace qopt
