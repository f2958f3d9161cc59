import Foundation
import SVGASupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads whole bodies. They are counted and limited while they arrive.
///
/// One session serves the process, so that connections to a server are reused. It has no cookies and no cache.
enum HTTPDownload {
    private static let transfers = HTTPTransfers()
    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return URLSession(configuration: configuration, delegate: transfers, delegateQueue: nil)
    }()

    /// - Parameters:
    ///   - record: what is kept. If the address in it is asked, it is asked to send only something else, and may then answer 304.
    ///   - limitBytes: the transfer is cancelled as soon as it is known to be longer.
    ///   - timeout: for the whole transfer. The request's own `timeoutInterval` limits the time in which nothing comes.
    ///   - now: seconds since 1970.
    /// - Throws: ``LoadError/http(status:url:)`` for a status that is no success, and for a 304 that was not asked for.
    static func answer(
        _ request: URLRequest, asking record: HTTPRecord?, limitBytes: Int, timeout: Duration, now: @escaping @Sendable () -> Int
    ) async throws(LoadError) -> HTTPAnswer {
        let name = request.url?.absoluteString ?? ""
        let idleLimit = idleLimit(of: request, timeout: timeout)
        var request = request
        // Our own timer counts. This is only a fallback.
        request.timeoutInterval = timeout / .seconds(1) + 5
        request.cachePolicy = .reloadIgnoringLocalCacheData
        // Without compression the announced length can be compared with the bytes received.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        HTTPTransfers.setConditions(of: record, in: &request)
        let task = session.dataTask(with: request)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfers.begin(
                    task,
                    HTTPTransfer(
                        url: name, limitBytes: limitBytes, timeout: timeout, idleLimit: idleLimit, record: record, now: now,
                        requestedAt: now(), continuation: continuation))
            }
        } onCancel: {
            transfers.end(task, .failure(.cancelled))
        }
        return try outcome.get()
    }

    /// The longest time in which nothing may come.
    static func idleLimit(of request: URLRequest, timeout: Duration) -> Duration {
        let seconds = request.timeoutInterval
        return seconds > 0 && seconds < 1e9 ? .seconds(seconds) : timeout
    }
}

/// A whole answer: a success with its body, or a 304 without.
struct HTTPAnswer: Sendable {
    var header: HTTPHeader
    var bytes: [UInt8]
}

/// One download in progress.
struct HTTPTransfer {
    let url: String
    let limitBytes: Int
    let timeout: Duration
    /// The longest time in which nothing may come.
    let idleLimit: Duration
    let record: HTTPRecord?
    let now: @Sendable () -> Int
    /// The times are those of the clock that answers age by.
    let requestedAt: Int
    let continuation: CheckedContinuation<Result<HTTPAnswer, LoadError>, Never>
    let startedAt = ContinuousClock.now
    var lastActivity = ContinuousClock.now
    /// Ends the transfer when it is out of time.
    var timer: Task<Void, any Error>?
    var header: HTTPHeader?
    var bytes: [UInt8] = []
    /// The length that the server announced, if it did.
    var expectedBytes: Int?
    var redirectionCount = 0
    var redirections = HTTPRedirections()

    /// The header of a response to this transfer.
    func header(_ response: HTTPURLResponse) -> HTTPHeader {
        var fields: [String: String] = [:]
        for name in HTTPRecord.fieldNames { fields[name] = response.value(forHTTPHeaderField: name) }
        return HTTPHeader(
            status: response.statusCode, url: response.url?.absoluteString ?? url, fields: fields, requestedAt: requestedAt,
            receivedAt: now(), redirections: redirections)
    }
}

/// The session's delegate. It ends each transfer once, with the first result or error that occurs.
final class HTTPTransfers: NSObject, URLSessionDataDelegate, Sendable {
    private let transfers = Locked<[Int: HTTPTransfer]>([:])

    static func isAllowed(_ url: URL) -> Bool { ["http", "https"].contains(url.scheme?.lowercased()) && url.host != nil }

    private static func isSameServer(_ url: URL?, _ other: URL?) -> Bool {
        url?.scheme?.lowercased() == other?.scheme?.lowercased() && url?.host?.lowercased() == other?.host?.lowercased()
            && url?.port == other?.port
    }

    func begin(_ task: URLSessionTask, _ transfer: HTTPTransfer) {
        let isCancelled = transfers.withLock { transfers in
            // If the task is cancelled after this check, its handler waits for the lock and then finds the transfer.
            if Task.isCancelled { return true }
            transfers[task.taskIdentifier] = transfer
            transfers[task.taskIdentifier]?.timer = Task {
                while let (end, limit) = deadline(of: task) {
                    if ContinuousClock.now >= end { return self.end(task, .failure(.timedOut(url: transfer.url, limit: limit))) }
                    try await Task.sleep(until: end, clock: .continuous)
                }
            }
            return false
        }
        if isCancelled {
            task.cancel()
            transfer.continuation.resume(returning: .failure(.cancelled))
        } else {
            task.resume()
        }
    }

