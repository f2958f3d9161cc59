import SVGAHTTP
import SVGAPlatform
import SVGASupport

/// One line of JSON for each request.
package final class RequestLog: Sendable {
    /// What is logged.
    package enum Level: String, CaseIterable, Sendable {
        case all
        /// Requests with an error of the server, and messages.
        case errors
        case none
    }

    /// The facts of a request.
    struct Entry {
        var request: RequestIdentity
        var method = ""
        var route = ""
        var status = 0
        var bytes = 0
        var seconds = 0.0
        var format: String?
        var source: String?
        /// The origin of the bytes: `memory`, `disk`, `shared` or `drawn`; nil without a picture.
        var cache: String?
        var warnings: [String] = []
        var error: ServiceError?
    }

    private let level: Level
    private let write: @Sendable (String) -> Void

    init(_ level: Level, write: @escaping @Sendable (String) -> Void) { (self.level, self.write) = (level, write) }

    func log(_ entry: Entry) {
        guard level == .all || level == .errors && entry.status >= 500 else { return }
        var members = head(entry.status >= 500 ? "error" : "info")
        func add(_ name: String, _ value: some JSONRepresentable) { members.append(JSONValue.Member(name: name, value: value.json)) }
        add("request", entry.request.id)
        if let trace = entry.request.trace { add("trace", trace) }
        add("method", entry.method)
        add("route", entry.route)
        add("status", entry.status)
        add("bytes", entry.bytes)
        add("ms", (entry.seconds * 1e5).rounded() / 100)
        if let format = entry.format { add("format", format) }
        if let source = entry.source { add("source", source) }
        if let cache = entry.cache { add("cache", cache) }
        if !entry.warnings.isEmpty { add("warnings", entry.warnings) }
        if let error = entry.error {
            add("error", error.code)
            if !error.detail.isEmpty { add("detail", error.detail) }
        }
        write(JSONValue.object(members).text(.compact, escaping: [.short, .controls]) + "\n")
    }

    /// A message about the process.
    func message(_ text: String, isError: Bool = false) {
        guard level != .none else { return }
        let members = head(isError ? "error" : "info") + [JSONValue.Member(name: "message", value: .string(text))]
        write(JSONValue.object(members).text(.compact, escaping: [.short, .controls]) + "\n")
    }

    private func head(_ level: String) -> [JSONValue.Member] {
        [
            JSONValue.Member(name: "time", value: .string(RequestLog.time())),
            JSONValue.Member(name: "level", value: .string(level)),
        ]
    }

    /// The current time in UTC: `2026-01-31T12:00:00.123Z`.
    private static func time() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        func digits(_ number: Int, _ count: Int) -> String { String(number).zeroPadded(to: count) }
        let date = "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-\(digits(Int(parts.tm_mday), 2))"
        let time = "\(digits(Int(parts.tm_hour), 2)):\(digits(Int(parts.tm_min), 2)):\(digits(Int(parts.tm_sec), 2))"
        return "\(date)T\(time).\(digits(Int(now.tv_nsec) / 1_000_000, 3))Z"
    }
}

/// The identifiers of a request.
struct RequestIdentity: Sendable {
    /// From the header `X-Request-Id`, or random.
    let id: String
    /// The trace ID of the header `traceparent` (W3C Trace Context).
    let trace: String?

    init(_ request: HTTPRequest) {
        let given = request.header("x-request-id") ?? ""
        let isSafe =
            (1...64).contains(given.utf8.count)
            && given.utf8.allSatisfy { byte in
                let lower = byte | 0x20
                return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
            }
        id = isSafe ? given : (0..<8).map { _ in UInt8.random(in: 0...255) }.hexadecimal
        trace = request.header("traceparent").flatMap(RequestIdentity.trace)
    }

    /// `00-` and 32 digits of the trace, 16 of the parent and 2 of the flags.
    private static func trace(_ header: String) -> String? {
        let parts = header.fields(separatedBy: UInt8(ascii: "-"))
        guard parts.count >= 4, parts[0].utf8.count == 2, parts[1].utf8.count == 32, parts[2].utf8.count == 16 else { return nil }
        let isHexadecimal = parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return isHexadecimal && parts[1].utf8.contains { $0 != 0x30 } ? parts[1] : nil
    }
}
