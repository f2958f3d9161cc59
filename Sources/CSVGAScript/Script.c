#include "include/CSVGAScript.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../System/CDuktape/shim.h"
#include "Sources.h"

/// Bytes of memory: the sizes of small allocations are up to so many multiples of the unit.
enum { unit = 16, classes = 32, chunk_size = 1 << 16 };

struct chunk;
struct large;

struct svga_script {
    duk_context *context;
    svga_script_limits limits;
    svga_script_host host;
    void *host_context;
    /// Bytes that the engine has allocated, and how many it may.
    size_t allocated;
    size_t most;
    /// Bytes that were taken from the system.
    size_t held;
    struct chunk *chunks;
    struct large *large;
    /// The unused end of the newest chunk.
    char *chunk_end;
    size_t chunk_left;
    /// Free blocks by their size. Each has the address of the next one behind its header.
    void *free_blocks[classes];
    uint64_t steps;
    uint64_t start;
    /// When the processor time was last looked at, on a clock that costs little.
    uint64_t looked;
    int stopped;
    /// Texts of JSON that scripts read when they need them, one after the other, and where each starts and the last one ends.
    char *parts;
    size_t *part_starts;
    size_t part_count;
    /// How many bytes more the engine may allocate for each byte of a part.
    size_t part_growth;
    /// What the last call returned.
    double *numbers;
    size_t capacity;
    char *text;
};

// MARK: - Memory

// An engine allocates many small blocks and frees them all at once when it is closed. They are parts of chunks, with a list of free blocks for
// each size, which takes less time than malloc.

/// In front of each allocation. A small one is a multiple of 16 bytes long.
typedef struct {
    _Alignas(unit) size_t size;
} header;

/// In front of the header of an allocation that is larger than all classes.
struct large {
    _Alignas(unit) struct large *next;
    struct large *previous;
};

struct chunk {
    _Alignas(unit) struct chunk *next;
    char bytes[];
};

/// The units of a small allocation; more than ``classes`` for a large one.
static size_t units_of(size_t size) { return size == 0 ? 1 : size / unit + (size % unit != 0); }

/// Whether memory for this many bytes more may be taken from the system. Free blocks of one size are no memory for another.
static int may_hold(svga_script *script, size_t size) {
    size_t most = script->most < SIZE_MAX / 4 ? 2 * script->most + chunk_size : SIZE_MAX / 2;
    return size <= most && script->held <= most - size;
}

static header *small_block(svga_script *script, size_t units) {
    header *block = script->free_blocks[units - 1];
    if (block) {
        memcpy(&script->free_blocks[units - 1], block + 1, sizeof(void *));
        return block;
    }
    size_t size = sizeof(header) + units * unit;
    if (script->chunk_left < size) {
        if (!may_hold(script, chunk_size)) return NULL;
        struct chunk *chunk = malloc(chunk_size);
        if (!chunk) return NULL;
        chunk->next = script->chunks;
        script->chunks = chunk;
        script->held += chunk_size;
        script->chunk_end = chunk->bytes;
        script->chunk_left = chunk_size - sizeof *chunk;
    }
    block = (header *)script->chunk_end;
    script->chunk_end += size;
    script->chunk_left -= size;
    return block;
}

static header *large_block(svga_script *script, size_t size) {
    if (!may_hold(script, size)) return NULL;
    struct large *large = malloc(sizeof *large + sizeof(header) + size);
    if (!large) return NULL;
    *large = (struct large){.next = script->large};
    if (large->next) large->next->previous = large;
    script->large = large;
    script->held += size;
    return (header *)(large + 1);
}

static void *allocate(void *data, duk_size_t size) {
    svga_script *script = data;
    if (size > script->most || script->allocated > script->most - size) return NULL;
    size_t units = units_of(size);
    header *block = units <= classes ? small_block(script, units) : large_block(script, size);
    if (!block) return NULL;
    block->size = size;
    script->allocated += size;
    return block + 1;
}

static void release(void *data, void *pointer) {
    if (!pointer) return;
    svga_script *script = data;
    header *block = (header *)pointer - 1;
    size_t units = units_of(block->size);
    script->allocated -= block->size;
    if (units <= classes) {
        memcpy(pointer, &script->free_blocks[units - 1], sizeof(void *));
        script->free_blocks[units - 1] = block;
        return;
    }
    struct large *large = (struct large *)block - 1;
    if (large->next) large->next->previous = large->previous;
    if (large->previous) large->previous->next = large->next;
    else script->large = large->next;
    script->held -= block->size;
    free(large);
}

