#include "lowering/emit/parameters.h"

#include "lowering/emit/scalar/scalar_c.h"

#include <algorithm>

namespace qopt {

void Parameters::add(const std::string &name, const std::string &type,
                     qrt::LaunchArgument argument) {
  auto isIt = [&](const Parameter &known) { return known.name == name; };
  if (std::none_of(parameters.begin(), parameters.end(), isIt))
    parameters.push_back({name, type, argument});
}

void Parameters::addPointer(const std::string &name, qrt::ElementType type, qrt::Operand operand) {
  const bool isConstant = operand.space == qrt::Operand::Space::Constant;
  add(name,
      "GLOBAL_CONST " + std::string(cTypeName(type)) + (isConstant ? " *RESTRICT " : " *PRODUCED "),
      operand);
}

std::string Parameters::declarations() const {
  std::string text;
  for (const Parameter &parameter : parameters)
    text += ", " + parameter.type + parameter.name;
  return text;
}

std::string Parameters::names() const {
  std::string text;
  for (const Parameter &parameter : parameters)
    text += ", " + parameter.name;
  return text;
}

std::vector<qrt::LaunchArgument> Parameters::arguments() const {
  std::vector<qrt::LaunchArgument> list;
  for (const Parameter &parameter : parameters)
    list.push_back(parameter.argument);
  return list;
}

} // namespace qopt
