// Options by which commands name labels, outputs and what a network may lose.
#pragma once

#include "tools/io/samples/labels.h"
#include "tools/libqopt/flows/eval/loss.h"

namespace CLI {
class App;
}

namespace qopt::run {

/// --labels and --label-offset.
void addLabelOptions(CLI::App &command, EvaluationOptions &options);
/// --output-name, of those that judge several.
void addOutputNames(CLI::App &command, std::vector<std::string> &names);
/// --judge.
void addJudge(CLI::App &command, std::optional<OutputKind> &judge);
/// --max-drop, --max-flips, --min-sqnr and --min-cosine.
void addGates(CLI::App &command, Gates &gates);

/// The labels as the files have them; empty where they have none.
qrt::Expected<io::SampleLabels> labelsOf(const EvaluationOptions &options);
/// Evaluations take these from now on.
void useLabels(EvaluationOptions &options, io::SampleLabels labels);
/// Both; labels that nobody named and that do not fit are left out, with a warning, unless classes
/// are needed.
qrt::Status readLabels(EvaluationOptions &options, Classes classes);

} // namespace qopt::run
