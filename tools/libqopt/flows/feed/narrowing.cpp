#include "tools/libqopt/flows/feed/prepare.h"
#include "tools/libqopt/flows/reports/reports.h"

using namespace qrt;

namespace qopt::run {

void noteNarrowing(const Reports &reports, ElementType type, const std::string &place) {
  if (isFloat(type) && bitWidth(type) == 64)
    reports.note(place + ": f64 is narrowed to f32");
}

} // namespace qopt::run
