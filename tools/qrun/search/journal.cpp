#include "tools/qrun/search/journal.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>
#include <map>
#include <memory>

using namespace qrt;

namespace qopt::run {
namespace {

std::optional<std::vector<double>> numbersOf(const llvm::json::Object &line, llvm::StringRef name) {
  const llvm::json::Array *array = line.getArray(name);
  if (!array)
    return std::nullopt;
  std::vector<double> numbers;
  for (const llvm::json::Value &value : *array)
    numbers.push_back(value.getAsNumber().value_or(HUGE_VAL)); // null: no finite number
  return numbers;
}

llvm::json::Array arrayOf(const std::vector<double> &numbers) {
  llvm::json::Array array;
  for (double number : numbers)
    array.push_back(std::isfinite(number) ? llvm::json::Value(number) : llvm::json::Value(nullptr));
  return array;
}

class Journal {
public:
  explicit Journal(std::string path) : path(std::move(path)) {}

  Status begin(const std::string &setting) {
    if (auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true))
      if (Status status = read((*buffer)->getBuffer(), setting); !status.ok())
        return status;
    // A line that was cut is written over: the file is made anew of what was read.
    std::error_code failed;
    llvm::raw_fd_ostream stream(path, failed);
    if (failed)
      return Status(StatusCode::Io, path + ": " + failed.message());
    stream << llvm::json::Value(llvm::json::Object{{"search", setting}}) << "\n";
    for (const auto &[types, measured] : known)
      write(stream, types, measured);
    return {};
  }

  std::optional<MeasuredErrors> recall(const std::string &types) const {
    const auto found = known.find(types);
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }

  void keep(const std::string &types, const MeasuredErrors &measured) {
    std::error_code failed;
    llvm::raw_fd_ostream stream(path, failed, llvm::sys::fs::OF_Append);
    if (!failed)
      write(stream, types, measured);
  }

private:
  static void write(llvm::raw_ostream &stream, const std::string &types,
                    const MeasuredErrors &measured) {
    stream << llvm::json::Value(llvm::json::Object{{"types", types},
                                                   {"noise", arrayOf(measured.noise)},
                                                   {"errors", arrayOf(measured.errors)}})
           << "\n";
  }

  Status read(llvm::StringRef text, const std::string &setting) {
    llvm::SmallVector<llvm::StringRef> lines;
    text.split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (auto [i, line] : llvm::enumerate(lines)) {
      auto value = llvm::json::parse(line);
      const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
      if (!value)
        llvm::consumeError(value.takeError());
      if (i == 0 && (!object || object->getString("search").value_or("") != setting))
        return invalidArgument(path +
                               ": was written by another search (other samples, options or "
                               "network), or is no such file; name another file, or remove it");
      if (i == 0 || !object)
        continue;
      auto noise = numbersOf(*object, "noise"), errors = numbersOf(*object, "errors");
      if (noise && errors)
        known[object->getString("types").value_or("").str()] = {std::move(*errors),
                                                                std::move(*noise)};
    }
    return {};
  }

  const std::string path;
  std::map<std::string, MeasuredErrors> known;
};

} // namespace

ErrorMemory journalIn(const std::string &path) {
  auto journal = std::make_shared<Journal>(path);
  return {[journal](const std::string &setting) { return journal->begin(setting); },
          [journal](const std::string &types) { return journal->recall(types); },
          [journal](const std::string &types, const MeasuredErrors &measured) {
            journal->keep(types, measured);
          }};
}

} // namespace qopt::run
