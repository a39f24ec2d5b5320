// The parameters that a kernel takes behind its own: what its generated function reads.
#pragma once

#include "runtime/format/program.h"

#include <string>
#include <vector>

namespace qopt {

class Parameters {
public:
  /// Each name once; later ones of the same name are the same.
  void add(const std::string &name, const std::string &type, qrt::LaunchArgument argument);
  /// A pointer to what is only read.
  void addPointer(const std::string &name, qrt::ElementType type, qrt::Operand operand);

  /// ", type name" of each; ", name" of each.
  std::string declarations() const;
  std::string names() const;
  std::vector<qrt::LaunchArgument> arguments() const;

private:
  struct Parameter {
    std::string name, type;
    qrt::LaunchArgument argument;
  };
  std::vector<Parameter> parameters;
};

} // namespace qopt
