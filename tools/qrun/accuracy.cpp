// qrun accuracy: what calibrators, schemes and types cost one model, in one table.
#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/libqopt/flows/quantize/quantizer.h"
#include "tools/qrun/accuracy/variants.h"
#include "tools/qrun/eval/evaluation_report.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/quantize/options.h"
#include "tools/qrun/quantize/report.h"
#include "tools/qrun/subcommands.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/io/file.h"
#include "tools/io/report/table.h"
#include "tools/libqopt/load/pipeline.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

#include <map>

using namespace qrt;

namespace qopt::run {
namespace {

struct AccuracyOptions {
  QuantizerOptions quantizer;
  EvaluationOptions test;
  std::vector<std::string> groups = {"calibrators"}, passes;
  CompileChoices choices;
  bool markdown = false, json = false;
};

/// Measures the float network and the repaired one once for each number of samples, whatever the
/// calibrators make of it.
class Ranges {
public:
  Ranges(const Quantizer &quantizer) : quantizer(quantizer) {}

  Expected<const Calibration *> of(const Variant &variant) {
    const CalibrationMethod &method = *findCalibrationMethod(variant.calibrator);
    // One that chooses looks at more than statistics.
    const std::string measured = method.range ? "entropy" : variant.calibrator;
    CalibrationSettings settings = method.range ? CalibrationSettings() : variant.settings;
    const Key key{measured,      variant.samples,     variant.repaired, settings.scheme,
                  settings.bits, settings.clipWeight, variant.attention};
    auto known = measurements.find(key);
    if (known == measurements.end()) {
      CalibratorOptions how{measured, settings, {}, {}, variant.attention};
      SampleOptions samples = quantizer.options.samples;
      if (variant.samples)
        samples.selection.most = variant.samples;
      auto made = measureRanges(quantizer.network(variant.repaired), quantizer.options.device,
                                quantizer.options.compile, std::move(how), samples);
      if (!made)
        return made.status();
      known = measurements.emplace(key, std::move(*made)).first;
    }
    if (!method.range)
      return &known->second;
    current = known->second;
    current.method = variant.calibrator;
    current.settings = variant.settings;
    current.computeRanges();
    return &current;
  }

private:
  using Key = std::tuple<std::string, int64_t, bool, nn::Scheme, unsigned, double, AttentionForm>;
  const Quantizer &quantizer;
  std::map<Key, Calibration> measurements;
  Calibration current;
};

/// What passes cannot do to this network, as a layer that it does not have, is told before the long
/// steps: on ranges that stand for those to come.
Status tryPasses(const Quantizer &quantizer, const std::vector<Variant> &variants) {
  const Loaded &floats = quantizer.floats();
  Calibration any;
  mlir::func::FuncOp entry = nn::entryOf(*floats.module);
  for (mlir::Value argument : entry.getArguments())
    any.ranges[nn::keyOf(argument)] = Range{-1, 1};
  entry.walk([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      if (std::string key = nn::keyOf(result); !key.empty())
        any.ranges[key] = Range{-1, 1};
  });
  for (const Variant &variant : variants) {
    if (!variant.isOwn)
      continue;
    auto module = rewritten(floats, floats.path, &any, variant.passes, Warnings::Kept);
    if (!module)
      return Status(module.status().code(), variant.name + ": " + module.status().message());
  }
  return {};
}

/// `add` is shown each row as it is there, which is given up then: of all networks one is held.
Status measure(Quantizer &quantizer, Judge &judge, const std::vector<Variant> &variants,
               llvm::function_ref<void(const std::string &, const JudgedNetwork &)> add) {
  const QuantizerOptions &steps = quantizer.options;
  auto loaded = loadFor(SampleFiles(steps.samples.data), steps.model, steps.load);
  if (!loaded)
    return loaded.status();
  if (Status status = quantizer.take(std::move(*loaded)); !status.ok())
    return status;
  if (Status status = tryPasses(quantizer, variants); !status.ok())
    return status;
  if (llvm::any_of(variants, [](const Variant &variant) { return variant.repaired; }))
    if (Status status = quantizer.repair(); !status.ok())
      return status;
  const Loaded &floats = quantizer.floats();
  if (Status status = judge.setBaseline(floats.clone(floats.path), quantizer.options.model);
      !status.ok())
    return status;
  add("float", judge.summaryOf(judge.baseline()));
  Ranges ranges(quantizer);
  auto ports = portsOf(*floats.module);
  if (!ports)
    return ports.status();
  auto all = Feeder::open(quantizer.options.samples, floats, ports->inputs);
  if (!all)
    return all.status();
  mlir::ModuleOp module = *floats.module;
  const bool hasAttention =
      module.walk([](nn::AttentionOp) { return mlir::WalkResult::interrupt(); }).wasInterrupted();
  for (const Variant &variant : variants) {
    if (variant.samples > all->samples().total())
      continue; // it would be another row
    if (variant.attention == AttentionForm::Integer && !variant.isOwn && !hasAttention)
      continue; // it would be the same as another
    const Calibration *found = nullptr;
    if (!variant.calibrator.empty()) {
      auto measured = ranges.of(variant);
      if (!measured)
        return measured.status();
      found = *measured;
    }
    auto integer = rewritten(quantizer.network(variant.repaired), floats.path, found,
                             variant.passes, Warnings::Kept);
    if (!integer)
      return Status(integer.status().code(), variant.name + ": " + integer.status().message());
    auto judged = judge.judge(std::move(*integer));
    if (!judged)
      return judged.status();
    add(variant.name, judge.summaryOf(*judged));
  }
  return {};
}

Status printTable(const AccuracyOptions &options, Quantizer &quantizer, Judge &judge,
                  const std::vector<Variant> &variants) {
  std::optional<io::Table> table;
  auto add = [&](const std::string &name, const JudgedNetwork &of) {
    const JudgedHow how = judge.how();
    std::vector<std::string> header = judgedColumns(how), row = judgedCells(how, of);
    header.insert(header.begin(), "setting");
    row.insert(row.begin(), name);
    if (!table)
      table.emplace(header);
    table->add(std::move(row));
  };
  if (Status status = measure(quantizer, judge, variants, add); !status.ok())
    return status;
  return io::writeStdout([&](llvm::raw_ostream &stream) {
    stream << judgedCaption(judge.how()) << (options.markdown ? "\n\n" : "\n");
    options.markdown ? table->printMarkdown(stream) : table->print(stream);
  });
}

/// {"version", "model", "samples", "batch", "device", "results": [{"setting", as Judge::write has
/// it}]}
Status printJson(Quantizer &quantizer, Judge &judge, const std::vector<Variant> &variants) {
  std::string rows; // nothing is written of a table that is not whole
  llvm::raw_string_ostream stream(rows);
  llvm::json::OStream list(stream, 2);
  list.arrayBegin();
  auto add = [&](const std::string &name, const JudgedNetwork &of) {
    list.object([&] {
      list.attribute("setting", llvm::json::fixUTF8(name));
      writeNetwork(list, of);
    });
  };
  if (Status status = measure(quantizer, judge, variants, add); !status.ok())
    return status;
  list.arrayEnd();
  return writeDocument([&](llvm::json::OStream &json) {
    json.attribute("model", llvm::json::fixUTF8(quantizer.options.model));
    writeHow(json, judge.how());
    json.attributeBegin("results");
    json.rawValue(rows);
    json.attributeEnd();
  });
}

int accuracy(const AccuracyOptions &options) {
  std::vector<Variant> variants;
  for (const std::string &name : options.groups) {
    const VariantGroup *group = findVariantGroup(name);
    if (!group)
      usageError(
          "--grid=" + name + ": there are " +
          llvm::join(llvm::map_range(variantGroups(),
                                     [](const VariantGroup &of) { return std::string(of.name); }),
                     ", "));
    llvm::append_range(variants, group->variants());
  }
  const Recipe recipe;
  for (const std::string &passes : options.passes) {
    if (Status status = checkPasses(passes); !status.ok())
      usageError("--passes=" + passes + ": " +
                 llvm::StringRef(status.message()).split("pipeline: ").second.str());
    const bool asks = llvm::StringRef(passes).contains("attention=integer");
    variants.push_back({passes, recipe.calibrator, recipe.calibrationSettings(), 0, false, passes,
                        true, asks ? AttentionForm::Integer : AttentionForm::Float});
  }
  QuantizerOptions steps = options.quantizer;
  EvaluationOptions test = options.test;
  if (Status status = splitSamples(steps, test); !status.ok())
    return report(status);
  if (Status status = readLabels(test, Classes::IfAny); !status.ok())
    return report(status);
  steps.compile = compileOptions(options.choices);
  Judge judge(std::move(test), steps.device, steps.compile, Classes::IfAny);
  Quantizer quantizer(std::move(steps));
  return reportFlow(options.json ? printJson(quantizer, judge, variants)
                                 : printTable(options, quantizer, judge, variants));
}

} // namespace

void addAccuracy(CLI::App &app, int &code) {
  auto options = std::make_shared<AccuracyOptions>();
  CLI::App *command = app.add_subcommand(
      "accuracy", "What calibrators, schemes and types cost a float model: a table");
  addQuantizerOptions(*command, options->quantizer, options->test);
  std::string groups = "Rows, separated by commas";
  for (const VariantGroup &group : variantGroups())
    groups += "\n" + std::string(group.name) + ": " + std::string(group.summary);
  command->add_option("--grid", options->groups, groups)->delimiter(',')->allow_extra_args(false);
  command
      ->add_option("--passes", options->passes,
                   "A row of one's own: passes behind calibration, as \"insert-quant{bits=16}\"")
      ->allow_extra_args(false);
  auto *markdown = command->add_flag("--markdown", options->markdown, "The table for a page");
  command->add_flag("--json", options->json, "The table for programs")->excludes(markdown);
  addCompileChoices(*command, options->choices);
  command->callback([options, &code] { code = accuracy(*options); });
}

} // namespace qopt::run
