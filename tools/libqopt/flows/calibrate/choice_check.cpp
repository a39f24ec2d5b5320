#include "tools/libqopt/flows/calibrate/choice_check.h"

#include "tools/libqopt/flows/numbers/number_text.h"

namespace qopt {

/// False for a NaN.
static bool isWithin(double value, double least, double most) {
  return value >= least && value <= most;
}

std::string whyUnchoosable(const std::string &method, const CalibrationSettings &settings) {
  const CalibrationMethod *found = findCalibrationMethod(method);
  if (!found)
    return "no method '" + method + "'; there are " + calibrationMethodNames();
  if (settings.bits != 8 && settings.bits != 16)
    return "bits=" + std::to_string(settings.bits) + ": ranges become steps of 8 or 16 bits";
  if (!isWithin(settings.percentile, 50, 100))
    return "percentile=" + io::roundTrip(settings.percentile) + ": it lies in [50, 100]";
  if (!isWithin(settings.clipWeight, 0.001, 1000))
    return "clip weight " + io::roundTrip(settings.clipWeight) + ": it lies in [0.001, 1000]";
  if (settings.skipsZeros && !found->readsZeros)
    return "skipping zeros says nothing to the method " + method;
  return "";
}

} // namespace qopt
