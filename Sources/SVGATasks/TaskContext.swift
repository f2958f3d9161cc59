import SVGAFormat
package import SVGAModel
package import SVGASupport

/// The environment of a task: in-memory inputs, processors and callbacks.
package struct TaskContext: Sendable {
    private let readInput: @Sendable (_ limit: Int) throws(SVGAError) -> [UInt8]
    /// The cache that successive tasks of a process share; nil: files are read each time.
    package var cache: InputCache?
    /// Inputs in memory; nil: none.
    package var inMemory: InMemoryInputs?
    /// Called with notes for the user.
    package var note: @Sendable (TaskNote) -> Void = { _ in }
    /// Whether each note of a Lottie is a remark of its own. By default, the first one counts the others, which are details.
    package var listsAllNotes = false
    /// Called with the progress after each frame, from any thread.
    package var progress: @Sendable (TaskProgress) -> Void = { _ in }
    /// Called with the name of each phase at its end.
    package var finished: @Sendable (_ phase: String) -> Void = { _ in }
    private var fixedProcessorCount: Int?

    /// The number of processors, the default number of threads. It is read on demand, because reading it opens several files.
    package var processorCount: Int { fixedProcessorCount ?? Processors.count }

    /// - Parameter processorCount: nil: all processors that the process may use.
    package init(processorCount: Int?, readStandardInput: @escaping @Sendable (_ limit: Int) throws(SVGAError) -> [UInt8]) {
        fixedProcessorCount = processorCount
        readInput = readStandardInput
    }

    /// A context without standard input.
    package init(inMemory: InMemoryInputs? = nil) {
        self.init(processorCount: nil) { (_) throws(SVGAError) in throw .file(reason: "standard input cannot be read here") }
        self.inMemory = inMemory
    }

    /// Reads standard input to its end.
    /// - Throws: a limit error if the input exceeds `limit` bytes.
    package func readStandardInput(_ limit: Int) throws(SVGAError) -> [UInt8] { try readInput(limit) }

    /// Sets the number of processors, for a context that shares them with others.
    package mutating func setProcessorCount(_ count: Int) { fixedProcessorCount = count }

    /// Reports a note about a file.
    package func remark(_ file: String, _ text: TaskText) {
        note(TaskNote(.remark, file.isEmpty ? text : "\(file): \(text)"))
    }

    /// Reports a detail about a file.
    package func detail(_ file: String, _ text: TaskText) { note(TaskNote(.detail, "\(file): \(text)")) }
}

/// One line that a task reports in addition to its result.
package struct TaskNote: Hashable, Sendable {
    package enum Level: Hashable, Sendable {
        /// Shown unless the user asked for quiet output.
        case remark
        /// Shown if the user asked for verbose output.
        case detail
        /// A remark with a code, which is an error with the option `strict`.
        case warning
    }

    package let level: Level
    /// Starts with a file name, which may contain any characters.
    package let text: TaskText
    /// For ``Level/warning``.
    package let warning: TaskWarning?

    package init(_ level: Level, _ text: TaskText) { (self.level, self.text, warning) = (level, text, nil) }
    package init(_ warning: TaskWarning) { (level, text, self.warning) = (.warning, warning.line, warning) }

    /// The note in JSON: its message, and for a warning its code and key.
    package func json(as wording: Wording) -> JSONValue { warning?.json(as: wording) ?? ["message": text.text(as: wording)] }
}

/// The progress of a task. During a search, `done` is the share of the expected exports, in frames of the output.
package struct TaskProgress: Hashable, Sendable {
    package var done: Int
    package var total: Int
    /// The current size of the output; nil without an output.
    package var byteCount: Int?
    /// The index of a search's export, from 0; nil without a search.
    package var attempt: Int?
}
