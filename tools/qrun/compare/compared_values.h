// Two runs' values, paired by key: how far each pair is apart, as a table and as a chart.
#pragma once

#include "tools/libqopt/flows/compare/following_bounds.h"
#include "tools/libqopt/flows/numbers/differences.h"

namespace qopt::run {

/// Every value of one side, by key.
struct Side {
  std::vector<Port> ports;
  std::vector<qrt::Tensor> values;
  llvm::StringMap<size_t> positions; // of a key that comes twice the first
  llvm::StringMap<FollowingBound> bounds;

  Side(std::vector<Port> ports, std::vector<qrt::Tensor> values,
       llvm::StringMap<FollowingBound> bounds);
  bool has(llvm::StringRef key) const { return positions.contains(key); }
  BoundedValue at(size_t i) const;
};

struct ComparedValue {
  std::string key, types;
  qrt::Shape shape, otherShape;
  bool storedAlike = false; // type, parameters and every bit
  std::string behind;       // the bound that both are judged behind; empty: as they stand
  Difference difference;    // of equal shapes alone
  double scale = 0;         // of the steps; 0: neither side has any
  int64_t nans = 0;         // elements that are NaN on both sides

  bool fits() const { return shape == otherShape; }
};

struct Comparison {
  std::vector<ComparedValue> values; // in the first side's order
  int64_t onlyFirst = 0, onlySecond = 0;
  /// The first that is not stored alike; null: all are.
  const ComparedValue *firstUnlike() const;
};

Comparison compareSides(const Side &a, const Side &b);

/// The worst first: what does not fit, then by rising SQNR.
void sortByError(std::vector<ComparedValue> &values);

void printComparison(const Comparison &comparison, bool byError, llvm::raw_ostream &stream);
/// SQNR of each value.
void writeComparisonChart(const Comparison &comparison, const std::string &title, bool byError,
                          llvm::raw_ostream &stream);

} // namespace qopt::run
