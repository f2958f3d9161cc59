package import SVGAModel
package import SVGASupport

/// Why a movie or a picture could not be loaded.
extension SVGAError {
    /// No file, resource or id has this name; or nothing is cached for a request that must not be sent (`returnCacheDataDontLoad`).
    package static func notFound(name: String) -> SVGAError {
        SVGAError(.notFound, "\(name): not found", subject: .path(name), detail: nil)
    }

    /// An id that could lead out of its provider's folder, such as `../x`.
    package static func refusedID(_ id: String) -> SVGAError {
        SVGAError(.refused, "\"\(id)\" is not an allowed name", subject: .path(id), detail: nil)
    }

    /// The host is in a private network, or a redirection led there, and `SVGAParser.allowsPrivateHosts` is false.
    package static func refusedHost(url: String) -> SVGAError {
        SVGAError(.refused, "\(url): addresses of private networks and of this machine are not allowed", subject: .url(url), detail: nil)
    }

    /// The server's response has a status that is not a success.
    package static func http(status: Int, url: String) -> SVGAError {
        SVGAError(.network, "\(url): the server answered \(status)", subject: .url(url), detail: .http(status: status))
    }

    /// No complete response: no connection, an unknown host, a certificate that is not trusted, a broken transfer, or a scheme other than
    /// http and https.
    package static func network(url: String, reason: Message) -> SVGAError {
        SVGAError(.network, "\(url): \(reason)", subject: .url(url), detail: nil)
    }

    /// It was not complete in time, or nothing came for the request's `timeoutInterval`. `limit` is the time that was exceeded.
    package static func timedOut(url: String, limit: Duration) -> SVGAError {
        SVGAError(.timedOut, "\(url): not received within \(limit)", subject: .url(url), detail: nil)
    }

    /// More bytes than `ReadLimits.inputBytes`. Reading stopped at the limit.
    package static func tooLarge(name: String, limitBytes: Int) -> SVGAError {
        SVGAError(.limit, "\(name): more than the allowed \(limitBytes) bytes", subject: .path(name), detail: nil)
    }

    /// Fewer bytes came than the server had announced.
    package static func truncated(url: String, expectedBytes: Int, receivedBytes: Int) -> SVGAError {
        SVGAError(
            .network, "\(url): the connection ended after \(receivedBytes) of \(expectedBytes) bytes", subject: .url(url), detail: nil)
    }

    /// The same error of complete bytes that were loaded from `name`, but are no movie or picture.
    package func loading(_ name: String) -> SVGAError { name.isEmpty ? self : prefixed(Message(verbatim: name), about: .path(name)) }
}
