#include "tools/libqopt/report/viewers/viewers.h"

#include "importers/onnx/export/export.h"
#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/Support/JSON.h"

#include <cmath>

namespace qopt::run {

static std::string percentOf(double share) { return io::shortest(100 * share, 4) + " %"; }

std::string noteOf(const ReportedLayer &layer) {
  std::string note;
  auto add = [&](const char *label, const std::string &value) {
    note += (note.empty() ? "" : "\n") + std::string(label) + ": " + value;
  };
  if (layer.sqnr)
    add("SQNR", std::isinf(*layer.sqnr) ? "exact" : io::fixed(*layer.sqnr, 1) + " dB");
  if (layer.clipped)
    add("clipped", percentOf(*layer.clipped));
  if (layer.seconds)
    add("time", io::fixed(*layer.seconds * 1e3, 4) + " ms, as " + layer.runsAs);
  if (!layer.whyFloat.empty())
    add("float", layer.whyFloat);
  return note;
}

static std::vector<std::pair<std::string, std::string>>
metadataOf(const ReportResult &report, const std::optional<Calibration> &calibration) {
  std::vector<std::pair<std::string, std::string>> metadata;
  auto add = [&](const char *key, const std::string &value) {
    metadata.emplace_back(std::string("qopt.") + key, value);
  };
  if (calibration) {
    add("calibrator", calibration->method);
    add("scheme", std::string(nn::schemeName(calibration->settings.scheme)));
    add("calibration_samples", std::to_string(calibration->samples));
  }
  if (report.quantized) {
    add("integer_layers", std::to_string(report.quantized->integerLayers) + " of " +
                              std::to_string(report.quantized->layers));
    if (report.quantized->loss)
      add("sqnr_of_outputs", decibels(report.quantized->loss->worst().sqnr));
  }
  if (report.how)
    add("judged_by", std::to_string(report.how->samples) + " samples on " + report.how->device);
  return metadata;
}

qrt::Expected<NotedModel> notedOnnx(mlir::ModuleOp module, const ReportResult &report,
                                    const std::optional<Calibration> &calibration) {
  onnx::ExportOptions options{/*pairs=*/true, QOPT_VERSION};
  for (const ReportedLayer &layer : report.layers)
    if (std::string note = noteOf(layer); !note.empty())
      options.notes[layer.name] = std::move(note);
  options.metadata = metadataOf(report, calibration);
  options.tellsTypes = true;
  auto model = onnx::exportModule(module, options);
  if (!model)
    return model.status();
  return NotedModel{std::move(model->bytes), std::move(model->check), std::move(model->nodes),
                    std::move(model->graph)};
}

// The viewer shows all digits that a number has.
static double rounded(double value) { return std::strtod(io::shortest(value).c_str(), nullptr); }

std::string nodeData(const std::map<std::string, double> &byLayer, bool isLowWorst,
                     const NotedModel &model) {
  using llvm::json::fixUTF8;
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 1);
  auto stop = [&](int64_t at, bool isWorst) {
    json.object([&] {
      json.attribute("stop", at);
      json.attribute("bgColor", isWorst ? "#f08a70" : "#ffffff");
    });
  };
  json.object([&] {
    json.attributeObject(fixUTF8(model.graph), [&] {
      json.attributeObject("results", [&] {
        for (const auto &[layer, value] : byLayer)
          if (auto node = model.nodes.find(layer);
              node != model.nodes.end() && std::isfinite(value))
            json.attributeObject(fixUTF8(node->second),
                                 [&] { json.attribute("value", rounded(value)); });
      });
      json.attributeArray("gradient", [&] {
        stop(0, isLowWorst);
        stop(1, !isLowWorst);
      });
    });
  });
  return text + "\n";
}

} // namespace qopt::run
