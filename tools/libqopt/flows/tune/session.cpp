#include "tools/libqopt/flows/tune/session.h"

#include "runtime/numerics/types/return_if_error.h"
#include "tools/libqopt/flows/numbers/statistics.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace qrt;

namespace qopt::run {

/// Candidates of a layer in a round: the device keeps its inputs and answers meanwhile.
static constexpr size_t inTurn = 8;
/// A candidate that takes so many times as long as the fastest is run once.
static constexpr double patience = 4;

static std::string batchOf(const TunedLayer &layer) {
  return layer.isFixed ? "fixed batch" : "batch " + std::to_string(layer.batch);
}

static Measurement keyOf(const TunedLayer &layer, size_t candidate) {
  Measurement key{layer.call, layer.device, layer.from, layer.batch};
  key.row = layer.candidates[candidate].row;
  key.parameters = layer.candidates[candidate].parameters;
  return key;
}

static std::string nameOf(const Measurement &row) {
  return row.parameters.empty() ? row.row : row.row + " " + row.parameters;
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
    if (row.build == build && (row.runs > 0 || !row.refusal.empty()))
      found[key(row)] = &row;
  for (size_t i = own.part; i < tuner.layers().size(); i += own.parts)
    for (size_t j = 0; j < tuner.layers()[i].candidates.size(); ++j)
      if (auto row = found.find(key(keyOf(tuner.layers()[i], j))); row != found.end())
        rows[{i, j}] = *row->second;
  known = rows.size();
  return {};
}

bool TuneSession::isOpen(const Configuration &configuration) const {
  if (!isOwn(configuration.layer) || rows.contains(configuration) ||
      failures.contains(configuration))
    return false;
  const Configuration first{configuration.layer, 0};
  return timesOf(first) || (!rows.contains(first) && !failures.contains(first));
}

size_t TuneSession::remaining() const {
  size_t count = 0;
  for (size_t i = own.part; i < tuner.layers().size(); i += own.parts) {
    const bool isRefused = rows.contains({i, 0}) && !timesOf({i, 0});
    for (size_t j = 0; j < tuner.layers()[i].candidates.size() && !isRefused; ++j)
      count += !rows.contains({i, j});
  }
  return count;
}

size_t TuneSession::done() const {
  size_t count = 0;
  for (size_t i = own.part; i < tuner.layers().size(); i += own.parts)
    for (size_t j = 0; j < tuner.layers()[i].candidates.size(); ++j)
      count += !isOpen({i, j});
  return count;
}

size_t TuneSession::total() const {
  size_t count = 0;
  for (size_t i = own.part; i < tuner.layers().size(); i += own.parts)
    count += tuner.layers()[i].candidates.size();
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
    const Measurement *first = timesOf({layer, 0});
    return first ? first->seconds * double(tuner.layers()[layer].layers.size()) : 0;
  };
  llvm::stable_sort(order, [&](size_t a, size_t b) { return weight(a) > weight(b); });
  return order;
}

std::optional<TuneSession::Configuration> TuneSession::next() const {
  const std::vector<TunedLayer> &layers = tuner.layers();
  for (size_t i = 0; i < layers.size(); ++i)
    if (isOpen({i, 0}))
      return Configuration{i, 0};
  const std::vector<size_t> order = heaviestFirst();
  bool isEnd = false;
  for (size_t from = 0; !isEnd; from += inTurn) {
    isEnd = true;
    for (size_t i : order) {
      const size_t count = layers[i].candidates.size();
      for (size_t j = from; j < std::min(from + inTurn, count); ++j)
        if (isOpen({i, j}))
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
  if (!times)
    return {times.status().code(), placeOf(configuration) + ": " + times.status().message()};
  if (times->mayPass) {
    failures[configuration] = times->refusal;
    return {};
  }
  Measurement row = keyOf(tuner.layers()[layer], candidate);
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

std::string TuneSession::placeOf(const Configuration &configuration) const {
  const TunedLayer &layer = tuner.layers()[configuration.layer];
  return "layer '" + layer.layers.front() + "', " + batchOf(layer) + ", " +
         nameOf(keyOf(layer, configuration.candidate));
}

TunedBatch TuneSession::summaryOf(const std::string &batch) const {
  TunedBatch summary;
  for (size_t i = own.part; i < tuner.layers().size(); i += own.parts) {
    const TunedLayer &layer = tuner.layers()[i];
    const Measurement *first = timesOf({i, 0}), *fastest = fastestOf(i);
    if (batchOf(layer) != batch)
      continue;
    summary.isFixed = layer.isFixed;
    summary.batch = layer.batch;
    if (!first)
      continue;
    const auto count = int64_t(layer.layers.size());
    summary.measured += count;
    summary.before += double(count) * first->seconds;
    summary.after += double(count) * fastest->seconds;
    if (fastest == first)
      continue;
    summary.improved += count;
    summary.changes.push_back(
        {layer.layers, first->seconds, fastest->seconds, nameOf(*first), nameOf(*fastest)});
  }
  return summary;
}

TuneResult TuneSession::summary() const {
  TuneResult result;
  std::map<std::pair<bool, int64_t>, std::string> batches; // in their order
  for (size_t i = own.part; i < tuner.layers().size(); i += own.parts) {
    const TunedLayer &layer = tuner.layers()[i];
    batches[{layer.isFixed, layer.batch}] = batchOf(layer);
  }
  for (const auto &[order, batch] : batches)
    result.batches.push_back(summaryOf(batch));
  std::map<std::string, int64_t> refusals; // a sentence each, how often
  for (const auto &[configuration, row] : rows)
    if (!row.refusal.empty())
      ++refusals[row.row + ": " + row.refusal];
  for (const auto &[why, count] : refusals)
    result.refusals.push_back({why, count});
  std::map<std::string, std::vector<std::string>> places; // of a sentence each
  for (const auto &[configuration, why] : failures)
    places[why].push_back(placeOf(configuration));
  for (const auto &[why, all] : places)
    result.failures.push_back({why, all});
  result.measured = int64_t(rows.size() - known);
  result.known = int64_t(known);
  result.remaining = int64_t(remaining());
  return result;
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
