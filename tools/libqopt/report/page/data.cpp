#include "tools/libqopt/report/page/data.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/report/page/accuracy_table.h"

#include "llvm/Support/JSON.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace qopt::run {
namespace {

using drawing::LayerFacts;
using drawing::ValueFacts;
using llvm::json::fixUTF8;

class DataWriter {
public:
  DataWriter(llvm::json::OStream &json, const PageFacts &facts) : json(json), facts(facts) {}

  void write() {
    text("title", facts.title);
    texts("kinds", drawing::allKinds(), [](const drawing::KindFacts &of) { return of.name; });
    texts("kindTitles", drawing::allKinds(), [](const drawing::KindFacts &of) { return of.title; });
    json.attributeArray("layers", [&] {
      for (const LayerFacts &of : facts.network.layers)
        json.object([&] { layer(of); });
    });
    json.attributeArray("edges", [&] {
      for (const drawing::Edge &edge : facts.network.edges)
        json.array([&] {
          json.value(int64_t(edge.from));
          json.value(int64_t(edge.to));
        });
    });
    summary();
    table("accuracy", accuracyTable(facts));
    table("outputs", outputsTable(facts));
    if (!facts.tables.empty())
      json.attributeArray("tables", [&] {
        for (const ShownTable &of : facts.tables)
          json.object([&] {
            text("title", of.title);
            table("rows", of.rows);
          });
      });
    texts("commands", facts.commands, [](const std::string &command) { return command; });
    text("planned", facts.planned);
    json.attribute("hasRanges", facts.calibration.has_value());
    text("quantized", facts.quantizedName);
    if (facts.times)
      number("timesBatch", double(facts.times->batch));
  }

private:
  void text(llvm::StringRef name, llvm::StringRef value) {
    if (!value.empty())
      json.attribute(name, fixUTF8(value));
  }
  /// Six digits are more than a page shows; what is no number is null.
  void value(double number) {
    if (std::isfinite(number))
      json.rawValue(io::shortest(number, 6));
    else
      json.value(nullptr);
  }
  void number(llvm::StringRef name, double of) {
    json.attributeBegin(name);
    value(of);
    json.attributeEnd();
  }
  template <typename List> void numbers(llvm::StringRef name, const List &list) {
    json.attributeArray(name, [&] {
      for (auto of : list)
        value(double(of));
    });
  }
  template <typename List, typename Text>
  void texts(llvm::StringRef name, const List &list, Text textOf) {
    json.attributeArray(name, [&] {
      for (const auto &of : list)
        json.value(fixUTF8(llvm::StringRef(textOf(of))));
    });
  }

  void table(llvm::StringRef name, const TextTable &rows) {
    if (rows.empty())
      return;
    json.attributeArray(name, [&] {
      for (const std::vector<std::string> &row : rows)
        json.array([&] {
          for (const std::string &cell : row)
            json.value(fixUTF8(cell));
        });
    });
  }

  void summary() {
    json.attributeArray("summary", [&] {
      for (const auto &[label, of] : summaryLines(facts))
        json.array([&] {
          json.value(label);
          json.value(fixUTF8(of));
        });
    });
  }

  void valueFacts(const ValueFacts &of) {
    json.object([&] {
      text("key", of.key);
      text("type", of.type);
      text("shape", of.shape);
      if (of.isConstant)
        json.attribute("constant", true);
      if (!of.scales.empty())
        scales(of.scales);
      if (of.ends) {
        json.attribute("zero", of.zeroPoint);
        numbers("ends", std::array{of.ends->first, of.ends->second});
      }
    });
  }
  void scales(const std::vector<double> &all) {
    const auto [least, greatest] = std::minmax_element(all.begin(), all.end());
    json.attribute("scales", int64_t(all.size()));
    numbers("scale", std::array{*least, *greatest});
  }
  void values(llvm::StringRef name, const std::vector<ValueFacts> &all) {
    if (all.empty())
      return;
    json.attributeArray(name, [&] {
      for (const ValueFacts &of : all)
        valueFacts(of);
    });
  }

