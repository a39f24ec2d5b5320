// Shows what networks cost beside the float one: a table for people, JSON for programs.
#pragma once

#include "tools/libqopt/flows/contest/contest_options.h"
#include "tools/libqopt/flows/eval/judged_network.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// Returns the columns "top-1", "top-5", "flips", "drop (points, 95 %)", "SQNR", "integer layers",
/// "weight bytes"; a cell is "-" where nothing can be said. If there are several outputs, flips and
/// SQNR are the worst, and "worst output" names the one of that SQNR; accuracy is of the one that
/// labels belong to.
std::vector<std::string> judgedColumns(const JudgedHow &how);
std::vector<std::string> judgedCells(const JudgedHow &how, const JudgedNetwork &of);
/// "4,000 samples judge, batch 32 on host; flips, drop and SQNR are against float".
std::string judgedCaption(const JudgedHow &how);
/// The settings that competed, the best first.
void printContest(const Contest &contest, llvm::raw_ostream &stream);
/// "contest": {"chosen", "usual", "samples", "cut_short", "doubt", "floats": {"layers",
/// "macs_percent", "samples", "before_db", "after_db", "doubt", "cut_short"}, "settings":
/// [{"setting", "mode", "scheme", "calibrator", "rounds", "corrects_bias", "smoothing", "samples",
/// "worst_db", "mean_db"}]}; of no samples where nothing competed.
void writeContest(llvm::json::OStream &json, const Contest &contest);
/// "integer_layers", "layers", and as writeJudged has it.
void writeNetwork(llvm::json::OStream &json, const JudgedNetwork &of);
/// "samples", "batch", "device".
void writeHow(llvm::json::OStream &json, const JudgedHow &how);

} // namespace qopt::run
