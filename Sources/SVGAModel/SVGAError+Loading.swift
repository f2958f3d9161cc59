package import SVGASupport

/// The errors of loading a movie or an image.
extension SVGAError {
    /// No file, resource or id has this name, or the cache has no response for a request that must not be sent (`returnCacheDataDontLoad`).
    package static func notFound(name: String) -> SVGAError {
        SVGAError(.notFound, "\(name): not found", subject: .path(name), detail: nil)
    }

    /// The id could be a path outside of its provider's folder, for example `../x`.
    package static func refusedID(_ id: String) -> SVGAError {
        SVGAError(.refused, "\"\(id)\" is not an allowed name", subject: .path(id), detail: nil)
    }

    /// The host, or the host of a redirection, is in a private network, and `SVGAParser.allowsPrivateHosts` is false.
    package static func refusedHost(url: String) -> SVGAError {
        SVGAError(.refused, "\(url): addresses of private networks and of this machine are not allowed", subject: .url(url), detail: nil)
    }

    /// A redirection leads to a URL outside of the allowed prefixes.
    package static func refusedRedirection(url: String) -> SVGAError {
        SVGAError(.refused, "\(url): redirected to an address that is not allowed", subject: .url(url), detail: nil)
    }

    /// The server's response has a status that is not a success.
    /// - Parameter retryAfter: the seconds after which the server wants to be asked again; nil if it does not say.
    package static func http(status: Int, url: String, retryAfter: Int? = nil) -> SVGAError {
        let detail = Detail.http(status: status, retryAfter: retryAfter)
        return SVGAError(.network, "\(url): the server answered \(status)", subject: .url(url), detail: detail)
    }

    /// The response is missing or incomplete: no connection, an unknown host, an untrusted certificate, an interrupted transfer, or a scheme other than
    /// http and https.
    package static func network(url: String, reason: Message) -> SVGAError {
        SVGAError(.network, "\(url): \(reason)", subject: .url(url), detail: nil)
    }

    /// The response was not complete in time, or no byte arrived during the request's `timeoutInterval`. `limit` is the exceeded time.
    package static func timedOut(url: String, limit: Duration) -> SVGAError {
        SVGAError(.timedOut, "\(url): not received within \(limit)", subject: .url(url), detail: nil)
    }

    /// The response or file has more than `ReadLimits.inputBytes`. Reading stopped at the limit.
    package static func tooLarge(name: String, limitBytes: Int) -> SVGAError {
        SVGAError(.limit, "\(name): more than the allowed \(limitBytes) bytes", subject: .path(name), detail: nil)
    }

    /// The response has fewer bytes than its header says.
    package static func truncated(url: String, expectedBytes: Int, receivedBytes: Int) -> SVGAError {
        SVGAError(
            .network, "\(url): the connection ended after \(receivedBytes) of \(expectedBytes) bytes", subject: .url(url), detail: nil)
    }

    /// This error with `name` before its description, for completely loaded bytes that are not a movie or image.
    package func loading(_ name: String) -> SVGAError { name.isEmpty ? self : prefixed(Message(verbatim: name), about: .path(name)) }
}
