#include "tools/libqopt/flows/quantize/fusing.h"

#include "ir/values/keys.h"
#include "passes/quantize/policy/profile.h"
#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/layers/common_beginning.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/float_layers.h"

using namespace qrt;

namespace qopt::run {

static bool mayTry(const Quantizer &quantizer) {
  const Recipe &recipe = quantizer.options.recipe;
  return recipe.fuse.empty() && !recipe.isDynamic() &&
         findProfile(recipe.profile)->fusing == Fusing::Tables;
}

namespace {

/// Two networks that differ in how functions are fused.
struct Forms {
  Contender tables, arithmetic;
};

} // namespace

/// The networks are absent where both are one.
static Expected<std::optional<Forms>> formsOf(const Quantizer &quantizer,
                                              const CalibratingAnswers &answers) {
  Recipe inFloat = quantizer.options.recipe;
  inFloat.fuse = "arithmetic";
  auto asIs = quantizer.quantizedBy(quantizer.options.recipe);
  auto other = quantizer.quantizedBy(inFloat);
  if (!asIs || !other)
    return asIs ? other.status() : asIs.status();
  Structures structures;
  if (CommonBeginning(nn::entryOf(*asIs->module), nn::entryOf(*other->module), structures).isAll())
    return std::optional<Forms>();
  auto tables = contenderOf(quantizer, std::move(*asIs), answers.outputs());
  if (!tables)
    return tables.status();
  auto arithmetic = contenderOf(quantizer, std::move(*other), answers.outputs());
  if (!arithmetic)
    return arithmetic.status();
  return std::optional(Forms{std::move(*tables), std::move(*arithmetic)});
}

static Expected<FusingChoice> chosenOf(const Forms &forms, const AnsweredSamples &answered) {
  FusingChoice choice;
  auto before = answered.noiseOf(forms.tables);
  if (!before)
    return before.status();
  if (int64_t(before->samples()) < leastJudgingFloats || before->worst() >= littleLossOfFloats)
    return choice;
  auto after = answered.noiseOf(forms.arithmetic);
  if (!after)
    return after.status();
  choice.samples = int64_t(before->samples());
  choice.before = before->worst();
  choice.after = after->worst();
  const Verdict verdict = doubtOfFloats(*after, *before);
  choice.doubt = doubtText(verdict, size_t(choice.samples));
  choice.isTaken = verdict.doubt == Doubt::None;
  if (!choice.isTaken)
    return choice;
  auto times = answered.timesAsLong(forms.arithmetic, forms.tables);
  if (!times)
    return times.status();
  choice.times = *times;
  return choice;
}

Expected<FusingChoice> chooseFusing(const Quantizer &quantizer, CalibratingAnswers &answers,
                                    const Deadline &deadline) {
  if (!mayTry(quantizer) || deadline.isOver())
    return FusingChoice();
  auto count = samplesThatCalibrate(quantizer);
  if (!count || *count < leastJudgingFloats)
    return count ? Expected(FusingChoice()) : count.status();
  auto forms = formsOf(quantizer, answers);
  if (!forms || !*forms)
    return forms ? Expected(FusingChoice()) : forms.status();
  auto answered = answers.get();
  return answered ? chosenOf(**forms, **answered) : answered.status();
}

std::string noteOf(const FusingChoice &choice) {
  if (choice.samples == 0)
    return "";
  const std::string gain = io::fixed(choice.after, 1) + " dB for " + io::fixed(choice.before, 1) +
                           " on " + std::to_string(choice.samples) + " samples that calibrate";
  if (choice.isTaken)
    return "functions that follow layers are computed in float before rounding "
           "(fuse=arithmetic): " +
           gain + ", " + io::fixed(choice.times, 2) + " times as long; --fuse=tables leaves it out";
  return "fuse=arithmetic is not used, " + gain + ": " + choice.doubt;
}

} // namespace qopt::run
