#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/curl.h"

#include <curl/curl.h>

/// What a request calls while it is under way; each gets `context`.
typedef struct {
    void *context;
    /// Gets each whole line of the answer's head.
    curl_write_callback line_came;
    curl_write_callback bytes_came;
    /// NULL: libcurl opens sockets as it likes.
    curl_opensocket_callback open_socket;
} svga_curl_callbacks;

static inline CURLcode svga_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

// libcurl takes and gives options as variadic arguments, which Swift cannot pass.
static inline CURLcode svga_curl_set_number(CURL *easy, CURLoption option, long value) { return curl_easy_setopt(easy, option, value); }

static inline CURLcode svga_curl_set_text(CURL *easy, CURLoption option, const char *value) { return curl_easy_setopt(easy, option, value); }

/// The list and the text stay the caller's, and are in use as long as the handle.
static inline CURLcode svga_curl_set_borrowed(CURL *easy, struct curl_slist *fields, char *problem) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, problem);
    return code ? code : curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
}

/// The bytes are copied.
static inline CURLcode svga_curl_set_body(CURL *easy, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

static inline CURLcode svga_curl_set_callbacks(CURL *easy, svga_curl_callbacks callbacks) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PRIVATE, callbacks.context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callbacks.line_came);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, callbacks.context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callbacks.bytes_came);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, callbacks.context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callbacks.open_socket);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, callbacks.context);
    return code;
}

static inline CURLcode svga_curl_get_context(CURL *easy, void **context) { return curl_easy_getinfo(easy, CURLINFO_PRIVATE, context); }

static inline CURLcode svga_curl_get_status(CURL *easy, long *status) { return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status); }

/// At most so many connections to one host at a time; further requests wait.
static inline CURLMcode svga_curl_limit_host(CURLM *multi, long connections) {
    return curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections);
}
