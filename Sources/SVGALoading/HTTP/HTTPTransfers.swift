import CCurl
import Foundation
import SVGAPlatform
import SVGASupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads whole bodies over connections that later downloads use again. There are no cookies and no cache.
///
/// One thread does all of it. It reads no faster than it keeps what it reads, so a server that sends more than is wanted fills the system's
/// buffers and no memory here. libcurl's handles and ``HTTPTransfer`` are that thread's own; others only leave it messages.
final class HTTPTransfers: Sendable {
    typealias Outcome = Result<HTTPAnswer, LoadError>

    /// To any server, by the proxies that the environment names.
    static let anywhere = HTTPTransfers(mayConnect: nil)
    /// To servers of the public internet. A connection is judged when it is made, so these are never shared with others.
    static let publicHosts = HTTPTransfers { $0.isPublic }

    /// Decides about an address before it is connected to, after names were looked up and wherever a redirection led; nil: all may be.
    private let mayConnect: (@Sendable (NetworkAddress) -> Bool)?

    private struct State {
        /// Made with the first download, and a thread with them.
        var connections: CurlConnections?
        var lastNumber = 0
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
        // For the thread.
        var added: [(number: Int, question: HTTPQuestion)] = []
        var givenUp: [Int] = []
    }

    private let state = Locked(State())

    /// Where there is a rule, there is no proxy: it would look names up itself, and connect to anything for us.
    init(mayConnect: (@Sendable (NetworkAddress) -> Bool)?) { self.mayConnect = mayConnect }

    static func isAllowed(_ url: URL) -> Bool { ["http", "https"].contains(url.scheme?.lowercased()) && url.host != nil }

    /// - Throws: ``LoadError/http(status:url:)`` for a status that is not a success, and for a 304 that was not asked for.
    func answer(_ question: HTTPQuestion) async throws(LoadError) -> HTTPAnswer {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { begin(number, question, $0) }
        } onCancel: {
            giveUp(number)
        }
        return try outcome.get()
    }

    private func begin(_ number: Int, _ question: HTTPQuestion, _ waiter: CheckedContinuation<Outcome, Never>) {
        let outcome = state.withLock { state -> Outcome? in
            // If the task is cancelled after this check, its handler waits for the lock and then finds the waiter.
            if Task.isCancelled { return .failure(.cancelled) }
            do throws(CurlError) {
                if state.connections == nil { state.connections = try start() }
                state.waiters[number] = waiter
                state.added.append((number, question))
                state.connections?.wake()
                return nil
            } catch {
                return .failure(.network(url: question.url, reason: error.reason))
            }
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard let waiter = state.waiters.removeValue(forKey: number) else { return nil }
            state.givenUp.append(number)
            state.connections?.wake()
            return waiter
        }
        waiter?.resume(returning: .failure(.cancelled))
    }

    private func end(_ number: Int, _ outcome: Outcome) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: outcome)
    }

    // MARK: The thread

    /// In milliseconds: how long it waits where nothing is under way.
    private static let longWait: Int32 = 600_000

    private func start() throws(CurlError) -> CurlConnections {
        let connections = try CurlConnections()
        guard DedicatedThread.start({ self.run(connections) }) else { throw CurlError("no memory for a thread") }
        return connections
    }

    /// Never ends.
    private func run(_ connections: CurlConnections) {
        HTTPTransfers.blockBrokenPipes()
        var transfers: [Int: HTTPTransfer] = [:]
        while true {
            let (added, givenUp) = state.withLock { state in
                defer { (state.added, state.givenUp) = ([], []) }
                return (state.added, state.givenUp)
            }
            for (number, question) in added {
                transfers[number] = HTTPTransfer(question, on: connections, mayConnect: mayConnect)
            }
            for number in givenUp { transfers[number] = nil }
            do throws(CurlError) {
                try connections.perform()
                while let (context, code) = connections.nextEnded() {
                    Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().requestEnded(code)
                }
                try connections.wait(milliseconds: sweep(&transfers))
            } catch {
                for (number, transfer) in transfers { end(number, .failure(.network(url: transfer.question.url, reason: error.reason))) }
                transfers = [:]
                // Whatever is wrong, it is not asked about without a pause.
                usleep(100_000)
            }
        }
    }

    /// Takes out those that have ended or are out of time.
    /// - Returns: the milliseconds until the next of the others is out of time.
    private func sweep(_ transfers: inout [Int: HTTPTransfer]) -> Int32 {
        let now = ContinuousClock.now
        var wait = HTTPTransfers.longWait
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

    /// A connection that breaks while something is sent would end the process, because libcurl leaves the signal to the program.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        let result = pthread_sigmask(SIG_BLOCK, &signals, nil)
        precondition(result == 0, "pthread_sigmask")
    }
}
