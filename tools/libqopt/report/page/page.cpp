#include "tools/libqopt/report/page/page.h"

#include "tools/libqopt/report/assets/assets.h"
#include "tools/libqopt/report/drawing/markup.h"
#include "tools/libqopt/report/drawing/svg.h"
#include "tools/libqopt/report/page/data.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"

namespace qopt::run {

/// The scripts stand in the order in which they need each other.
static constexpr llvm::StringLiteral scripts[] = {"elements.js", "view.js",   "map.js",
                                                  "colours.js",  "charts.js", "details.js",
                                                  "tables.js",   "main.js"};

static std::string scriptText() {
  std::string text = "(() => {\n'use strict';\n";
  for (llvm::StringRef name : scripts)
    text += drawing::assetText(name);
  return text + "})();\n";
}

static std::string styleText() {
  return drawing::kindProperties() + std::string(drawing::assetText("page.css"));
}

/// Names a text as a content security policy that admits it does.
static std::string hashOf(llvm::StringRef text) {
  const auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return "'sha256-" + llvm::encodeBase64(digest) + "'";
}

static std::string drawingText(const drawing::DrawnNetwork &network) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  drawing::writeDrawing(stream, network);
  return text;
}

/// `page` with "@NAME@" replaced by its text; what is put in is not looked at again.
static std::string filled(llvm::StringRef page,
                          llvm::ArrayRef<std::pair<llvm::StringRef, std::string>> texts) {
  std::string result;
  while (!page.empty()) {
    auto [before, rest] = page.split("@@");
    auto [name, after] = rest.split("@@");
    result += before;
    for (const auto &[key, text] : texts)
      if (key == name)
        result += text;
    page = after;
  }
  return result;
}

std::string pageOf(const PageFacts &facts) {
  const std::string style = styleText(), script = scriptText();
  const std::string policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " +
                             hashOf(style) + "; script-src " + hashOf(script);
  return filled(drawing::assetText("page.html"), {{"POLICY", policy},
                                                  {"TITLE", drawing::markupText(facts.title)},
                                                  {"STYLE", style},
                                                  {"DRAWING", drawingText(facts.network)},
                                                  {"DATA", drawing::scriptJson(pageData(facts))},
                                                  {"SCRIPT", script}});
}

} // namespace qopt::run
