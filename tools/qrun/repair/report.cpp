#include "tools/qrun/repair/report.h"

#include "tools/io/report/table.h"
#include "tools/qrun/command/json_document.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace qopt::run {

static std::string scientific(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3e", value);
  return text;
}

static void printLinks(const std::vector<RescaledLink> &links, llvm::StringRef what,
                       llvm::raw_ostream &stream) {
  io::Table table({what.str(), "read by", "least factor", "greatest"});
  for (const RescaledLink &link : links)
    table.add({link.producer, llvm::join(link.readers, ", "), io::shortest(link.least, 4),
               io::shortest(link.greatest, 4)});
  table.print(stream);
}

static void printLayers(const std::vector<RepairReport::Layer> &layers, llvm::raw_ostream &stream) {
  io::Table table(
      {"layer", "error before", "after", "ratio", "largest bias change", "channels held", "rows"});
  for (const RepairReport::Layer &layer : layers)
    table.add({layer.name, scientific(layer.errorBefore), scientific(layer.errorAfter),
               layer.errorBefore > 0 ? io::fixed(layer.errorAfter / layer.errorBefore, 3) : "-",
               layer.note.empty() ? scientific(layer.biasChange) : layer.note,
               io::grouped(layer.heldChannels), io::grouped(layer.rows)});
  table.print(stream);
  stream << "errors: mean squared error of a layer's result over the rows, caused by the rounding "
            "of its weights\n";
  const auto few = llvm::count_if(layers, [](const auto &of) { return of.rows < of.terms; });
  if (few > 0)
    stream << few << " of " << layers.size()
           << " layers saw fewer rows than a channel has weights, so their weights may fit these "
              "samples alone; raise --samples\n";
}

static void printRescaled(const SmoothedLayers &layers, llvm::StringRef option,
                          llvm::StringRef what, llvm::raw_ostream &stream) {
  for (const SmoothedLayers::Skipped &skipped : layers.skipped)
    stream << option << ": skipped what " << skipped.layers << " reads: it " << skipped.reason
           << "\n";
  if (!layers.done.empty())
    printLinks(layers.done, what, stream);
}

void printRepairs(const RepairReport &report, const RepairerOptions &asked,
                  llvm::raw_ostream &stream) {
  if (asked.equalizes && report.equalized.empty())
    stream << "--equalize: nothing was equalized, as no value has one layer that writes it and "
              "only layers with weights that read it\n";
  else if (asked.equalizes)
    printLinks(report.equalized, "equalized", stream);
  if (asked.evensChannels && report.evened.done.empty())
    stream << "--even-channels: nothing was evened, as no value that only depthwise convolutions "
              "read comes from a layer whose channels can be scaled freely\n";
  printRescaled(report.evened, "--even-channels", "evened", stream);
  printRescaled(report.smoothed, "--smooth", "smoothed", stream);
  if (!report.tooWide.empty())
    stream << "left unchanged, as a channel has too many weights to measure: "
           << llvm::join(report.tooWide, ", ") << "\n";
  if (!report.layers.empty())
    printLayers(report.layers, stream);
}

static void writeLinks(llvm::json::OStream &json, llvm::StringRef name,
                       const std::vector<RescaledLink> &links) {
  json.attributeArray(name, [&] {
    for (const RescaledLink &link : links)
      json.object([&] {
        writeText(json, "producer", link.producer);
        writeStrings(json, "readers", link.readers);
        writeNumber(json, "least", link.least);
        writeNumber(json, "greatest", link.greatest);
      });
  });
}

static void writeLayer(llvm::json::OStream &json, const RepairReport::Layer &layer) {
  writeText(json, "layer", layer.name);
  writeNumber(json, "error_before", layer.errorBefore);
  writeNumber(json, "error_after", layer.errorAfter);
  writeNumber(json, "bias_change", layer.biasChange);
  writeTextOrNull(json, "note", layer.note);
  json.attribute("held_channels", layer.heldChannels);
  json.attribute("rows", layer.rows);
  json.attribute("terms", layer.terms);
}

static void writeSkipped(llvm::json::OStream &json, llvm::StringRef name,
                         const std::vector<SmoothedLayers::Skipped> &layers) {
  json.attributeArray(name, [&] {
    for (const SmoothedLayers::Skipped &skipped : layers)
      json.object([&] {
        writeText(json, "layers", skipped.layers);
        writeText(json, "reason", skipped.reason);
      });
  });
}

void writeRepairs(llvm::json::OStream &json, const RepairReport &report) {
  json.attributeArray("results", [&] {
    for (const RepairReport::Layer &layer : report.layers)
      json.object([&] { writeLayer(json, layer); });
  });
  writeLinks(json, "equalized", report.equalized);
  writeLinks(json, "evened", report.evened.done);
  writeLinks(json, "smoothed", report.smoothed.done);
  writeSkipped(json, "not_evened", report.evened.skipped);
  writeSkipped(json, "skipped", report.smoothed.skipped);
  writeStrings(json, "too_wide", report.tooWide);
}

} // namespace qopt::run