static void *reallocate(void *data, void *pointer, duk_size_t size) {
    if (!pointer) return allocate(data, size);
    if (size == 0) {
        release(data, pointer);
        return NULL;
    }
    svga_script *script = data;
    header *block = (header *)pointer - 1;
    size_t old = block->size, others = script->allocated - old;
    if (size > old && (size > script->most || others > script->most - size)) return NULL;
    if (units_of(size) == units_of(old) && units_of(size) <= classes) {
        block->size = size;
        script->allocated = others + size;
        return pointer;
    }
    // Both are counted while the content is moved, but only the new one is more than before.
    size_t most = script->most;
    script->most = SIZE_MAX / 4 - 1 > most ? most + old : most;
    void *moved = allocate(script, size);
    script->most = most;
    if (!moved) return NULL;
    memcpy(moved, pointer, size < old ? size : old);
    release(script, pointer);
    return moved;
}

/// Frees all memory of the engine.
static void release_all(svga_script *script) {
    while (script->large) {
        struct large *next = script->large->next;
        free(script->large);
        script->large = next;
    }
    while (script->chunks) {
        struct chunk *next = script->chunks->next;
        free(script->chunks);
        script->chunks = next;
    }
}

// MARK: - Time

static uint64_t clock_of(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// The steps between two looks at a clock.
static const uint64_t steps_of_look = 16;

/// Reading the processor time takes a system call: it is read every ten milliseconds, and more often for a lower limit.
static int is_late(svga_script *script, uint64_t count) {
    if (script->steps / steps_of_look == (script->steps - count) / steps_of_look) return 0;
    uint64_t now = clock_of(CLOCK_MONOTONIC), pause = script->limits.nanoseconds / 4;
    if (now - script->looked < (pause < 10000000u ? pause : 10000000u)) return 0;
    script->looked = now;
    return clock_of(CLOCK_THREAD_CPUTIME_ID) - script->start > script->limits.nanoseconds;
}

// MARK: - What scripts call

static svga_script *script_of(duk_context *context) {
    duk_memory_functions functions;
    duk_get_memory_functions(context, &functions);
    return functions.udata;
}

static duk_ret_t step(duk_context *context) {
    svga_script *script = script_of(context);
    double count = duk_get_number_default(context, 0, 1);
    uint64_t added = count >= 1 ? count < 1e15 ? (uint64_t)count : (uint64_t)1e15 : 1;
    script->steps += added;
    if (script->stopped || script->steps > script->limits.steps || is_late(script, added)) {
        script->stopped = 1;
        return duk_error(context, DUK_ERR_RANGE_ERROR, "too much work");
    }
    duk_push_true(context);
    return 1;
}

/// Makes room for numbers. Returns whether there is room.
static int reserve(svga_script *script, size_t count) {
    if (count <= script->capacity) return 1;
    double *more = count <= script->most / sizeof(double) ? realloc(script->numbers, count * sizeof(double)) : NULL;
    if (!more) return 0;
    script->numbers = more;
    script->capacity = count;
    return 1;
}

/// `$svga_host(operation, object, time, target)`. A target that is a number asks for the first number alone. A target that is a list of the right
/// length gets the numbers and is returned: the language makes a short list in less time than this interface.
static duk_ret_t host(duk_context *context) {
    svga_script *script = script_of(context);
    int operation = duk_get_int(context, 0), object = duk_get_int(context, 1);
    double time = duk_get_number_default(context, 2, 0);
    ptrdiff_t count = script->host(script->host_context, operation, object, time, script->numbers, script->capacity);
    if (count > 0 && (size_t)count > script->capacity) {
        if (!reserve(script, (size_t)count)) return duk_error(context, DUK_ERR_RANGE_ERROR, "no memory");
        count = script->host(script->host_context, operation, object, time, script->numbers, script->capacity);
    }
    if (count < 0) {
        duk_push_null(context);
        return 1;
    }
    if (duk_is_number(context, 3)) {
        if (count == 0) return 0;
        duk_push_number(context, script->numbers[0]);
        return 1;
    }
    int fits = duk_is_array(context, 3) && duk_get_length(context, 3) == (duk_size_t)count;
    if (fits) duk_dup(context, 3);
    else duk_push_array(context);
    for (ptrdiff_t index = 0; index < count; index++) {
        duk_push_number(context, script->numbers[index]);
        duk_put_prop_index(context, -2, (duk_uarridx_t)index);
    }
    return 1;
}

/// Reads a part. Its memory does not count as that of what expressions make.
static duk_ret_t part(duk_context *context) {
    svga_script *script = script_of(context);
    int index = duk_get_int(context, 0);
    if (index < 0 || (size_t)index >= script->part_count) {
        duk_push_null(context);
        return 1;
    }
    size_t start = script->part_starts[index], length = script->part_starts[index + 1] - start;
    size_t growth = script->part_growth * length;
    script->most = SIZE_MAX / 8 - growth > script->most ? script->most + growth : SIZE_MAX / 8;
    duk_push_lstring(context, script->parts + start, length);
    duk_json_decode(context, -1);
    return 1;
}

// MARK: - Calls

typedef struct {
    svga_script *script;
    const char *function;
    const char *source;
    size_t length;
    double first, second;
    svga_script_result result;
} job;

static duk_ret_t add_functions(duk_context *context, void *data) {
    (void)data;
    duk_push_c_function(context, step, 1);
    duk_put_global_string(context, "$svga_step");
    duk_push_c_function(context, host, 4);
    duk_put_global_string(context, "$svga_host");
    duk_push_c_function(context, part, 1);
    duk_put_global_string(context, "$svga_part");
    return 0;
}

static duk_ret_t run(duk_context *context, void *data) {
    job *job = data;
    duk_eval_lstring_noresult(context, job->source, job->length);
    return 0;
}

/// The bytecode of a script of this module.
typedef struct {
    size_t length;
    char bytes[];
} compiled_script;

/// The scripts that an engine of this process has compiled, which takes ten times as long as loading them.
static _Atomic(compiled_script *) compiled_scripts[svga_script_source_count];

/// Pushes the function of a script, compiled or loaded.
static void push_script(duk_context *context, size_t index) {
    compiled_script *known = atomic_load_explicit(&compiled_scripts[index], memory_order_acquire);
    if (known) {
        memcpy(duk_push_fixed_buffer(context, known->length), known->bytes, known->length);
        duk_load_function(context);
        return;
    }
    size_t length = 0;
    const char *source = svga_script_source(index, &length);
    duk_compile_lstring(context, 0, source, length);
    duk_dup(context, -1);
    duk_dump_function(context);
    const void *bytes = duk_get_buffer_data(context, -1, &length);
    compiled_script *copy = bytes ? malloc(sizeof *copy + length) : NULL;
    if (copy) {
        copy->length = length;
        memcpy(copy->bytes, bytes, length);
        // Another thread may have been first.
        if (!atomic_compare_exchange_strong(&compiled_scripts[index], &known, copy)) free(copy);
    }
    duk_pop(context);
}

static duk_ret_t start(duk_context *context, void *data) {
    (void)data;
    for (size_t index = 0; index < svga_script_source_count; index++) {
        push_script(context, index);
        duk_call(context, 0);
        duk_pop(context);
    }
    return 0;
}

static duk_ret_t install(duk_context *context, void *data) {
    job *job = data;
    duk_get_global_string(context, job->function);
    duk_push_lstring(context, job->source, job->length);
    duk_json_decode(context, -1);
    duk_call(context, 1);
    return 0;
}

/// Copies the array on top of the stack behind `found` numbers. Its elements are numbers, and the last one may be an array of numbers.
/// Returns the number of numbers, or 0 if there is no memory.
static size_t copy_elements(duk_context *context, svga_script *script, size_t found, int is_outer) {
    size_t count = duk_get_length(context, -1), total = found;
    if (count > script->most / sizeof(double) || !reserve(script, found + count)) return 0;
    for (size_t index = 0; index < count; index++) {
        duk_get_prop_index(context, -1, (duk_uarridx_t)index);
        if (is_outer && index + 1 == count && duk_is_array(context, -1)) {
            total = copy_elements(context, script, total, 0);
        } else {
            script->numbers[total++] = duk_get_number_default(context, -1, 0);
        }
        duk_pop(context);
    }
    return total;
}

/// Copies an array of numbers, so that it outlives the call.
static void copy_numbers(duk_context *context, job *job) {
    size_t count = copy_elements(context, job->script, 0, 1);
    if (count == 0) return;
    job->result = (svga_script_result){.kind = svga_script_numbers, .numbers = job->script->numbers, .count = count};
}

static void copy_text(duk_context *context, job *job) {
    size_t length = 0;
    const char *text = duk_get_lstring(context, -1, &length);
    char *copy = text ? malloc(length + 1) : NULL;
    if (!copy) return;
    memcpy(copy, text, length);
    copy[length] = 0;
    free(job->script->text);
    job->script->text = copy;
    job->result = (svga_script_result){.kind = svga_script_text, .text = copy, .length = length};
}

static duk_ret_t call(duk_context *context, void *data) {
    job *job = data;
    job->result.kind = svga_script_nothing;
    duk_get_global_string(context, job->function);
    duk_push_number(context, job->first);
    duk_push_number(context, job->second);
    duk_call(context, 2);
    if (duk_is_array(context, -1)) copy_numbers(context, job);
    if (duk_is_string(context, -1)) copy_text(context, job);
    return 0;
}

/// Copies the message of an error; a second error in its place is none.
static duk_ret_t explain(duk_context *context, void *data) {
    duk_safe_to_string(context, -1);
    copy_text(context, data);
    return 0;
}

/// Runs a function so that errors end here.
static void guarded(job *job, duk_safe_call_function function) {
    svga_script *script = job->script;
    job->result = (svga_script_result){.kind = svga_script_nothing};
    if (script->stopped) {
        job->result.kind = svga_script_stopped;
        return;
    }
    if (duk_safe_call(script->context, function, job, 0, 1) != DUK_EXEC_SUCCESS) {
        job->result = (svga_script_result){.kind = svga_script_failed, .text = "", .length = 0};
        if (duk_safe_call(script->context, explain, job, 1, 1) != DUK_EXEC_SUCCESS) job->result.length = 0;
        job->result.kind = svga_script_failed;
    }
    duk_pop(script->context);
    if (script->stopped) job->result.kind = svga_script_stopped;
}

// MARK: - Interface

/// Duktape calls this where no error can be caught, which `guarded` excludes.
static void fatal(void *data, const char *message) {
    (void)data;
    (void)message;
    abort();
}

svga_script *svga_script_open(svga_script_limits limits, svga_script_host host, void *context) {
    svga_script *script = calloc(1, sizeof *script);
    if (!script) return NULL;
    script->limits = limits;
    script->host = host;
    script->host_context = context;
    script->most = limits.memory;
    script->start = clock_of(CLOCK_THREAD_CPUTIME_ID);
    script->context = duk_create_heap(allocate, reallocate, release, script, fatal);
    if (!script->context) {
        release_all(script);
        free(script);
        return NULL;
    }
    job job = {.script = script};
    guarded(&job, add_functions);
    return script;
}

void svga_script_close(svga_script *script) {
    if (!script) return;
    // The engine has nothing but memory.
    release_all(script);
    free(script->numbers);
    free(script->text);
    free(script->parts);
    free(script->part_starts);
    free(script);
}

int svga_script_set_parts(svga_script *script, const char *text, const size_t *starts, size_t count, size_t growth) {
    if (script->parts || count == 0) return count == 0;
    size_t length = starts[count];
    script->parts = malloc(length ? length : 1);
    script->part_starts = malloc((count + 1) * sizeof *starts);
    if (!script->parts || !script->part_starts) return 0;
    memcpy(script->parts, text, length);
    memcpy(script->part_starts, starts, (count + 1) * sizeof *starts);
    script->part_count = count;
    script->part_growth = growth;
    return 1;
}

svga_script_result svga_script_start(svga_script *script) {
    job job = {.script = script};
    guarded(&job, start);
    return job.result;
}

svga_script_result svga_script_run(svga_script *script, const char *source, size_t length) {
    job job = {.script = script, .source = source, .length = length};
    guarded(&job, run);
    return job.result;
}

svga_script_result svga_script_install(svga_script *script, const char *function, const char *json, size_t length) {
    job job = {.script = script, .function = function, .source = json, .length = length};
    guarded(&job, install);
    return job.result;
}

svga_script_result svga_script_call(svga_script *script, const char *function, double first, double second) {
    job job = {.script = script, .function = function, .first = first, .second = second};
    guarded(&job, call);
    return job.result;
}

void svga_script_restart(svga_script *script, uint64_t steps, uint64_t nanoseconds) {
    script->limits.steps = steps;
    script->limits.nanoseconds = nanoseconds;
    script->steps = 0;
    script->start = clock_of(CLOCK_THREAD_CPUTIME_ID);
    script->looked = 0;
    script->stopped = 0;
}

uint64_t svga_script_steps(const svga_script *script) { return script->steps; }

uint64_t svga_script_nanoseconds(const svga_script *script) { return clock_of(CLOCK_THREAD_CPUTIME_ID) - script->start; }

void svga_script_allow(svga_script *script, size_t memory) { script->most = script->allocated + memory; }
