// Calibration of a loaded model from samples.
#pragma once

#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

/// Digests of the samples and of the module's text tell of which data and weights a table is.
/// Ranges that nobody writes down go without, since digests take as long as some layers do.
enum class Provenance { Told, LeftOut };

/// Shows the calibrator of `how` all samples, in as many passes as it needs. The result says of
/// which model and preprocessing it is, and of which weights and data where that is told; it keeps
/// its statistics. A calibrator that knows statistics is shown all samples as well: they are few.
qrt::Expected<Calibration> measureRanges(const Loaded &subject, const std::string &device,
                                         const CompileSettings &compile, CalibratorOptions how,
                                         const SampleOptions &samples,
                                         Provenance provenance = Provenance::Told);

/// Fails where all layers with weights are quantized, whose ranges no samples change.
qrt::Status checkFloat(const Loaded &subject);

/// Warns of too few samples, and of inputs that are one value in all of them.
void warnOfSamples(const Loaded &subject, const std::string &data, const Calibration &calibration);

} // namespace qopt::run
