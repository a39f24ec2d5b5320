#include "tools/libqopt/tuning.h"

#include "lowering/select/select.h"
#include "lowering/tune/problems.h"
#include "runtime/cache/tuning_database.h"

#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <set>

using qrt::Expected;
using qrt::Measurement;
using qrt::Status;

namespace qopt {
namespace {

std::string choiceOf(const Measurement &measured) {
  return measured.row + (measured.parameters.empty() ? "" : " " + measured.parameters);
}

/// Returns how far a measurement's batch is from the one that heuristics choose for. The times of
/// the nearest batch of a range count.
double distance(const Measurement &measured) {
  const int64_t typical = batchBuckets[bucketOf(measured.from)].typical;
  return std::abs(std::log(double(measured.batch) / double(typical)));
}

bool isBefore(const Measurement *a, const Measurement *b) {
  return std::tuple(distance(*a), a->batch, a->seconds, choiceOf(*a)) <
         std::tuple(distance(*b), b->batch, b->seconds, choiceOf(*b));
}

Tuning tuningOf(const std::vector<Measurement> &all) {
  std::map<TunedCall, std::vector<const Measurement *>> calls;
  for (const Measurement &measured : all)
    if (measured.refusal.empty() && measured.runs > 0 && measured.batch > 0)
      calls[{measured.call, measured.device, measured.from}].push_back(&measured);
  Tuning tuning;
  for (auto &[call, measured] : calls) {
    std::sort(measured.begin(), measured.end(), isBefore);
    for (const Measurement *one : measured)
      if (one->batch == measured.front()->batch)
        tuning.choices[call].push_back(choiceOf(*one));
  }
  return tuning;
}

Expected<Tuning> read(const std::string &path) {
  auto database = qrt::TuningDatabase::open(path, qrt::TuningDatabase::Access::Read);
  if (!database)
    return database.status();
  auto all = (*database)->read();
  return all ? Expected<Tuning>(tuningOf(*all)) : all.status();
}

} // namespace

Expected<std::shared_ptr<const Tuning>> readTuning(const std::string &path) {
  auto tuning = read(path);
  if (!tuning)
    return tuning.status();
  return std::make_shared<const Tuning>(std::move(*tuning));
}

std::string whyUnused(const Tuning &tuning, const qrt::DeviceDescription &device) {
  std::set<std::string> measured;
  for (const auto &[call, choices] : tuning.choices)
    measured.insert("'" + call.device + "'");
  const std::string own = "'" + tunedName(device) + "'";
  if (measured.contains(own))
    return "";
  if (measured.empty())
    return "holds no measurements";
  std::string names;
  for (const std::string &name : measured)
    names += (names.empty() ? "" : ", ") + name;
  return "measures " + names + ", and this device is " + own;
}

std::string userTuningPath() {
  if (const char *base = std::getenv("XDG_DATA_HOME"); base && *base)
    return std::string(base) + "/qopt/tuning.sqlite";
  if (const char *home = std::getenv("HOME"); home && *home)
    return std::string(home) + "/.local/share/qopt/tuning.sqlite";
  return "";
}

std::string shippedTuningPath() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<const void *>(&shippedTuningPath), &info) || !info.dli_fname)
    return "";
  const std::filesystem::path folder = std::filesystem::path(info.dli_fname).parent_path();
  return (folder / QOPT_DATA_FROM_LIBRARY / "qopt" / "tuning.sqlite").lexically_normal().string();
}

Expected<std::shared_ptr<const Tuning>>
defaultTuning(const std::function<void(const std::string &)> &warn) {
  if (const char *named = std::getenv("QOPT_TUNING"))
    return *named ? readTuning(named) : std::shared_ptr<const Tuning>();
  Tuning both;
  for (const std::string &path : {shippedTuningPath(), userTuningPath()}) {
    std::error_code ignored;
    if (path.empty() || !std::filesystem::exists(path, ignored))
      continue;
    auto one = read(path);
    if (!one) {
      warn(one.status().message() + "; kernels are chosen without it");
      continue;
    }
    for (auto &[call, choices] : one->choices)
      both.choices[call] = std::move(choices); // the user's, which comes last
  }
  return std::make_shared<const Tuning>(std::move(both));
}

} // namespace qopt
