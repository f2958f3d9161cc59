import SVGAHTTP
import SVGASupport

/// How a result is sent: conditional requests, ranges and caching.
struct Sending: Sendable {
    /// The entity tag with its quotation marks; nil for the result of a POST.
    let tag: String?
    /// Whether the content of this target never changes.
    let isPinned: Bool
    /// Whether the header `Accept` has chosen the format.
    let varies: Bool
    /// In seconds.
    let maximumAge: Double

    /// Whether the client has the result.
    func isKnown(_ request: HTTPRequest) -> Bool {
        guard let tag, let header = request.header("if-none-match") else { return false }
        return Sending.tags(header).contains { $0 == tag || $0 == "*" }
    }

    /// Weak tags are compared as strong ones, as RFC 9110 requires for `If-None-Match`.
    private static func tags(_ header: String) -> [String] {
        header.fields(separatedBy: UInt8(ascii: ",")).map { text in
            let tag = text.drop { $0 == " " }
            return String(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag)
        }
    }

    var notModified: HTTPResponse {
        var response = HTTPResponse(status: 304, type: "", body: .bytes([]))
        response.headers = cachingHeaders
        return response
    }

    private var cachingHeaders: [(name: String, value: String)] {
        guard let tag else { return [("Cache-Control", "no-store")] }
        let age = isPinned ? "public, max-age=31536000, immutable" : "public, max-age=\(Int(saturating: maximumAge))"
        return [("ETag", tag), ("Cache-Control", age)] + (varies ? [("Vary", "Accept")] : [])
    }

    func response(_ result: ServiceResult, _ request: HTTPRequest) -> HTTPResponse {
        var response = HTTPResponse(type: result.type, headers: cachingHeaders, body: .bytes(result.bytes))
        response.headers.append(("Cross-Origin-Resource-Policy", "cross-origin"))
        if !result.warnings.isEmpty { response.headers.append(("SVGA-Warnings", result.warnings.joined(separator: ", "))) }
        // A page of a movie runs in a sandbox: it must not act for the site that embeds or proxies this service.
        if result.isActive { response.headers.append(("Content-Security-Policy", Sending.sandbox)) }
        guard tag != nil else { return response }
        response.headers.append(("Accept-Ranges", "bytes"))
        let isCurrent = request.header("if-range").map { $0 == tag } ?? true
        switch ByteRange(header: isCurrent ? request.header("range") : nil, count: result.bytes.count) {
        case .all: break
        case .part(let range):
            response.status = 206
            response.body = .bytes(Array(result.bytes[range]))
            response.headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(result.bytes.count)"))
        case .unsatisfiable:
            response.status = 416
            response.body = .bytes([])
            response.headers.append(("Content-Range", "bytes */\(result.bytes.count)"))
        }
        return response
    }

    private static let sandbox =
        "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
        + "media-src data: blob:; worker-src blob:"
}
