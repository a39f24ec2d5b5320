#include "passes/calibrate/calibration.h"

#include <cassert>

namespace qopt {

void DataHash::add(const DataHash &other) {
  unsigned __int128 carry = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    carry += words[i];
    carry += other.words[i];
    words[i] = uint64_t(carry);
    carry >>= 64;
  }
}

std::string DataHash::text() const {
  static constexpr char digits[] = "0123456789abcdef";
  std::string result;
  for (size_t i = words.size(); i-- > 0;)
    for (int shift = 60; shift >= 0; shift -= 4)
      result += digits[words[i] >> shift & 15];
  return result;
}

std::optional<DataHash> DataHash::parse(std::string_view text) {
  DataHash result;
  if (text.size() != result.words.size() * 16)
    return std::nullopt;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t digit = std::string_view("0123456789abcdef").find(text[i]);
    if (digit == std::string_view::npos)
      return std::nullopt;
    uint64_t &word = result.words[result.words.size() - 1 - i / 16];
    word = word << 4 | digit;
  }
  return result;
}

void Calibration::computeRanges() {
  const CalibrationMethod *found = findCalibrationMethod(method);
  assert(found && found->range && "of a method that computes them");
  ranges.clear();
  for (const auto &[key, seen] : statistics)
    if (seen.seen())
      ranges[key] = found->range(seen, settings);
}

qrt::Expected<Calibration> mergeCalibrations(const std::vector<Calibration> &parts) {
  Calibration all = parts.front();
  if (const CalibrationMethod *method = findCalibrationMethod(all.method);
      !method || !method->range)
    return qrt::invalidArgument("parts of calibrator '" + all.method +
                                "' cannot be merged: it looks at all samples together");
  for (const Calibration &part : parts)
    if (part.statistics.empty())
      return qrt::invalidArgument("it holds ranges and no statistics: write it with --partial");
  for (size_t i = 1; i < parts.size(); ++i) {
    const Calibration &part = parts[i];
    if (part.source != all.source || part.modelHash != all.modelHash)
      return qrt::invalidArgument("the parts were measured on different models");
    if (part.preprocess != all.preprocess)
      return qrt::invalidArgument("the parts were measured with different preprocessing");
    if (part.method != all.method || part.settings != all.settings)
      return qrt::invalidArgument("the parts were measured by different methods");
    all.data.add(part.data);
    all.samples += part.samples;
    for (const auto &[key, seen] : part.statistics) {
      auto [entry, isNew] = all.statistics.try_emplace(key, seen);
      if (!isNew && !entry->second.merge(seen))
        return qrt::invalidArgument("the histograms of '" + key +
                                    "' have different limits: give all parts the same --limits, a "
                                    "merged min-max calibration");
    }
  }
  all.computeRanges();
  return all;
}

} // namespace qopt
