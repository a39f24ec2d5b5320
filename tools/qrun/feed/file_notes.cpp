#include "tools/qrun/feed/file_notes.h"

#include "tools/io/samples/file_samples.h"
#include "tools/qrun/terminal/terminal.h"

namespace qopt::run {

void warnOfFiles(const io::DataFiles &data) {
  for (const std::string &note : io::odditiesOf(data))
    terminal()->warnOnce(note);
}

} // namespace qopt::run
