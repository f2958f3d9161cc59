import CCurl
import Dispatch
package import SVGAModel
import SVGAPlatform
import SVGASupport

/// Downloads complete bodies over reusable connections, without cookies or a cache.
///
/// One thread performs all transfers. It reads only what it stores, so excess data fills the system's buffers and not this process's memory. Only
/// that thread uses libcurl's handles and ``HTTPTransfer``; other threads send messages.
package final class HTTPTransfers: Sendable {
    package typealias Outcome = Result<DownloadResponse, SVGAError>
    /// Called once, from any thread.
    private typealias Waiter = @Sendable (Outcome) -> Void

    /// Connects to any server, with the proxies of the environment.
    package static let anywhere = HTTPTransfers(mayConnect: nil)
    /// Connects only to servers on the public internet. Addresses are checked when a connection is created, so its connections are separate.
    package static let publicHosts = HTTPTransfers { $0.isPublic }

    /// Allows or refuses an address before each connection, after DNS lookups and redirections; nil: all are allowed.
    private let mayConnect: (@Sendable (NetworkAddress) -> Bool)?
    private let connectionsPerHost: Int

    private struct State {
        /// Created with the first download, together with the thread.
        var connections: CurlConnections?
        var lastNumber = 0
        var waiters: [Int: Waiter] = [:]
        // Messages to the thread.
        var added: [(number: Int, request: DownloadRequest)] = []
        var cancelled: [Int] = []
    }

    private let state = Locked(State())

    /// With a rule, proxies are not used, because a proxy would resolve names and connect to any address.
    /// - Parameter connectionsPerHost: the default is that of browsers.
    package init(connectionsPerHost: Int = 6, mayConnect: (@Sendable (NetworkAddress) -> Bool)?) {
        self.connectionsPerHost = connectionsPerHost
        self.mayConnect = mayConnect
    }

    /// - Throws: ``SVGAError/Kind/network`` for a status that is not a success, and for an unrequested 304.
    package func download(_ request: DownloadRequest) async throws(SVGAError) -> DownloadResponse {
        let number = nextNumber()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in begin(number, request) { continuation.resume(returning: $0) } }
        } onCancel: {
            cancel(number)
        }
        return try outcome.get()
    }

    /// Downloads several bodies at the same time and blocks this thread, without using the shared thread pool.
    /// - Parameter isCancelled: called while waiting, on this thread.
    /// - Returns: the outcomes in the order of the requests.
    package func downloadBlocking(_ requests: [DownloadRequest], isCancelled: () -> Bool) -> [Outcome] {
        let outcomes = Locked([Int: Outcome]())
        let end = DispatchSemaphore(value: 0)
        let numbers = requests.map { request in
            let number = nextNumber()
            begin(number, request) { outcome in
                outcomes.withLock { $0[number] = outcome }
                end.signal()
            }
            return number
        }
        var remaining = numbers.count
        var isStopping = false
        while remaining > 0 {
            if end.wait(timeout: .now() + .milliseconds(50)) == .success {
                remaining -= 1
            } else if !isStopping, isCancelled() {
                isStopping = true
                for number in numbers { cancel(number) }
            }
        }
        return outcomes.withLock { outcomes in numbers.map { outcomes[$0] ?? .failure(.cancelled) } }
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    private func begin(_ number: Int, _ request: DownloadRequest, _ waiter: @escaping Waiter) {
        let outcome = state.withLock { state -> Outcome? in
            // A task that is canceled after this check runs its handler, which waits for the lock and then finds the waiter.
            if Task.isCancelled { return .failure(.cancelled) }
            do throws(CurlError) {
                if state.connections == nil { state.connections = try start() }
                state.waiters[number] = waiter
                state.added.append((number, request))
                state.connections?.wake()
                return nil
            } catch {
                return .failure(.network(url: request.url, reason: error.reason))
            }
        }
        if let outcome { waiter(outcome) }
    }

    private func cancel(_ number: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let waiter = state.waiters.removeValue(forKey: number) else { return nil }
            state.cancelled.append(number)
            state.connections?.wake()
            return waiter
        }
        waiter?(.failure(.cancelled))
    }

    private func end(_ number: Int, _ outcome: Outcome) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?(outcome)
    }

    // MARK: The thread

    /// The wait without active transfers, in milliseconds.
    private static let idleMilliseconds: Int32 = 600_000

    private func start() throws(CurlError) -> CurlConnections {
        let connections = try CurlConnections(perHost: connectionsPerHost)
        guard DedicatedThread.start({ self.run(connections) }) else { throw CurlError("the system cannot create a thread") }
        return connections
    }

    /// Never returns.
    private func run(_ connections: CurlConnections) {
        HTTPTransfers.blockBrokenPipes()
        var transfers: [Int: HTTPTransfer] = [:]
        while true {
            let (added, cancelled) = state.withLock { state in
                defer { (state.added, state.cancelled) = ([], []) }
                return (state.added, state.cancelled)
            }
            for (number, request) in added {
                transfers[number] = HTTPTransfer(request, on: connections, mayConnect: mayConnect)
            }
            for number in cancelled { transfers[number] = nil }
            do throws(CurlError) {
                try connections.perform()
                while let (context, code) = connections.nextEnded() {
                    Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().requestEnded(code)
                }
                try connections.wait(milliseconds: removeEnded(&transfers))
            } catch {
                for (number, transfer) in transfers { end(number, .failure(.network(url: transfer.original.url, reason: error.reason))) }
                transfers = [:]
                // After an error, sleep before polling again.
                usleep(100_000)
            }
        }
    }

    /// Removes transfers that have ended or timed out.
    /// - Returns: the milliseconds until the next timeout.
    private func removeEnded(_ transfers: inout [Int: HTTPTransfer]) -> Int32 {
        let now = ContinuousClock.now
        var wait = HTTPTransfers.idleMilliseconds
        for (number, transfer) in transfers {
            if let outcome = transfer.outcome(at: now) {
                transfers[number] = nil
                end(number, outcome)
            } else {
                wait = Int32(saturating: min(Double(wait), (transfer.deadline.end - now) / .milliseconds(1) + 1))
            }
        }
        return wait
    }

    /// A broken connection would otherwise end the process, because libcurl leaves SIGPIPE to the program.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        let result = pthread_sigmask(SIG_BLOCK, &signals, nil)
        precondition(result == 0, "pthread_sigmask")
    }
}
