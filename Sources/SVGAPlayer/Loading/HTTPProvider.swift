public import Foundation
import FoundationNetworking
public import SVGAModel
import SVGASupport

/// Movies on a server: with the base `https://host/gifts` the id `rose` is `https://host/gifts/rose.svga`.
public struct HTTPProvider: AnimationProvider {
    /// The address that ids are appended to. Its query, if any, is kept and follows the id.
    public let baseURL: URL
    /// Appended to every id; empty for none.
    public let fileExtension: String
    /// How long a whole download may take. Default 30 seconds.
    public var timeout: Duration

    public init(baseURL: URL, fileExtension: String = "svga", timeout: Duration = .seconds(30)) {
        self.baseURL = baseURL
        self.fileExtension = fileExtension
        self.timeout = timeout
    }

    public var isRemote: Bool { true }

    /// The address of the id.
    public func cacheKey(for id: String) throws(LoadError) -> String? { try url(for: id).absoluteString }

    public func bytes(for id: String, limits: ReadLimits) async throws(LoadError) -> [UInt8] {
        try await HTTPDownload.bytes(URLRequest(url: url(for: id)), limitBytes: limits.inputBytes, timeout: timeout)
    }

    /// The address of an id. Characters with a meaning in addresses are percent-encoded.
    /// - Throws: ``LoadError/refusedID(_:)``.
    public func url(for id: String) throws(LoadError) -> URL {
        let safe = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
        let name = fileExtension.isEmpty ? id : "\(id).\(fileExtension)"
        guard AnimationID.isAcceptable(id), let escaped = name.addingPercentEncoding(withAllowedCharacters: safe),
            var components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        else { throw .refusedID(id) }
        components.percentEncodedPath += (components.percentEncodedPath.hasSuffix("/") ? "" : "/") + escaped
        guard let url = components.url else { throw .refusedID(id) }
        return url
    }
}

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
    ///   - limitBytes: the transfer is cancelled as soon as it is known to be longer.
    ///   - timeout: for the whole transfer.
    static func bytes(_ request: URLRequest, limitBytes: Int, timeout: Duration) async throws(LoadError) -> [UInt8] {
        guard let url = request.url, HTTPTransfers.isAllowed(url) else {
            throw .network(url: request.url?.absoluteString ?? "", reason: "neither http nor https")
        }
        var request = request
        // The session's timeout restarts with every piece of data. The timer below limits the whole transfer; this is only a fallback.
        request.timeoutInterval = timeout / .seconds(1) + 5
        request.cachePolicy = .reloadIgnoringLocalCacheData
        // Without compression the announced length can be compared with the bytes received.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        let name = url.absoluteString
        let task = session.dataTask(with: request)
        let timer = Task {
            try await Task.sleep(for: timeout)
            transfers.end(task, .failure(.timedOut(url: name, limit: timeout)))
        }
        defer { timer.cancel() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfers.begin(task, HTTPTransfer(url: name, limitBytes: limitBytes, timeout: timeout, continuation: continuation))
            }
        } onCancel: {
            transfers.end(task, .failure(.cancelled))
        }
        return try outcome.get()
    }
}

/// One download in progress.
struct HTTPTransfer {
    let url: String
    let limitBytes: Int
    let timeout: Duration
    let continuation: CheckedContinuation<Result<[UInt8], LoadError>, Never>
    var bytes: [UInt8] = []
    /// The length that the server announced, if it did.
    var expectedBytes: Int?
    var redirects = 0
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
            if !Task.isCancelled { transfers[task.taskIdentifier] = transfer }
            return Task.isCancelled
        }
        if isCancelled {
            task.cancel()
            transfer.continuation.resume(returning: .failure(.cancelled))
        } else {
            task.resume()
        }
    }

    func end(_ task: URLSessionTask, _ outcome: Result<[UInt8], LoadError>) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        if case .failure = outcome { task.cancel() }
        transfer?.continuation.resume(returning: outcome)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let refusal: LoadError? = transfers.withLock { transfers in
            guard var transfer = transfers[task.taskIdentifier] else { return .cancelled }
            transfer.redirects += 1
            transfers[task.taskIdentifier] = transfer
            if transfer.redirects > 10 { return .network(url: transfer.url, reason: "too many redirections") }
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
        completionHandler(refusal == nil ? request : nil)
        if let refusal { end(task, .failure(refusal)) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let refusal: LoadError? = transfers.withLock { transfers in
            guard let transfer = transfers[dataTask.taskIdentifier] else { return .cancelled }
            guard let response = response as? HTTPURLResponse else { return .network(url: transfer.url, reason: "not an HTTP response") }
            // A 206 (part of a file) was not asked for.
            guard (200..<300).contains(response.statusCode), response.statusCode != 206 else {
                return .http(status: response.statusCode, url: transfer.url)
            }
            let encoding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "identity"
            if encoding == "identity", let length = response.value(forHTTPHeaderField: "Content-Length").flatMap({ Int($0) }), length >= 0 {
                if length > transfer.limitBytes { return .tooLarge(name: transfer.url, limitBytes: transfer.limitBytes) }
                transfers[dataTask.taskIdentifier]?.expectedBytes = length
            }
            return nil
        }
        completionHandler(refusal == nil ? .allow : .cancel)
        if let refusal { end(dataTask, .failure(refusal)) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let refusal: LoadError? = transfers.withLock { transfers in
            guard let transfer = transfers[dataTask.taskIdentifier] else { return nil }
            guard data.count <= transfer.limitBytes - transfer.bytes.count else {
                return .tooLarge(name: transfer.url, limitBytes: transfer.limitBytes)
            }
            transfers[dataTask.taskIdentifier]?.bytes.append(contentsOf: data)
            return nil
        }
        if let refusal { end(dataTask, .failure(refusal)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = transfers.withLock({ $0[task.taskIdentifier] }) else { return }
        end(task, HTTPTransfers.outcome(of: transfer, error: error))
    }

    /// Some versions of URLSession report a body that is cut short as an error, others as a success. So the bytes are counted here.
    private static func outcome(of transfer: HTTPTransfer, error: (any Error)?) -> Result<[UInt8], LoadError> {
        if let expected = transfer.expectedBytes, transfer.bytes.count < expected {
            return .failure(.truncated(url: transfer.url, expectedBytes: expected, receivedBytes: transfer.bytes.count))
        }
        if (error as? URLError)?.code == .timedOut { return .failure(.timedOut(url: transfer.url, limit: transfer.timeout)) }
        if let error { return .failure(.network(url: transfer.url, reason: error.localizedDescription)) }
        return .success(transfer.bytes)
    }
}
