#include "tools/qrun/tune/report.h"

#include "tools/io/report/table.h"
#include "tools/qrun/command/json_document.h"

namespace qopt::run {

static std::string inMilliseconds(double seconds) { return io::fixed(seconds * 1e3, 4); }

static void printBatch(const TunedBatch &batch, llvm::raw_ostream &stream) {
  stream << (batch.isFixed ? "fixed batch" : "batch " + std::to_string(batch.batch)) << ": "
         << batch.improved << " of " << batch.measured << " layers improved; predicted saving "
         << inMilliseconds(batch.before - batch.after) << " of " << inMilliseconds(batch.before)
         << " ms\n";
  for (const TunedChange &change : batch.changes)
    stream << "  " << change.layers.front()
           << (change.layers.size() > 1
                   ? " and " + std::to_string(change.layers.size() - 1) + " alike"
                   : "")
           << ": " << inMilliseconds(change.before) << " -> " << inMilliseconds(change.after)
           << " ms, " << change.from << " -> " << change.to << "\n";
}

void printTuning(const TuneResult &result, llvm::raw_ostream &stream) {
  for (const TunedBatch &batch : result.batches)
    printBatch(batch, stream);
  for (const TunedRefusal &refusal : result.refusals)
    stream << "refused" << (refusal.count > 1 ? " " + std::to_string(refusal.count) + " times" : "")
           << ", " << refusal.why << "\n";
  for (const TunedFailure &failure : result.failures)
    stream << "failed for now, " << failure.places.front()
           << (failure.places.size() > 1
                   ? " and " + std::to_string(failure.places.size() - 1) + " more"
                   : "")
           << ": " << failure.why << "\n";
  stream << "configurations: " << result.measured << " measured, " << result.known
         << " were known, " << result.remaining << " remain\n";
}

static void writeBatch(llvm::json::OStream &json, const TunedBatch &batch) {
  json.attribute("batch", batch.isFixed ? llvm::json::Value(nullptr) : batch.batch);
  json.attribute("layers", batch.measured);
  json.attribute("improved", batch.improved);
  writeNumber(json, "seconds_before", batch.before);
  writeNumber(json, "seconds_after", batch.after);
  json.attributeArray("changes", [&] {
    for (const TunedChange &change : batch.changes)
      json.object([&] {
        writeStrings(json, "layers", change.layers);
        writeNumber(json, "seconds_before", change.before);
        writeNumber(json, "seconds_after", change.after);
        writeText(json, "from", change.from);
        writeText(json, "to", change.to);
      });
  });
}

void writeTuning(llvm::json::OStream &json, const TuneResult &result) {
  json.attribute("measured", result.measured);
  json.attribute("known", result.known);
  json.attribute("remaining", result.remaining);
  json.attributeArray("results", [&] {
    for (const TunedBatch &batch : result.batches)
      json.object([&] { writeBatch(json, batch); });
  });
  json.attributeArray("refusals", [&] {
    for (const TunedRefusal &refusal : result.refusals)
      json.object([&] {
        writeText(json, "why", refusal.why);
        json.attribute("count", refusal.count);
      });
  });
  json.attributeArray("failures", [&] {
    for (const TunedFailure &failure : result.failures)
      json.object([&] {
        writeText(json, "why", failure.why);
        writeStrings(json, "places", failure.places);
      });
  });
}

} // namespace qopt::run
