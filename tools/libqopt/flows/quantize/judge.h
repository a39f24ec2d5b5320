// A judge tells by samples what quantization costs: it runs each network beside the float one.
#pragma once

#include "tools/libqopt/flows/eval/judged_network.h"
#include "tools/libqopt/flows/eval/loss.h"

namespace qopt::run {

/// A network, what it answered, and what that loses against the float one's answers.
struct Judged {
  Contender model;
  Loss loss;
};

/// Returns what a network costs by itself: its bytes, its times, with labels how often it is right;
/// `loss` is what it loses.
JudgedNetwork costOf(const Contender &contender, llvm::ArrayRef<int64_t> labels,
                     std::optional<Loss> loss);

class Judge {
public:
  /// Labels that nobody named serve only where they fit a network that tells classes. The float
  /// network is to come.
  Judge(EvaluationOptions test, std::string device, CompileSettings compile, Classes classes);
  /// The float network, which others are measured by, made of the file `source`.
  qrt::Status setBaseline(Loaded floats, const std::string &source);

  qrt::Expected<Judged> judge(Loaded module) const;

  bool hasLabels() const { return bool(test.readLabels); }
  const Judged &baseline() const { return *floats; }
  /// Returns its cost as numbers; the baseline itself has no loss.
  JudgedNetwork summaryOf(const Judged &of) const;
  JudgedHow how() const;

private:
  qrt::Expected<Contender> compiled(Loaded module) const;
  /// Returns the last contender with its predictions; those before it run beside it.
  qrt::Expected<Contender> predictions(std::vector<Contender> contenders,
                                       std::vector<int64_t> &labels) const;
  /// The answers of one that is compared with the float network, which runs beside it where its
  /// values were too many to be kept.
  qrt::Expected<Contender> beside(Contender contender) const;
  Contender baselineAgain() const;
  qrt::Status releaseProgram();
  size_t layersOf(const Judged &of) const;

  EvaluationOptions test;
  std::string device;
  CompileSettings compile;
  Classes classes;
  std::vector<int64_t> labels; // of the samples that judge
  std::optional<Judged> floats;
  size_t layers = 0; // of the float network, with weights
};

} // namespace qopt::run
