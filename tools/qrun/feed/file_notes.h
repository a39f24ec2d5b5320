// A note says in a line what is odd about a set of files, before a long run is in vain.
#pragma once

#include "tools/io/samples/data_files.h"

namespace qopt::run {

/// Files in the folder that are no samples, and pictures that EXIF says are turned; once.
void warnOfFiles(const io::DataFiles &data);

} // namespace qopt::run