  void distribution(llvm::StringRef name, const Distribution &of) {
    if (of.isEmpty() || (of.before.empty() && of.after.empty()))
      return;
    json.attributeObject(name, [&] {
      numbers("range", std::array{of.low, of.high});
      if (!of.before.empty())
        numbers("before", of.before);
      if (!of.after.empty())
        numbers("after", of.after);
    });
  }

  void layer(const LayerFacts &of) {
    text("name", of.name);
    text("op", of.operation);
    text("kind", drawing::factsOf(of.kind).name);
    values("inputs", of.inputs);
    values("outputs", of.outputs);
    if (!of.attributes.empty())
      json.attributeArray("attributes", [&] {
        for (const drawing::LayerAttribute &attribute : of.attributes)
          json.array([&] {
            json.value(fixUTF8(attribute.name));
            json.value(fixUTF8(attribute.value));
          });
      });
    if (!of.absorbed.empty())
      texts("absorbed", of.absorbed, [](const std::string &name) { return name; });
    cost(of);
    weights(of);
    measured(of);
    time(of);
    if (auto why = facts.whyFloat.find(of.name); of.op && why != facts.whyFloat.end())
      text("why", why->second);
  }

  void cost(const LayerFacts &of) {
    auto op = llvm::dyn_cast_or_null<nn::CostOpInterface>(of.op);
    if (!op)
      return;
    std::set<std::string> symbols;
    for (mlir::Value operand : of.op->getOperands())
      nn::collectSymbols(operand.getType(), symbols);
    for (mlir::Value result : of.op->getResults())
      nn::collectSymbols(result.getType(), symbols);
    if (symbols.size() > 1)
      return; // it depends on sizes that are open
    const nn::OpCost cost = op.cost(1);
    if (cost.multiplyAdds)
      json.attribute("multiplyAdds", cost.multiplyAdds);
  }

  void weights(const LayerFacts &of) {
    auto found = facts.weights.find(of.name);
    if (!of.op || found == facts.weights.end())
      return;
    json.attributeObject("weights", [&] {
      text("type", found->second.type);
      text("shape", found->second.shape);
      if (!found->second.scales.empty())
        scales(found->second.scales);
      distribution("distribution", found->second.distribution);
    });
  }

  void measured(const LayerFacts &of) {
    const std::string key = of.outputs.empty() ? "" : of.outputs.front().key;
    if (facts.calibration)
      calibrated(key);
    const MeasuredValue *found = measuredOf(facts, of);
    if (found && !found->distribution.isEmpty())
      distribution("distribution", found->distribution);
    else if (facts.calibration)
      distribution("distribution", calibratedDistribution(*facts.calibration, key));
    if (!found || !found->difference)
      return;
    json.attributeObject("error", [&] {
      number("sqnr", found->difference->sqnr);
      if (found->difference->differing == 0)
        json.attribute("exact", true);
      number("most", found->difference->maxAbs);
      number("cosine", found->difference->cosine);
      if (found->scale > 0)
        number("steps", found->difference->rmse / found->scale);
      if (const auto clipped = found->clippedShare())
        number("clipped", *clipped);
      text("behind", found->behind);
    });
  }

  void calibrated(const std::string &key) {
    auto range = facts.calibration->ranges.find(key);
    if (range == facts.calibration->ranges.end())
      return;
    numbers("calibrated", std::array{double(range->second.min), double(range->second.max)});
    if (auto chosen = facts.calibration->chosen.find(key);
        chosen != facts.calibration->chosen.end())
      text("calibrator", chosen->second);
  }

  void time(const LayerFacts &of) {
    const LayerTime *found = timeOf(facts, of);
    if (!found)
      return;
    json.attributeObject("time", [&] {
      number("ms", found->median() * 1e3);
      number("share", facts.times->layers.shareOf(*found));
      text("runs", found->work);
    });
  }

  llvm::json::OStream &json;
  const PageFacts &facts;
};

} // namespace

std::string pageData(const PageFacts &facts) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  json.object([&] { DataWriter(json, facts).write(); });
  return text;
}

} // namespace qopt::run
