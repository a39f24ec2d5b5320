#include "tools/qrun/eval/evaluation_report.h"

#include "tools/io/report/table.h"
#include "tools/qrun/command/json_document.h"

#include "llvm/Support/Path.h"

#include <array>
#include <cmath>

using namespace qrt;

namespace qopt::run {

static int64_t rightOf(const Answers &scores, llvm::ArrayRef<int64_t> labels) {
  return pairedAccuracy(labels, scores.predictions, scores.predictions).modelRight;
}

static std::vector<std::string> tableRow(const Evaluated &one, llvm::ArrayRef<int64_t> labels,
                                         int64_t batch) {
  const Contender &contender = *one.contender;
  const Answers &scores = contender.scores();
  const auto samples = int64_t(scores.predictions.size());
  const PairedAccuracy &paired = one.loss->mostFlips()->paired;
  std::vector<std::string> row = {llvm::sys::path::filename(contender.path).str(), contender.device,
                                  labels.empty() ? "-" : percent(rightOf(scores, labels), samples),
                                  labels.empty() || scores.leading.empty()
                                      ? "-"
                                      : percent(countLeading(scores.leading, labels), samples),
                                  percent(paired.samples - paired.flips, paired.samples)};
  if (contender.outputs.size() > 1)
    row.insert(row.end(), {decibels(one.loss->worst().sqnr), one.loss->worst().output});
  const int64_t activations = contender.model->activationBytes(batch);
  const double median = contender.medianSeconds();
  row.insert(row.end(),
             {io::grouped(contender.weightBytes()), activations ? io::grouped(activations) : "-",
              std::isnan(median) ? "-" : io::fixed(median * 1e6, 1) + " µs"});
  return row;
}

void printTable(llvm::ArrayRef<Evaluated> all, llvm::ArrayRef<int64_t> labels, int64_t batch,
                llvm::raw_ostream &stream) {
  const Contender &first = *all.front().contender;
  const size_t outputs = first.outputs.size();
  std::vector<std::string> header = {"model", "device", "accuracy", "top-5", "agreement"};
  if (outputs > 1)
    llvm::append_range(header, std::array{"SQNR", "worst output"});
  llvm::append_range(header,
                     std::array{"weight bytes", "peak activation bytes", "time per sample"});
  io::Table table(header);
  for (const Evaluated &one : all)
    table.add(tableRow(one, labels, batch));
  stream << first.samples << " samples, batch " << batch << "; agreement "
         << (outputs > 1 ? "and SQNR are of the worst of " + std::to_string(outputs) + " outputs, "
                         : std::string())
         << "with the first row; time: median of the batches behind the first\n";
  table.print(stream);
}

void printOutputs(const Loss &loss, llvm::raw_ostream &stream) {
  std::vector<std::string> header = {"output", "flips", "SQNR"};
  const bool hasVectors = loss.leastAlike();
  if (hasVectors)
    llvm::append_range(header, std::array{"cosine", "other nearest"});
  io::Table table(header);
  for (const OutputLoss &output : loss.outputs) {
    std::vector<std::string> row = {output.output, flips(output), decibels(output.sqnr)};
    if (hasVectors)
      row.insert(row.end(), {cosines(output), movedNeighbours(output)});
    table.add(row);
  }
  table.print(stream);
}

static void writeLikeness(llvm::json::OStream &json, const std::optional<Likeness> &likeness) {
  writeNumber(json, "mean_cosine", likeness ? likeness->meanCosine : std::nan(""));
  writeNumber(json, "least_cosine", likeness ? likeness->leastCosine : std::nan(""));
  auto count = [&](const char *name, int64_t Likeness::*of) {
    json.attribute(name, likeness ? llvm::json::Value((*likeness).*of) : nullptr);
  };
  count("neighbours", &Likeness::neighbours);
  count("moved_neighbours", &Likeness::moved);
}

static void writeOutput(llvm::json::OStream &json, const OutputLoss &loss) {
  json.object([&] {
    writeText(json, "name", loss.output);
    json.attribute("flips", loss.hasClasses() ? llvm::json::Value(loss.paired.flips) : nullptr);
    auto counted = [&](const char *name, bool are) {
      json.attribute(name, are ? llvm::json::Value(loss.paired.samples) : nullptr);
    };
    counted("samples", loss.hasClasses() && !loss.areIndices && !loss.areSteps);
    counted("steps", loss.areSteps);
    counted("indices", loss.areIndices);
    writeNumber(json, "sqnr_db", loss.sqnr.value_or(std::nan("")));
    json.attribute("exact", loss.sqnr && std::isinf(*loss.sqnr) && *loss.sqnr > 0);
    writeLikeness(json, loss.likeness);
  });
}

static void writeLoss(llvm::json::OStream &json, const Loss &loss, bool isLabelled) {
  json.attributeArray("outputs", [&] {
    for (const OutputLoss &output : loss.outputs)
      writeOutput(json, output);
  });
  if (!isLabelled)
    return;
  const PairedAccuracy &paired = loss.scores().paired;
  json.attributeObject("drop", [&] {
    json.attribute("points", paired.drop());
    json.attribute("low", paired.dropInterval().low);
    json.attribute("high", paired.dropInterval().high);
  });
}

void writeJudged(llvm::json::OStream &json, const JudgedNetwork &of) {
  writeNumber(json, "seconds_per_sample", of.secondsPerSample);
  json.attribute("weight_bytes", of.weightBytes);
  if (const auto &answers = of.rightAnswers)
    json.attributeObject("top_1", [&] {
      writeText(json, "output", answers->output);
      json.attribute("right", answers->right);
      json.attribute("samples", answers->samples);
      json.attribute("top_5", answers->topFive ? llvm::json::Value(*answers->topFive)
                                               : llvm::json::Value(nullptr));
    });
  if (of.loss)
    writeLoss(json, *of.loss, of.rightAnswers.has_value());
}

} // namespace qopt::run
