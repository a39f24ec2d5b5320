#include "runtime/drivers/host/prepared.h"

#include "runtime/core/load_constants.h"

#include <algorithm>

namespace qrt::host {

// Canonical weights whose every reader has them packed are not kept beside.
static std::vector<bool> readAtRuns(const Program &program,
                                    const std::vector<std::vector<uint32_t>> &replaced) {
  std::vector<bool> read(program.constants.size(), false);
  for (size_t node = 0; node < program.nodes.size(); ++node) {
    auto mark = [&]<typename T>(const T &operand) {
      uint32_t index = 0;
      if constexpr (std::same_as<T, Operand>) {
        if (operand.space != Operand::Space::Constant)
          return;
        index = operand.index;
      } else {
        index = operand.value;
      }
      if (std::find(replaced[node].begin(), replaced[node].end(), index) == replaced[node].end())
        read[index] = true;
    };
    std::visit([&](const auto &call) { visitOperands(call, mark); },
               std::get<Call>(program.nodes[node].work));
  }
  return read;
}

PreparedProgram::PreparedProgram(const Execution &execution, const Program &program)
    : constants(loadConstants(execution, program)) {
  std::vector<std::vector<uint32_t>> replaced(program.nodes.size());
  for (size_t node = 0; node < program.nodes.size(); ++node) {
    HostLoad load{execution, constants, replaced[node], bytes};
    auto prepareCall = [&](const auto &call) -> Prepared {
      if constexpr (requires { prepare(load, call); })
        return prepare(load, call);
      return nullptr;
    };
    const Call &call = std::get<Call>(program.nodes[node].work);
    nodes.push_back(std::visit(prepareCall, call));
    const ScalarProgram *scalar = scalarProgramOf(call);
    programs.push_back(scalar ? prepareProgram(execution.isa, *scalar) : nullptr);
  }
  std::vector<bool> kept = readAtRuns(program, replaced);
  for (size_t i = 0; i < constants.size(); ++i)
    if (kept[i])
      bytes += int64_t(constants[i].bytes());
    else
      constants[i] = {};
}

} // namespace qrt::host
