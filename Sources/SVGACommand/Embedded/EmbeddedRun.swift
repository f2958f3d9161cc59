import Dispatch
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGASupport

/// Why something that another language asked for failed.
package struct EmbeddedFailure: Error, Sendable {
    /// The exit code that the command would have: one of `svga_code`.
    package let code: Int32
    /// One line: what is wrong, where, and what to do about it.
    package let message: String

    /// Something that the caller gave is wrong.
    package init(usage message: String) { self.init(code: .usage, message: message) }

    init(code: ExitCode, message: String) {
        self.code = code.rawValue
        self.message = message
    }

    init(_ error: CommandError) { self.init(code: error.exitCode, message: error.text) }

    /// Turns the errors of a command into failures.
    static func catching<Value>(_ body: () throws(CommandError) -> Value) throws(EmbeddedFailure) -> Value {
        do throws(CommandError) {
            return try body()
        } catch {
            throw EmbeddedFailure(error)
        }
    }
}

/// Options from another language: an object of JSON.
struct EmbeddedOptions {
    let members: [JSONValue.Member]

    /// Of the program, which has streams and asks before it overwrites.
    static let programOnly: Set<String> = ["output", "force", "json", "progress", "quiet", "verbose", "perf", "dry-run", "in-place"]

    /// - Parameter text: nil or empty: none.
    init(_ text: String?) throws(CommandError) {
        guard let text, !text.isEmpty else {
            members = []
            return
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw .usage(UsageError(message: "the options are no JSON: \(error)"))
        }
        guard case .object(let members) = value else { throw .usage(UsageError(message: "options have to be an object of JSON")) }
        self.members = members
    }

    init(_ members: [JSONValue.Member]) { self.members = members }

    var names: Set<String> { Set(members.map(\.name)) }

    /// Sets what they say.
    /// - Parameter command: whose options they are, for advice.
    func store<Root>(_ root: inout Root, _ parameters: [String: Parameter<Root>], of command: String) throws(CommandError) {
        do throws(UsageError) {
            for member in members {
                guard let parameter = parameters[member.name], !EmbeddedOptions.programOnly.contains(member.name) else {
                    let advice = Advice.meant(by: member.name, among: parameters.keys.sorted())
                    throw UsageError(
                        message: "there is no option \"\(member.name)\" here", advice: advice.isEmpty ? "see svga help \(command)" : advice)
                }
                for option in try JSONOptions.options(member, parameter.info) { try option.store(&root, parameter) }
            }
        } catch {
            throw .usage(error)
        }
    }
}

/// Runs commands for callers that wait for them.
enum EmbeddedRun {
    /// What a command printed.
    struct Printed: Sendable {
        let code: ExitCode
        let text: String
    }

    /// Runs work that is asynchronous on this thread's behalf.
    /// - Parameter stop: the work is cancelled where this is pulled.
    static func wait<Value: Sendable>(
        timeout: Seconds?, stop: StopSwitch = StopSwitch(), _ work: @escaping @Sendable () async throws(CommandError) -> Value
    ) throws(EmbeddedFailure) -> Value {
        let end = DispatchSemaphore(value: 0)
        let result = Locked<Result<Value, CommandError>?>(nil)
        let executor = CallExecutor()
        stop.start {
            Task.detached(executorPreference: executor) {
                do throws(CommandError) {
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
        case .failure(let error)?: throw EmbeddedFailure(error)
        case nil: throw EmbeddedFailure(.interrupted)
        }
    }

    /// Runs a command whose findings are no failure.
    static func run(
        _ command: some LimitedCommand, _ held: HeldInputs, stop: StopSwitch = StopSwitch()
    ) throws(EmbeddedFailure) -> Printed {
        let output = Locked<[UInt8]>([])
        let errors = Locked<[UInt8]>([])
        let context = context(held, output: output, errors: errors)
        let code = try wait(timeout: command.common.timeout, stop: stop) { () async throws(CommandError) in
            do throws(UsageError) {
                try command.validate()
            } catch {
                throw .usage(error)
            }
            return try await command.run(in: context)
        }
        guard code == .done || code == .findings else {
            // Commands that take several files tell each failure and go on.
            let line = String(decoding: errors.withLock { $0 }.split(separator: UInt8(ascii: "\n")).last ?? [], as: UTF8.self)
            throw EmbeddedFailure(code: code, message: line.hasPrefix("svga: ") ? String(line.dropFirst(6)) : line)
        }
        return Printed(code: code, text: String(decoding: output.withLock { $0 }, as: UTF8.self))
    }

    /// - Parameters:
    ///   - output: gets what is printed.
    ///   - errors: gets what is said of errors.
    static func context(_ held: HeldInputs, output: Locked<[UInt8]>? = nil, errors: Locked<[UInt8]>? = nil) -> CommandContext {
        func stream(_ bytes: Locked<[UInt8]>?) -> TextStream {
            TextStream { (part) throws(TextStream.WriteFailure) in bytes?.withLock { $0 += part } }
        }
        var context = CommandContext(output: stream(output), errors: stream(errors), processorCount: nil) { (_) throws(ReadError) in
            throw .file(reason: "standard input is not read here")
        }
        context.held = held
        return context
    }

    /// Lets a command write a file, and returns its bytes.
    static func bytes(fileName: String, _ write: (_ path: String) throws(EmbeddedFailure) -> Void) throws(EmbeddedFailure) -> [UInt8] {
        let folder: FilePath
        do throws(FileError) {
            folder = try TemporaryFiles.makeFolder(in: TemporaryFiles.folder, for: TemporaryFiles.folder.string)
        } catch {
            throw EmbeddedFailure(.export(output: fileName, ExportError(error)))
        }
        defer { TemporaryFiles.removeFullFolder(folder) }
        let path = folder.appending(fileName).string
        do throws(EmbeddedFailure) {
            try write(path)
        } catch {
            // Nobody knows the folder.
            throw EmbeddedFailure(
                code: ExitCode(rawValue: error.code) ?? .outputFailed, message: error.message.replacing(path, with: fileName))
        }
        do throws(ReadError) {
            var limits = ReadLimits.default
            limits.inputBytes = .max
            return try FileBytes.read(path: path, limits: limits)
        } catch {
            throw EmbeddedFailure(.read(file: fileName, error))
        }
    }
}

/// Cancels a task, also where that is asked for as soon as the task runs.
package final class StopSwitch: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isPulled = false
    }

    private let state = Locked(State())

    package init() {}

    /// - Parameter make: begins the task, which may pull at once: that waits until the task is known.
    func start(_ make: () -> Task<Void, Never>) {
        let task = state.withLock { state in
            let task = make()
            state.task = task
            return state.isPulled ? task : nil
        }
        task?.cancel()
    }

    /// What is started later is cancelled too.
    package func pull() {
        let task = state.withLock { state in
            state.isPulled = true
            return state.task
        }
        task?.cancel()
    }
}
