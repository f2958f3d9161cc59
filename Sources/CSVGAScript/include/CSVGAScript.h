/// Runs scripts with Duktape, within limits of memory, steps and time. Duktape reports errors by longjmp, which must not cross Swift: all of its
/// calls are in this module, and none of its frames is above a host function that runs.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// An engine with its global object. One thread uses it at a time.
typedef struct svga_script svga_script;

typedef struct {
    /// The most bytes that the engine allocates.
    size_t memory;
    /// The most steps of all calls. A script counts a step with `$svga_step()`, or several with `$svga_step(n)`.
    uint64_t steps;
    /// The most nanoseconds of processor time, of the thread that opens or restarts the engine, in all calls.
    uint64_t nanoseconds;
} svga_script_limits;

/// What `$svga_host(operation, object, time, target)` of a script calls. Writes at most `capacity` numbers.
/// Returns how many there are, which may be more, or -1 if there is no such value: the script gets null.
typedef ptrdiff_t (*svga_script_host)(void *context, int operation, int object, double time, double *numbers, size_t capacity);

typedef enum {
    /// The script has thrown an error.
    svga_script_failed,
    /// A limit is exceeded. No later call succeeds before `svga_script_restart`.
    svga_script_stopped,
    svga_script_nothing,
    svga_script_numbers,
    svga_script_text,
} svga_script_kind;

/// What a call returns: an array of numbers, of which the last one may be an array of numbers, a string or, with kind `failed`, the message of an error. Valid until the next call.
typedef struct {
    svga_script_kind kind;
    const double *numbers;
    size_t count;
    const char *text;
    size_t length;
} svga_script_result;

/// Returns NULL if there is no memory.
svga_script *svga_script_open(svga_script_limits limits, svga_script_host host, void *context);
void svga_script_close(svga_script *script);

/// Runs the scripts of this module, once and before anything else.
svga_script_result svga_script_start(svga_script *script);

/// Copies texts of JSON, which scripts read by `$svga_part(index)`. To be called once.
/// @param starts  where each text starts, and where the last one ends: count + 1 numbers.
/// @param growth  how many bytes more the engine may allocate for each byte of a text that is read.
/// Returns 0 if there is no memory.
int svga_script_set_parts(svga_script *script, const char *text, const size_t *starts, size_t count, size_t growth);

/// Runs a program.
svga_script_result svga_script_run(svga_script *script, const char *source, size_t length);

/// Calls a global function with a value from JSON.
svga_script_result svga_script_install(svga_script *script, const char *function, const char *json, size_t length);

/// Calls a global function with two numbers.
svga_script_result svga_script_call(svga_script *script, const char *function, double first, double second);

/// From now on, calls have these limits of steps and time, also if a limit has stopped earlier calls. The limit of memory stays.
void svga_script_restart(svga_script *script, uint64_t steps, uint64_t nanoseconds);

/// The steps since the start or the last restart.
uint64_t svga_script_steps(const svga_script *script);

/// The processor time of this thread since the last restart, which was on the same thread.
uint64_t svga_script_nanoseconds(const svga_script *script);

/// From now on, the engine may allocate this many bytes more than it has.
void svga_script_allow(svga_script *script, size_t memory);
