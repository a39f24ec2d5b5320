#include "ir/types/solve_sizes.h"

#include "runtime/numerics/types/size_solver.h"

namespace qopt::nn {

namespace {

struct SymbolTerms {
  static std::optional<qrt::Extent> extent(const Dim &dim) { return dim.extent(); }
  static std::string symbol(const Dim &dim) {
    std::set<std::string> names;
    dim.collectSymbols(names);
    return *names.begin();
  }
  static std::string text(const Dim &dim) { return dim.text(); }
  static std::string text(std::span<const Dim> shape) { return toString(shape); }
};

using Solver = qrt::SizeSolver<Dim, SymbolTerms>;

} // namespace

qrt::Expected<SizeBindings> solveSizes(std::span<const qrt::PortDescription<Dim>> expected,
                                       std::span<const qrt::Tensor> inputs) {
  qrt::Expected<SizeBindings> sizes = Solver::solve(expected, inputs);
  if (!sizes)
    return sizes.status();
  auto valueOf = [&](const std::string &symbol) {
    auto known = sizes->find(symbol);
    return known == sizes->end() ? 0 : known->second;
  };
  for (size_t i = 0; i < expected.size(); ++i)
    for (size_t d = 0; d < expected[i].shape.size(); ++d)
      if (expected[i].shape[d].at(valueOf) != inputs[i].shape()[d])
        return Solver::misfit(expected[i], inputs[i]);
  return sizes;
}

} // namespace qopt::nn
