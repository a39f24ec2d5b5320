// Loops that run along lines: scatters, running sums, the largest elements. items/s counts
// allElements of the lines.
#include "runtime/calls/scan/scan.h"
#include "runtime/calls/scatter/scatter.h"
#include "runtime/calls/top_k/top_k.h"
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;
using namespace qrt::bench;

constexpr int64_t lines = 64, length = 1024, allElements = lines * length;

/// Rows of `length`, or columns.
StridedAccess linesOf(bool rows) { return {{rows ? length : 1}, 0}; }
int64_t stepOf(bool rows) { return rows ? 1 : lines; }

void addScatter(ScatterKind kind) {
  std::vector<int64_t> places(allElements);
  for (int64_t i = 0; i < allElements; ++i)
    places[size_t(i)] = i * 389 % length;
  const ScatterShape shape{kind, {{length}, 0}, {{length}, 0}, {{length}, 0}, 1, 0, 1, {1}};
  auto target = std::make_shared<std::vector<float>>(numbers(allElements));
  const std::string name = std::string(scatterKindNames[size_t(kind)]) + " 64x1024";
  addBench("scatter", name, allElements,
           [=, updates = std::vector<float>(allElements, 1e-3f)](const Execution &execution) {
             const int64_t sizes[] = {length};
             benchmark::DoNotOptimize(scatter(execution, shape, {{lines}}, length, sizes,
                                              ElementType::I64, places.data(), ElementType::F32,
                                              updates.data(), target->data())
                                          .ok());
           });
}

void addScan(ScanKind kind, bool rows) {
  ScanShape shape{kind, false, false, linesOf(rows), linesOf(rows), stepOf(rows), stepOf(rows)};
  const std::string name = std::string(kind == ScanKind::Sum ? "sum" : "product") + " along " +
                           (rows ? "rows" : "columns") + " of 1024";
  auto target = std::make_shared<std::vector<float>>(allElements);
  addBench("scan", name, allElements,
           [=, x = std::vector<float>(allElements, 0.999f)](const Execution &execution) {
             scan(execution, shape, {{lines}}, length, ElementType::F32, x.data(), target->data());
             benchmark::DoNotOptimize(target->data());
           });
}

void addOrder(int64_t chosen) {
  const TopKShape shape{false, length, chosen, {{length}, 0}, {{chosen}, 0}, 1, 1};
  auto places = std::make_shared<std::vector<int64_t>>(lines * chosen);
  addBench("top_k", "largest " + std::to_string(chosen) + " of 1024", allElements,
           [=, x = shuffled(allElements)](const Execution &execution) {
             topK(execution, shape, {{lines}}, ElementType::F32, x.data(), ElementType::I64,
                  places->data());
             benchmark::DoNotOptimize(places->data());
           });
}

const bool linesRegistered = [] {
  for (ScatterKind kind : {ScatterKind::None, ScatterKind::Add, ScatterKind::Max})
    addScatter(kind);
  for (ScanKind kind : {ScanKind::Sum, ScanKind::Product})
    for (bool rows : {true, false})
      addScan(kind, rows);
  for (int64_t chosen : {int64_t(1), int64_t(5), length})
    addOrder(chosen);
  return true;
}();

} // namespace
