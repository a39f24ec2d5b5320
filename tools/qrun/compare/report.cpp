#include "tools/qrun/compare/report.h"

#include "tools/io/report/bar_chart.h"
#include "tools/io/report/table.h"
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/qrun/command/json_document.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace qrt;

namespace qopt::run {

static std::vector<std::string> rowOf(const ComparedValue &value, bool anyBehind) {
  std::vector<std::string> row{value.key, value.types};
  if (!value.fits()) {
    row.push_back(shapeToString(value.shape) + " / " + shapeToString(value.otherShape));
    return row;
  }
  const Difference &d = value.difference;
  llvm::append_range(
      row, std::vector<std::string>{
               io::shortest(d.maxAbs, 3), io::fixed(d.sqnr, 1), io::fixed(d.cosine, 6),
               value.scale > 0 ? io::fixed(d.rmse / value.scale, 3) : "-",
               std::to_string(d.differing) + " of " + std::to_string(elementCount(value.shape)),
               d.first < 0 ? "" : indexToString(d.first, value.shape)});
  if (anyBehind)
    row.push_back(value.behind);
  return row;
}

/// Prints values that are NaN on both sides. They are no difference, but no sound network either.
static void printNans(const CompareResult &comparison, llvm::raw_ostream &stream) {
  auto hasNan = [](const ComparedValue &value) { return value.nans > 0; };
  auto first = llvm::find_if(comparison.values, hasNan);
  if (first != comparison.values.end())
    stream << "NaN on both sides in " << llvm::count_if(comparison.values, hasNan)
           << " of them, the first is '" << first->key << "' with " << first->nans << " of "
           << elementCount(first->shape) << "\n";
}

static int64_t countUnlike(const CompareResult &comparison) {
  return llvm::count_if(comparison.values, [](const auto &v) { return !v.storedAlike; });
}

void printComparison(const CompareResult &comparison, llvm::ArrayRef<ComparedValue> rows,
                     llvm::raw_ostream &stream) {
  int64_t behind =
      llvm::count_if(comparison.values, [](const ComparedValue &v) { return !v.behind.empty(); });
  std::vector<std::string> header{"value",  "type",       "max abs",   "SQNR dB",
                                  "cosine", "RMSE/scale", "differing", "first at"};
  if (behind)
    header.push_back("behind");
  io::Table table(std::move(header));
  for (const ComparedValue &value : rows)
    table.add(rowOf(value, behind));
  table.print(stream);
  stream << comparison.values.size() << " values in both, " << countUnlike(comparison)
         << " not equal bit by bit";
  if (const ComparedValue *first = comparison.firstUnlike())
    stream << ", the first is '" << first->key << "'";
  stream << "; " << comparison.onlyFirst << " only in the first, " << comparison.onlySecond
         << " only in the second\n";
  printNans(comparison, stream);
  if (behind)
    stream << behind << (behind == 1 ? " value is" : " values are")
           << " compared after the relu or clip that column 'behind' names, since one of the "
              "models computes it as part of the layer\n";
}

void writeComparisonChart(llvm::ArrayRef<ComparedValue> rows, const std::string &title,
                          llvm::raw_ostream &stream) {
  std::vector<io::Bar> bars;
  for (const ComparedValue &value : rows) {
    double sqnr = value.difference.sqnr;
    bool equal = value.difference.differing == 0;
    bars.push_back({value.key, value.fits() ? sqnr : 0,
                    !value.fits()
                        ? shapeToString(value.shape) + " / " + shapeToString(value.otherShape)
                    : equal ? "equal"
                            : io::fixed(sqnr, 1) + " dB"});
  }
  io::writeBarChart(stream, title, bars);
}

/// Null where shapes differ, and nothing was compared.
static void writeDifference(llvm::json::OStream &json, const ComparedValue &value) {
  const Difference &d = value.difference;
  const double none = std::nan("");
  const bool fits = value.fits();
  writeNumber(json, "max_abs", fits ? d.maxAbs : none);
  writeNumber(json, "sqnr_db", fits ? d.sqnr : none);
  json.attribute("exact", fits && d.differing == 0);
  writeNumber(json, "cosine", fits ? d.cosine : none);
  writeNumber(json, "rmse", fits ? d.rmse : none);
  writeNumber(json, "rmse_steps", fits && value.scale > 0 ? d.rmse / value.scale : none);
  json.attribute("differing", fits ? llvm::json::Value(d.differing) : nullptr);
  json.attribute("elements", fits ? llvm::json::Value(elementCount(value.shape)) : nullptr);
  writeTextOrNull(json, "first",
                  fits && d.first >= 0 ? indexToString(d.first, value.shape) : std::string());
  json.attribute("nans", value.nans);
}

void writeComparison(llvm::json::OStream &json, const CompareResult &comparison,
                     llvm::ArrayRef<ComparedValue> rows) {
  const ComparedValue *unlike = comparison.firstUnlike();
  json.attribute("values", int64_t(comparison.values.size()));
  json.attribute("unlike", countUnlike(comparison));
  writeTextOrNull(json, "first_unlike", unlike ? unlike->key : std::string());
  json.attribute("only_first", comparison.onlyFirst);
  json.attribute("only_second", comparison.onlySecond);
  json.attributeArray("results", [&] {
    for (const ComparedValue &value : rows)
      json.object([&] {
        writeText(json, "value", value.key);
        json.attribute("types", value.types);
        writeSizes(json, "shape", value.shape);
        writeSizes(json, "other_shape", value.otherShape);
        json.attribute("equal", value.storedAlike);
        writeTextOrNull(json, "behind", value.behind);
        writeDifference(json, value);
      });
  });
}

} // namespace qopt::run
