#include "tools/libqopt/flows/gate/gate_flow.h"

#include "tools/libqopt/flows/gate/sequential.h"
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/numbers/statistics.h"

#include <chrono>
#include <cmath>
#include <cstring>

using namespace qrt;

namespace qopt {

std::string_view checkName(GateCheck::Kind kind) {
  static constexpr std::string_view names[] = {"bits", "flips", "sqnr", "time"};
  return names[size_t(kind)];
}

bool GateResult::passes() const {
  return llvm::all_of(checks, [](const GateCheck &check) { return check.passes; });
}

bool GateResult::isSlowOnly() const {
  return !passes() && llvm::all_of(checks, [](const GateCheck &check) {
    return check.passes || check.kind == GateCheck::Kind::Time;
  });
}

namespace run {
namespace {

bool haveSameBits(const Tensor &a, const Tensor &b) {
  return a.type() == b.type() && a.shape() == b.shape() &&
         std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

/// This compares two networks' answers of one output.
class ComparedOutput {
public:
  ComparedOutput(const Port &before, const Port &after, const GateSettings &settings)
      : before(before), after(after), bound(settings.minSqnr), mostFlips(settings.maxFlips),
        flips(settings.maxFlips / 100) {}

  const std::string &name() const { return before.name; }

  void add(const Tensor &a, const Tensor &b, int64_t rows, int64_t samples) {
    if (!haveSameBits(a, b))
      isSame = false;
    if (a.shape() != b.shape()) {
      fits = false;
      return;
    }
    addValues(a, b, rows, samples);
    if (before.shape.size() != 2 || a.shape()[1] < 2 || a.shape()[0] != rows)
      return;
    tellsClasses = true;
    const std::vector<int64_t> old = argmaxRows(a), now = argmaxRows(b);
    for (int64_t row = 0; row < samples; ++row)
      flips.add(old[size_t(row)] != now[size_t(row)]);
    seen += samples;
  }

  bool hasSameBits() const { return isSame; }
  bool isSure() const { return !fits || (nearness() && (!tellsClasses || flips.verdict())); }

  void tell(std::vector<GateCheck> &checks) const {
    if (!fits) {
      checks.push_back({GateCheck::Kind::Sqnr, name(), false, true, "outputs have other shapes"});
      return;
    }
    if (tellsClasses)
      checks.push_back({GateCheck::Kind::Flips, name(),
                        flips.verdict().value_or(flips.holdsSoFar()), flips.verdict().has_value(),
                        flipText()});
    checks.push_back({GateCheck::Kind::Sqnr, name(),
                      isSame || nearness().value_or(distance.holdsSoFar()),
                      isSame || nearness().has_value(), sqnrText()});
  }

private:
  /// Returns the verdict on the SQNR, which one infinite error settles. Samples that are equal so
  /// far settle it as others do.
  std::optional<bool> nearness() const {
    return std::isfinite(noise) ? distance.verdict() : std::optional(false);
  }

  void addValues(const Tensor &a, const Tensor &b, int64_t rows, int64_t samples) {
    const int64_t own = rows > 0 && a.size() % rows == 0 ? a.size() / rows : a.size();
    const int64_t count = own == a.size() ? 1 : samples;
    const double most = std::pow(10, -bound / 10);
    for (int64_t sample = 0; sample < count; ++sample) {
      const std::vector<double> x = realValues(a, before.quantization, sample * own, own),
                                y = realValues(b, after.quantization, sample * own, own);
      double off = 0, all = 0;
      for (auto [wanted, is] : llvm::zip_equal(x, y)) {
        const double error = is - wanted;
        const bool isEqual = is == wanted || (std::isnan(is) && std::isnan(wanted));
        off += std::isfinite(error) ? error * error : (isEqual ? 0 : HUGE_VAL);
        all += std::isfinite(wanted) ? wanted * wanted : 0;
      }
      noise += off;
      power += all;
      distance.add(off - all * most);
    }
  }

  std::string flipText() const {
    return std::to_string(flips.count()) + " of " + std::to_string(seen) + " samples flip, " +
           io::shortest(mostFlips, 3) + " % may";
  }

  std::string sqnrText() const {
    return (noise > 0 ? io::fixed(10 * std::log10(power / noise), 1) + " dB" : "exact") +
           std::string(", ") + io::shortest(bound, 3) + " dB at least";
  }

  const Port &before, &after;
  double bound, mostFlips;
  RateTest flips;
  MeanTest distance; // of each sample's noise from what it may be
  double noise = 0, power = 0;
  int64_t seen = 0;
  bool isSame = true, fits = true, tellsClasses = false;
};

class GateFlow {
public:
  GateFlow(const Subject &before, const Subject &after, const GateSettings &settings)
      : before(before), after(after), settings(settings) {}

  Expected<GateResult> run() {
    if (Status status = checkOutputs(); !status.ok())
      return status;
    auto first = Feeder::open(settings, before), second = Feeder::open(settings, after);
    for (const auto *feeder : {&first, &second})
      if (!*feeder)
        return feeder->status();
    if (Status status = Feeder::align(*first, *second); !status.ok())
      return status;
    StepScope step(*before.reports, "compare answers", first->samples().total());
    while (!isSure()) {
      auto a = first->next(), b = second->next();
      if (!a || !b)
        return a ? b.status() : a.status();
      if (!*a || !*b)
        break;
      if (Status status = add(**a, **b); !status.ok())
        return status;
      step.update(samples);
    }
    return finish();
  }

private:
  Status checkOutputs() {
    const auto &old = before.model->outputs(), &now = after.model->outputs();
    if (namesOf(old).size() != namesOf(now).size())
      return invalidArgument(before.path + " and " + after.path + " have " +
                             std::to_string(old.size()) + " and " + std::to_string(now.size()) +
                             " outputs: a gate compares networks of the same outputs");
    for (auto [a, b] : llvm::zip_equal(old, now))
      outputs.emplace_back(a, b, settings);
    return {};
  }

  /// Runs one of them, and says how long that took.
  static Expected<std::vector<Tensor>> timed(const Subject &subject, Feeder::Batch &batch,
                                             double &seconds) {
    const auto begin = std::chrono::steady_clock::now();
    auto results = subject.model->run(batch.inputs);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return results;
  }

  Status add(Feeder::Batch &a, Feeder::Batch &b) {
    double old = 0, now = 0;
    const bool newFirst = runs++ % 2 == 1; // who goes first meets a colder cache
    auto early = newFirst ? timed(after, b, now) : timed(before, a, old);
    if (!early)
      return early.status();
    auto late = newFirst ? timed(before, a, old) : timed(after, b, now);
    if (!late)
      return late.status();
    if (runs > 1 && settings.maxSlowdown)
      time.add(std::log(now / old) - std::log(*settings.maxSlowdown));
    auto &first = newFirst ? *late : *early, &second = newFirst ? *early : *late;
    for (auto [i, output] : llvm::enumerate(outputs))
      output.add(first[i], second[i], a.rows, a.raw.count);
    samples += a.raw.count;
    return {};
  }

  bool hasSameBits() const {
    return llvm::all_of(outputs, [](const auto &of) { return of.hasSameBits(); });
  }

  /// One difference in a bit settles the check of bits; only the last sample tells that there is
  /// none.
  bool isSure() const {
    if (samples == 0 || (settings.exact && hasSameBits()))
      return false;
    if (settings.maxSlowdown && !time.verdict())
      return false;
    return llvm::all_of(outputs, [](const auto &of) { return of.isSure(); });
  }

  GateResult finish() const {
    GateResult result;
    result.samples = samples;
    result.sameBits = hasSameBits();
    result.checks.push_back({GateCheck::Kind::Bits, "", !settings.exact || result.sameBits, true,
                             result.sameBits ? "all bits are the same" : "bits differ"});
    for (const ComparedOutput &output : outputs)
      output.tell(result.checks);
    if (settings.maxSlowdown)
      result.checks.push_back(timeCheck());
    return result;
  }

  /// A network fails by time only where the test is sure: other work on the machine slows runs,
  /// too.
  GateCheck timeCheck() const {
    const double ratio = std::exp(time.mean()) * *settings.maxSlowdown;
    return {GateCheck::Kind::Time, "", time.verdict().value_or(true), time.verdict().has_value(),
            io::fixed(ratio, 3) + " of the time, " + io::shortest(*settings.maxSlowdown, 4) +
                " at most"};
  }

  const Subject &before, &after;
  const GateSettings &settings;
  std::vector<ComparedOutput> outputs;
  MeanTest time; // of the logarithm of both times' ratio, less that of what it may be
  int64_t samples = 0, runs = 0;
};

} // namespace

Expected<GateResult> gateSubjects(const Subject &before, const Subject &after,
                                  const GateSettings &settings) {
  return GateFlow(before, after, settings).run();
}

} // namespace run
} // namespace qopt
