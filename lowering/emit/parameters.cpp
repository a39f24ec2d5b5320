#include "lowering/emit/parameters.h"

#include "lowering/emit/scalar_c.h"

#include <algorithm>

namespace qopt {

void Parameters::add(const std::string &name, const std::string &type,
                     qrt::LaunchArgument argument) {
  auto isIt = [&](const Parameter &known) { return known.name == name; };
  if (std::none_of(parameters.begin(), parameters.end(), isIt))
    parameters.push_back({name, type, argument});
}

void Parameters::addPointer(const std::string &name, qrt::ElementType type, qrt::Operand operand) {
  add(name, "GLOBAL_CONST " + std::string(cTypeName(type)) + " *RESTRICT ", operand);
}

void Parameters::define(LaunchDraft &draft) const {
  std::string declarations, names;
  for (const Parameter &parameter : parameters) {
    declarations += ", " + parameter.type + parameter.name;
    names += ", " + parameter.name;
    draft.argument(parameter.argument);
  }
  draft.define("EPILOGUE_PARAMS", declarations);
  draft.define("EPILOGUE_ARGS", names);
}

} // namespace qopt
