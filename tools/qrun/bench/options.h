// The options of `qrun bench`.
#pragma once

#include "tools/qrun/bench/given_shapes.h"
#include "tools/qrun/bench/pace.h"
#include "tools/qrun/command/json_document.h"

namespace qopt::run {

struct BenchOptions {
  LoadOptions load;
  CompileChoices choices;
  std::vector<std::string> models, devices;
  std::vector<int64_t> batches;
  GivenShapes shapes; // in place of batches
  Pace pace;
  uint64_t seed = 1;
  std::vector<double> percentiles = {10, 90, 99};
  std::string times, profile, layers, chart; // files
  std::optional<std::string> tuning;
  std::optional<double> gate;
  JsonOutput json;
  bool reusesMemory = true; // as CompileOptions'
  bool perLayer = false;
  bool deviceResident = false; // inputs and outputs stay on the device

  bool looksIntoRuns() const { return perLayer || !profile.empty() || !chart.empty(); }
};

void addBenchOptions(CLI::App &command, BenchOptions &options);

} // namespace qopt::run
