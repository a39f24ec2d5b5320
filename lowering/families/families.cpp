#include "lowering/families/families.h"

namespace qopt {

template <typename... Calls>
static std::vector<KernelTable> tablesOf(const std::variant<Calls...> *) {
  return {{Calls::family, rowsOf(Calls{})}...};
}

std::vector<KernelTable> kernelTables() {
  return tablesOf(static_cast<const qrt::Call *>(nullptr));
}

} // namespace qopt
