public import SVGAFormat
public import SVGAImage
public import SVGAModel

/// Why a movie or a picture could not be loaded. The description is one line for a person.
public enum SVGAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A file is there but cannot be read.
    case file(path: String, reason: String)
    /// There is not such a file, resource or id; or nothing is cached for a request that may not be sent (`returnCacheDataDontLoad`).
    case notFound(name: String)
    /// An id that could lead out of its provider's folder, such as `../x`.
    case refusedID(String)
    /// The host is in a private network, or a redirection led there, and ``SVGAParser/allowsPrivateHosts`` is false.
    case refusedHost(url: String)
    /// The server answered with a status that is not a success.
    case http(status: Int, url: String)
    /// No complete answer: no connection, an unknown host, a certificate that is not trusted, a broken transfer, or a scheme other than http and
    /// https.
    case network(url: String, reason: String)
    /// It was not complete in time, or nothing came for the request's `timeoutInterval`. `limit` is the time that was exceeded.
    case timedOut(url: String, limit: Duration)
    /// More bytes than ``ReadLimits/inputBytes``. Reading stopped at the limit.
    case tooLarge(name: String, limitBytes: Int)
    /// Fewer bytes came than the server had announced.
    case truncated(url: String, expectedBytes: Int, receivedBytes: Int)
    /// The bytes are complete, but they are not a movie.
    case read(name: String, SVGAError)
    /// The bytes are complete, but they are not a picture.
    case image(name: String, SVGAError)
    /// The calling task was cancelled.
    case cancelled

    /// One line for a person.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path): \(reason)"
        case .notFound(let name): "\(name): not found"
        case .refusedID(let id): "\"\(id)\" is not a name that may be looked up"
        case .refusedHost(let url): "\(url): leads into a private network or to this machine, which is not allowed here"
        case .http(let status, let url): "\(url): the server answered \(status)"
        case .network(let url, let reason): "\(url): \(reason)"
        case .timedOut(let url, let limit): "\(url): not there within \(limit)"
        case .tooLarge(let name, let limit): "\(name): more than the \(limit) bytes allowed"
        case .truncated(let url, let expected, let received): "\(url): broke off after \(received) of \(expected) bytes"
        case .read(let name, let error): name.isEmpty ? error.description : "\(name): \(error)"
        case .image(let name, let error): name.isEmpty ? error.description : "\(name): \(error)"
        case .cancelled: "cancelled"
        }
    }
}
