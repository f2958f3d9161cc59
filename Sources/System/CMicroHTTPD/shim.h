#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/microhttpd.h"

#include <microhttpd.h>

/// What the server does when libmicrohttpd calls; each gets `context` first.
typedef struct {
    void *context;
    MHD_NotifyConnectionCallback connection_changed;
    /// Gets the address of a request as the client wrote it.
    void *(*request_began)(void *context, const char *address, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback request_came;
    MHD_RequestCompletedCallback request_ended;
} svga_http_callbacks;

typedef struct {
    unsigned connections;
    /// How long a connection may do nothing.
    unsigned idle_seconds;
    /// For the head of a request, and for what is on its way to the client.
    size_t connection_bytes;
} svga_http_limits;

/// Starts a server with a thread for each connection. MHD_start_daemon takes its options as variadic arguments, which Swift cannot pass.
/// The socket listens already; libmicrohttpd closes it.
static inline struct MHD_Daemon *svga_http_start(MHD_socket socket, svga_http_limits limits, svga_http_callbacks callbacks) {
    return MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC, 0, NULL, NULL,
        callbacks.request_came, callbacks.context,
        MHD_OPTION_LISTEN_SOCKET, socket,
        MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.connection_bytes,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks.connection_changed, callbacks.context,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks.request_began, callbacks.context,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.request_ended, callbacks.context,
        MHD_OPTION_END);
}

/// MHD_get_connection_info is variadic too.
static inline MHD_socket svga_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : MHD_INVALID_SOCKET;
}

/// What connection_changed has stored for the connection; NULL if nothing.
static inline void *svga_http_state(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}
