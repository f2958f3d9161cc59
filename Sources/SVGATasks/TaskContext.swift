package import SVGAFormat
import SVGAModel
import SVGASupport

/// What a task shares with whoever runs it: inputs that are in memory, processors, and who hears what happens meanwhile.
package struct TaskContext: Sendable {
    private let readInput: @Sendable (_ limit: Int) throws(ReadError) -> [UInt8]
    /// What tasks share that run after each other in one process; nil: everything is read anew.
    package var kept: InputCache?
    /// What is in memory already; nil: nothing.
    package var held: InMemoryInputs?
    /// Hears what a user should know.
    package var note: @Sendable (TaskNote) -> Void = { _ in }
    /// Hears how far the task is, after each frame, from any thread.
    package var progress: @Sendable (TaskProgress) -> Void = { _ in }
    /// Hears the name of each phase when it ends.
    package var finished: @Sendable (_ phase: String) -> Void = { _ in }
    private var knownProcessorCount: Int?

    /// How many processors there are: the default for the number of threads. Finding out reads several files, so it is done when somebody asks.
    package var processorCount: Int { knownProcessorCount ?? Processors.count }

    /// - Parameter processorCount: nil: as many as the process may use.
    package init(processorCount: Int?, readStandardInput: @escaping @Sendable (_ limit: Int) throws(ReadError) -> [UInt8]) {
        knownProcessorCount = processorCount
        readInput = readStandardInput
    }

    /// A context without standard input.
    package init(held: InMemoryInputs? = nil) {
        self.init(processorCount: nil) { (_) throws(ReadError) in throw .file(reason: "standard input is not read here") }
        self.held = held
    }

    /// Reads standard input to its end.
    /// - Throws: a limit error where it has more bytes than `limit`.
    package func readStandardInput(_ limit: Int) throws(ReadError) -> [UInt8] { try readInput(limit) }

    /// What runs in this context shares the processors with others.
    package mutating func setProcessorCount(_ count: Int) { knownProcessorCount = count }

    /// Tells what a user should know of a file.
    package func remark(_ file: String, _ text: TaskText) {
        note(TaskNote(level: .remark, text: file.isEmpty ? text : "\(file): \(text)"))
    }

    /// Tells a detail of a file.
    package func detail(_ file: String, _ text: TaskText) { note(TaskNote(level: .detail, text: "\(file): \(text)")) }
}

/// What a task says beside its result: one line.
package struct TaskNote: Hashable, Sendable {
    package enum Level: Hashable, Sendable {
        /// For everybody who did not ask for silence.
        case remark
        /// For those who asked for more.
        case detail
    }

    package let level: Level
    /// Begins with the name of a file. It may have any characters of the file's.
    package let text: TaskText
}

/// How far a task is.
package struct TaskProgress: Hashable, Sendable {
    package var done: Int
    package var total: Int
    /// The size of the output so far; nil where there is no output.
    package var byteCount: Int?
    /// Of a search that exports again and again, from 0 on; nil outside of one.
    package var attempt: Int?
}
