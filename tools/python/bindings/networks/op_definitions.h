// Definitions of the dialect's operations, from its .td files, for callers that know operations by
// name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qopt::python {

/// The number of values in an operand's or result's place: one, at most one, any number.
enum class Form { One, Optional, Variadic };

struct OperandDefinition {
  std::string name;
  Form form;
};

struct AttributeDefinition {
  std::string name;
  std::string kinds;        // of TableGen, "F32Attr", or a choice: "F32Attr|I64Attr"
  std::string defaultValue; // in Python's words; empty: it must be stated
};

struct OpDefinition {
  std::string name; // without the dialect: "conv2d"
  std::string summary, description;
  std::vector<OperandDefinition> operands;
  std::vector<AttributeDefinition> attributes;
  Form results; // One, or Variadic: the operands and attributes say how many
};

/// Sorted by name.
const std::vector<OpDefinition> &opDefinitions();
/// Null where there is none of this name.
const OpDefinition *findOpDefinition(std::string_view name);

} // namespace qopt::python
