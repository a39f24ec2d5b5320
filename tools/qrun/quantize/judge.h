// What quantization costs, told by samples: each network against the float one.
#pragma once

#include "tools/qrun/eval/evaluation_report.h"

namespace qopt::run {

/// A network, what it answered, and what that loses against the float one's answers.
struct Judged {
  Contender model;
  Loss loss;
};

class Judge {
public:
  /// Reads the labels, where there are any. Labels that nobody named serve only where they fit a
  /// network that tells classes. The float network is to come.
  static qrt::Expected<Judge> create(EvaluationOptions test, std::string device,
                                     CompileChoices choices, Classes classes);
  /// The float network, which others are measured by, made of the file `source`.
  qrt::Status setBaseline(Loaded floats, const std::string &source);

  qrt::Expected<Judged> judge(Loaded module) const;

  bool hasLabels() const { return !given.empty(); }
  bool tellsClasses() const { return floats->loss.mostFlips(); }
  const Judged &baseline() const { return *floats; }
  /// "top-1", "top-5", "flips", "drop (points, 95 %)", "SQNR", "integer layers", "weight bytes";
  /// "-" of what cannot be said. Of several outputs flips and SQNR are the worst, and "worst
  /// output" names the one of that SQNR; accuracy is of the one that labels are of.
  std::vector<std::string> columns() const;
  std::vector<std::string> cells(const Judged &of) const;
  /// "4,000 samples judge, batch 32 on host; flips, drop and SQNR are against float".
  std::string caption() const;
  /// "integer_layers", "layers", and as writeEvaluated has it.
  void write(llvm::json::OStream &json, const Judged &of) const;
  /// "samples", "batch", "device".
  void writeHow(llvm::json::OStream &json) const;

private:
  qrt::Expected<Contender> compiled(Loaded module) const;
  /// Of the last one; those before it run beside it.
  qrt::Expected<Contender> predictions(std::vector<Contender> contenders,
                                       std::vector<int64_t> &labels) const;
  /// The answers of one that is compared with the float network, which runs beside it where its
  /// values were too many to be kept.
  qrt::Expected<Contender> beside(Contender contender) const;
  Contender baselineAgain() const;
  size_t layersOf(const Judged &of) const;
  bool isSeveral() const { return floats->model.outputs.size() > 1; }

  EvaluationOptions test;
  std::string device;
  CompileChoices choices;
  Classes classes = Classes::Required;
  io::SampleLabels given;
  std::vector<int64_t> labels; // of the samples that judge
  std::optional<Judged> floats;
  size_t layers = 0; // of the float network, with weights
};

} // namespace qopt::run
