import SVGAEdit
import SVGAEmulation
import SVGAExport
import SVGAFormat
package import SVGAModel
import SVGARender
import SVGASupport

/// A movie for programs in other languages, read once and prepared once. What is done with it is what the commands of `svga` do.
package final class MovieHandle: Sendable {
    /// As errors and reports call it; `-` where it was read from memory.
    package let name: FileName
    package let held: InMemoryInputs.Movie
    /// What it was read with, for all that is done with it.
    package let common: CommonOptions
    private let players = Locked<[PublicPlayer: InputAnimation]>([:])

    /// Reads a file.
    /// - Parameter options: limits and `strict`, as an object of JSON.
    package convenience init(path: String, options: String?) throws(TaskError) {
        let common = try MovieHandle.readOptions(options)
        // As a path it is not a stream.
        let file = FileName(path: path == "-" ? "./-" : path)
        guard !path.isEmpty else { throw .usage("the name of the file is empty") }
        try FileName.checkAddress(path, "a movie")
        let bytes = try InputFile.bytes(of: file, limits: common.limits, context: TaskContext())
        try self.init(bytes, name: file, folder: file.folder(common.limits), common)
    }

    /// Reads a file in memory.
    package convenience init(bytes: [UInt8], options: String?) throws(TaskError) {
        let common = try MovieHandle.readOptions(options)
        guard bytes.count <= common.limits.inputBytes else {
            throw .read(file: "-", .limit(LimitExceeded(\.inputBytes, of: common.limits, found: bytes.count)))
        }
        try self.init(bytes, name: FileName(path: "-"), folder: nil, common)
    }

    private init(_ bytes: [UInt8], name: FileName, folder: FolderFiles?, _ common: CommonOptions) throws(TaskError) {
        self.name = name
        self.common = common
        let shown = try MovieHandle.prepared(bytes, name: name, file: folder, common, player: nil)
        held = InMemoryInputs.Movie(bytes: bytes, shown: shown)
    }

    private static func readOptions(_ text: String?) throws(TaskError) -> CommonOptions {
        var common = CommonOptions()
        let parameters = JSONOptions.parameters([CommonOptions.group, CommonOptions.limitGroup])
        try OptionObject(text).store(&common, parameters.filter { $0.key != "timeout" }, of: "limits")
        return common
    }

    package var bytes: [UInt8] { held.bytes }
    package var frames: Int { held.shown.frames }
    package var framesPerSecond: Double { held.shown.frameRate.framesPerSecond }
    /// In points.
    package var width: Int { held.shown.canvas.width }
    /// In points.
    package var height: Int { held.shown.canvas.height }

    package var inputs: InMemoryInputs { InMemoryInputs(movies: [name: held]) }

    /// The movie as it is; read anew where the options of reading are others.
    /// - Parameters:
    ///   - player: as whom it is read; once for each.
    ///   - common: what it is drawn with.
    package func shown(as player: PublicPlayer?, _ common: CommonOptions) throws(TaskError) -> InputAnimation {
        let isUsual = common.readsLike(self.common)
        guard let player else {
            return isUsual ? held.shown : try MovieHandle.prepared(held.bytes, name: name, file: folder(common.limits), common, player: nil)
        }
        if isUsual, let shown = players.withLock({ $0[player] }) { return shown }
        let shown = try MovieHandle.prepared(held.bytes, name: name, file: folder(common.limits), common, player: player)
        if isUsual { players.withLock { $0[player] = shown } }
        return shown
    }

    private static func prepared(
        _ bytes: [UInt8], name: FileName, file folder: FolderFiles?, _ common: CommonOptions, player: PublicPlayer?
    ) throws(TaskError) -> InputAnimation {
        let shown = try InputAnimation(bytes, name: name.path, folder: folder, options: common.readOptions(as: player))
        guard case .movie(var file) = shown else { return shown }
        file.prepared = PreparedMovie(file.movie, limits: common.limits)
        return .movie(file)
    }

    /// The files beside it; nil where it was read from memory.
    private func folder(_ limits: ReadLimits) -> FolderFiles? { name.isStandardStream ? nil : name.folder(limits) }

    // MARK: Tasks

    /// What is made of a movie.
    package enum Task: Sendable {
        case describe, validate, diff, optimize, convert
    }

    /// The bytes of a file or of a text, and what is said of them.
    package struct Made: Sendable {
        package let bytes: [UInt8]
        /// Of `optimize`.
        package var report: String?

        package init(bytes: [UInt8], report: String? = nil) { (self.bytes, self.report) = (bytes, report) }
    }

    /// - Parameters:
    ///   - other: what `diff` compares it with.
    ///   - options: those of the task, as an object of JSON.
    ///   - stop: cancels it.
    package func make(
        _ task: Task, other: MovieHandle? = nil, options: String?, stop: CancellationHandle = CancellationHandle()
    ) throws(TaskError) -> Made {
        switch task {
        case .describe: return try describe(stop)
        case .validate: return try validate(try self.task(options), stop)
        case .diff:
            guard let other else { throw .usage("the other movie is missing") }
            return try diff(other, try self.task(options), stop)
        case .optimize: return try optimize(try self.task(options), stop)
        case .convert: return try convert(try self.task(options), stop)
        }
    }

    private func describe(_ stop: CancellationHandle) throws(TaskError) -> Made {
        let task = InspectTask(common: common)
        return try CallRun.wait(timeout: common.timeout, stop: stop) { [held] () async throws(TaskError) in
            Made(report: try task.report(on: held.shown).json)
        }
    }

    private func validate(_ task: ValidateTask, _ stop: CancellationHandle) throws(TaskError) -> Made {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name, context] () async throws(TaskError) in
            Made(report: try task.run(name, in: context).report.json)
        }
    }

    private func diff(_ other: MovieHandle, _ task: DiffTask, _ stop: CancellationHandle) throws(TaskError) -> Made {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [self] () async throws(TaskError) in
            let before = try shown(as: task.player, task.common).movie(task.common.limits)
            var after = try other.shown(as: task.player, task.common).movie(task.common.limits)
            // Two of one name, such as two from memory, are told apart by a number.
            if other.name == name { after = after.named("\(name.path) (2)") }
            return Made(report: try await task.run(before, after, in: context).report.json)
        }
    }

    private func optimize(_ task: OptimizeTask, _ stop: CancellationHandle) throws(TaskError) -> Made {
        try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name, bytes, context] () async throws(TaskError) in
            let sounds = try task.prepare()
            try task.refuseFaults(bytes, of: name)
            let result = try await task.run(bytes, of: name, sounds: sounds, in: context)
            let report = OptimizeReport(result, file: name.path, output: nil).json
            return Made(bytes: result.bytes, report: Made.text(of: report))
        }
    }

    private func convert(_ task: ConvertTask, _ stop: CancellationHandle) throws(TaskError) -> Made {
        if task.images == .beside { throw .usage("one file holds its images inside", advice: "leave out images") }
        return try CallRun.wait(timeout: task.common.timeout, stop: stop) { [name, context] () async throws(TaskError) in
            let ending = task.format == .lottie ? "json" : "svga"
            return Made(bytes: try await task.run(name, output: "converted." + ending, in: context).converted.bytes)
        }
    }

    /// What tasks with this movie find.
    private var context: TaskContext { TaskContext(held: inputs) }

    /// A task with these options, and with what the movie was read with.
    private func task<Kind: OptionTask>(_ options: String?) throws(TaskError) -> Kind {
        try Kind(try OptionObject(options), common: common)
    }
}

extension MovieHandle.Made {
    /// A report as text.
    fileprivate init(report: JSONValue) { self.init(bytes: Array(Self.text(of: report).utf8)) }

    fileprivate static func text(of report: JSONValue) -> String { report.text(.pretty, escaping: [.short, .controls]) + "\n" }
}
