#pragma once
#include <protobuf-c/protobuf-c.h>
#include <stdlib.h>

// Memory that is taken piece by piece and given back all at once, never more than `limit` bytes: protobuf-c
// unpacks hostile bytes into it, and the writer builds its messages in it. It is C because protobuf-c calls it
// through function pointers for every field.
typedef struct svga_chunk {
    struct svga_chunk *older;
    size_t size;
} svga_chunk;

typedef struct svga_arena {
    ProtobufCAllocator allocator;
    svga_chunk *newest;
    size_t used;   // bytes of the newest chunk, its head included
    size_t total;  // bytes of all chunks
    size_t limit;
    int refused;   // whether the limit ever said no
    int failed;    // whether the machine ever did
} svga_arena;

enum { svga_chunk_size = 1 << 16, svga_chunk_head = 16 };

static inline void *svga_arena_take(void *data, size_t size) {
    svga_arena *arena = (svga_arena *)data;
    if (size > arena->limit) {
        arena->refused = 1;
        return NULL;
    }
    size = (size + 15) & ~(size_t)15;
    if (arena->newest == NULL || arena->newest->size - arena->used < size) {
        size_t bytes = size + svga_chunk_head;
        if (bytes < svga_chunk_size) bytes = svga_chunk_size;
        if (arena->total > arena->limit || bytes > arena->limit - arena->total) {
            arena->refused = 1;
            return NULL;
        }
        svga_chunk *chunk = (svga_chunk *)malloc(bytes);
        if (chunk == NULL) {
            arena->failed = 1;
            return NULL;
        }
        chunk->older = arena->newest;
        chunk->size = bytes;
        arena->newest = chunk;
        arena->used = svga_chunk_head;
        arena->total += bytes;
    }
    void *result = (char *)arena->newest + arena->used;
    arena->used += size;
    return result;
}

// Single pieces are not given back.
static inline void svga_arena_ignore(void *data, void *pointer) {
    (void)data;
    (void)pointer;
}

static inline void svga_arena_init(svga_arena *arena, size_t limit) {
    arena->allocator.alloc = svga_arena_take;
    arena->allocator.free = svga_arena_ignore;
    arena->allocator.allocator_data = arena;
    arena->newest = NULL;
    arena->used = 0;
    arena->total = 0;
    arena->limit = limit;
    arena->refused = 0;
    arena->failed = 0;
}

// Forgets everything; keeps one ordinary chunk for the next use.
static inline void svga_arena_reset(svga_arena *arena) {
    while (arena->newest != NULL && (arena->newest->older != NULL || arena->newest->size != svga_chunk_size)) {
        svga_chunk *older = arena->newest->older;
        arena->total -= arena->newest->size;
        free(arena->newest);
        arena->newest = older;
    }
    arena->used = svga_chunk_head;
}

static inline void svga_arena_free(svga_arena *arena) {
    while (arena->newest != NULL) {
        svga_chunk *older = arena->newest->older;
        free(arena->newest);
        arena->newest = older;
    }
    arena->total = 0;
}
