#include "tools/qrun/explain/report.h"

#include "tools/io/report/table.h"
#include "tools/libqopt/flows/eval/gates.h"
#include "tools/qrun/command/json_document.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {

/// Returns "31.4", "<0.1", "-" where there is none, and "-3.0" where it cancels other errors.
static std::string percentText(double share) {
  if (share == 0)
    return "-";
  return std::abs(share) < 0.0005 ? "<0.1" : io::fixed(100 * share, 1);
}

static bool isRemoved(const ExplainedOutput &output) {
  return !output.layers.empty() && output.layers.front().removal.has_value();
}

static std::vector<std::string> headerOf(const ExplainedOutput &output) {
  std::vector<std::string> header{"layer", "is", "gone %", "% of error"};
  for (std::string_view cause : causeNames)
    header.push_back(cause == "shared_scale" ? "shared scale" : std::string(cause));
  if (output.flips > 0)
    header.insert(header.end(), {"% of flips", "blamed"});
  if (isRemoved(output))
    header.push_back("removed %");
  header.push_back("% of MACs");
  return header;
}

static void printLayers(const ExplainedOutput &output, size_t top, llvm::raw_ostream &stream) {
  io::Table table(headerOf(output));
  double others = 0;
  for (auto [i, layer] : llvm::enumerate(output.layers)) {
    if (i >= top) {
      others += layer.share;
      continue;
    }
    std::vector<std::string> row{layer.name, layer.operation, percentText(layer.gone()),
                                 percentText(layer.share)};
    for (double cause : layer.causes)
      row.push_back(percentText(cause));
    if (output.flips > 0)
      row.insert(row.end(), {percentText(layer.flipShare), std::to_string(layer.blamed)});
    if (isRemoved(output))
      row.push_back(percentText(layer.removal.value_or(0)));
    row.push_back(io::fixed(layer.macs, 1));
    table.add(std::move(row));
  }
  table.print(stream);
  if (output.layers.size() > top)
    stream << output.layers.size() - top << " other layers have " << percentText(others)
           << " % of the error; --top shows more\n";
  if (std::abs(output.rest) >= 0.01)
    stream
        << percentText(output.rest)
        << " % of the error cannot be assigned to layers, as their errors do not simply add up\n";
}

static void printFlips(const ExplainedOutput &output, size_t top, llvm::raw_ostream &stream) {
  if (output.flipped.empty())
    return;
  io::Table table({"sample", "class", "became", "most by", "% of the move"});
  for (const ExplainedFlip &flip : llvm::ArrayRef(output.flipped).take_front(top))
    table.add({std::to_string(flip.sample), std::to_string(flip.from), std::to_string(flip.to),
               flip.layer, percentText(flip.part)});
  table.print(stream);
  if (output.flipped.size() > top)
    stream << output.flipped.size() - top << " other flips; --json has them all\n";
}

static void printMends(const ExplainedOutput &output, size_t top, llvm::raw_ostream &stream) {
  if (output.mends.empty())
    return;
  io::Table table({"mend", "of layer", "gains about dB", "% of MACs", "by"});
  for (const Mend &mend : llvm::ArrayRef(output.mends).take_front(top))
    table.add({std::string(mendName(mend.kind)), mend.layer, io::fixed(mend.gain, 2),
               io::fixed(mend.cost, 1), mend.remedy});
  table.print(stream);
}

void printExplanation(const ExplainResult &result, int64_t top, llvm::raw_ostream &stream) {
  const auto count = size_t(top);
  for (const ExplainedOutput &output : result.outputs) {
    stream << "output " << output.name << ": " << decibels(output.sqnr) << " on " << result.samples
           << (result.samples == 1 ? " sample" : " samples");
    if (output.classes > 0)
      stream << ", " << output.flips << (output.flips == 1 ? " flip" : " flips");
    stream << "\n";
    printLayers(output, count, stream);
    printFlips(output, count, stream);
    printMends(output, count, stream);
  }
}

static void writeLayer(llvm::json::OStream &json, const ExplainedLayer &layer) {
  writeText(json, "layer", layer.name);
  json.attribute("operation", layer.operation);
  writeText(json, "value", layer.value);
  json.attribute("type", layer.type);
  json.attribute("has_weights", layer.hasWeights);
  writeNumber(json, "macs_percent", layer.macs);
  writeNumber(json, "gone", layer.gone());
  writeNumber(json, "alone", layer.alone);
  writeNumber(json, "share", layer.share);
  writeNumber(json, "flip_share", layer.flipShare);
  writeNumber(json, "as_float", layer.asFloat);
  writeNumber(json, "removal", layer.removal.value_or(std::nan("")));
  json.attribute("blamed", layer.blamed);
  json.attributeObject("causes", [&] {
    for (auto [name, cause] : llvm::zip_equal(causeNames, layer.causes))
      writeNumber(json, name, cause);
  });
}

static void writeOutput(llvm::json::OStream &json, const ExplainedOutput &output) {
  writeText(json, "output", output.name);
  writeNumber(json, "sqnr_db", output.sqnr);
  json.attribute("classes", output.classes);
  json.attribute("flips", output.flips);
  writeNumber(json, "rest", output.rest);
  json.attributeArray("layers", [&] {
    for (const ExplainedLayer &layer : output.layers)
      json.object([&] { writeLayer(json, layer); });
  });
  json.attributeArray("flipped", [&] {
    for (const ExplainedFlip &flip : output.flipped)
      json.object([&] {
        json.attribute("sample", flip.sample);
        json.attribute("from", flip.from);
        json.attribute("to", flip.to);
        writeText(json, "layer", flip.layer);
        writeNumber(json, "part", flip.part);
      });
  });
  json.attributeArray("mends", [&] {
    for (const Mend &mend : output.mends)
      json.object([&] {
        writeText(json, "layer", mend.layer);
        writeText(json, "mend", mendName(mend.kind));
        writeNumber(json, "gain_db", mend.gain);
        writeNumber(json, "cost_percent", mend.cost);
        writeText(json, "remedy", mend.remedy);
      });
  });
}

void writeExplanation(llvm::json::OStream &json, const ExplainResult &result) {
  json.attribute("samples", result.samples);
  writeStrings(json, "unexplained", result.unexplained);
  json.attributeArray("results", [&] {
    for (const ExplainedOutput &output : result.outputs)
      json.object([&] { writeOutput(json, output); });
  });
}

} // namespace qopt::run
