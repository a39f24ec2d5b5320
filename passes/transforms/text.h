// The text of --transforms, as TensorFlow's Graph Transform Tool reads it: names, each perhaps with
// arguments in brackets, separated by spaces, commas or line ends.
//
//   strip_unused_nodes(type=float, shape="1,299,299,3") fold_constants(ignore_errors=true)
//   sort_by_execution_order
#pragma once

#include "runtime/numerics/types/status.h"

#include <string>
#include <vector>

namespace qopt {

struct TransformArgument {
  std::string name, value;
  size_t column; // of its name, from 1 on
};

struct Transform {
  std::string name;
  std::vector<TransformArgument> arguments = {};
  size_t column = 1;
};

/// Errors begin with the column: "column 21: expected ')' or ','". Line ends count as characters.
qrt::Expected<std::vector<Transform>> parseTransforms(const std::string &text);

} // namespace qopt
