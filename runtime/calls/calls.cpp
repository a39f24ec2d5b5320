#include "runtime/calls/calls.h"

#include <algorithm>

namespace qrt {

size_t resultsOf(const Call &call) {
  return std::visit(
      [](const auto &c) -> size_t {
        if constexpr (requires { c.resultCount(); })
          return c.resultCount();
        else if constexpr (requires { c.epilogue.auxiliary; })
          return c.results + c.epilogue.auxiliary.has_value();
        else
          return c.results;
      },
      call);
}

size_t scratchOf(const Call &call) {
  return std::visit(
      []<typename C>(const C &) -> size_t {
        if constexpr (requires { C::scratch; })
          return C::scratch;
        else
          return 0;
      },
      call);
}

const CallEpilogue *epilogueOf(const Call &call) {
  return std::visit(
      [](const auto &c) -> const CallEpilogue * {
        if constexpr (requires { c.epilogue.auxiliary; })
          return &c.epilogue;
        else
          return nullptr;
      },
      call);
}

const ScalarProgram *scalarProgramOf(const Call &call) {
  return std::visit(
      [](const auto &c) -> const ScalarProgram * {
        if constexpr (requires { c.epilogue.program; })
          return &c.epilogue.program;
        else if constexpr (requires { c.program; })
          return &c.program;
        else
          return nullptr;
      },
      call);
}

std::string_view familyOf(const Call &call) {
  return std::visit([](const auto &c) { return c.family; }, call);
}

bool isPerSample(const CallScope &scope, const Call &call) {
  const SampleParts parts(scope);
  if (parts.isSameAtAllBatches())
    return true;
  return std::visit(
      [&](const auto &c) {
        if constexpr (requires { isPerSample(parts, c); })
          return isPerSample(parts, c);
        else
          return false;
      },
      call);
}

bool sumsOtherTerms(const Call &call) {
  return std::visit(
      [](const auto &c) {
        if constexpr (requires { hasOtherTerms(c); })
          return hasOtherTerms(c);
        else
          return false;
      },
      call);
}

bool sumsInOwnOrder(const Call &call) {
  return std::visit([](const auto &c) { return requires { c.sumsInOwnOrder; }; }, call);
}

bool fillsWhole(const Call &call) {
  return std::visit([](const auto &c) { return requires { c.fillsWhole; }; }, call);
}

std::vector<uint32_t> readsOf(const Call &call) {
  std::vector<uint32_t> reads;
  auto add = [&]<typename T>(const T &operand) {
    if constexpr (std::same_as<T, Operand>)
      if (operand.space == Operand::Space::Buffer &&
          std::find(reads.begin(), reads.end(), operand.index) == reads.end())
        reads.push_back(operand.index);
  };
  std::visit([&](const auto &c) { visitOperands(c, add); }, call);
  return reads;
}

} // namespace qrt
