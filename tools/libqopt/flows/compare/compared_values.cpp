#include "tools/libqopt/flows/compare/compared_values.h"

#include "tools/libqopt/flows/numbers/differences.h"

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

CompareResult compareSides(const Side &a, const Side &b) {
  CompareResult comparison;
  for (size_t i = 0; i < a.ports.size(); ++i) {
    auto other = b.positions.find(a.ports[i].name);
    if (other != b.positions.end() && a.positions.at(a.ports[i].name) == i)
      comparison.values.push_back(compareValue(a, i, b, other->second));
  }
  comparison.onlyFirst = int64_t(a.positions.size() - comparison.values.size());
  comparison.onlySecond = int64_t(b.positions.size() - comparison.values.size());
  return comparison;
}

} // namespace qopt::run

namespace qopt {

const ComparedValue *CompareResult::firstUnlike() const {
  auto unlike = llvm::find_if(values, [](const ComparedValue &v) { return !v.storedAlike; });
  return unlike == values.end() ? nullptr : &*unlike;
}

void sortByError(std::vector<ComparedValue> &values) {
  llvm::stable_sort(values, [](const ComparedValue &a, const ComparedValue &b) {
    return a.fits() != b.fits() ? !a.fits() : a.fits() && a.difference.sqnr < b.difference.sqnr;
  });
}

} // namespace qopt
