// The graph that a format's parser hands over, by names, and the converter of its layers.
#pragma once

#include "importers/common/values/imported.h"

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace qopt {

class GraphImporter;

/// A layer as every format has it. An absent value's name is empty.
struct Layer {
  std::string name; // its own, which may be empty or another's too
  std::string type; // the operator's, as diagnostics say it
  std::vector<std::string> inputs, outputs;
  std::vector<std::string> captures = {}; // further values that its subgraphs read
  std::string place = "";                 // of a layer outside the main graph: "function 'f'"
};

/// The result of converting one layer: its outputs by index, or why it has none
/// (StatusCode::Unsupported: not read; others: the file is wrong).
struct Conversion {
  qrt::Status status;
  std::map<unsigned, ImportedPtr> results;
};

/// A size, or (none) a dynamic one under the format's name for it, which may be empty.
struct SourceDim {
  std::optional<int64_t> size;
  std::string symbol;
};

/// A value's type as the file states it.
struct SourceType {
  std::optional<qrt::ElementType> element; // none: no input can be of it
  std::string elementName;                 // in the format's words
  std::optional<std::vector<SourceDim>> shape;
};

class SourceGraph {
public:
  virtual ~SourceGraph() = default;

  /// Each layer stands behind those that it reads. Layers that `expand` adds move none.
  std::deque<Layer> layers;
  std::vector<std::pair<std::string, ConstantReader>> constants;
  /// The model's own; inputs that `constants` has are none.
  std::vector<std::string> inputs, outputs;

  /// Returns the names of all values that the main graph defines.
  std::vector<std::string> valueNames() const {
    std::vector<std::string> names = inputs;
    for (const auto &constant : constants)
      names.push_back(constant.first);
    for (const Layer &layer : layers)
      names.insert(names.end(), layer.outputs.begin(), layer.outputs.end());
    return names;
  }
  /// None where the file does not say; then `typeRemedy` says what helps.
  virtual std::optional<SourceType> typeOf(llvm::StringRef value) const = 0;
  virtual llvm::StringRef typeRemedy() const = 0;
  /// Tells whether this layer's operator is read at all.
  virtual bool reads(size_t layer) const = 0;
  /// Returns a hint for an operator that is not read: "; did you mean 'ReLU'?", or nothing.
  virtual std::string nearTypes(size_t /*layer*/) const { return ""; }
  /// Tells whether converting this layer makes nothing of the sizes of its inputs but operations on
  /// them: then it may read values of which the data decide the length, where those operations may.
  virtual bool readsRows(size_t /*layer*/) const { return false; }
  /// Replaces a layer whose inputs are all defined, by layers that it appends to `layers` (and
  /// constants to `constants`) and that define its outputs. None: it is to be converted itself.
  virtual std::optional<qrt::Status> expand(GraphImporter &, size_t /*layer*/) {
    return std::nullopt;
  }
  /// Converts a layer whose inputs are all defined, under the key `key`.
  virtual Conversion convert(GraphImporter &importer, size_t layer, llvm::StringRef key) = 0;
};

} // namespace qopt
