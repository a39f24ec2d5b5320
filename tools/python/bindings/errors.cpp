#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/python/bindings/bindings.h"

namespace qopt::python {

void check(const qrt::Status &status) {
  if (!status.ok())
    throw StatusError{status};
}

static const char *codeName(qrt::StatusCode code) {
  switch (code) {
  case qrt::StatusCode::Ok: return "ok";
  case qrt::StatusCode::InvalidArgument: return "invalid-argument";
  case qrt::StatusCode::NotFound: return "not-found";
  case qrt::StatusCode::Unsupported: return "unsupported";
  case qrt::StatusCode::Io: return "io";
  case qrt::StatusCode::DeviceError: return "device";
  }
  return "device";
}

// The exceptions are Python's, in qopt/_errors.py, which knows what each code is.
void addErrors(nb::module_ &) {
  nb::register_exception_translator([](const std::exception_ptr &error, void *) {
    try {
      std::rethrow_exception(error);
    } catch (const StatusError &e) {
      nb::object made =
          nb::module_::import_("qopt._errors")
              .attr("from_status")(wasCancelled(e.status) ? "cancelled" : codeName(e.status.code()),
                                   e.status.message());
      PyErr_SetObject(reinterpret_cast<PyObject *>(made.type().ptr()), made.ptr());
    }
  });
}

} // namespace qopt::python
