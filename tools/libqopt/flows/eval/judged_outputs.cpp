#include "tools/libqopt/flows/eval/judged_outputs.h"

#include "ir/values/near_names.h"
#include "tools/libqopt/flows/eval/chosen_kinds.h"

#include "llvm/ADT/StringExtras.h"

using namespace qrt;

namespace qopt::run {

static std::string quoted(const std::string &name) { return "'" + name + "'"; }

/// A name may hold a comma; a list does where each part is an output.
static std::string remedyFor(const std::string &name, const std::vector<std::string> &names) {
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(name).split(parts, ',');
  auto isOutput = [&](llvm::StringRef part) { return llvm::is_contained(names, part); };
  if (parts.size() < 2 || !llvm::all_of(parts, isOutput))
    return didYouMean(name, names);
  return "; several are named one by one: --output-name=" + llvm::join(parts, " --output-name=");
}

Status checkOutputNames(const std::string &path, llvm::ArrayRef<Port> outputs,
                        llvm::ArrayRef<std::string> names) {
  const std::vector<std::string> own = namesOf(outputs);
  for (auto [i, name] : llvm::enumerate(names)) {
    if (llvm::is_contained(names.take_front(i), name))
      return invalidArgument("--output-name names '" + name + "' twice");
    if (!llvm::is_contained(own, name))
      return invalidArgument("--output-name: " + path + ": has no output '" + name +
                             "'; it has: " + llvm::join(own, ", ") + remedyFor(name, own));
  }
  return {};
}

/// Tells whether there may be a row of scores, or a class, for each sample.
static bool mayTellClasses(const Port &port) {
  if (port.shape.empty())
    return false;
  const auto sizes = llvm::drop_begin(port.shape);
  const auto dimensions =
      llvm::count_if(sizes, [](const nn::Dim &dim) { return !dim.isStatic() || dim.value() > 1; });
  const bool isPlainInteger = !port.quantization && isInteger(port.type);
  return isPlainInteger ? dimensions == 0 : dimensions == 1;
}

/// The data decide how long they are, or they say how long.
static bool isOfDataLength(const std::vector<Port> &ports, size_t output) {
  return ports[output].length || llvm::any_of(ports, [&](const Port &port) {
           return port.length && port.length->count == output;
         });
}

static void add(Contender &contender, size_t output) {
  Answers answers;
  answers.output = output;
  answers.name = contender.model->outputs()[output].name;
  contender.outputs.push_back(std::move(answers));
}

/// All that can be judged, and a line about the others.
static void addAll(Contender &contender) {
  const std::vector<Port> &ports = contender.model->outputs();
  std::vector<std::string> left;
  for (size_t i = 0; i < ports.size(); ++i)
    if (!isOfDataLength(ports, i))
      add(contender, i);
    else if (ports[i].length)
      left.push_back(quoted(ports[i].name));
  if (!left.empty() && !contender.outputs.empty())
    contender.reports->note(contender.path + ": the data decide how long " +
                            llvm::join(left, ", ") + (left.size() > 1 ? " are" : " is") +
                            ", so that they are not judged");
}

Status chooseOutputs(Contender &contender, llvm::ArrayRef<std::string> names) {
  if (Status status = checkOutputNames(contender.path, contender.model->outputs(), names);
      !status.ok())
    return status;
  if (names.empty())
    addAll(contender);
  for (const std::string &name : names) {
    auto output = contender.outputIndex(name);
    if (!output)
      return output.status();
    add(contender, *output);
  }
  if (contender.outputs.empty())
    return contender.outputIndex("").status(); // says why the first is none
  const std::vector<Port> &ports = contender.model->outputs();
  // One that looks like a vector only where there is no other.
  auto find = [&](bool isVector) {
    auto found = llvm::find_if(contender.outputs, [&](const Answers &answers) {
      return mayTellClasses(ports[answers.output]) &&
             looksLikeVector(contender, answers.output) == isVector;
    });
    return size_t(found - contender.outputs.begin());
  };
  const size_t scores = find(false), vector = find(true), none = contender.outputs.size();
  contender.labelled = scores < none ? scores : vector < none ? vector : contender.labelled;
  return {};
}

/// Names the outputs that would be judged and that `names` lacks.
static std::vector<std::string> namesOfOthers(Contender &contender,
                                              llvm::ArrayRef<std::string> names) {
  std::vector<std::string> others;
  addAll(contender);
  for (const Answers &answers : contender.outputs)
    if (!llvm::is_contained(names, answers.name))
      others.push_back(answers.name);
  contender.outputs.clear();
  return others;
}

Status chooseOutputsLike(Contender &contender, const Contender &baseline,
                         llvm::ArrayRef<std::string> names) {
  if (!names.empty()) {
    Status status = chooseOutputs(contender, names);
    contender.labelled = baseline.labelled;
    return status;
  }
  const std::vector<std::string> own = namesOf(contender.model->outputs());
  std::vector<std::string> wanted, missing;
  for (const Answers &answers : baseline.outputs) {
    wanted.push_back(answers.name);
    if (!llvm::is_contained(own, answers.name))
      missing.push_back(quoted(answers.name));
  }
  if (missing.empty())
    return chooseOutputsLike(contender, baseline, wanted);
  const std::vector<std::string> others = namesOfOthers(contender, wanted);
  if (others.size() != missing.size())
    return invalidArgument(contender.path + ": has no output " + llvm::join(missing, ", ") +
                           " to be judged beside that of " + baseline.path + "; it has: " +
                           llvm::join(own, ", ") + "; --output-name says which are judged");
  auto other = others.begin();
  for (std::string &name : wanted)
    if (!llvm::is_contained(own, name))
      name = *other++;
  if (wanted.size() > 1)
    contender.reports->note(contender.path + ": has no output " + llvm::join(missing, ", ") +
                            "; in their order " +
                            llvm::join(llvm::map_range(others, quoted), ", ") +
                            (others.size() > 1 ? " are" : " is") + " judged in their place");
  return chooseOutputsLike(contender, baseline, wanted);
}

} // namespace qopt::run
