#include "tools/qrun/bench_report.h"

#include "tools/io/table.h"
#include "tools/qrun/statistics.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace qopt::run {

double BenchResult::median() const { return percentile(seconds, 0.5); }

static std::string milliseconds(double seconds) { return io::fixed(seconds * 1e3, 3); }

static std::vector<std::string> benchRow(const BenchResult &result, const BenchResult &first) {
  const Subject &subject = *result.subject;
  double median = result.median();
  double giga = double(subject.multiplyAdds(result.batch)) * 1e-9;
  const qrt::Program *program = subject.model->program();
  int64_t peak = subject.model->activationBytes(result.batch);
  int64_t live = program ? largestLiveSet(*program, result.batch) : 0;
  return {llvm::sys::path::filename(subject.path).str(),
          subject.device,
          std::to_string(result.batch),
          milliseconds(median),
          milliseconds(percentile(result.seconds, 0.1)),
          milliseconds(percentile(result.seconds, 0.9)),
          milliseconds(percentile(result.seconds, 0.99)),
          milliseconds(median / double(result.batch)),
          io::fixed(giga / median, 2),
          io::fixed(medianRatio(result.seconds, first.seconds), 3),
          io::grouped(subject.weightBytes()),
          program ? io::grouped(peak) : "-",
          program ? io::grouped(live) : "-",
          program && live ? io::fixed(double(peak) / double(live), 3) : "-"};
}

void printBench(llvm::ArrayRef<BenchResult> results, size_t subjects, llvm::raw_ostream &stream) {
  io::Table table({"model", "device", "batch", "median ms", "p10", "p90", "p99", "ms/sample",
                   "GMAC/s", "ratio", "weight bytes", "peak activations", "largest live set",
                   "peak/live"});
  for (auto [i, result] : llvm::enumerate(results))
    table.add(benchRow(result, results[i - i % subjects]));
  stream << results.front().seconds.size()
         << " runs each, in turn; ratio: to the first of the same batch, median of pairs\n";
  table.print(stream);
  for (const BenchResult &result : results)
    if (result.layers) {
      stream << "\n"
             << llvm::sys::path::filename(result.subject->path) << " on " << result.subject->device
             << ", batch " << result.batch << ", by layer\n";
      result.layers->print(result.median(), stream);
    }
}

static void writeSeconds(llvm::json::OStream &json, llvm::ArrayRef<double> runs) {
  json.attributeArray("seconds", [&] {
    for (double seconds : runs)
      json.value(seconds);
  });
}

static void writeLayer(llvm::json::OStream &json, const LayerTime &layer) {
  json.attribute("name", llvm::json::fixUTF8(layer.name));
  json.attribute("runs_as", layer.work);
  json.attribute("nodes", int64_t(layer.nodes));
  writeSeconds(json, layer.seconds);
}

static void writeResult(llvm::json::OStream &json, const BenchResult &result) {
  const Subject &subject = *result.subject;
  json.attribute("model", llvm::json::fixUTF8(subject.path));
  json.attribute("device", subject.device);
  json.attribute("device_name", llvm::json::fixUTF8(subject.model->device().name));
  json.attribute("batch", result.batch);
  json.attribute("multiply_adds", subject.multiplyAdds(result.batch));
  json.attribute("weight_bytes", subject.weightBytes());
  if (const qrt::Program *program = subject.model->program()) {
    json.attribute("peak_activation_bytes", subject.model->activationBytes(result.batch));
    json.attribute("largest_live_bytes", largestLiveSet(*program, result.batch));
  }
  writeSeconds(json, result.seconds);
  if (result.layers)
    json.attributeArray("layers", [&] {
      for (const LayerTime &layer : result.layers->layers())
        json.object([&] { writeLayer(json, layer); });
    });
}

void writeBenchJson(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream) {
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("version", 1);
    json.attributeArray("results", [&] {
      for (const BenchResult &result : results)
        json.object([&] { writeResult(json, result); });
    });
  });
  stream << "\n";
}

} // namespace qopt::run
