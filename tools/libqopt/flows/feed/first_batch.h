// The samples of one run, for those who take its time.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

/// Returns the first batch of the samples, of `samples.batch` rows at most. Fails where they cannot
/// be read, do not fit the subject's inputs, or are none.
qrt::Expected<Feeder::Batch> firstBatch(const Subject &subject, SampleOptions samples);

} // namespace qopt::run
