/* libqrt from C, and from whatever calls C: open a device, open a .qart file, load, bind, run.

     qrt_device *device;
     qrt_artifact *artifact;
     qrt_model *model;
     qrt_binding *binding;
     qrt_status *status = qrt_open_device("host", &device);
     …                    qrt_open_artifact("net.qart", &artifact);
     …                    qrt_load(device, artifact, 0, 0, &model);
     …                    qrt_bind(model, 1, inputs, 1, outputs, 1, &binding);
     …                    qrt_run(binding);

   Frozen: functions and numbers are added, none is changed or goes; qrt_c_version says how many
   times that was so. Every function that may fail returns null, or a status that says why and that
   the caller frees; nothing is written through its pointers then. Handles are freed once, in any
   order: what a handle was made from lives as long as it needs it. Freeing null does nothing.
   Many threads may use one device, artifact or model; a binding is for one thread at a time.
   Strings are UTF-8; those that functions return live as long as the handle. */
#ifndef QRT_C_H
#define QRT_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qrt_status qrt_status;
typedef struct qrt_device qrt_device;
typedef struct qrt_artifact qrt_artifact;
typedef struct qrt_model qrt_model;
typedef struct qrt_binding qrt_binding;
typedef struct qrt_pending qrt_pending;

/* 5: what this header declares. 1 had no runs in flight, 2 no weights, 3 no runs on streams, 4 no
   states. */
uint32_t qrt_c_version(void);
/* Returns the library's version: "0.1.0". The text is static. */
const char *qrt_version(void);

/* ---- what went wrong ---- */
enum {
  QRT_INVALID_ARGUMENT = 1, /* the caller's pointer, name, shape or file is wrong */
  QRT_NOT_FOUND = 2,        /* no such device or file */
  QRT_UNSUPPORTED = 3,      /* well formed, but this library or device cannot do it */
  QRT_IO = 4,               /* the operating system refused */
  QRT_DEVICE_ERROR = 5      /* a driver failed, or memory is short */
};
/* 0 for null. */
int32_t qrt_status_code(const qrt_status *status);
/* A sentence for people; "" for null. */
const char *qrt_status_message(const qrt_status *status);
void qrt_free_status(qrt_status *status);

/* ---- devices ---- */
/* "host", "host:4" (threads), "opencl", "opencl:1" (index), … */
qrt_status *qrt_open_device(const char *specification, qrt_device **device);
/* "host, 4 threads, avx2" */
const char *qrt_device_name(const qrt_device *device);
void qrt_free_device(qrt_device *device);

/* ---- .qart files ---- */
/* Maps the file. One that is damaged, or of another format, is refused. */
qrt_status *qrt_open_artifact(const char *path, qrt_artifact **artifact);
/* Reads an artifact from bytes in memory, which are copied. */
qrt_status *qrt_copy_artifact(const void *bytes, uint64_t size, qrt_artifact **artifact);
void qrt_free_artifact(qrt_artifact *artifact);
/* Programs are numbered from 0. */
uint32_t qrt_program_count(const qrt_artifact *artifact);
/* "host: x Nx1x28x28": device and inputs of a program; null where there is no such number. */
const char *qrt_program_text(const qrt_artifact *artifact, uint32_t program);

typedef struct qrt_shape {
  uint32_t rank;
  const int64_t *sizes;
} qrt_shape;
/* The first program that the device runs and that takes inputs of these shapes; without any (count
   0), the first that it runs. */
qrt_status *qrt_choose(const qrt_artifact *artifact, const qrt_device *device,
                       const qrt_shape *inputs, uint32_t count, uint32_t *program);

/* ---- models ---- */
enum {
  QRT_USE_BINARIES = 1, /* compiled kernels that lie in the file, where they are for this device */
  QRT_USE_CACHE = 2     /* the user's file of compiled kernels, which the tools use */
};
/* `flags`: 0, or some of these, joined by |. Without them a device compiles kernels at each load.
 */
qrt_status *qrt_load(qrt_device *device, const qrt_artifact *artifact, uint32_t program,
                     uint32_t flags, qrt_model **model);
void qrt_free_model(qrt_model *model);
/* 1 where a run may be of any batch, 0 where it is of batch 1 alone. */
int32_t qrt_batch_is_open(const qrt_model *model);

