import SVGAExport
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// A movie for programs in other languages, read once and prepared once. What is done with it is what the commands of `svga` do.
package final class EmbeddedMovie: Sendable {
    /// As errors and reports call it; `-` where it was read from memory.
    let name: FileName
    let held: HeldInputs.Movie
    /// What it was read with, for all that is done with it.
    let common: CommonOptions
    private let players = Locked<[PublicPlayer: ShownFile]>([:])

    /// Reads a file.
    /// - Parameter options: limits and `strict`, as an object of JSON.
    package convenience init(path: String, options: String?) throws(EmbeddedFailure) {
        let common = try EmbeddedMovie.readOptions(options)
        // As a path it is no stream.
        let file = FileName(path: path == "-" ? "./-" : path)
        let bytes = try EmbeddedFailure.catching { () throws(CommandError) in
            guard !path.isEmpty else { throw .usage(UsageError(message: "the name of the file is empty")) }
            try CommandError.checking { () throws(UsageError) in try FileName.checkAddress(path, "a movie") }
            return try InputFile.bytes(of: file, limits: common.limits, context: EmbeddedRun.context(HeldInputs()))
        }
        try self.init(bytes, name: file, folder: file.folder(common.limits), common)
    }

    /// Reads a file in memory.
    package convenience init(bytes: [UInt8], options: String?) throws(EmbeddedFailure) {
        let common = try EmbeddedMovie.readOptions(options)
        try EmbeddedFailure.catching { () throws(CommandError) in
            guard bytes.count <= common.limits.inputBytes else {
                throw .read(file: "-", .limit(LimitExceeded(\.inputBytes, of: common.limits, found: bytes.count)))
            }
        }
        try self.init(bytes, name: FileName(path: "-"), folder: nil, common)
    }

    private init(_ bytes: [UInt8], name: FileName, folder: FolderFiles?, _ common: CommonOptions) throws(EmbeddedFailure) {
        self.name = name
        self.common = common
        held = try EmbeddedFailure.catching { () throws(CommandError) in
            let shown = try EmbeddedMovie.prepared(bytes, name: name, file: folder, common, player: nil)
            return HeldInputs.Movie(bytes: bytes, shown: shown)
        }
    }

    private static func readOptions(_ text: String?) throws(EmbeddedFailure) -> CommonOptions {
        try EmbeddedFailure.catching { () throws(CommandError) in
            var common = CommonOptions()
            let parameters = JSONOptions.parameters([CommonOptions.group, CommonOptions.limitGroup])
            try EmbeddedOptions(text).store(&common, parameters.filter { $0.key != "timeout" }, of: "limits")
            return common
        }
    }

    package var bytes: [UInt8] { held.bytes }
    package var frames: Int { held.shown.frames }
    package var framesPerSecond: Double { held.shown.frameRate.framesPerSecond }
    /// In points.
    package var width: Int { held.shown.canvas.width }
    /// In points.
    package var height: Int { held.shown.canvas.height }

    var inputs: HeldInputs { HeldInputs(movies: [name: held]) }

    /// The movie as a player reads it; read once for each, unless the limits are others.
    /// - Parameter common: what it is drawn with.
    func shown(as player: PublicPlayer?, _ common: CommonOptions) throws(CommandError) -> ShownFile {
        guard let player else { return held.shown }
        let isUsual = common.limits == self.common.limits && common.isStrict == self.common.isStrict
        if isUsual, let shown = players.withLock({ $0[player] }) { return shown }
        let shown = try EmbeddedMovie.prepared(held.bytes, name: name, file: folder(common.limits), common, player: player)
        if isUsual { players.withLock { $0[player] = shown } }
        return shown
    }

    private static func prepared(
        _ bytes: [UInt8], name: FileName, file folder: FolderFiles?, _ common: CommonOptions, player: PublicPlayer?
    ) throws(CommandError) -> ShownFile {
        let shown = try ShownFile(bytes, name: name.path, folder: folder, options: common.readOptions(as: player))
        guard case .movie(var file) = shown else { return shown }
        file.prepared = PreparedMovie(file.movie, limits: common.limits)
        return .movie(file)
    }

    /// The files beside it; nil where it was read from memory.
    private func folder(_ limits: ReadLimits) -> FolderFiles? { name.isStandardStream ? nil : name.folder(limits) }

    // MARK: Commands

    /// What a command makes of a movie.
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
    ///   - stop: cancels it.
    package func make(
        _ task: Task, other: EmbeddedMovie? = nil, options: String?, stop: StopSwitch = StopSwitch()
    ) throws(EmbeddedFailure) -> Made {
        switch task {
        case .describe: return Made(bytes: Array(try describe(stop).utf8))
        case .validate: return Made(bytes: Array(try validate(options, stop).utf8))
        case .diff:
            guard let other else { throw EmbeddedFailure(usage: "the other movie is missing") }
            return Made(bytes: Array(try diff(other, options, stop).utf8))
        case .optimize: return try optimize(options, stop)
        case .convert: return Made(bytes: try convert(options, stop))
        }
    }

    /// What `svga inspect --json` prints.
    private func describe(_ stop: StopSwitch) throws(EmbeddedFailure) -> String {
        var command = InspectCommand()
        command.inputs = [name]
        command.isJSON = true
        command.common = common
        return try EmbeddedRun.run(command, inputs, stop: stop).text
    }

    /// What `svga validate --json` prints.
    private func validate(_ options: String?, _ stop: StopSwitch) throws(EmbeddedFailure) -> String {
        var command: ValidateCommand = try self.command(options)
        command.inputs = [name]
        command.isJSON = true
        return try EmbeddedRun.run(command, inputs, stop: stop).text
    }

    /// What `svga diff --json` prints.
    private func diff(_ other: EmbeddedMovie, _ options: String?, _ stop: StopSwitch) throws(EmbeddedFailure) -> String {
        var command: DiffCommand = try self.command(options)
        command.first = name
        // Two of one name, such as two from memory, are found by two.
        command.second = other.name == name ? FileName(path: "\(other.name.path) (2)") : other.name
        command.isJSON = true
        command.overwrites = true
        var inputs = inputs
        inputs.movies[command.second] = other.held
        return try EmbeddedRun.run(command, inputs, stop: stop).text
    }

    /// What `svga optimize` writes, and what it prints with `--json`.
    private func optimize(_ options: String?, _ stop: StopSwitch) throws(EmbeddedFailure) -> Made {
        var command: OptimizeCommand = try self.command(options)
        command.inputs = [name]
        command.writing.isJSON = true
        var report = ""
        let bytes = try EmbeddedRun.bytes(fileName: "optimized.svga") { (path) throws(EmbeddedFailure) in
            command.output = FileName(path: path)
            report = try EmbeddedRun.run(command, inputs, stop: stop).text.replacing(
                JSONText.quoted(path, escaping: [.short, .controls]), with: "null")
        }
        return Made(bytes: bytes, report: report)
    }

    /// What `svga convert` writes.
    private func convert(_ options: String?, _ stop: StopSwitch) throws(EmbeddedFailure) -> [UInt8] {
        var command: ConvertCommand = try self.command(options)
        command.inputs = [name]
        command.common.isQuiet = true
        let ending = command.format == .lottie ? "json" : "svga"
        if command.images == .beside {
            throw EmbeddedFailure(.usage(UsageError(message: "one file holds its images inside", advice: "leave out images")))
        }
        return try EmbeddedRun.bytes(fileName: "converted." + ending) { (path) throws(EmbeddedFailure) in
            command.output = FileName(path: path)
            _ = try EmbeddedRun.run(command, inputs, stop: stop)
        }
    }

    /// A command with these options, and with what the movie was read with.
    private func command<Kind: LimitedCommand>(_ options: String?) throws(EmbeddedFailure) -> Kind {
        try EmbeddedFailure.catching { () throws(CommandError) in
            var command = Kind()
            command.common = common
            let parameters = JSONOptions.parameters(Kind.groups)
            let options = try EmbeddedOptions(options)
            try options.store(&command, parameters, of: Kind.name)
            for option in parameters.values where option.info.isRequired {
                let names = option.info.names.map { String($0.drop { $0 == "-" }) }
                guard !options.names.isDisjoint(with: names) || !EmbeddedOptions.programOnly.isDisjoint(with: names) else {
                    throw .usage(UsageError(message: "the option \(names.last ?? "") is missing", advice: "see svga help \(Kind.name)"))
                }
            }
            return command
        }
    }
}
