#include "tools/libqopt/flows/tune/merge_tunings.h"

#include "runtime/cache/tuning_database.h"
#include "runtime/numerics/types/return_if_error.h"
#include "tools/libqopt/flows/tune/tune_flow.h"

#include <map>

using namespace qrt;

namespace qopt {
namespace {

/// Rows by configuration.
class MergedRows {
public:
  void add(Measurement row) {
    const Key key{row.call, row.device, row.from, row.batch, row.row, row.parameters};
    auto [known, isNew] = rows.try_emplace(key, row);
    if (!isNew && rankOf(known->second) < rankOf(row))
      known->second = std::move(row);
  }

  /// Writes the rows that the database does not have in this form.
  Expected<int64_t> writeTo(TuningDatabase &database) const {
    auto own = database.read();
    if (!own)
      return own.status();
    MergedRows there;
    for (Measurement &row : *own)
      there.add(std::move(row));
    for (const auto &[key, row] : rows)
      if (auto known = there.rows.find(key);
          known == there.rows.end() || rankOf(known->second) != rankOf(row))
        QRT_RETURN_IF_ERROR(database.write(row));
    return int64_t(rows.size());
  }

private:
  using Key = std::tuple<std::string, std::string, int64_t, int64_t, std::string, std::string>;

  /// The greater is taken; all that a row says is in it, so that the order of parts says nothing.
  using Rank = std::tuple<bool, bool, int64_t, double, double, std::string, std::string>;
  Rank rankOf(const Measurement &row) const {
    return {row.build == build, !row.refusal.empty(), row.runs, -row.seconds,
            -row.spread,        row.refusal,          row.build};
  }

  std::map<Key, Measurement> rows;
  const std::string build = run::tunedBuild();
};

Status addRows(MergedRows &rows, TuningDatabase &database) {
  auto all = database.read();
  if (!all)
    return all.status();
  for (Measurement &row : *all)
    rows.add(std::move(row));
  return {};
}

} // namespace

Expected<int64_t> mergeTunings(const std::vector<std::string> &parts, const std::string &output) {
  if (parts.empty())
    return invalidArgument("merge: no databases are given");
  MergedRows rows;
  for (const std::string &path : parts) {
    auto part = TuningDatabase::open(path, TuningDatabase::Access::Read);
    if (!part)
      return part.status();
    QRT_RETURN_IF_ERROR(addRows(rows, **part));
  }
  auto database = TuningDatabase::open(output, TuningDatabase::Access::Write);
  if (!database)
    return database.status();
  QRT_RETURN_IF_ERROR(addRows(rows, **database));
  return rows.writeTo(**database);
}

} // namespace qopt
