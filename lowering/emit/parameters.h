// The parameters that a kernel's generated function takes behind the kernel's own.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

class Parameters {
public:
  /// Each name once; later ones of the same name are the same.
  void add(const std::string &name, const std::string &type, qrt::LaunchArgument argument);
  /// A pointer to what is only read.
  void addPointer(const std::string &name, qrt::ElementType type, qrt::Operand operand);

  /// Defines EPILOGUE_PARAMS and EPILOGUE_ARGS and appends the arguments: call after the kernel's
  /// own.
  void define(LaunchDraft &draft) const;

private:
  struct Parameter {
    std::string name, type;
    qrt::LaunchArgument argument;
  };
  std::vector<Parameter> parameters;
};

} // namespace qopt
