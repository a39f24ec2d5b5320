#include "tools/qrun/bench/bench_report.h"

#include "tools/io/report/bar_chart.h"
#include "tools/io/report/table.h"
#include "tools/libqopt/flows/numbers/statistics.h"
#include "tools/qrun/bench/layer_info.h"
#include "tools/qrun/bench/layer_table.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Path.h"

namespace qopt::run {

double BenchResult::median() const { return percentile(seconds, 0.5); }

static std::string milliseconds(double seconds) { return io::fixed(seconds * 1e3, 3); }

static std::string titleOf(const BenchResult &result) {
  return llvm::sys::path::filename(result.subject->path).str() + " on " + result.subject->device +
         ", batch " + std::to_string(result.batch);
}

static std::vector<std::string> benchRow(const BenchResult &result, const BenchResult &first,
                                         llvm::ArrayRef<double> percentiles) {
  const Subject &subject = *result.subject;
  double median = result.median();
  double giga = double(subject.multiplyAdds(result.batch)) * 1e-9;
  const qrt::Program *program = subject.model->program();
  int64_t peak = subject.model->activationBytes(result.batch);
  int64_t live = program ? largestLiveSet(*program, result.batch) : 0;
  std::vector<std::string> row = {llvm::sys::path::filename(subject.path).str(), subject.device,
                                  std::to_string(result.batch), milliseconds(median)};
  for (double percent : percentiles)
    row.push_back(milliseconds(percentile(result.seconds, percent / 100)));
  llvm::append_range(row,
                     std::vector<std::string>{
                         milliseconds(median / double(result.batch)), io::fixed(giga / median, 2),
                         io::fixed(medianRatio(result.seconds, first.seconds), 3),
                         io::grouped(subject.weightBytes()), program ? io::grouped(peak) : "-",
                         program ? io::grouped(live) : "-",
                         program && live ? io::fixed(double(peak) / double(live), 3) : "-"});
  return row;
}

void printBench(llvm::ArrayRef<BenchResult> results, size_t subjects,
                llvm::ArrayRef<double> percentiles, llvm::raw_ostream &stream) {
  std::vector<std::string> header = {"model", "device", "batch", "median ms"};
  for (double percent : percentiles)
    header.push_back("p" + io::shortest(percent));
  for (const char *name : {"ms/sample", "GMAC/s", "ratio", "weight bytes", "peak activations",
                           "largest live set", "peak/live"})
    header.push_back(name);
  io::Table table(header);
  size_t fewest = results.front().seconds.size(), most = 0;
  for (auto [i, result] : llvm::enumerate(results)) {
    table.add(benchRow(result, results[i - i % subjects], percentiles));
    fewest = std::min(fewest, result.seconds.size());
    most = std::max(most, result.seconds.size());
  }
  stream << fewest << (fewest == most ? "" : " to " + std::to_string(most))
         << " runs each, in turn; ratio: to the first of the same batch, median of pairs\n";
  table.print(stream);
}

void printLayers(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream) {
  for (const BenchResult &result : results)
    if (result.layers) {
      stream << "\n" << titleOf(result) << ", by layer\n";
      printLayerTimes(*result.layers, result.median(), stream);
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
}

static void writeSubject(llvm::json::OStream &json, const BenchResult &result) {
  const Subject &subject = *result.subject;
  json.attribute("model", llvm::json::fixUTF8(subject.path));
  json.attribute("device", subject.device);
  json.attribute("device_name", llvm::json::fixUTF8(subject.model->device().name));
  json.attribute("batch", result.batch);
}

static void writeMemory(llvm::json::OStream &json, const qrt::MemoryUse &use) {
  json.attributeObject("device_bytes", [&] {
    json.attribute("constants", use.constants);
    json.attribute("activations", use.activations);
    json.attribute("scratch", use.scratch);
    json.attribute("sum", use.sum());
  });
}

static void writeStart(llvm::json::OStream &json, llvm::ArrayRef<StartSteps::value_type> steps) {
  llvm::MapVector<llvm::StringRef, double> sums; // one may be taken several times
  for (const auto &[step, seconds] : steps)
    sums[step] += seconds;
  json.attributeObject("start", [&] {
    for (const auto &[step, seconds] : sums)
      json.attribute(step, seconds);
  });
}

static void writeResult(llvm::json::OStream &json, const BenchResult &result) {
  const Subject &subject = *result.subject;
  writeSubject(json, result);
  json.attribute("median_seconds", result.median());
  json.attribute("multiply_adds", subject.multiplyAdds(result.batch));
  json.attribute("weight_bytes", subject.weightBytes());
  if (const qrt::Program *program = subject.model->program()) {
    json.attribute("peak_activation_bytes", subject.model->activationBytes(result.batch));
    json.attribute("largest_live_bytes", largestLiveSet(*program, result.batch));
    writeMemory(json, subject.model->memoryUse(result.batch));
  }
  writeStart(json, *subject.start);
  json.attribute("first_run", result.first);
  writeSeconds(json, result.seconds);
  if (result.layers)
    json.attributeArray("layers", [&] {
      for (const LayerTime &layer : result.layers->layers())
        json.object([&] {
          writeLayer(json, layer);
          writeSeconds(json, layer.seconds);
        });
    });
}

static void writeProfile(llvm::json::OStream &json, const BenchResult &result) {
  writeSubject(json, result);
  json.attribute("run_seconds", result.median());
  json.attribute("layer_seconds", result.layers->sum());
  json.attributeArray("layers", [&] {
    for (const LayerTime &layer : result.layers->layers())
      json.object([&] {
        writeLayer(json, layer);
        json.attribute("median_seconds", layer.median());
        json.attribute("share", result.layers->shareOf(layer));
        writeSeconds(json, layer.seconds);
      });
  });
}

using WriteResult = llvm::function_ref<void(llvm::json::OStream &, const BenchResult &)>;

static void writeList(llvm::json::OStream &json, llvm::ArrayRef<BenchResult> results,
                      WriteResult write) {
  json.attributeArray("results", [&] {
    for (const BenchResult &result : results)
      json.object([&] { write(json, result); });
  });
}

static void writeResults(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream,
                         WriteResult write) {
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attribute("version", 1);
    writeList(json, results, write);
  });
  stream << "\n";
}

void writeBench(llvm::json::OStream &json, llvm::ArrayRef<BenchResult> results) {
  writeList(json, results, writeResult);
}

void writeBenchJson(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream) {
  writeResults(results, stream, writeResult);
}

void writeProfileJson(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream) {
  writeResults(results, stream, writeProfile);
}

void writeLayersJson(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream) {
  writeResults(results, stream, [](llvm::json::OStream &json, const BenchResult &result) {
    writeSubject(json, result);
    json.attribute("weight_bytes", result.subject->weightBytes());
    writeLayerInfo(json, *result.subject->model->program(), result.batch);
  });
}

void writeLayersChart(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream) {
  std::vector<io::Bar> bars;
  for (const BenchResult &result : results)
    for (const LayerTime &layer : result.layers->layers()) {
      const std::string share = io::fixed(100 * result.layers->shareOf(layer), 1) + " %";
      const std::string before = results.size() > 1 ? titleOf(result) + ": " : "";
      bars.push_back({before + layer.name, layer.median(),
                      milliseconds(layer.median()) + " ms, " + share + ", " + layer.work});
    }
  io::writeBarChart(
      stream, "time by layer" + (results.size() > 1 ? "" : ": " + titleOf(results.front())), bars);
}

} // namespace qopt::run
