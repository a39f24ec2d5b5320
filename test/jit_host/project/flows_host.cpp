// flows_host MODEL.onnx REPAIRED.mlirbc [SMALL.mlir DATABASE.sqlite]: a host that does by calls
// what commands do, on samples of its own: looks at them, repairs a network, and says what some
// settings cost; and measures which kernels a small network runs fastest as.
#include "bars.h"

#include "tools/libqopt/flows/accuracy/accuracy.h"
#include "tools/libqopt/flows/lint/lint_data.h"
#include "tools/libqopt/flows/repair/repair.h"
#include "tools/libqopt/flows/tune/tune.h"

#include <cstdio>
#include <fstream>

#if __has_include("mlir/IR/MLIRContext.h")
#error "this host is to prove that it needs no header of MLIR"
#endif

namespace {

bool failed(const qrt::Status &status) {
  if (!status.ok())
    std::fprintf(stderr, "%s\n", status.message().c_str());
  return !status.ok();
}

bool look(const qopt::Network &network, std::shared_ptr<const Bars> bars) {
  qopt::LintDataOptions options;
  options.samples = std::move(bars);
  auto result = qopt::lintData(network, options);
  if (failed(result.status()))
    return false;
  std::printf("%lld samples, %lld errors\n", (long long)result->report.samples,
              (long long)result->report.count(qopt::lint::Severity::Error));
  return true;
}

bool repair(const qopt::Network &network, std::shared_ptr<const Bars> bars, const char *path) {
  qopt::RepairOptions options;
  options.samples = std::move(bars);
  options.how.rounds = options.how.correctsBias = true;
  auto result = qopt::repair(network, options);
  if (failed(result.status()))
    return false;
  std::ofstream(path, std::ios::binary) << result->bytecode;
  std::printf("%lld layers repaired, next: %s\n", (long long)result->layers,
              result->next.at(0).c_str());
  return true;
}

/// In the form of the command's rows.
bool compareSettings(const qopt::Network &network, std::shared_ptr<const Bars> bars) {
  qopt::AccuracyOptions options;
  options.samples = std::move(bars);
  auto result = qopt::accuracy(network, options);
  if (failed(result.status()))
    return false;
  for (const qopt::AccuracyRow &row : result->rows)
    if (row.network.loss)
      std::printf("row %s: %lld flips, %s, %lld bytes\n", row.setting.c_str(),
                  (long long)row.network.loss->worst().paired.flips,
                  qopt::decibels(row.network.loss->worst().sqnr).c_str(),
                  (long long)row.network.weightBytes);
  return true;
}

bool tune(const char *path, const char *database) {
  auto network = qopt::Network::load(path);
  if (failed(network.status()))
    return false;
  qopt::TuneOptions options;
  options.device = "opencl";
  options.database = database;
  options.batches = {2};
  options.budget = 300;
  auto result = qopt::tune(*network, options);
  if (failed(result.status()))
    return false;
  std::printf("%lld measured, %lld remain\n", (long long)result->measured,
              (long long)result->remaining);
  return true;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3 && argc != 5)
    return 2;
  auto network = qopt::Network::load(argv[1]);
  if (failed(network.status()))
    return 1;
  const qopt::Port input = network->ports()->inputs.at(0);
  qrt::Shape shape = input.shapeAt(1);
  shape.erase(shape.begin());
  auto bars = std::make_shared<Bars>(input.name, shape);
  if (argc == 5 && !tune(argv[3], argv[4]))
    return 1;
  return look(*network, bars) && repair(*network, bars, argv[2]) && compareSettings(*network, bars)
             ? 0
             : 1;
}
