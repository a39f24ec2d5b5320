#include "importers/caffe/file/net_file.h"

#include "importers/caffe/file/upgrade.h"
#include "importers/common/file_bytes.h"
#include "ir/values/near_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

namespace qopt::caffe {

namespace text = google::protobuf;

namespace {
/// The first error, and every field that is not known.
class Collector : public text::io::ErrorCollector {
public:
  struct Place {
    int line, column;
    std::string message;
  };
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string &message) override {
    if (errors.empty())
      errors.push_back({line, column, message});
  }
  void AddWarning(int line, google::protobuf::io::ColumnNumber column,
                  const std::string &message) override {
    warnings.push_back({line, column, message});
  }
  std::vector<Place> errors, warnings;
};
} // namespace

// 'Message type "qopt.caffe.proto.LayerParameter" has no field named "x".' → its descriptor and x;
// empty where the parser says something else.
static std::pair<const text::Descriptor *, std::string> unknownField(llvm::StringRef message) {
  llvm::SmallVector<llvm::StringRef> quoted;
  message.split(quoted, '"');
  if (quoted.size() < 4 || !message.contains("has no field named"))
    return {};
  const text::Descriptor *type =
      proto::NetParameter::descriptor()->file()->pool()->FindMessageTypeByName(quoted[1].str());
  return {type, quoted[3].str()};
}

// "; did you mean 'num_output'?", or nothing.
static std::string nearField(const text::Descriptor &type, const std::string &name) {
  std::vector<std::string> known;
  for (int i = 0; i < type.field_count(); ++i)
    known.push_back(std::string(type.field(i)->name()));
  return didYouMean(name, known);
}

static std::string inHouseWords(std::string message) {
  llvm::StringRef name = "qopt.caffe.proto.";
  for (size_t at; (at = message.find(name.str())) != std::string::npos;)
    message.erase(at, name.size());
  return message;
}

// Tells whether it is a field of a solver's file, which people name by mistake.
static bool isSolverField(llvm::StringRef name) {
  return llvm::is_contained({"net", "net_param", "train_net", "train_net_param", "test_net",
                             "test_net_param", "test_iter", "test_interval", "base_lr", "lr_policy",
                             "display", "max_iter", "solver_mode", "snapshot_prefix"},
                            name);
}

// Comments in any encoding go.
static bool isText(llvm::StringRef bytes) { return !bytes.contains('\0'); }

// The last brace that no other closes.
static std::optional<size_t> openBrace(llvm::StringRef text) {
  std::vector<size_t> open;
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote && c == '\\')
      ++at;
    else if (quote)
      quote = c == quote || c == '\n' ? 0 : quote; // no string goes on behind its line
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '#')
      at = std::min(text.find('\n', at), text.size());
    else if (c == '{')
      open.push_back(at);
    else if (c == '}' && !open.empty())
      open.pop_back();
  }
  return open.empty() ? std::nullopt : std::optional(open.back());
}

namespace {
/// A text by its lines. Protobuf counts lines and columns from 0 on, and a tab as up to 8 of these.
class Lines {
public:
  explicit Lines(llvm::StringRef text) : text(text) {
    for (size_t at = text.find('\n'); at != llvm::StringRef::npos; at = text.find('\n', at + 1))
      starts.push_back(at + 1);
  }
  size_t offsetOf(int line, int column) const {
    size_t at = starts[std::min(size_t(line), starts.size() - 1)];
    for (int seen = 0; at < text.size() && text[at] != '\n' && seen < column; ++at)
      seen += text[at] == '\t' ? 8 - seen % 8 : 1;
    return at;
  }
  TextError at(size_t offset, std::string message) const {
    size_t line = size_t(llvm::upper_bound(starts, offset) - starts.begin());
    return {int(line), int(offset - starts[line - 1]) + 1, std::move(message)};
  }
  /// Protobuf's error, and where the text ends too early, what is open there.
  TextError parseError(int line, int column, const std::string &message) const {
    const size_t offset = offsetOf(line, column);
    if (offset < text.rtrim().size())
      return at(offset, message);
    std::optional<size_t> brace = openBrace(text);
    if (!brace)
      return at(offset, "the file ends too early: " + message);
    const TextError open = at(*brace, "");
    return at(offset, "the file ends inside the '{' of line " + std::to_string(open.line) +
                          ", column " + std::to_string(open.column));
  }
  /// Returns where the field begins; protobuf names the place of the token behind the field's name.
  TextError atField(const std::string &name, int line, int column) const {
    size_t behind = offsetOf(line, column), begin = text.take_front(behind).rfind(name);
    return at(begin == llvm::StringRef::npos ? behind : begin, "");
  }

private:
  llvm::StringRef text;
  std::vector<size_t> starts{0};
};
} // namespace

