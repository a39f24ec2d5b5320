// Parses the tools' options that describe a model's inputs.
#pragma once

#include "tools/libqopt/qopt.h"

#include "llvm/ADT/StringRef.h"

namespace qopt::io {

/// --shape: "x:1x3x48x320"; a "?" stays open.
qrt::Expected<LoadOptions::Shape> parseShape(llvm::StringRef text);
/// Several, separated by commas: "x:1x3x48x320,y:1x7".
qrt::Expected<std::vector<LoadOptions::Shape>> parseShapes(llvm::StringRef text);
/// --bind: "sr=16000", "axes=0,-1", "cond=true".
qrt::Expected<LoadOptions::Values> parseValues(llvm::StringRef text);

/// Parsed, behind what is there; one input is named once. A shape's text may be of several.
qrt::Status addShape(LoadOptions &options, llvm::StringRef text);
qrt::Status addValues(LoadOptions &options, llvm::StringRef text);
/// A file of compiled programs.
inline constexpr std::string_view artifactExtension = ".qart";
inline bool isArtifact(llvm::StringRef path) { return path.ends_with(artifactExtension); }

/// Returns the options of a command on several models as `model` takes them. Options that only
/// formats like Caffe's have (weights, phase, stages) go to models of such formats, as long as
/// there is one. Where compiled files stand beside models, these files take the options of shapes
/// and of binaries alone, and the models do not take that of binaries.
LoadOptions optionsFor(const LoadOptions &options, const std::string &model,
                       const std::vector<std::string> &models);
/// --phase: "test", "train", or nothing.
qrt::Status setPhase(LoadOptions &options, llvm::StringRef text);

/// --mean, --std, --resize, --interpolation, --crop, --channels: `name` is one of
/// nn::preprocessSettings.
qrt::Status setPreprocess(LoadOptions &options, std::string_view name, llvm::StringRef text);
/// Refuses preprocessing settings that are wrong.
qrt::Status checkPreprocess(const LoadOptions &options);
/// Returns a line of help about a setting.
std::string_view preprocessHelp(std::string_view name);
/// Returns the help of --float-order, likewise.
std::string_view floatOrderHelp();
/// Returns the help of --libraries.
std::string_view librariesHelp();

} // namespace qopt::io
