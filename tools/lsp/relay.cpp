#include "tools/lsp/relay.h"

#include "tools/lsp/network_text.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/LSP/Protocol.h"

#include <cerrno>
#include <thread>
#include <unistd.h>

namespace json = llvm::json;

namespace qopt::lsp {

// ---- messages ----

static bool readBytes(int from, char *to, size_t count) {
  while (count > 0) {
    const ssize_t got = read(from, to, count);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    to += got;
    count -= size_t(got);
  }
  return true;
}

std::optional<std::string> readMessage(int from) {
  constexpr size_t longestHeader = 4096, longestBody = size_t(1) << 30;
  std::string header;
  while (!llvm::StringRef(header).ends_with("\r\n\r\n")) {
    char letter;
    if (header.size() == longestHeader || !readBytes(from, &letter, 1))
      return std::nullopt;
    header += letter;
  }
  size_t length = 0;
  llvm::StringRef rest(header);
  while (!rest.empty()) {
    auto [line, after] = rest.split("\r\n");
    if (line.consume_front_insensitive("content-length:") && line.trim().getAsInteger(10, length))
      return std::nullopt;
    rest = after;
  }
  if (length == 0 || length > longestBody)
    return std::nullopt;
  std::string body(length, '\0');
  return readBytes(from, body.data(), length) ? std::optional(std::move(body)) : std::nullopt;
}

bool writeMessage(int to, const json::Value &message) {
  const std::string body = llvm::formatv("{0}", message).str();
  std::string all = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  for (size_t done = 0; done < all.size();) {
    const ssize_t wrote = write(to, all.data() + done, all.size() - done);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0)
      return false;
    done += size_t(wrote);
  }
  return true;
}

static std::string numberOf(const json::Object &message) {
  const json::Value *id = message.get("id");
  return id ? llvm::formatv("{0}", *id).str() : "";
}

// ---- from the editor ----

void Relay::run() {
  std::thread answers([this] { passToEditor(); });
  passToServer();
  close(toServer); // MLIR's server ends where its input does
  answers.join();
}

void Relay::passToServer() {
  while (std::optional<std::string> body = readMessage(fromEditor)) {
    llvm::Expected<json::Value> message = json::parse(*body);
    if (!message) {
      llvm::consumeError(message.takeError());
      continue;
    }
    if (const json::Object *object = message->getAsObject())
      note(*object);
    if (!writeMessage(toServer, *message))
      return;
  }
}

void Relay::note(const json::Object &message) {
  const llvm::StringRef method = message.getString("method").value_or("");
  const json::Object *params = message.getObject("params");
  std::lock_guard lock(mutex);
  if (method == "initialize")
    initialize = numberOf(message);
  if (!params)
    return;
  if (method == "textDocument/hover") {
    llvm::lsp::TextDocumentPositionParams at;
    json::Path::Root root;
    if (fromJSON(*message.get("params"), at, root))
      hovers[numberOf(message)] = {at.textDocument.uri.uri().str(), at.position.line,
                                   at.position.character};
  } else if (method.starts_with("textDocument/did")) {
    noteText(*params, method);
  }
}

void Relay::noteText(const json::Object &params, llvm::StringRef method) {
  const json::Object *document = params.getObject("textDocument");
  const std::string uri = document ? document->getString("uri").value_or("").str() : "";
  if (method == "textDocument/didOpen")
    texts[uri] = document ? document->getString("text").value_or("").str() : "";
  else if (method == "textDocument/didClose")
    texts.erase(uri);
  const json::Array *changes = params.getArray("contentChanges");
  if (method != "textDocument/didChange" || !changes)
    return;
  for (const json::Value &value : *changes) {
    llvm::lsp::TextDocumentContentChangeEvent change;
    json::Path::Root root;
    if (!fromJSON(value, change, root) || failed(change.applyTo(texts[uri])))
      texts.erase(uri); // nothing is added to what is not known any more
  }
}

// ---- from the server ----

void Relay::passToEditor() {
  while (std::optional<std::string> body = readMessage(fromServer)) {
    llvm::Expected<json::Value> message = json::parse(*body);
    if (!message) {
      llvm::consumeError(message.takeError());
      continue;
    }
    if (json::Object *object = message->getAsObject())
      addTo(*object);
    if (!writeMessage(toEditor, *message))
      return;
  }
}

std::string Relay::textOf(const std::string &uri) {
  std::lock_guard lock(mutex);
  auto found = texts.find(uri);
  return found == texts.end() ? "" : found->second;
}

void Relay::addTo(json::Object &message) {
  if (message.getString("method") == "textDocument/publishDiagnostics") {
    if (json::Object *params = message.getObject("params"))
      addRemarks(*params);
    return;
  }
  const std::string number = numberOf(message);
  std::optional<Hover> hover;
  bool isFirst = false;
  {
    std::lock_guard lock(mutex);
    isFirst = initialize && *initialize == number && message.get("result");
    if (isFirst)
      initialize.reset();
    if (auto found = hovers.find(number); found != hovers.end()) {
      hover = found->second;
      hovers.erase(found);
    }
  }
  if (json::Object *result = message.getObject("result"); isFirst && result)
    (*result)["serverInfo"] = json::Object{{"name", "qopt-lsp-server"}, {"version", QOPT_VERSION}};
  if (hover && message.get("result"))
    addHover(message, hover->uri, hover->line, hover->column);
}

void Relay::addHover(json::Object &message, const std::string &uri, int line, int column) {
  const std::string own = NetworkText(textOf(uri)).describe({line, column});
  if (own.empty())
    return;
  json::Object *result = message.getObject("result");
  json::Object *contents = result ? result->getObject("contents") : nullptr;
  const std::string theirs = contents ? contents->getString("value").value_or("").str() : "";
  json::Object shown{{"kind", "markdown"},
                     {"value", theirs.empty() ? own : own + "\n\n---\n" + theirs}};
  if (result)
    (*result)["contents"] = std::move(shown);
  else
    message["result"] = json::Object{{"contents", std::move(shown)}};
}

/// Remarks stand beside errors of the text only where it has none: else it does not parse.
void Relay::addRemarks(json::Object &params) {
  json::Array *diagnostics = params.getArray("diagnostics");
  const std::string text = textOf(params.getString("uri").value_or("").str());
  if (!diagnostics || text.empty())
    return;
  auto placeOf = [](Place place) {
    return json::Object{{"line", place.line}, {"character", place.column}};
  };
  for (const Remark &remark : NetworkText(text).quantizationRemarks())
    diagnostics->push_back(json::Object{
        {"range", json::Object{{"start", placeOf(remark.begin)}, {"end", placeOf(remark.end)}}},
        {"severity", int(llvm::lsp::DiagnosticSeverity::Information)},
        {"source", "qopt"},
        {"message", remark.text}});
}

} // namespace qopt::lsp
