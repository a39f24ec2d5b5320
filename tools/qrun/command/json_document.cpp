#include "tools/qrun/command/json_document.h"

#include "tools/io/exit_code.h"
#include "tools/io/file.h"
#include "tools/qrun/command/usage.h"

#include "llvm/ADT/STLExtras.h"

#include <CLI/App.hpp>

#include <cmath>

using namespace qrt;

namespace qopt::run {

CLI::Option *addJsonOption(CLI::App &command, JsonOutput &output) {
  return command
      .add_option("--json", output.file,
                  "Write the result as JSON, for programs: --json=FILE in addition to what is "
                  "printed, --json instead of it")
      ->type_name("FILE")
      ->default_str("");
}

int checkJson(const JsonOutput &output, llvm::ArrayRef<std::string> sources,
              llvm::ArrayRef<std::string> others) {
  if (!output.file)
    return Success;
  if (llvm::any_of(others, [&](const std::string &other) {
        return *output.file == other || io::isOneFile(*output.file, other);
      }))
    usageError("--json=" + *output.file +
               ": the command's output has the same name; give the JSON file another one");
  if (output.takesStdout())
    return Success;
  if (Status status = io::checkWritable(*output.file, sources); !status.ok())
    return report(status);
  if (std::string why = io::whyMisnamed(*output.file, "JSON", ".json"); !why.empty())
    usageError("--json: " + why);
  return Success;
}

Status writeDocument(const JsonOutput &output, WriteFields write) {
  if (!output.file)
    return {};
  return io::writeText(*output.file, [&](llvm::raw_ostream &stream) {
    llvm::json::OStream json(stream, 2);
    json.object([&] {
      json.attribute("version", 1);
      write(json);
    });
    stream << "\n";
  });
}

Status tell(const JsonOutput &output, PrintText print, WriteFields write) {
  Status status = output.takesStdout() ? Status() : io::writeStdout(print);
  return status.ok() ? writeDocument(output, write) : status;
}

void writeNumber(llvm::json::OStream &json, llvm::StringRef name, double value) {
  json.attribute(name, std::isfinite(value) ? llvm::json::Value(value) : nullptr);
}

void writeText(llvm::json::OStream &json, llvm::StringRef name, llvm::StringRef text) {
  json.attribute(name, llvm::json::fixUTF8(text));
}

void writeTextOrNull(llvm::json::OStream &json, llvm::StringRef name, llvm::StringRef text) {
  if (text.empty())
    json.attribute(name, nullptr);
  else
    writeText(json, name, text);
}

void writeStrings(llvm::json::OStream &json, llvm::StringRef name,
                  llvm::ArrayRef<std::string> texts) {
  json.attributeArray(name, [&] {
    for (const std::string &text : texts)
      json.value(llvm::json::fixUTF8(text));
  });
}

void writeSizes(llvm::json::OStream &json, llvm::StringRef name, llvm::ArrayRef<int64_t> sizes) {
  json.attributeArray(name, [&] {
    for (int64_t size : sizes)
      json.value(size);
  });
}

} // namespace qopt::run
