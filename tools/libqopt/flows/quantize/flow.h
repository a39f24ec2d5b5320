// The flow of quantize.h on modules, step by step: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/quantize/contest.h"
#include "tools/libqopt/flows/quantize/float_layers.h"
#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/libqopt/flows/quantize/quantizer.h"

namespace qopt::run {

/// A settled recipe and a choice of further float layers, judged.
struct Tried {
  Recipe recipe;
  std::vector<std::string> floatLayers;
  Judged result;
  FloatChoice smallFloats; // of the recipe's float layers
};

class QuantizeFlow {
public:
  QuantizeFlow(QuantizerOptions steps, EvaluationOptions test, Gates gates,
               std::shared_ptr<Reports> reports);

  /// Runs all steps, from the network as it was imported. Labels that --max-drop needs are there.
  qrt::Status run(Loaded model);

  /// The last one that was tried stays within the gates.
  bool holds() const { return holds(tried.back()); }
  const Loaded &integers() const { return tried.back().result.model; }
  const Quantizer &steps() const { return quantizer; }
  const std::vector<std::string> &commands() const { return told; }
  /// Tells the contest, with the float layers of the network that was tried last.
  Contest contest() const;
  /// Returns the commands that time both networks, or, where the gates do not hold, those that tell
  /// what other settings cost.
  std::vector<std::string> next() const;
  JudgedHow how() const { return judge.how(); }
  JudgedNetwork baseline() const { return judge.summaryOf(judge.baseline()); }
  std::vector<JudgedNetwork> networks() const;
  /// "no choice of float layers stays within the bound: …"
  std::string whyBroken() const;
  /// The commands of the last two steps.
  void tellEnd();
  /// Remark on what follows from the result.
  void remarkOnGates() const;
  void advise() const;

private:
  qrt::Status prepare(Loaded model);
  qrt::Expected<Tried> attempt(std::vector<std::string> floatLayers) const;
  bool holds(const Tried &of) const { return gates.broken(of.result.loss).empty(); }
  /// Settles what the recipe leaves open.
  qrt::Status settle();
  /// Makes a repair that is dear (isRepairDear) once, before anything competes.
  qrt::Status repairAhead();
  void tellRanges();
  /// Other settings that came near, until one stays within the gates; else the best comes back.
  qrt::Status tryOthers();
  /// Repairs weights by the quantizer's recipe, which may have more layers of 8 bits from now on.
  qrt::Status repair();
  /// Repairs, ranges and the network of the quantizer's recipe, no layer left float but small ones.
  qrt::Status tryAsIs();
  /// The quantizer's recipe says which small layers stay float, and how functions are fused.
  qrt::Expected<FloatChoice> leaveSmallFloat();
  qrt::Status fuseFunctions(CalibratingAnswers &answers);
  /// Layers that may stay float: those with weights, and norms that integers made convolutions of.
  std::vector<std::string> candidates() const;
  qrt::Status choose();
  qrt::Expected<std::optional<Tried>> fewest(llvm::ArrayRef<LayerGroup> groups);
  void tell(const std::string &command);
  void warnOfSlow() const;
  void warnOfDynamic() const;
  void adviseBound() const;

  Quantizer quantizer;
  EvaluationOptions test;
  Gates gates;
  std::shared_ptr<Reports> reports;
  Judge judge;
  Chosen chosen;
  bool isModeStated = false;           // whoever began the flow said it
  std::optional<Recipe> repairedAhead; // the quantizer has repaired by it
  Deadline deadline;                   // it ends the contest, and the choice of small layers
  std::vector<std::string> told;
  size_t toldOfFloats = 0;  // of these, before a setting's
  std::vector<Tried> tried; // the last one comes out
};

} // namespace qopt::run
