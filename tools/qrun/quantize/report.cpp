#include "tools/qrun/quantize/report.h"

#include "tools/io/report/table.h"
#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/qrun/eval/evaluation_report.h"

#include <array>

namespace qopt::run {

std::vector<std::string> judgedColumns(const JudgedHow &how) {
  std::vector<std::string> columns = {"top-1", "top-5", "flips", "drop (points, 95 %)", "SQNR"};
  if (how.hasEmbeddings)
    llvm::append_range(columns, std::array{"cosine", "other nearest"});
  if (how.outputs > 1)
    columns.push_back("worst output");
  llvm::append_range(columns, std::array{"integer layers", "weight bytes"});
  return columns;
}

std::vector<std::string> judgedCells(const JudgedHow &how, const JudgedNetwork &of) {
  std::string accuracy = "-", leading = "-", flipped = "-", drop = "-", sqnr = "-", worst = "-";
  if (of.rightAnswers)
    accuracy = percent(of.rightAnswers->right, of.rightAnswers->samples);
  if (of.rightAnswers && of.rightAnswers->topFive)
    leading = percent(*of.rightAnswers->topFive, of.rightAnswers->samples);
  if (of.loss) {
    sqnr = decibels(of.loss->worst().sqnr);
    worst = of.loss->worst().output;
  }
  if (of.loss && how.tellsClasses)
    flipped = of.loss->mostFlips()->areSteps ? flips(*of.loss->mostFlips())
                                             : io::grouped(of.loss->mostFlips()->paired.flips);
  if (of.loss && of.rightAnswers) {
    const PairedAccuracy &paired = of.loss->scores().paired;
    const auto [low, high] = paired.dropInterval();
    drop =
        io::fixed(paired.drop(), 2) + " (" + io::fixed(low, 2) + " to " + io::fixed(high, 2) + ")";
  }
  std::vector<std::string> cells = {accuracy, leading, flipped, drop, sqnr};
  if (how.hasEmbeddings) {
    const OutputLoss *vectors = of.loss ? of.loss->leastAlike() : nullptr;
    cells.push_back(vectors ? cosines(*vectors) : "-");
    cells.push_back(vectors ? movedNeighbours(*vectors) : "-");
  }
  if (how.outputs > 1)
    cells.push_back(worst);
  cells.insert(cells.end(), {std::to_string(of.integerLayers) + " of " + std::to_string(of.layers),
                             io::grouped(of.weightBytes)});
  return cells;
}

void printContest(const Contest &contest, llvm::raw_ostream &stream) {
  stream << "\nsettings by " << run::samplesText(contest) << ", the best first\n";
  io::Table table({"setting", "samples", "SQNR", "mean of outputs"});
  for (const ContestedSetting &one : contest.settings)
    table.add({one.setting, std::to_string(one.samples), decibels(one.worst), decibels(one.mean)});
  table.print(stream);
  stream << "chosen: " << contest.chosen << "\n";
  if (!contest.doubt.empty())
    stream << "not " << contest.settings.front().setting << ": " << contest.doubt << "\n";
}

static void writeFloats(llvm::json::OStream &json, const FloatChoice &floats) {
  json.attributeObject("floats", [&] {
    writeStrings(json, "layers", floats.layers);
    writeNumber(json, "macs_percent", floats.macs);
    json.attribute("samples", floats.samples);
    writeNumber(json, "before_db", floats.before);
    writeNumber(json, "after_db", floats.after);
    writeTextOrNull(json, "doubt", floats.doubt);
    json.attribute("cut_short", floats.isCutShort);
  });
}

void writeContest(llvm::json::OStream &json, const Contest &contest) {
  json.attributeObject("contest", [&] {
    json.attribute("chosen", contest.chosen);
    json.attribute("usual", contest.usual);
    json.attribute("samples", contest.samples);
    json.attribute("cut_short", contest.isCutShort);
    writeTextOrNull(json, "doubt", contest.doubt);
    writeFloats(json, contest.floats);
    json.attributeArray("settings", [&] {
      for (const ContestedSetting &one : contest.settings)
        json.object([&] {
          json.attribute("setting", one.setting);
          json.attribute("mode", one.mode);
          writeTextOrNull(json, "scheme", one.scheme);
          writeTextOrNull(json, "calibrator", one.calibrator);
          json.attribute("rounds", one.rounds);
          json.attribute("corrects_bias", one.correctsBias);
          writeNumber(json, "smoothing", one.smoothing);
          json.attribute("samples", one.samples);
          writeNumber(json, "worst_db", one.worst);
          writeNumber(json, "mean_db", one.mean);
        });
    });
  });
}

std::string judgedCaption(const JudgedHow &how) {
  std::string caption =
      io::grouped(how.samples) + " samples judge, batch " + std::to_string(how.batch) + " on " +
      how.device +
      (how.tellsClasses    ? "; flips, drop and SQNR are against float"
       : how.hasEmbeddings ? "; SQNR, cosines and nearest others are against float"
                           : "; SQNR is against float");
  if (how.outputs > 1)
    caption += ", of the worst of " + std::to_string(how.outputs) + " outputs";
  if (how.outputs > 1 && how.isLabelled)
    caption += "; labels are of output '" + how.labelledOutput + "'";
  return caption;
}

void writeNetwork(llvm::json::OStream &json, const JudgedNetwork &of) {
  json.attribute("integer_layers", of.integerLayers);
  json.attribute("layers", of.layers);
  writeJudged(json, of);
}

void writeHow(llvm::json::OStream &json, const JudgedHow &how) {
  json.attribute("samples", how.samples);
  json.attribute("batch", how.batch);
  json.attribute("device", how.device);
}

} // namespace qopt::run
