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

    /// Reads a file.
    /// - Parameter options: limits and `strict`, as an object of JSON.
    package convenience init(path: String, options: String?) throws(EmbeddedFailure) {
        let common = try EmbeddedMovie.readOptions(options)
        // As a path it is no stream.
        let file = FileName(path: path == "-" ? "./-" : path)
        let bytes = try EmbeddedFailure.catching { () throws(CommandError) in
            guard !path.isEmpty else { throw .usage(UsageError(message: "the name of the file is empty")) }
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
            var shown = try ShownFile(bytes, name: name.path, folder: folder, options: common.readOptions)
            if case .movie(var file) = shown {
                file.prepared = PreparedMovie(file.movie, limits: common.limits)
                shown = .movie(file)
            }
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

    // MARK: Commands

    /// What `svga inspect --json` prints.
    package func describe() throws(EmbeddedFailure) -> String {
        var command = InspectCommand()
        command.inputs = [name]
        command.isJSON = true
        command.common = common
        return try EmbeddedRun.run(command, inputs).text
    }

    /// What `svga validate --json` prints.
    package func validate(_ options: String?) throws(EmbeddedFailure) -> String {
        var command: ValidateCommand = try self.command(options)
        command.inputs = [name]
        command.isJSON = true
        return try EmbeddedRun.run(command, inputs).text
    }

    /// What `svga diff --json` prints.
    package func diff(_ other: EmbeddedMovie, _ options: String?) throws(EmbeddedFailure) -> String {
        var command: DiffCommand = try self.command(options)
        command.first = name
        // Two of one name, such as two from memory, are found by two.
        command.second = other.name == name ? FileName(path: "\(other.name.path) (2)") : other.name
        command.isJSON = true
        command.overwrites = true
        var inputs = inputs
        inputs.movies[command.second] = other.held
        return try EmbeddedRun.run(command, inputs).text
    }

    /// What `svga optimize` writes, and what it prints with `--json`.
    package func optimize(_ options: String?) throws(EmbeddedFailure) -> (bytes: [UInt8], report: String) {
        var command: OptimizeCommand = try self.command(options)
        command.inputs = [name]
        command.writing.isJSON = true
        var report = ""
        let bytes = try EmbeddedRun.bytes(fileName: "optimized.svga") { (path) throws(EmbeddedFailure) in
            command.output = FileName(path: path)
            report = try EmbeddedRun.run(command, inputs).text.replacing(
                JSONText.quoted(path, escaping: [.short, .controls]), with: "null")
        }
        return (bytes, report)
    }

    /// What `svga convert` writes.
    package func convert(_ options: String?) throws(EmbeddedFailure) -> [UInt8] {
        var command: ConvertCommand = try self.command(options)
        command.inputs = [name]
        command.common.isQuiet = true
        let ending = command.format == .lottie ? "json" : "svga"
        if command.images == .beside {
            throw EmbeddedFailure(.usage(UsageError(message: "one file holds its images inside", advice: "leave out images")))
        }
        return try EmbeddedRun.bytes(fileName: "converted." + ending) { (path) throws(EmbeddedFailure) in
            command.output = FileName(path: path)
            _ = try EmbeddedRun.run(command, inputs)
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
