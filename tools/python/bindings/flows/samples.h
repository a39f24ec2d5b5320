// Samples that Python has, as flows take them.
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/python/bindings/bindings.h"

namespace qopt::python {

/// Python's object for a source of samples. Flows ask `source` on whichever thread they run.
struct Samples {
  std::shared_ptr<const SampleSource> source;
};

} // namespace qopt::python
