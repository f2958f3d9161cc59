import SVGAModel
import SVGASources
import SVGASupport

/// A source with a maximum number of concurrent reads. Further reads wait; too many of them fail.
struct BoundedSource: MovieSource {
    private let source: any MovieSource
    private let gate: ReadGate

    init(_ source: any MovieSource, concurrentReads: Int) {
        self.source = source
        gate = ReadGate(maximum: concurrentReads)
    }

    var prefix: String { source.prefix }

    func read(_ name: String, limit: Int, known: SourceVersion?) async throws(SVGAError) -> SourceAnswer {
        try await gate.enter()
        defer { gate.leave() }
        return try await source.read(name, limit: limit, known: known)
    }
}

/// Admits a number of tasks at once, in their order.
final class ReadGate: Sendable {
    private struct State {
        var running = 0
        var lastNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    /// The maximum number of waiting tasks for each running one.
    private static let waitingPerRunning = 16

    private let maximum: Int
    private let state = Locked(State())

    init(maximum: Int) { self.maximum = maximum }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// - Throws: ``SVGAError/tooManyReads`` if too many tasks wait, or `cancelled`.
    func enter() async throws(SVGAError) {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let isAdmitted = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                state.withLock { state in
                    if state.running < maximum, !Task.isCancelled {
                        state.running += 1
                        continuation.resume(returning: true)
                    } else if Task.isCancelled || state.waiting.count >= maximum * ReadGate.waitingPerRunning {
                        continuation.resume(returning: false)
                    } else {
                        state.waiting.append((number, continuation))
                    }
                }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
                return state.waiting.remove(at: index).continuation
            }
            continuation?.resume(returning: false)
        }
        guard isAdmitted else { throw Task.isCancelled ? .cancelled : .tooManyReads }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}

extension SVGAError {
    /// Too many reads of one source wait.
    static let tooManyReads = SVGAError(.refused, "too many reads of one source at once", subject: nil, detail: nil)
}
