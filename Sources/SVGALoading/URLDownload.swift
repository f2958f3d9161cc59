import Foundation
import SVGASources

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPTransfers {
    static func isAllowed(_ url: URL) -> Bool { ["http", "https"].contains(url.scheme?.lowercased()) && url.host != nil }
}

extension DownloadRequest {
    init(request: URLRequest, record: HTTPRecord?, limitBytes: Int, timeout: Duration, now: @escaping @Sendable () -> Int) {
        var plain = WebRequest(url: request.url?.absoluteString ?? "")
        plain.method = request.httpMethod ?? "GET"
        plain.body = request.httpBody.map { Array($0) }
        for (name, value) in request.allHTTPHeaderFields ?? [:] { plain.set(name, value) }
        self.init(
            request: plain, record: record, limitBytes: limitBytes, timeout: timeout,
            idleLimit: DownloadRequest.idleLimit(of: request, timeout: timeout), now: now)
    }

    /// The request's `timeoutInterval`, if it has one.
    static func idleLimit(of request: URLRequest, timeout: Duration) -> Duration {
        let seconds = request.timeoutInterval
        return seconds > 0 && seconds < 1e9 ? .seconds(seconds) : timeout
    }
}
