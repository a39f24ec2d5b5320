#include "tools/qrun/quantize/options.h"

#include "passes/calibrate/tables/native.h"
#include "tools/io/file.h"
#include "tools/io/module_file.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/terminal/terminal.h"

#include "llvm/Support/FileSystem.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {

void addQuantizerOptions(CLI::App &command, QuantizerOptions &steps, EvaluationOptions &test) {
  command.add_option("model", steps.model, alternatives(formatExtensions()))->required();
  addDataOptions(command, steps.samples)->required();
  command.add_option_function<std::string>(
      "--test",
      [&test](const std::string &path) {
        test.data = path;
        test.source = std::make_shared<FileSamples>(path);
      },
      "Samples to judge by; all of --data then calibrate");
  command
      .add_option("--every", steps.samples.selection.every,
                  "Samples 0, N, 2N, … of --data calibrate; without --test the others judge, and "
                  "N is 5 by default")
      ->check(CLI::Range(2, 1 << 30))
      ->default_str(""); // 1 where --test is given, else 5
  addLabelOptions(command, test);
  addOutputNames(command, test.outputs);
  addJudge(command, test.judge);
  command.add_option("--device", steps.device, "The device to run on");
  addLoadOptions(command, steps.load);
}

Status splitSamples(QuantizerOptions &steps, EvaluationOptions &test) {
  if (auto data = io::DataFiles::list(steps.samples.data); !data)
    return data.status();
  if (!test.data.empty() && llvm::sys::fs::equivalent(test.data, steps.samples.data))
    terminal()->warn(test.data +
                     " calibrates and judges: what it says of other samples is too good; without "
                     "--test every fifth calibrates, the others judge");
  partSamples(steps, test);
  return {};
}

Status writeSteps(const Quantizer &quantizer) {
  const std::string floats = quantizer.fileOf("float.mlirbc");
  if (Status status = io::writeModule(*quantizer.imported().module, floats); !status.ok())
    return status;
  if (quantizer.hasEvened())
    if (Status status =
            io::writeModule(*quantizer.floats().module, quantizer.fileOf("evened.mlirbc"));
        !status.ok())
      return status;
  if (quantizer.hasRepaired())
    if (Status status = io::writeModule(*quantizer.repairedFloats().module,
                                        quantizer.fileOf("repaired.mlirbc"));
        !status.ok())
      return status;
  if (quantizer.options.recipe.isDynamic()) // there is no table
    return {};
  return io::writeFile(quantizer.fileOf("json"), [&](llvm::raw_ostream &stream) {
    writeNativeTable(stream, quantizer.ranges());
  });
}

} // namespace qopt::run
