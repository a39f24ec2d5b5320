// Shows what networks predicted and lost: a table for people, JSON for programs.
#pragma once

#include "tools/libqopt/flows/eval/judged_network.h"
#include "tools/libqopt/flows/eval/loss.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// A contender, and what it loses against the first one.
struct Evaluated {
  const Contender *contender;
  std::optional<Loss> loss = std::nullopt;
};

/// Prints one row a contender: accuracy, agreement with the first one, weight bytes, peak
/// activation bytes at `batch`, time per sample. If there are several outputs, agreement and SQNR
/// are the worst one's, which is named. All have a loss.
void printTable(llvm::ArrayRef<Evaluated> all, llvm::ArrayRef<int64_t> labels, int64_t batch,
                llvm::raw_ostream &stream);

/// "output  flips  SQNR", a row each, the worst first.
void printOutputs(const Loss &loss, llvm::raw_ostream &stream);

/// "seconds_per_sample", "weight_bytes", with labels "top_1": {"output", "right", "samples",
/// "top_5"}, and with a loss "outputs": [{"name", "flips", "samples", "sqnr_db", "exact"}], the
/// worst first, and "drop": {"points", "low", "high"}. A number that there is not is null; "exact"
/// is true where every value is equal, whose SQNR is no number.
void writeJudged(llvm::json::OStream &json, const JudgedNetwork &of);
} // namespace qopt::run
