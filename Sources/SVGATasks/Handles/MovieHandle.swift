import SVGAEdit
import SVGAEmulation
import SVGAExport
import SVGAFormat
package import SVGAModel
import SVGARender
import SVGASupport

/// A movie for programs in other languages, read and prepared once. Its tasks are the commands of `svga`.
package final class MovieHandle: Sendable {
    /// The name in errors and reports; `-` for a movie from memory.
    package let name: FileName
    package let input: InMemoryInputs.Movie
    /// The read options, which all tasks use.
    package let common: CommonOptions
    private let players = Locked<[PublicPlayer: InputAnimation]>([:])

    /// Reads a file.
    /// - Parameter options: limits and `strict`, as an object of JSON.
    package convenience init(path: String, options: String?) throws(TaskError) {
        let common = try MovieHandle.readOptions(options)
        // Here `-` is a file name, not standard input.
        let file = FileName(path: path == "-" ? "./-" : path)
        guard !path.isEmpty else { throw .usage("the file name is empty") }
        try FileName.checkAddress(path, "a movie")
        let bytes = try InputFile.bytes(of: file, limits: common.limits, context: TaskContext())
        try self.init(bytes, name: file, folder: file.folder(common.limits), common)
    }

    /// Reads a file in memory.
    package convenience init(bytes: [UInt8], options: String?) throws(TaskError) {
        try self.init(bytes: bytes, try MovieHandle.readOptions(options))
    }

    /// Reads a file in memory with the options of a command.
    package convenience init(bytes: [UInt8], _ common: CommonOptions) throws(TaskError) {
        guard bytes.count <= common.limits.inputBytes else {
            throw .read(file: "-", .limit(LimitExceeded(\.inputBytes, of: common.limits, found: bytes.count)))
        }
        try self.init(bytes, name: FileName(path: "-"), folder: nil, common)
    }

    private init(_ bytes: [UInt8], name: FileName, folder: FolderFiles?, _ common: CommonOptions) throws(TaskError) {
        self.name = name
        self.common = common
        let animation = try MovieHandle.prepared(bytes, name: name, file: folder, common, player: nil)
        input = InMemoryInputs.Movie(bytes: bytes, animation: animation)
    }

    private static func readOptions(_ text: String?) throws(TaskError) -> CommonOptions {
        var common = CommonOptions()
        let options = try OptionObject(text)
        if options.members.isEmpty { return common }
        let parameters = JSONOptions.parameters([CommonOptions.group, CommonOptions.limitGroup])
        try options.store(&common, parameters.filter { $0.key != "timeout" }, of: "limits")
        return common
    }

    package var bytes: [UInt8] { input.bytes }
    package var frames: Int { input.animation.frames }
    package var framesPerSecond: Double { input.animation.frameRate.framesPerSecond }
    /// In points.
    package var width: Int { input.animation.canvas.width }
    /// In points.
    package var height: Int { input.animation.canvas.height }

    package var inputs: InMemoryInputs { InMemoryInputs(movies: [name: input]) }

    /// The movie as a player reads it. It is read again if the options for reading differ from those of this handle.
    /// - Parameters:
    ///   - player: the emulated player; nil: this library's own rules. Each player's movie is cached.
    ///   - common: the options for drawing.
    package func animation(as player: PublicPlayer?, _ common: CommonOptions) throws(TaskError) -> InputAnimation {
        let usesReadOptions = common.readsLike(self.common)
        guard let player else {
            if usesReadOptions { return input.animation }
            return try MovieHandle.prepared(input.bytes, name: name, file: folder(common.limits), common, player: nil)
        }
        if usesReadOptions, let animation = players.withLock({ $0[player] }) { return animation }
        let animation = try MovieHandle.prepared(input.bytes, name: name, file: folder(common.limits), common, player: player)
        if usesReadOptions { players.withLock { $0[player] = animation } }
        return animation
    }

    private static func prepared(
        _ bytes: [UInt8], name: FileName, file folder: FolderFiles?, _ common: CommonOptions, player: PublicPlayer?
    ) throws(TaskError) -> InputAnimation {
        let animation = try InputAnimation(bytes, name: name.path, folder: folder, options: common.readOptions(as: player))
        guard case .movie(var file) = animation else { return animation }
        file.prepared = PreparedMovie(file.movie, limits: common.limits)
        return .movie(file)
    }

    /// The files next to the movie; nil for a movie from memory.
    private func folder(_ limits: ReadLimits) -> FolderFiles? { name.isStandardStream ? nil : name.folder(limits) }

    // MARK: Tasks

    /// The tasks of a movie.
    package enum Task: Sendable {
        case describe, validate, diff, optimize, convert, fix, edit, thumbnail, comparePlayers, unpack
    }

    /// The output of a task: the bytes of a file or a text, and a report.
    package struct Output: Sendable {
        package let bytes: [UInt8]
        /// For `optimize`, `fix`, `edit`, `thumbnail`, `comparePlayers` and `unpack` only.
        package var report: String?
        /// The remarks and warnings of the task.
        package var notes: [TaskNote] = []

        package init(bytes: [UInt8], report: String? = nil, notes: [TaskNote] = []) {
            (self.bytes, self.report, self.notes) = (bytes, report, notes)
        }
    }

    /// - Parameters:
    ///   - other: the other movie of `diff`.
    ///   - options: the task's options as a JSON object.
    ///   - stop: cancels the task.
    package func make(
        _ task: Task, other: MovieHandle? = nil, options: String?, stop: CancellationHandle = CancellationHandle()
    ) throws(TaskError) -> Output {
        let notes = NoteList()
        let context = notes.collecting(from: TaskContext(inMemory: inputs))
        var output: Output
        switch task {
        case .describe: output = try describe(try OptionObject(options), stop)
        case .validate: output = try validate(try self.task(options), stop, context)
        case .diff:
            guard let other else { throw .usage("the other movie is missing") }
            output = try diff(other, try self.task(options), stop, context)
        case .optimize: output = try optimize(try self.task(options), stop, context)
        case .convert: output = try convert(try self.task(options), stop, context)
        case .fix: output = try fix(try self.task(options), stop, context)
        case .edit: output = try edit(try EditTask(try OptionObject(options).withSteps(), common: common), stop, context)
        case .thumbnail: output = try thumbnail(try self.task(options), stop, context)
        case .comparePlayers: output = try comparePlayers(try OptionObject(options), stop, context)
        case .unpack: output = try unpack(try OptionObject(options), stop, context)
        }
        output.notes = notes.notes
        return output
    }

    /// The movie was read before, so the only option is the time limit.
    private func describe(_ options: OptionObject, _ stop: CancellationHandle) throws(TaskError) -> Output {
        var limited = common
        try options.store(&limited, JSONOptions.parameters([CommonOptions.group]).filter { $0.key == "timeout" }, of: "inspect")
        let task = InspectTask(common: limited)
        return try CallRun.wait(timeout: limited.timeout, stop: stop) { [input] () async throws(TaskError) in
            Output(report: try task.report(on: input.animation).json)
        }
    }

    private func validate(_ task: ValidateTask, _ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> Output {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name] () async throws(TaskError) in
            Output(report: try task.run(name, in: context).report.json)
        }
    }

    private func diff(
        _ other: MovieHandle, _ task: DiffTask, _ stop: CancellationHandle, _ context: TaskContext
    ) throws(TaskError) -> Output {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [self] () async throws(TaskError) in
            let before = try animation(as: task.player, task.common).movie(task.common.limits)
            var after = try other.animation(as: task.player, task.common).movie(task.common.limits)
            // A number distinguishes two movies with one name, for example two from memory.
            if other.name == name { after = after.named("\(name.path) (2)") }
            return Output(report: try await task.run(before, after, in: context).report.json)
        }
    }

    private func optimize(_ task: OptimizeTask, _ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> Output {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name, bytes] () async throws(TaskError) in
            let sounds = try task.prepare()
            try task.refuseFaults(bytes, of: name)
            let result = try await task.run(bytes, of: name, sounds: sounds, in: context)
            let report = OptimizeReport(result, file: name.path, output: nil).json
            return Output(bytes: result.bytes, report: Output.text(of: report))
        }
    }

    private func fix(_ task: FixTask, _ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> Output {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name, bytes] () async throws(TaskError) in
            let repair = try task.run(bytes, of: name, in: context)
            return Output(bytes: repair.bytes, report: Output.text(of: FixReport(repair, file: name.path, bytesBefore: bytes.count).json))
        }
    }

    private func edit(_ task: EditTask, _ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> Output {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name, bytes] () async throws(TaskError) in
            let result = try task.run(bytes, of: name, output: nil, in: context)
            let report = EditReport(
                file: name.path, edits: result.edits, warnings: result.warnings, bytesBefore: bytes.count, bytesAfter: result.bytes.count)
            return Output(bytes: result.bytes, report: Output.text(of: report.json))
        }
    }

    private func convert(_ task: ConvertTask, _ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> Output {
        if task.images == .beside { throw .usage("a single Lottie file contains its images", advice: "leave the option images out") }
        return try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name] () async throws(TaskError) in
            let ending = task.format == .lottie ? "json" : "svga"
            let converted = try await task.run(name, output: "converted." + ending, in: context).converted
            if !converted.dropped.isEmpty { context.remark("", "left out: \(converted.dropped.joined(separator: ", "))") }
            return Output(bytes: converted.bytes)
        }
    }

    /// A task with these options and the movie's read options.
    private func task<Kind: OptionTask>(_ options: String?) throws(TaskError) -> Kind {
        try Kind(try OptionObject(options), common: common)
    }
}

extension MovieHandle.Output {
    /// A report as text.
    init(report: JSONValue) { self.init(bytes: Array(Self.text(of: report).utf8)) }

    static func text(of report: JSONValue) -> String { report.text(.pretty, escaping: [.short, .controls]) + "\n" }
}
