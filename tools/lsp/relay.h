// Stands between an editor and MLIR's language server: it passes on what the two say to each other,
// and adds to it where it is about a network.
#pragma once

#include "llvm/Support/JSON.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace qopt::lsp {

/// Reads and writes messages as the protocol frames them, "Content-Length: N" before each.
std::optional<std::string> readMessage(int from);
/// False where nobody reads any more.
bool writeMessage(int to, const llvm::json::Value &message);

class Relay {
public:
  /// File descriptors; `fromServer` and `toServer` are MLIR's.
  Relay(int fromEditor, int toEditor, int fromServer, int toServer)
      : fromEditor(fromEditor), toEditor(toEditor), fromServer(fromServer), toServer(toServer) {}
  /// Until the editor ends, and then until the server has said all.
  void run();

private:
  void passToServer();
  void passToEditor();
  /// Keeps texts as they are, and which hover a request asks for.
  void note(const llvm::json::Object &message);
  void noteText(const llvm::json::Object &params, llvm::StringRef method);
  /// A message of the server's with what is known beside.
  void addTo(llvm::json::Object &message);
  void addHover(llvm::json::Object &message, const std::string &uri, int line, int column);
  void addRemarks(llvm::json::Object &params);
  std::string textOf(const std::string &uri);

  const int fromEditor, toEditor, fromServer, toServer;
  struct Hover {
    std::string uri;
    int line, column;
  };
  std::mutex mutex;                         // of what follows
  std::map<std::string, std::string> texts; // by URI
  std::map<std::string, Hover> hovers;      // by the request's number, as JSON
  std::optional<std::string> initialize;    // the request's number
};

} // namespace qopt::lsp
