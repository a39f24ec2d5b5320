#include "tools/libqopt/report/assets/assets.h"

#include "tools/libqopt/report_files.h" // generated

#include <cassert>

namespace qopt::drawing {

std::string_view assetText(std::string_view name) {
  for (const embedded::File &file : embedded::report_files)
    if (file.name == name)
      return file.text;
  assert(false && "no such file is embedded");
  return {};
}

} // namespace qopt::drawing
