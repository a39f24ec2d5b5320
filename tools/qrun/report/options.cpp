#include "tools/qrun/report/options.h"

#include "tools/io/file.h"
#include "tools/qrun/command/usage.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {

static void addEffort(CLI::App &command, ReportEffort &effort) {
  const CLI::Range atLeastOne(1, 1 << 20), any(0, 1 << 20);
  command
      .add_option("--layer-samples", effort.layerSamples,
                  "The number of samples, the first of --data, that layers' errors and histograms "
                  "are measured by")
      ->check(atLeastOne);
  command
      .add_option("--layer-batch", effort.layerBatch,
                  "The number of these in a batch: every value of a batch is held")
      ->check(atLeastOne);
  command
      .add_option("--timed-runs", effort.timedRuns,
                  "The number of runs that layers' times are medians of; 0: no times")
      ->check(any);
  command.add_option("--timed-batch", effort.timedBatch, "Samples of a timed run")
      ->check(atLeastOne);
}

void addReportOptions(CLI::App &command, ReportCommand &asked) {
  command.add_option("float", asked.floats, "The float network, of which the other one was made")
      ->required();
  command.add_option("quantized", asked.quantized, "The quantized network; by default none");
  command.add_option("-o,--output", asked.output, "The page (.html)")->required();
  CLI::Option *data =
      addSampleOptions(command, asked.test)
          ->description("Samples that both are judged by; by default nothing is run");
  addLabelOptions(command, asked.test);
  addOutputNames(command, asked.test.outputs);
  addJudge(command, asked.test.judge);
  command.add_option("--device", asked.options.device, "The device to run on");
  command.add_option("--calibration", asked.calibration,
                     "A calibration table: ranges, and of --partial histograms");
  command.add_option(
      "--profile", asked.options.profile,
      "The profile whose plan says why layers stay float, as --insert-quant=profile=");
  command
      .add_option("--attention", asked.attention, "The attention of that plan, float or integer")
      ->check(CLI::IsMember({"float", "integer"}));
  command.add_option("--title", asked.options.title,
                     "The page's title; by default the files' names");
  command.add_option("--onnx", asked.onnx,
                     "The network as ONNX, too: what was measured as notes of its nodes, which "
                     "viewers such as Netron show");
  command.add_option("--node-data", asked.nodeData,
                     "Write the measures for Model Explorer, beside --onnx: FILE.json becomes "
                     "FILE.sqnr.json, FILE.clipped.json and FILE.time.json");
  addEffort(command, asked.options.effort);
  addJsonOption(command, asked.json);
  addLoadOptions(command, asked.load);
  addCompileChoices(command, asked.choices);
  // Options that say how to run need --data, without which nothing is run.
  for (const char *name :
       {"--first", "--every", "--but-every", "--chosen", "--preprocessed", "--batch",
        "--label-offset", "--output-name", "--device", "--float-order", "--libraries",
        "--layer-samples", "--layer-batch", "--timed-runs", "--timed-batch"})
    command.get_option(name)->needs(data);
}

static std::string partOf(const std::string &file, const char *measure) {
  const llvm::StringRef stem = llvm::StringRef(file).drop_back(llvm::StringRef(".json").size());
  return (stem + "." + measure + ".json").str();
}

int check(const ReportCommand &asked) {
  if (std::string why = whyNoReport(asked.options); !why.empty())
    usageError("--profile: " + why);
  if (asked.test.data.empty() && !asked.test.labels.empty())
    usageError("--labels are of samples: name these with --data");
  if (!asked.nodeData.empty() && (asked.onnx.empty() || asked.test.data.empty()))
    usageError("--node-data is of nodes of --onnx, measured on --data: give both");
  struct Written {
    const std::string &path;
    llvm::StringRef kind, extension;
  };
  std::vector<std::string> paths;
  for (const Written &file : {Written{asked.output, "HTML", ".html"},
                              {asked.onnx, "ONNX", ".onnx"},
                              {asked.nodeData, "JSON", ".json"}}) {
    if (file.path.empty())
      continue;
    if (std::string why = io::whyMisnamed(file.path, file.kind, file.extension); !why.empty())
      usageError(why);
    paths.push_back(file.path);
  }
  if (!asked.nodeData.empty() && !llvm::StringRef(asked.nodeData).ends_with(".json"))
    usageError("--node-data=" + asked.nodeData + ": names of its files are made of FILE.json");
  if (!asked.nodeData.empty())
    for (const char *measure : {"sqnr", "clipped", "time"})
      paths.push_back(partOf(asked.nodeData, measure));
  const std::vector<std::string> sources = {asked.floats,      asked.quantized,
                                            asked.test.data,   asked.calibration,
                                            asked.test.labels, asked.load.weights};
  if (Status status = io::checkWritable(paths, sources); !status.ok())
    return report(status);
  return checkJson(asked.json, sources, paths);
}

} // namespace qopt::run
