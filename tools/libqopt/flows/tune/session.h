// Decides which configurations a tuning measures, in which order, and keeps what came of them.
#pragma once

#include "runtime/cache/tuning_database.h"
#include "tools/libqopt/flows/tune/tune.h"
#include "tools/libqopt/tuner.h"

#include <algorithm>
#include <map>

namespace qopt::run {

class TuneSession {
public:
  /// A part of the layers: every `parts`-th, from `part` on.
  struct Part {
    size_t part = 0, parts = 1;
  };
  /// `build`: of the kernels that are measured; rows of others are measured anew.
  TuneSession(Tuner &tuner, qrt::TuningDatabase &database, std::string build)
      : TuneSession(tuner, database, std::move(build), Part()) {}
  TuneSession(Tuner &tuner, qrt::TuningDatabase &database, std::string build, Part own)
      : tuner(tuner), database(database), build(std::move(build)), own(own) {}
  /// Takes over what earlier calls measured.
  qrt::Status resume();

  struct Configuration {
    size_t layer, candidate;
    auto operator<=>(const Configuration &) const = default;
  };
  /// Returns the configuration to measure next: first those that heuristics choose, then a few
  /// candidates of each layer in turn, those that take most of a run first. None: all have a row,
  /// or have failed just now. A layer whose heuristics' kernel has no time is left out, because
  /// nothing says what is right.
  std::optional<Configuration> next() const;
  /// Measures it and writes its row, unless it failed for a reason that may pass.
  qrt::Status measure(const Configuration &configuration);

  size_t total() const;
  size_t done() const;
  /// All but the commands and remarks.
  TuneResult summary() const;

private:
  bool isOwn(size_t layer) const { return layer % own.parts == own.part; }
  bool isOpen(const Configuration &configuration) const;
  size_t remaining() const; // to later calls
  /// Null where there is no row, or one that refuses.
  const qrt::Measurement *timesOf(const Configuration &configuration) const;
  const qrt::Measurement *fastestOf(size_t layer) const;
  std::string placeOf(const Configuration &configuration) const;
  std::vector<size_t> heaviestFirst() const;
  TunedBatch summaryOf(const std::string &batch) const;

  Tuner &tuner;
  qrt::TuningDatabase &database;
  const std::string build;
  const Part own;
  std::map<Configuration, qrt::Measurement> rows;
  std::map<Configuration, std::string> failures; // in this call, why
  size_t known = 0;                              // from earlier calls
};

/// Tells whether another step may begin: it may as long as the time that those of late took fits
/// into what is left.
class Budget {
public:
  /// The first step begins `now`: what took `now - start` says nothing of steps.
  Budget(double seconds, double start, double now)
      : seconds(seconds), end(start + seconds), last(now) {}
  bool allows(double now) const;
  void note(double now); // a step ended
  double left(double now) const { return std::max(0.0, end - now); }
  const double seconds;

private:
  double end, last;
  std::vector<double> steps;
};

} // namespace qopt::run
