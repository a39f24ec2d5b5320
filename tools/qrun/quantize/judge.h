// What quantization costs, told by samples: each network against the float one.
#pragma once

#include "tools/qrun/evaluation.h"

namespace qopt::run {

/// A network, what it answered, and how that differs from the float one's answers.
struct Judged {
  Contender model;
  PairedAccuracy paired; // of classes, where the output tells some
  double sqnr = 0;       // dB of the output's values; infinite where they are equal
};

class Judge {
public:
  /// Reads the labels, where there are any: the output then has to tell classes. The float network
  /// is to come.
  static qrt::Expected<Judge> create(EvaluationOptions test, std::string device);
  /// The float network, which others are measured by.
  qrt::Status setBaseline(Loaded floats);

  qrt::Expected<Judged> judge(Loaded module) const;

  bool hasLabels() const { return !labels.empty(); }
  bool tellsClasses() const { return !floats->model.predictions.empty(); }
  const Judged &baseline() const { return *floats; }
  /// "top-1", "top-5", "flips", "drop (points, 95 %)", "SQNR", "integer layers", "weight bytes";
  /// "-" of what cannot be said.
  static std::vector<std::string> columns();
  std::vector<std::string> cells(const Judged &of) const;
  /// "4,000 samples judge, batch 32 on host; flips and drop are against float".
  std::string caption() const;

private:
  qrt::Expected<Contender> predictions(Loaded module) const;

  EvaluationOptions test;
  std::string device;
  std::vector<int64_t> labels;
  std::optional<Judged> floats;
  size_t layers = 0; // of the float network, with weights
};

} // namespace qopt::run
