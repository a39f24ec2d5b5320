#include "tools/qrun/compare/compared_values.h"

#include "tools/io/report/bar_chart.h"
#include "tools/io/report/table.h"

#include <cmath>
#include <cstring>

using namespace qrt;

namespace qopt::run {

Side::Side(std::vector<Port> portsGiven, std::vector<Tensor> valuesGiven,
           llvm::StringMap<FollowingBound> boundsGiven)
    : ports(std::move(portsGiven)), values(std::move(valuesGiven)), bounds(std::move(boundsGiven)) {
  for (size_t i = 0; i < ports.size(); ++i)
    positions.try_emplace(ports[i].name, i);
}

BoundedValue Side::at(size_t i) const {
  auto bound = bounds.find(ports[i].name);
  return {ports[i], bound == bounds.end() ? nullptr : &bound->second};
}

static std::string typeText(const Port &port) {
  std::string text(elementTypeName(port.type));
  return port.quantization ? "q" + text : text;
}

static ComparedValue compareValue(const Side &a, size_t i, const Side &b, size_t j) {
  const Port &portA = a.ports[i], &portB = b.ports[j];
  const Tensor &valueA = a.values[i], &valueB = b.values[j];
  ComparedValue result{portA.name, typeText(portA), valueA.shape(), valueB.shape()};
  if (typeText(portB) != result.types)
    result.types += " / " + typeText(portB);
  result.storedAlike = valueA.type() == valueB.type() && result.fits() &&
                       portA.quantization == portB.quantization &&
                       std::memcmp(valueA.data(), valueB.data(), valueA.bytes()) == 0;
  if (const auto &steps = portB.quantization ? portB.quantization : portA.quantization)
    result.scale = steps->scale;
  if (!result.fits())
    return result;
  std::vector<double> realA = realValues(valueA, portA.quantization);
  std::vector<double> realB = realValues(valueB, portB.quantization);
  auto hasIn = [](const Side &side) {
    return [&side](llvm::StringRef key) { return side.has(key); };
  };
  if (auto *bound = judgedBehind(a.at(i), hasIn(a), b.at(j), hasIn(b))) {
    result.behind = bound->key;
    applyBound(realA, *bound);
    applyBound(realB, *bound);
  }
  result.difference = differenceOf(realA, realB);
  for (auto [x, y] : llvm::zip_equal(realA, realB))
    result.nans += std::isnan(x) && std::isnan(y);
  return result;
}

Comparison compareSides(const Side &a, const Side &b) {
  Comparison comparison;
  for (size_t i = 0; i < a.ports.size(); ++i) {
    auto other = b.positions.find(a.ports[i].name);
    if (other != b.positions.end() && a.positions.at(a.ports[i].name) == i)
      comparison.values.push_back(compareValue(a, i, b, other->second));
  }
  comparison.onlyFirst = int64_t(a.positions.size() - comparison.values.size());
  comparison.onlySecond = int64_t(b.positions.size() - comparison.values.size());
  return comparison;
}

const ComparedValue *Comparison::firstUnlike() const {
  auto unlike = llvm::find_if(values, [](const ComparedValue &v) { return !v.storedAlike; });
  return unlike == values.end() ? nullptr : &*unlike;
}

void sortByError(std::vector<ComparedValue> &values) {
  llvm::stable_sort(values, [](const ComparedValue &a, const ComparedValue &b) {
    return a.fits() != b.fits() ? !a.fits() : a.fits() && a.difference.sqnr < b.difference.sqnr;
  });
}

static std::vector<ComparedValue> ordered(const Comparison &comparison, bool byError) {
  std::vector<ComparedValue> values = comparison.values;
  if (byError)
    sortByError(values);
  return values;
}

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

/// What is NaN on both sides is no difference, and no sound network either.
static void printNans(const Comparison &comparison, llvm::raw_ostream &stream) {
  auto hasNan = [](const ComparedValue &value) { return value.nans > 0; };
  auto first = llvm::find_if(comparison.values, hasNan);
  if (first != comparison.values.end())
    stream << "NaN on both sides in " << llvm::count_if(comparison.values, hasNan)
           << " of them, the first is '" << first->key << "' with " << first->nans << " of "
           << elementCount(first->shape) << "\n";
}

void printComparison(const Comparison &comparison, bool byError, llvm::raw_ostream &stream) {
  int64_t behind =
      llvm::count_if(comparison.values, [](const ComparedValue &v) { return !v.behind.empty(); });
  std::vector<std::string> header{"value",  "type",       "max abs",   "SQNR dB",
                                  "cosine", "RMSE/scale", "differing", "first at"};
  if (behind)
    header.push_back("behind");
  io::Table table(std::move(header));
  for (const ComparedValue &value : ordered(comparison, byError))
    table.add(rowOf(value, behind));
  table.print(stream);
  stream << comparison.values.size() << " values in both, "
         << llvm::count_if(comparison.values, [](const auto &v) { return !v.storedAlike; })
         << " not equal bit by bit";
  if (const ComparedValue *first = comparison.firstUnlike())
    stream << ", the first is '" << first->key << "'";
  stream << "; " << comparison.onlyFirst << " only in the first, " << comparison.onlySecond
         << " only in the second\n";
  printNans(comparison, stream);
  if (behind)
    stream << behind << (behind == 1 ? " value is" : " values are")
           << " compared behind the relu or clip that follows, named in column 'behind': in one "
              "model it is part of the layer\n";
}

void writeComparisonChart(const Comparison &comparison, const std::string &title, bool byError,
                          llvm::raw_ostream &stream) {
  std::vector<io::Bar> bars;
  for (const ComparedValue &value : ordered(comparison, byError)) {
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

} // namespace qopt::run
