// Networks that Python writes.
#include "tools/python/bindings/networks/graph.h"

#include "ir/ops.h"
#include "ir/types/preprocess.h"
#include "ir/values/results.h"
#include "tools/libqopt/diagnostics.h"

#include "mlir/IR/Verifier.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

namespace qopt::python {
namespace {

/// The file and line (and column; 0: unknown) that a Python call stands at.
std::optional<Place> placeOf(nb::handle tuple) {
  if (tuple.is_none())
    return std::nullopt;
  auto [file, line, column] = nb::cast<std::tuple<std::string, unsigned, unsigned>>(tuple);
  return Place{file, line, column};
}

[[noreturn]] void refuse(mlir::Location location, const std::string &file, const std::string &why) {
  FirstError error(location.getContext(), file);
  mlir::emitError(location) << why;
  check(qrt::invalidArgument(error.text()));
  llvm_unreachable("check throws");
}

void takeName(const std::shared_ptr<Graph> &graph, mlir::Location location,
              const std::string &name) {
  if (name.empty())
    refuse(location, graph->file(), "the name is empty; give one");
  if (!graph->takeKeys(name, 0, 1))
    refuse(location, graph->file(), "the name '" + name + "' is used already; give another");
}

struct InputRequest {
  std::string name, dtype;
  nb::object shape = nb::none();
  std::vector<double> mean, std;
  nb::object place = nb::none();
};

mlir::Attribute preprocessOf(mlir::Location location, const std::string &file,
                             const InputRequest &request) {
  FirstError error(location.getContext(), file);
  auto made = nn::PreprocessAttr::getChecked([&] { return mlir::emitError(location); },
                                             location.getContext(),
                                             nn::Preprocess{request.mean, request.std, {}});
  if (!made)
    check(qrt::invalidArgument(error.text()));
  return made;
}

ValueRef addInput(const std::shared_ptr<Graph> &graph, const InputRequest &request) {
  graph->checkBuilt();
  const std::shared_ptr<mlir::MLIRContext> kept = graph->context();
  mlir::MLIRContext *context = kept.get();
  mlir::Location location = graph->location(placeOf(request.place), request.name);
  mlir::RankedTensorType type =
      nn::tensorType(shapeOf(context, request.shape), elementNamed(context, request.dtype));
  {
    FirstError error(context, graph->file());
    if (mlir::failed(nn::verifyTensor(type, [&] { return mlir::emitError(location); })))
      check(qrt::invalidArgument(error.text()));
  }
  if (request.mean.size() > 1 && !nn::fitsChannels(request.mean.size(), type.getShape()))
    refuse(location, graph->file(),
           std::to_string(request.mean.size()) +
               " means do not fit the channels; give one number, or one a channel");
  mlir::Builder b(context);
  mlir::NamedAttrList attributes;
  if (!request.mean.empty())
    attributes.set(nn::preprocessAttr, preprocessOf(location, graph->file(), request));
  takeName(graph, location, request.name);
  attributes.set(nn::nameAttr, b.getStringAttr(request.name));
  mlir::func::FuncOp entry = graph->entry(); // which sizes of the caller's own may have ended
  const unsigned index = entry.getNumArguments();
  if (mlir::failed(entry.insertArgument(index, type, attributes.getDictionary(context), location)))
    refuse(location, graph->file(), "the input cannot be added");
  return {graph, nullptr, index};
}

void setResults(mlir::func::FuncOp entry,
                const std::vector<std::pair<std::string, mlir::Value>> &outputs) {
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(&entry.front());
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<mlir::Attribute> names;
  for (const auto &[name, value] : outputs) {
    values.push_back(value);
    names.push_back(name.empty() ? mlir::Attribute() : b.getStringAttr(name));
  }
  mlir::func::ReturnOp::create(b, entry.getLoc(), values);
  entry.setType(
      b.getFunctionType(entry.getArgumentTypes(), mlir::TypeRange(mlir::ValueRange(values))));
  nn::setResultAttributes(entry, nn::nameAttr, names);
}

/// The graph as a model; where its verifier refuses, the graph is as it was.
std::unique_ptr<Model> finish(const std::shared_ptr<Graph> &graph,
                              const std::vector<std::pair<std::string, ValueRef>> &outputs) {
  graph->checkBuilt();
  mlir::func::FuncOp entry = graph->entry();
  std::vector<std::pair<std::string, mlir::Value>> values;
  for (const auto &[name, ref] : outputs) {
    if (ref.graph != graph)
      check(qrt::invalidArgument(graph->file() + ": output '" + name +
                                 "' is a value of another network; use one of this one"));
    values.emplace_back(name, ref.get());
  }
  setResults(entry, values);
  {
    ErrorCollector errors(graph->context().get(), graph->file());
    if (mlir::failed(mlir::verify(graph->module()))) {
      const qrt::Status why =
          errors.status(qrt::StatusCode::InvalidArgument, "the network does not verify");
      entry.front().getTerminator()->erase();
      entry.setAllResultAttrs(llvm::ArrayRef<mlir::Attribute>());
      entry.setType(mlir::FunctionType::get(graph->context().get(), entry.getArgumentTypes(), {}));
      check(why);
    }
  }
  const std::string file = graph->file();
  return std::make_unique<Model>(
      graph->give("is finished: output() has made its model; build another network"), file);
}

/// Erases what was made for a layer that did not come about, and gives its names back.
void abandon(const std::shared_ptr<Graph> &graph, const std::vector<ValueRef> &values) {
  for (const ValueRef &ref : values)
    if (mlir::Operation *op = ref.get().getDefiningOp(); op && op->use_empty())
      graph->erase(op);
  graph->forgetNames();
}

std::vector<ValueRef> create(const std::shared_ptr<Graph> &graph, const std::string &op,
                             std::vector<std::vector<ValueRef>> operands, nb::dict attributes,
                             std::tuple<std::string, bool> name, std::optional<std::string> dtype,
                             nb::object shape, nb::object place) {
  return createOperation(graph,
                         {op, std::move(operands), std::move(attributes), std::get<0>(name),
                          std::get<1>(name), std::move(dtype), std::move(shape), placeOf(place)});
}

} // namespace

void addNetwork(nb::module_ &m) {
  nb::class_<InputRequest>(m, "InputRequest")
      .def(nb::init<>())
      .def_rw("name", &InputRequest::name)
      .def_rw("dtype", &InputRequest::dtype)
      .def_rw("shape", &InputRequest::shape, nb::arg().none())
      .def_rw("mean", &InputRequest::mean)
      .def_rw("std", &InputRequest::std)
      .def_rw("place", &InputRequest::place, nb::arg().none());
  nb::class_<Graph>(m, "Graph", "A network that is being built or rewritten.")
      .def("input", &addInput, nb::arg("request"))
      .def("create", &create, nb::arg("op"), nb::arg("operands"), nb::arg("attributes"),
           nb::arg("name"), nb::arg("dtype").none(), nb::arg("shape").none(),
           nb::arg("place").none())
      .def("fresh_name", &Graph::freshName, nb::arg("base"))
      .def("abandon", &abandon, nb::arg("values"))
      .def("finish", &finish, nb::arg("outputs"))
      .def("end", [](Graph &graph) {
        graph.checkBuilt();
        graph.end("is closed; build another network");
      });
  m.def("new_graph", &Graph::empty, nb::arg("name"));
}

} // namespace qopt::python
