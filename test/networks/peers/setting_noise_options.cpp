#include "test/networks/peers/setting_noise_options.h"

#include "tools/qrun/feed/sample_files.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace qopt::run {
namespace {

void readSamples(SampleOptions &samples, llvm::StringRef path) {
  samples.data = path.str();
  samples.source = std::make_shared<FileSamples>(samples.data);
}

bool read(llvm::StringRef word, SettingNoiseOptions &options) {
  SampleOptions &samples = options.steps.samples;
  if (word == "--preprocessed")
    samples.preprocessed = true;
  else if (word.consume_front("--data="))
    readSamples(samples, word);
  else if (word.consume_front("--test="))
    readSamples(options.test, word);
  else if (word.consume_front("--weights="))
    options.steps.load.weights = word.str();
  else if (word.consume_front("--output="))
    options.output = word.str();
  else if (word.consume_front("--choose-samples="))
    return llvm::to_integer(word, options.steps.contest.chooseSamples);
  else if (word.consume_front("--batch="))
    return llvm::to_integer(word, samples.batch);
  else if (word.starts_with("-") || !options.steps.model.empty())
    return false;
  else
    options.steps.model = word.str();
  return true;
}

} // namespace

SettingNoiseOptions readSettingNoiseOptions(llvm::ArrayRef<char *> words) {
  SettingNoiseOptions options;
  for (const char *word : words)
    if (!read(word, options)) {
      llvm::errs() << "error: " << word << ": no option of setting_noise.cpp\n";
      std::exit(2);
    }
  return options;
}

} // namespace qopt::run
