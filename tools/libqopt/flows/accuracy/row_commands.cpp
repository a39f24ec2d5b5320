#include "tools/libqopt/flows/accuracy/row_commands.h"

#include "tools/libqopt/flows/commands/words.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::run {

/// Cuts the text at commas outside of braces.
static std::vector<std::string> partsOf(llvm::StringRef passes) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : passes) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

static bool readsRanges(llvm::StringRef pass) {
  return pass == "insert-quant" || pass == "assign-precision";
}

std::vector<std::string> passWords(llvm::StringRef passes, const std::string &table) {
  if (passes.contains('('))
    return {"--pass-pipeline=" + passes.str()};
  std::vector<std::string> words;
  for (const std::string &part : partsOf(passes)) {
    auto [name, options] = llvm::StringRef(part).trim().split('{');
    std::string text = options.drop_back(options.ends_with("}") ? 1 : 0).str();
    if (!table.empty() && readsRanges(name))
      text = "calibration=" + passWord(table) + (text.empty() ? "" : " " + text);
    words.push_back("--" + name.str() + (text.empty() ? "" : "=" + text));
  }
  return words;
}

static std::string calibrateCommand(const Variant &variant, const RowFiles &files,
                                    const QuantizerOptions &steps) {
  ShellCommand command("qrun calibrate");
  command.word(files.source);
  SampleOptions samples = steps.samples;
  if (variant.samples)
    samples.selection.most = variant.samples;
  addSamples(command, samples);
  addCalibration(command, variant.calibrator, variant.settings, variant.attention);
  addRun(command, steps.device, steps.compile);
  return command.word("-o").word(files.table).text();
}

std::vector<std::string> rowCommands(const Variant &variant, const RowFiles &files,
                                     const QuantizerOptions &steps) {
  std::vector<std::string> commands;
  const bool isMeasured = !variant.calibrator.empty();
  if (isMeasured)
    commands.push_back(calibrateCommand(variant, files, steps));
  ShellCommand command("qopt");
  command.word(files.source);
  for (const std::string &word : passWords(variant.passes, isMeasured ? files.table : ""))
    command.word(word);
  commands.push_back(command.word("-o").word(files.output).text());
  return commands;
}

} // namespace qopt::run
