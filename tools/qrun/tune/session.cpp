#include "tools/qrun/tune/session.h"

#include "runtime/numerics/types/return_if_error.h"
#include "tools/io/table.h"
#include "tools/qrun/statistics.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace qrt;

namespace qopt::run {

/// Candidates of a layer in a round: the device keeps its inputs and answers meanwhile.
static constexpr size_t inTurn = 8;
/// What takes so many times as long as the fastest is run once.
static constexpr double patience = 4;

static Measurement keyOf(const TunedLayer &layer, size_t candidate) {
  Measurement key{layer.call, layer.device, layer.from, layer.batch};
  key.row = layer.candidates[candidate].row;
  key.parameters = layer.candidates[candidate].parameters;
  return key;
}

Status TuneSession::resume() {
  auto all = database.read();
  if (!all)
    return all.status();
  auto key = [](const Measurement &m) {
    return std::tuple(m.call, m.device, m.from, m.batch, m.row, m.parameters);
  };
  std::map<decltype(key(all->front())), const Measurement *> found;
  for (const Measurement &row : *all)
    if (row.build == build)
      found[key(row)] = &row;
  for (size_t i = 0; i < tuner.layers().size(); ++i)
    for (size_t j = 0; j < tuner.layers()[i].candidates.size(); ++j)
      if (auto row = found.find(key(keyOf(tuner.layers()[i], j))); row != found.end())
        rows[{i, j}] = *row->second;
  known = rows.size();
  return {};
}

size_t TuneSession::total() const {
  size_t count = 0;
  for (const TunedLayer &layer : tuner.layers())
    count += layer.candidates.size();
  return count;
}

const Measurement *TuneSession::timesOf(const Configuration &configuration) const {
  auto row = rows.find(configuration);
  return row != rows.end() && row->second.refusal.empty() ? &row->second : nullptr;
}

const Measurement *TuneSession::fastestOf(size_t layer) const {
  const Measurement *fastest = nullptr;
  for (size_t i = 0; i < tuner.layers()[layer].candidates.size(); ++i)
    if (const Measurement *times = timesOf({layer, i}))
      if (!fastest || times->seconds < fastest->seconds)
        fastest = times;
  return fastest;
}

std::vector<size_t> TuneSession::heaviestFirst() const {
  std::vector<size_t> order;
  for (size_t i = 0; i < tuner.layers().size(); ++i)
    order.push_back(i);
  auto weight = [&](size_t layer) {
    const Measurement *own = timesOf({layer, 0});
    return own ? own->seconds * double(tuner.layers()[layer].layers.size()) : 0;
  };
  llvm::stable_sort(order, [&](size_t a, size_t b) { return weight(a) > weight(b); });
  return order;
}

std::optional<TuneSession::Configuration> TuneSession::next() const {
  const std::vector<TunedLayer> &layers = tuner.layers();
  for (size_t i = 0; i < layers.size(); ++i)
    if (!rows.contains({i, 0}))
      return Configuration{i, 0};
  const std::vector<size_t> order = heaviestFirst();
  bool isEnd = false;
  for (size_t from = 0; !isEnd; from += inTurn) {
    isEnd = true;
    for (size_t i : order) {
      const size_t count = layers[i].candidates.size();
      for (size_t j = from; j < std::min(from + inTurn, count); ++j)
        if (!rows.contains({i, j}))
          return Configuration{i, j};
      isEnd &= from + inTurn >= count;
    }
  }
  return std::nullopt;
}

Status TuneSession::measure(const Configuration &configuration) {
  const auto [layer, candidate] = configuration;
  const Measurement *fastest = fastestOf(layer);
  auto times = fastest ? tuner.measure(layer, candidate, patience * fastest->seconds)
                       : tuner.measure(layer, candidate);
  const TunedLayer &tuned = tuner.layers()[layer];
  if (!times)
    return {times.status().code(), "layer '" + tuned.layers.front() + "', batch " +
                                       std::to_string(tuned.batch) + ": " +
                                       times.status().message()};
  Measurement row = keyOf(tuned, candidate);
  row.refusal = times->refusal;
  row.build = build;
  row.runs = int64_t(times->seconds.size());
  if (row.runs > 0) {
    row.seconds = percentile(times->seconds, 0.5);
    row.spread = percentile(times->seconds, 0.75) - percentile(times->seconds, 0.25);
  }
  QRT_RETURN_IF_ERROR(database.write(row));
  rows[configuration] = std::move(row);
  return {};
}

static std::string milliseconds(double seconds) { return io::fixed(seconds * 1e3, 4); }

static std::string nameOf(const Measurement &row) {
  return row.parameters.empty() ? row.row : row.row + " " + row.parameters;
}

void TuneSession::summarizeBatch(int64_t batch, llvm::raw_ostream &stream) const {
  size_t improved = 0, measured = 0;
  double before = 0, after = 0;
  std::string changes;
  for (size_t i = 0; i < tuner.layers().size(); ++i) {
    const TunedLayer &layer = tuner.layers()[i];
    const Measurement *own = timesOf({i, 0}), *fastest = fastestOf(i);
    if (layer.batch != batch || !own)
      continue;
    const double count = double(layer.layers.size());
    measured += layer.layers.size();
    before += count * own->seconds;
    after += count * fastest->seconds;
    if (fastest == own)
      continue;
    improved += layer.layers.size();
    const std::string others =
        layer.layers.size() > 1 ? " and " + std::to_string(layer.layers.size() - 1) + " alike" : "";
    changes += "  " + layer.layers.front() + others + ": " + milliseconds(own->seconds) + " -> " +
               milliseconds(fastest->seconds) + " ms, " + nameOf(*own) + " -> " + nameOf(*fastest) +
               "\n";
  }
  stream << "batch " << batch << ": " << improved << " of " << measured
         << " layers improved; predicted saving " << milliseconds(before - after) << " of "
         << milliseconds(before) << " ms\n"
         << changes;
}

void TuneSession::summarize(llvm::raw_ostream &stream) const {
  std::set<int64_t> batches;
  for (const TunedLayer &layer : tuner.layers())
    batches.insert(layer.batch);
  for (int64_t batch : batches)
    summarizeBatch(batch, stream);
  std::map<std::string, size_t> refusals; // a sentence each, how often
  for (const auto &[configuration, row] : rows)
    if (!row.refusal.empty())
      ++refusals[row.row + ": " + row.refusal];
  for (const auto &[why, count] : refusals)
    stream << "refused" << (count > 1 ? " " + std::to_string(count) + " times" : "") << ", " << why
           << "\n";
  stream << "configurations: " << rows.size() - known << " measured, " << known << " were known, "
         << total() - rows.size() << " remain\n";
}

bool Budget::allows(double now) const {
  double longest = 0;
  for (double step : steps)
    longest = std::max(longest, step);
  return now + longest < end;
}

void Budget::note(double now) {
  constexpr size_t late = 16;
  steps.push_back(now - last);
  if (steps.size() > late)
    steps.erase(steps.begin());
  last = now;
}

} // namespace qopt::run
