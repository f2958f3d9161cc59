import Dispatch
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGASupport

/// Runs tasks for callers that wait for them.
package enum CallRun {
    /// Runs work that is asynchronous on this thread's behalf.
    /// - Parameter stop: the work is cancelled where this is pulled.
    package static func wait<Value: Sendable>(
        timeout: Seconds?, stop: CancellationHandle = CancellationHandle(), _ work: @escaping @Sendable () async throws(TaskError) -> Value
    ) throws(TaskError) -> Value {
        let end = DispatchSemaphore(value: 0)
        let result = Locked<Result<Value, TaskError>?>(nil)
        let executor = CallExecutor()
        stop.start {
            Task.detached(executorPreference: executor) {
                do throws(TaskError) {
                    let value = try await TimeLimit.run(timeout, on: executor, work)
                    result.withLock { $0 = .success(value) }
                } catch {
                    result.withLock { $0 = .failure(error) }
                }
                end.signal()
            }
        }
        end.wait()
        switch result.withLock({ $0 }) {
        case .success(let value)?: return value
        case .failure(let error)?: throw error
        case nil: throw .interrupted
        }
    }

    /// Lets a command write a file, and returns its bytes.
    package static func bytes(fileName: String, _ write: (_ path: String) throws(TaskError) -> Void) throws(TaskError) -> [UInt8] {
        let folder = try TaskError.naming(fileName) { () throws(FileError) in
            try TemporaryFiles.makeFolder(in: TemporaryFiles.folder, for: TemporaryFiles.folder.string)
        }
        defer { TemporaryFiles.removeFullFolder(folder) }
        let path = folder.appending(fileName).string
        // The folder is temporary, so no error names it.
        do throws(TaskError) {
            try write(path)
        } catch .export(_, .file(_, let reason)) {
            throw .export(output: fileName, .file(path: fileName, reason: reason))
        } catch .export(_, let error) {
            throw .export(output: fileName, error)
        }
        return try TaskError.naming(fileName) { () throws(ReadError) in
            var limits = ReadLimits.default
            limits.inputBytes = .max
            return try FileBytes.read(path: path, limits: limits)
        }
    }
}

/// Cancels a task, also where that is asked for as soon as the task runs.
package final class CancellationHandle: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isPulled = false
    }

    private let state = Locked(State())

    package init() {}

    /// - Parameter make: begins the task, which may pull at once: that waits until the task is known.
    package func start(_ make: () -> Task<Void, Never>) {
        let task = state.withLock { state in
            let task = make()
            state.task = task
            return state.isPulled ? task : nil
        }
        task?.cancel()
    }

    /// What is started later is cancelled too.
    package func cancel() {
        let task = state.withLock { state in
            state.isPulled = true
            return state.task
        }
        task?.cancel()
    }
}
