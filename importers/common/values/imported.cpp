#include "importers/common/values/imported.h"

namespace qopt {

qrt::Expected<std::optional<qrt::Tensor>> constantOf(Imported &value) {
  if (!value.constant && value.read) {
    auto tensor = value.read();
    if (!tensor)
      return qrt::Status(tensor.status().code(),
                         "constant '" + value.name + "': " + tensor.status().message());
    value.constant = *tensor;
  }
  if (!value.constant && value.ints)
    return value.ints->tensor();
  return value.constant;
}

} // namespace qopt
