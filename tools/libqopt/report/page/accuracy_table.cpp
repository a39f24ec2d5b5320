#include "tools/libqopt/report/page/accuracy_table.h"

#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/numbers/number_text.h"

#include <cmath>

namespace qopt::run {
namespace {

std::string shareText(int64_t part, int64_t whole) {
  return percent(part, whole) + " (" + std::to_string(part) + " of " + std::to_string(whole) + ")";
}

std::string dropText(const PairedAccuracy &paired) {
  const auto [low, high] = paired.dropInterval();
  return io::fixed(paired.drop(), 3) + " points [" + io::fixed(low, 3) + ", " + io::fixed(high, 3) +
         "]";
}

/// Predictions, steps or indices that differ.
std::string flipsText(const OutputLoss &loss) {
  if (!loss.hasClasses())
    return "-";
  return std::to_string(loss.paired.flips) + " of " + std::to_string(loss.paired.samples) +
         (loss.areIndices ? " indices"
          : loss.areSteps ? " steps"
                          : "");
}

std::string agreementText(const OutputLoss &loss) {
  return loss.hasClasses() ? percent(loss.paired.samples - loss.paired.flips, loss.paired.samples)
                           : "-";
}

std::vector<std::string> rowOf(const std::string &name, const JudgedNetwork &of,
                               const JudgedHow &how) {
  std::vector<std::string> row{name};
  if (how.isLabelled) {
    const auto &right = of.rightAnswers;
    row.push_back(right ? shareText(right->right, right->samples) : "-");
    row.push_back(right && right->topFive ? percent(*right->topFive, right->samples) : "-");
    row.push_back(of.loss ? dropText(of.loss->scores().paired) : "-");
  }
  const OutputLoss *flips = of.loss ? of.loss->mostFlips() : nullptr;
  row.push_back(flips ? agreementText(*flips) : "-");
  row.push_back(flips ? flipsText(*flips) : "-");
  row.push_back(of.loss ? decibels(of.loss->worst().sqnr) : "-");
  if (how.hasEmbeddings) {
    const OutputLoss *vectors = of.loss ? of.loss->leastAlike() : nullptr;
    row.push_back(vectors ? cosines(*vectors) : "-");
    row.push_back(vectors ? movedNeighbours(*vectors) : "-");
  }
  row.push_back(std::to_string(of.integerLayers) + " of " + std::to_string(of.layers));
  row.push_back(io::grouped(of.weightBytes));
  row.push_back(std::isnan(of.secondsPerSample) ? "-"
                                                : io::fixed(of.secondsPerSample * 1e6, 1) + " µs");
  return row;
}

} // namespace

TextTable accuracyTable(const PageFacts &facts) {
  if (!facts.how || !facts.floats)
    return {};
  TextTable rows{{"network"}};
  if (facts.how->isLabelled)
    for (const char *name : {"top-1", "top-5", "drop [95 % interval]"})
      rows.front().push_back(name);
  for (const char *name : {"agreement", "flips", "SQNR"})
    rows.front().push_back(name);
  if (facts.how->hasEmbeddings)
    for (const char *name : {"cosine", "other nearest"})
      rows.front().push_back(name);
  for (const char *name : {"integer layers", "weight bytes", "time per sample"})
    rows.front().push_back(name);
  rows.push_back(rowOf(facts.floatName, *facts.floats, *facts.how));
  if (facts.quantized)
    rows.push_back(rowOf(facts.quantizedName, *facts.quantized, *facts.how));
  return rows;
}

TextTable outputsTable(const PageFacts &facts) {
  if (!facts.quantized || !facts.quantized->loss || facts.quantized->loss->outputs.size() < 2)
    return {};
  TextTable rows{{"output", "agreement", "flips", "SQNR"}};
  const bool hasVectors = facts.quantized->loss->leastAlike();
  if (hasVectors)
    rows.front().insert(rows.front().end(), {"cosine", "other nearest"});
  for (const OutputLoss &loss : facts.quantized->loss->outputs) {
    rows.push_back({loss.output, agreementText(loss), flipsText(loss), decibels(loss.sqnr)});
    if (hasVectors)
      rows.back().insert(rows.back().end(), {cosines(loss), movedNeighbours(loss)});
  }
  return rows;
}

std::vector<std::pair<std::string, std::string>> summaryLines(const PageFacts &facts) {
  std::vector<std::pair<std::string, std::string>> lines;
  auto add = [&](const char *label, const std::string &value) { lines.emplace_back(label, value); };
  add(facts.quantizedName.empty() ? "network" : "float network", facts.floatName);
  if (!facts.quantizedName.empty())
    add("quantized network", facts.quantizedName);
  if (facts.how || facts.times)
    add("device", facts.device);
  if (facts.how)
    add("judged by", io::grouped(facts.how->samples) + " samples, in batches of " +
                         std::to_string(facts.how->batch));
  if (facts.measured && facts.measured->samples)
    add("layers measured by", io::grouped(facts.measured->samples) + " samples");
  if (facts.times)
    add("layers timed in", std::to_string(facts.times->runs) + " runs of batch " +
                               std::to_string(facts.times->batch) + ": layers together " +
                               io::fixed(facts.times->layers.sum() * 1e3, 3) + " ms, a whole run " +
                               io::fixed(facts.times->run * 1e3, 3) + " ms");
  if (facts.calibration && !facts.calibration->method.empty())
    add("ranges of", facts.calibration->method + ", scheme " +
                         std::string(nn::schemeName(facts.calibration->settings.scheme)) + ", " +
                         io::grouped(facts.calibration->samples) + " samples");
  add("made by", "qopt " + facts.version);
  return lines;
}

} // namespace qopt::run
