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
    return "bits=" + std::to_string(settings.bits) + ": expected 8 or 16 bits";
  if (!isWithin(settings.percentile, 50, 100))
    return "percentile=" + io::roundTrip(settings.percentile) +
           ": expected a number from 50 to 100";
  if (!isWithin(settings.clipWeight, 0.001, 1000))
    return "clip weight " + io::roundTrip(settings.clipWeight) +
           ": expected a number from 0.001 to 1000";
  if (settings.skipsZeros && !found->readsZeros)
    return "skipping zeros has no effect on the method " + method;
  return "";
}

} // namespace qopt