/* A port is an input or an output, numbered from 0. Of a port that there is not: null, 0. */
enum { QRT_INPUT = 0, QRT_OUTPUT = 1 };
uint32_t qrt_port_count(const qrt_model *model, int32_t side);
const char *qrt_port_name(const qrt_model *model, int32_t side, uint32_t port);
/* "f32", "u8", "i64", … */
const char *qrt_port_type(const qrt_model *model, int32_t side, uint32_t port);
uint32_t qrt_port_rank(const qrt_model *model, int32_t side, uint32_t port);
/* `rank` sizes at a batch. */
qrt_status *qrt_port_shape(const qrt_model *model, int32_t side, uint32_t port, int64_t batch,
                           int64_t *sizes, uint32_t rank);
/* Returns the bytes of a dense row-major array of that shape; 0 for a batch that there cannot be.
 */
uint64_t qrt_port_bytes(const qrt_model *model, int32_t side, uint32_t port, int64_t batch);
/* 1 where stored integers stand for reals, scale * (q - zero point), 0 where they are numbers. */
int32_t qrt_port_scale(const qrt_model *model, int32_t side, uint32_t port, double *scale,
                       int64_t *zero_point);

/* ---- runs ---- */
typedef struct qrt_buffer {
  void *data; /* of an input only read; at a multiple of its type's bytes, else qrt_bind refuses */
  uint64_t bytes;
} qrt_buffer;
/* One buffer for each port, in order, of qrt_port_bytes; they stay the caller's, and live as long
   as the binding. Shapes are checked here, not at each run. */
qrt_status *qrt_bind(const qrt_model *model, int64_t batch, const qrt_buffer *inputs,
                     uint32_t input_count, const qrt_buffer *outputs, uint32_t output_count,
                     qrt_binding **binding);
/* Reads the inputs as they are now; where it fails, what outputs hold is not said. */
qrt_status *qrt_run(qrt_binding *binding);
void qrt_free_binding(qrt_binding *binding);

/* ---- runs in flight ----
   Since version 2. The answer has the bits of qrt_run's.
   - Buffers: from qrt_submit until the run has ended, nobody writes the binding's inputs, and
   nobody reads or writes its outputs. The caller keeps them that long; freeing the binding, model
   or device meanwhile is harmless.
   - How many: a binding has one run in flight, so that as many bindings as runs are needed; of a
   model 256 are in flight at most, one more is refused as QRT_DEVICE_ERROR, and nothing is lost.
   They begin in order. On the host one goes on at a time, by all of the device's threads; on other
   devices two do, each on a queue or stream of its own.
   - Errors: what became of the run is what qrt_wait gives, as often as it is asked; one run that
   fails leaves the others as they are. Many threads may ask one qrt_pending and wait for it; one
   frees it, when no other uses it. */
qrt_status *qrt_submit(qrt_binding *binding, qrt_pending **run);
/* 1 where the run has ended, well or not; it does not wait. */
int32_t qrt_has_ended(const qrt_pending *run);
/* Waits so many milliseconds, or until the run ends where they are negative; the thread sleeps.
   `ended` becomes 1 where the run has ended, also with an error of its own. Where it has not, it
   becomes 0 and the call returns null. It stays as it was where `run` is null. It may be null:
   time that runs out is then an error, QRT_DEVICE_ERROR. */
qrt_status *qrt_wait(const qrt_pending *run, int64_t milliseconds, int32_t *ended);
/* Drops a run that has not begun, and waits for one that has: after it the buffers are the
   caller's, and what outputs hold is said only of a run that was waited for. */
void qrt_free_pending(qrt_pending *run);

/* ---- runs in the device's memory ----
   Since version 4. Tensors that lie in the device's own memory are read and written there, and
   nothing passes through the host's.
   - Addresses: `data` are the device's: CUDA's CUdeviceptr, as cuMemAlloc or another library gives
   them; of "host" the host's. They are dense, row-major, in the port's logical order (NCHW), begin
   at a multiple of their type's bytes, and are read and written where they lie if that is one of 64
   bytes; else the device copies them. QRT_UNSUPPORTED where memory has no addresses (OpenCL's),
   where a port's dimension of the batch is not its first.
   - Order: `stream` is the caller's, CUDA's CUstream of the device's primary context; null is its
   default one; of "host" it is null. A run comes after what is queued there already, and before
   what is queued there later: neither needs an event. It returns as soon as the run is queued.
   Bindings of one model may be on streams of their own.
   - Buffers: the caller keeps the memory until the run has ended, as its stream says; no output
   lies over another buffer. Freeing the last handle of a model and its bindings waits for the end.
   - Errors: what does not fit is refused at once. Where an index that data decide may leave its
   tensor, the run is waited for, and that is its error; a kernel that fails otherwise is the error
   of a later call, as CUDA's own are. */
