#include "tools/libqopt/flows/feed/first_batch.h"

using namespace qrt;

namespace qopt::run {

Expected<Feeder::Batch> firstBatch(const Subject &subject, SampleOptions samples) {
  samples.selection.most = std::min(samples.selection.most, samples.batch);
  auto feeder = Feeder::open(samples, subject);
  if (!feeder)
    return feeder.status();
  auto batch = feeder->next();
  if (!batch)
    return batch.status();
  if (!*batch)
    return invalidArgument(samples.data + ": holds no sample to time a run by");
  return std::move(**batch);
}

} // namespace qopt::run
