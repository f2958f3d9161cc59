import SVGAHTTP
import SVGAModel
import SVGASupport
import SVGATasks

/// An error of a request: a status and a code for the client, and the details for the log.
struct ServiceError: Error, Sendable {
    let status: Int
    /// Stable; the only text that clients get.
    let code: String
    /// One line for the log.
    var detail = ""
    /// The time after which the same request may succeed; nil: waiting does not help.
    var retrySeconds: Int?

    init(_ status: Int, _ code: String, _ detail: String = "", retrySeconds: Int? = nil) {
        (self.status, self.code, self.detail, self.retrySeconds) = (status, code, detail, retrySeconds)
    }

    static let notFound = ServiceError(404, "notFound")
    static let unsigned = ServiceError(403, "signature", "the signature is missing or wrong")
    static let expired = ServiceError(403, "expired", "the request has expired")
    static let abandoned = ServiceError(499, "abandoned", "the client has closed the connection")
    static let deadline = ServiceError(504, "deadline", "the request took longer than its deadline")
    static let queueFull = ServiceError(503, "busy", "all workers are busy, and the queue is full", retrySeconds: 1)
    static let memory = ServiceError(503, "memory", "the process uses more memory than its ceiling", retrySeconds: 2)
    static let sourceBusy = ServiceError(429, "sourceBusy", "too many reads of one source at once", retrySeconds: 1)

    static func invalid(_ detail: String) -> ServiceError { ServiceError(400, "invalidRequest", detail) }

    /// An error of parsing a target.
    init(_ error: HTTPError) { self.init(error.status, "invalidRequest", error.message.description) }

    /// The bounds of the pause that a source asks for, in seconds.
    private static let retryRange = 1...3600

    /// An error of reading from a source.
    init(source error: SVGAError) {
        let detail = error.message.description
        if error == .tooManyReads {
            self = .sourceBusy
            return
        }
        switch error.kind {
        case .notFound: self.init(404, "notFound", detail)
        case .refused: self.init(403, "sourceRefused", detail)
        case .limit, .tooLarge: self.init(422, "limit", detail)
        case .timedOut: self.init(504, "sourceTimeout", detail, retrySeconds: 5)
        case .cancelled: self = .abandoned
        default:
            let pause = min(max(error.retryAfter ?? 5, ServiceError.retryRange.lowerBound), ServiceError.retryRange.upperBound)
            self.init(502, "sourceFailed", detail, retrySeconds: pause)
        }
    }

    /// An error of a task.
    init(_ error: TaskError) {
        let detail = error.text(as: .json)
        switch error {
        case .interrupted: self = .abandoned
        case .timedOut: self.init(504, "deadline", detail)
        case .warning(let warning): self.init(422, warning.code.name, detail)
        case .usage, .request: self.init(400, "invalidOption", detail)
        case .input: self.init(422, "invalidImage", detail)
        // The movie does not allow what is requested, for example a format without its sounds or a file of that size.
        case .conversion: self.init(422, "unsupported", detail)
        case .export(_, let error) where error.kind == .tooLarge: self.init(422, "unsupported", detail)
        default:
            switch error.exitCode {
            case .usage: self.init(400, "invalidOption", detail)
            case .invalidInput: self.init(422, "invalidMovie", detail)
            case .limit: self.init(422, "limit", detail)
            case .findings: self.init(422, "player", detail)
            default: self.init(500, "failed", detail)
            }
        }
    }

    /// - Parameters:
    ///   - request: the identifier that the log has, too.
    ///   - showsDetail: whether the client gets the detail, which may contain names of files.
    func response(request: String, showsDetail: Bool) -> HTTPResponse {
        var members = [JSONValue.Member(name: "error", value: .string(code)), JSONValue.Member(name: "request", value: .string(request))]
        if showsDetail, !detail.isEmpty { members.append(JSONValue.Member(name: "detail", value: .string(detail))) }
        var response = HTTPResponse.json(.object(members), status: status)
        if let retrySeconds { response.headers.append(("Retry-After", "\(retrySeconds)")) }
        return response
    }
}