/* As qrt_bind, of buffers in the device's memory. qrt_run and qrt_submit refuse such a binding. */
qrt_status *qrt_bind_on_device(const qrt_model *model, int64_t batch, const qrt_buffer *inputs,
                               uint32_t input_count, const qrt_buffer *outputs,
                               uint32_t output_count, qrt_binding **binding);
/* Queues a run of a binding of qrt_bind_on_device; again before the last one has ended, as often as
   wanted. */
qrt_status *qrt_run_on_stream(qrt_binding *binding, void *stream);

/* ---- states ----
   Since version 5. A state is what a run leaves for the next one: an input NAME that an output
   NAME.next of the same type, shape and scale gives. A binding of qrt_bind keeps none: its caller
   copies one buffer to the other. One of qrt_bind_with_states keeps them all, in two buffers each
   that take turns, and copies nothing. They begin at rest: 0, of steps the zero point. A run that
   fails leaves them as they were. Runs come one after the other: qrt_submit refuses such a
   binding. */
/* 1 where an input is a state, and `output` then becomes its output's number; else 0. */
int32_t qrt_state_output(const qrt_model *model, uint32_t input, uint32_t *output);
/* As qrt_bind. Of inputs and outputs that are states' `data` is null and `bytes` 0. */
qrt_status *qrt_bind_with_states(const qrt_model *model, int64_t batch, const qrt_buffer *inputs,
                                 uint32_t input_count, const qrt_buffer *outputs,
                                 uint32_t output_count, qrt_binding **binding);
/* The next run begins with all states at rest. */
qrt_status *qrt_reset_states(qrt_binding *binding);
/* The state with which the next run begins, qrt_port_bytes of it, to read and to write between
   runs. It lies elsewhere after each run. Null where the binding keeps no such state. */
void *qrt_state(qrt_binding *binding, uint32_t input);

/* ---- weights ----
   Since version 3. A model's weights may be exchanged while it runs: runs that begin afterwards
   have the new ones, those in flight keep the old ones, and no run has some of each. Bindings stay
   as they are. Both are in memory until the last run of the old ones has ended. Many threads may
   refit one model, one after the other. After an error all is as it was. */
/* Goes on with a program of the same network with other weights, of a file that `qrun refit` or
   `qrun compile` wrote. Kernels that are alike are not compiled again. `flags` as qrt_load's. */
qrt_status *qrt_model_refit(qrt_model *model, const qrt_artifact *artifact, uint32_t program,
                            uint32_t flags);

/* Weights that the file names, numbered from 0, as the model was loaded. Of a weight that there is
   not: null, 0. */
uint32_t qrt_weight_count(const qrt_model *model);
const char *qrt_weight_name(const qrt_model *model, uint32_t weight);
/* "f32", "i8", … */
const char *qrt_weight_type(const qrt_model *model, uint32_t weight);
uint32_t qrt_weight_rank(const qrt_model *model, uint32_t weight);
/* `rank` sizes. */
qrt_status *qrt_weight_shape(const qrt_model *model, uint32_t weight, int64_t *sizes,
                             uint32_t rank);
/* Returns why it is not changed alone, but with the whole model; null if it may be. */
const char *qrt_weight_why_fixed(const qrt_model *model, uint32_t weight);

typedef struct qrt_weight {
  const char *name;
  const char *type; /* as qrt_weight_type */
  uint32_t rank;
  const int64_t *sizes;
  const void *data; /* dense, row-major, copied; at a multiple of its type's bytes */
  uint64_t bytes;
} qrt_weight;
/* Goes on with these values of some weights, together. Integers are steps of the scale and zero
   point that the network was compiled with. */
qrt_status *qrt_refit(qrt_model *model, const qrt_weight *weights, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
