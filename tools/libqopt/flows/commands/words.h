// Options that several commands have, as words of a command line; what is default is left out.
#pragma once

#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/flows/commands/shell.h"
#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/eval/gates.h"
#include "tools/libqopt/repairer.h"

namespace qopt::run {

/// --weights, --phase, --stage, --shape and --bind.
void addLoad(ShellCommand &command, const LoadOptions &load);
void addShapes(ShellCommand &command, llvm::ArrayRef<LoadOptions::Shape> shapes);
/// --mean and the like.
void addPreprocess(ShellCommand &command, const nn::PreprocessOverrides &given);
/// Returns the value of --chosen=: the samples' numbers, or, where these are more than a line
/// holds, "@chosen.txt", the file that is to have them.
std::string chosenWord(const std::vector<int64_t> &numbers);
/// --data, which of them, --preprocessed, and --batch where it is not what the command takes.
void addSamples(ShellCommand &command, const SampleOptions &samples,
                int64_t usualBatch = SampleOptions().batch);
void addDevice(ShellCommand &command, const std::string &device);
/// --device, --float-order and --libraries: where a network runs, and how it is compiled.
void addRun(ShellCommand &command, const std::string &device, const CompileOptions &compile);
/// --calibrator, --scheme, --attention, and those of the settings that the method reads: what
/// ranges are chosen by. The method is one of calibrationMethods().
void addCalibration(ShellCommand &command, const std::string &method,
                    const CalibrationSettings &settings, AttentionForm attention);
/// --round and the like: which repairs, of which layers.
void addRepairs(ShellCommand &command, const RepairerOptions &repairs);
/// --labels, --label-offset and --output-name: what samples are judged by.
void addJudging(ShellCommand &command, const EvaluationOptions &test);
/// --max-drop, --max-flips, --min-sqnr and --min-cosine.
void addBounds(ShellCommand &command, const Gates &gates);
/// --float-order and --libraries.
void addCompile(ShellCommand &command, qrt::FloatOrder order,
                const std::vector<std::string> &libraries);

/// Returns the command that measures --insert-quant's result: `qrun bench` of it, beside the float
/// one where that is named.
std::string benchCommand(llvm::ArrayRef<std::string> models, const std::string &device,
                         const CompileOptions &compile);
/// "net.onnx" and "int8.mlirbc" become "net.int8.mlirbc".
std::string besideFile(const std::string &model, llvm::StringRef ending);
/// The same in the folder where the command is run: "nets/net.onnx" becomes "net.int8.mlirbc".
std::string hereFile(const std::string &model, llvm::StringRef ending);

} // namespace qopt::run
