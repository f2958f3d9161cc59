#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/nettle.h"

#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stddef.h>
#include <stdint.h>

/// The SHA-256 of bytes. Later versions of nettle take no size of the digest.
static inline void svga_sha256(const uint8_t *bytes, size_t count, uint8_t digest[SHA256_DIGEST_SIZE]) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, count, bytes);
#if NETTLE_VERSION_MAJOR < 4
    sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
#else
    sha256_digest(&context, digest);
#endif
}

/// The HMAC-SHA256 of bytes.
static inline void svga_hmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *bytes, size_t count, uint8_t digest[SHA256_DIGEST_SIZE]) {
    struct hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, key_count, key);
    hmac_sha256_update(&context, count, bytes);
#if NETTLE_VERSION_MAJOR < 4
    hmac_sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
#else
    hmac_sha256_digest(&context, digest);
#endif
}

/// Compares in a time that depends only on the count.
static inline int svga_equal_in_constant_time(const uint8_t *first, const uint8_t *second, size_t count) {
    return memeql_sec(first, second, count);
}