// The layer in whose text a place lies: the last that begins before it; −1 before the first.
static int layerAt(const proto::NetParameter &net, const text::TextFormat::ParseInfoTree &tree,
                   int line, int column) {
  auto isBefore = [&](text::TextFormat::ParseLocation begin) {
    return std::pair(begin.line, begin.column) <= std::pair(line, column);
  };
  const auto *field = net.GetDescriptor()->FindFieldByName("layer");
  const auto *old = net.GetDescriptor()->FindFieldByName("layers");
  int found = -1;
  for (int i = 0; i < net.layer_size(); ++i)
    if (isBefore(tree.GetLocation(field, i)))
      found = i;
  // V1 layers stand behind the others once they are upgraded.
  for (int i = 0; i < net.layers_size(); ++i)
    if (isBefore(tree.GetLocation(old, i)))
      found = net.layer_size() + i;
  return found;
}

static bool noteUnknown(NetFile &file, const text::TextFormat::ParseInfoTree &tree,
                        const Collector &collector, const Lines &lines, TextError &error) {
  constexpr size_t most = 1000; // each is looked up in the text
  if (collector.warnings.size() > most) {
    error = {0, 0, "has more than " + std::to_string(most) + " fields that are not known"};
    return false;
  }
  for (const Collector::Place &place : collector.warnings) {
    auto [type, name] = unknownField(place.message);
    int layer = layerAt(file.net, tree, place.line, place.column);
    error = lines.atField(name, place.line, place.column);
    if (!type) { // as of extensions
      std::string &list = file.unknown[layer];
      list += (list.empty() ? "" : ", ") + inHouseWords(place.message) + " in line " +
              std::to_string(error.line);
      continue;
    }
    const bool isOfNet = type == proto::NetParameter::descriptor();
    if (isOfNet && isSolverField(name))
      error.message = "is a solver, not a network: it has the field '" + name +
                      "'; give the file that its 'net' names";
    else if (isOfNet || layer < 0)
      error.message = "unknown field '" + name + "' of the network" + nearField(*type, name);
    if (!error.message.empty())
      return false;
    std::string &list = file.unknown[layer];
    list += (list.empty() ? "" : ", ") + ("unknown field '" + name + "' in line ") +
            std::to_string(error.line) + ", column " + std::to_string(error.column) +
            nearField(*type, name);
  }
  return true;
}

std::optional<NetFile> readNet(const std::string &path, SourceHash &hash, TextError &error) {
  auto fail = [&](const std::string &message) {
    error = {0, 0, message};
    return std::nullopt;
  };
  auto bytes = readFileBytes(path);
  if (!bytes)
    return fail(bytes.status().message());
  llvm::StringRef content = (*bytes)->getBuffer();
  content.consume_front("\xEF\xBB\xBF"); // UTF-8's mark, which editors put there
  if (content.trim().empty())
    return fail("is empty, not a Caffe network");
  if (!isText(content))
    return fail("is no text: a network's description (.prototxt) is read, and its weights "
                "(.caffemodel) by --weights=");
  NetFile file;
  Collector collector;
  text::TextFormat::ParseInfoTree tree;
  text::TextFormat::Parser parser;
  parser.AllowUnknownField(true);
  parser.AllowPartialMessage(true);
  parser.SetRecursionLimit(32);
  parser.RecordErrorsTo(&collector);
  parser.WriteLocationsTo(&tree);
  const Lines lines(content);
  text::io::ArrayInputStream stream(content.data(), int(content.size()));
  if (!parser.Parse(&stream, &file.net)) {
    if (collector.errors.empty())
      return fail("does not parse");
    const Collector::Place &place = collector.errors.front();
    error = lines.parseError(place.line, place.column, inHouseWords(place.message));
    return std::nullopt;
  }
  if (!noteUnknown(file, tree, collector, lines, error))
    return std::nullopt;
  if (qrt::Status status = upgradeLayers(file.net); !status.ok())
    return fail(status.message());
  if (file.net.layer_size() == 0)
    return fail("has no layers: it is no Caffe network");
  hash.add((*bytes)->getBuffer());
  return file;
}

} // namespace qopt::caffe
