// The nodes of a GraphDef under plain rules: functions are inlined, each node stands behind those
// that it reads, and values have one name each.
//
// Value 0 of node "a" is "a", value 1 is "a:1". A node in the body of a call "f" is "f/…".
#pragma once

#include "importers/graphdef/file/graphdef.pb.h"
#include "runtime/numerics/types/status.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace qopt::graphdef {

struct Node {
  const proto::NodeDef *def = nullptr; // of the graph, or of a function's body
  std::string name, op;
  std::vector<std::string> inputs = {}; // values; order alone (^node) is left out
  std::string place = "";               // "function 'f'" where the body of one has the node
  /// Attributes of the call, for those of a body that stand for them ($T).
  const proto::NodeDef *call = nullptr;
  unsigned branches = 0; // the chosen branches of If in which it lies
};

/// "a:0" → "a"; other names stay.
std::string valueName(llvm::StringRef name);
/// Gives the node of a value, and the number of the value among that node's.
std::pair<llvm::StringRef, unsigned> nodeOf(llvm::StringRef value);
/// The nodes in an order in which each stands behind those that it reads, as near to the file's as
/// that can be. Values that a loop hands back (NextIteration) do not count. Errors name the node.
qrt::Expected<std::vector<Node>> flatten(const proto::GraphDef &graph);
/// The same of one function, for a branch: the body's parameters are `arguments`, and the node
/// `name` is its results (IdentityN).
qrt::Expected<std::vector<Node>>
flattenCall(const proto::GraphDef &graph, const proto::NodeDef &call, llvm::StringRef name,
            llvm::StringRef function, std::vector<std::string> arguments);
bool isKnownFunction(const proto::GraphDef &graph, llvm::StringRef name);

} // namespace qopt::graphdef