    /// When a transfer is out of time unless something comes before, and the limit that this is; nil once it has ended.
    private func deadline(of task: URLSessionTask) -> (end: ContinuousClock.Instant, limit: Duration)? {
        transfers.withLock { transfers in
            guard let transfer = transfers[task.taskIdentifier] else { return nil }
            let (end, idleEnd) = (transfer.startedAt + transfer.timeout, transfer.lastActivity + transfer.idleLimit)
            return end <= idleEnd ? (end, transfer.timeout) : (idleEnd, transfer.idleLimit)
        }
    }

    /// Asks for another body than the recorded one where that one came from, and nowhere else: a tag means nothing at another address.
    static func setConditions(of record: HTTPRecord?, in request: inout URLRequest) {
        guard let record else { return }
        let isThere = request.url?.absoluteString == record.url
        for (name, value) in record.conditions { request.setValue(isThere ? value : nil, forHTTPHeaderField: name) }
    }

    func end(_ task: URLSessionTask, _ outcome: Result<HTTPAnswer, LoadError>) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        if case .failure = outcome { task.cancel() }
        transfer?.timer?.cancel()
        transfer?.continuation.resume(returning: outcome)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        var record: HTTPRecord?
        let refusal: LoadError? = transfers.withLock { transfers in
            guard var transfer = transfers[task.taskIdentifier] else { return .cancelled }
            transfer.redirectionCount += 1
            transfer.redirections.add(transfer.header(response))
            transfer.lastActivity = .now
            transfers[task.taskIdentifier] = transfer
            record = transfer.record
            if transfer.redirectionCount > 10 { return .network(url: transfer.url, reason: "too many redirections") }
            guard let url = request.url, HTTPTransfers.isAllowed(url) else {
                return .network(url: transfer.url, reason: "redirected to something that is neither http nor https")
            }
            return nil
        }
        var request = request
        if !HTTPTransfers.isSameServer(request.url, task.originalRequest?.url) {
            // Credentials for one server must not reach another one.
            for field in ["Authorization", "Cookie", "Proxy-Authorization"] { request.setValue(nil, forHTTPHeaderField: field) }
        }
        HTTPTransfers.setConditions(of: record, in: &request)
        completionHandler(refusal == nil ? request : nil)
        if let refusal { end(task, .failure(refusal)) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let refusal: LoadError? = transfers.withLock { transfers in
            guard var transfer = transfers[dataTask.taskIdentifier] else { return .cancelled }
            guard let response = response as? HTTPURLResponse else { return .network(url: transfer.url, reason: "not an HTTP response") }
            // A 206 (part of a file) was not asked for; a 304 only with a record.
            let isConfirmation = response.statusCode == 304 && transfer.record != nil
            guard isConfirmation || (200..<300).contains(response.statusCode) && response.statusCode != 206 else {
                return .http(status: response.statusCode, url: transfer.url)
            }
            transfer.header = transfer.header(response)
            transfer.lastActivity = .now
            defer { transfers[dataTask.taskIdentifier] = transfer }
            // The length in a 304 is that of the body it does not send.
            if isConfirmation { return nil }
            let encoding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "identity"
            if encoding == "identity", let length = response.value(forHTTPHeaderField: "Content-Length").flatMap({ Int($0) }), length >= 0 {
                if length > transfer.limitBytes { return .tooLarge(name: transfer.url, limitBytes: transfer.limitBytes) }
                transfer.expectedBytes = length
            }
            return nil
        }
        completionHandler(refusal == nil ? .allow : .cancel)
        if let refusal { end(dataTask, .failure(refusal)) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let refusal: LoadError? = transfers.withLock { transfers in
            // Without a copy of the transfer, or each piece would copy all bytes before it.
            let room = transfers[dataTask.taskIdentifier].map { $0.limitBytes - $0.bytes.count }
            guard let room else { return nil }
            guard data.count <= room else {
                return transfers[dataTask.taskIdentifier].map { .tooLarge(name: $0.url, limitBytes: $0.limitBytes) }
            }
            transfers[dataTask.taskIdentifier]?.bytes.append(contentsOf: data)
            transfers[dataTask.taskIdentifier]?.lastActivity = .now
            return nil
        }
        if let refusal { end(dataTask, .failure(refusal)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = transfers.withLock({ $0[task.taskIdentifier] }) else { return }
        end(task, HTTPTransfers.outcome(of: transfer, error: error))
    }

    /// Some versions of URLSession report a body that is cut short as an error, others as a success. So the bytes are counted here.
    private static func outcome(of transfer: HTTPTransfer, error: (any Error)?) -> Result<HTTPAnswer, LoadError> {
        if let expected = transfer.expectedBytes, transfer.bytes.count < expected {
            return .failure(.truncated(url: transfer.url, expectedBytes: expected, receivedBytes: transfer.bytes.count))
        }
        if (error as? URLError)?.code == .timedOut { return .failure(.timedOut(url: transfer.url, limit: transfer.timeout)) }
        if let error { return .failure(.network(url: transfer.url, reason: error.localizedDescription)) }
        guard let header = transfer.header else { return .failure(.network(url: transfer.url, reason: "no answer")) }
        return .success(HTTPAnswer(header: header, bytes: transfer.bytes))
    }
}
