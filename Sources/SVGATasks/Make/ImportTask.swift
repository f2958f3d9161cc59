import SVGACheck
import SVGAExport
import SVGAFormat
package import SVGAImport
import SVGAModel
import SVGAPlatform
package import SVGASupport

/// Imports other formats: Lottie, SVG, animated images, videos and images.
package struct ImportTask: OptionTask {
    package var framesPerSecond: MovieRate?
    package var size: PixelSize?
    package var keys: [LayerKey] = []
    package var quality: Percent?
    package var alpha: PicturesOptions.Alpha?
    package var targetSize: ByteSize?
    package var minimumSimilarity: Similarity?
    /// The limits that the movie must not exceed.
    package var budget: FileName?
    package var overwrites = false
    /// Whether the report lists differences between players.
    package var checksPlayers = true
    package var common = CommonOptions()

    package static let name = "import"

    package init() {}

    package static let options: [Parameter<ImportTask>] = [
        .option(\.framesPerSecond, "fps", placeholder: "N", help: "frames per second (default: the source's)", "每秒帧数（默认与来源相同）"),
        .option(\.size, "size", placeholder: "WxH", help: "canvas size; 0 keeps the aspect ratio", "画布尺寸；一边为 0 则保持宽高比"),
        .option(\.keys, "key", placeholder: "LAYER=KEY", help: "set the imageKey of a layer; repeatable", "设置图层的 imageKey；可重复"),
        .option(\.quality, "quality", placeholder: "N", help: "quality of images, 1 to 100 (lossless)", "图片质量，1 到 100（最大值为无损）"),
        .option(
            \.alpha, "alpha", placeholder: "LAYOUT", help: "alpha of a video: auto, side-by-side, stacked or none",
            "视频的 alpha：auto、side-by-side、stacked 或 none"),
        .option(
            \.targetSize, "target-size", placeholder: "SIZE", help: "maximum file size, such as 500k; not for SVG",
            "文件大小上限，例如 500k；不适用于 SVG"),
        .option(
            \.minimumSimilarity, "min-ssim", placeholder: "X", help: "write nothing if the SSIM of a frame is lower",
            "如果有一帧的 SSIM 低于 X，就不写出"),
        .option(
            \.budget, "budget", placeholder: "FILE", help: "write nothing if the movie exceeds these limits (\(help: "budget"))",
            "动画超出这些限额时不写出（见 \(help: "budget")）"
        ).scoped(.operators),
    ]

    /// The number of evenly spaced frames that are compared with the source.
    private static let comparedFrames = 60

    /// - Parameters:
    ///   - inputs: at least one.
    ///   - output: nil if nothing is written.
    package func run(_ inputs: [FileName], to output: FileName?, in context: TaskContext) async throws(TaskError) -> ImportReport {
        let input = try read(inputs, context)
        context.finished("read")
        // Opened before the import, which may take minutes: an existing file is an error at once.
        let file = try output.map { (output) throws(TaskError) in try OutputFile.open(output.path, overwriting: overwrites) }
        let made = try await run(input, ImportTask.name(of: inputs), to: file, keepsBytes: false, context)
        try file?.finish(made.remaining)
        context.finished("write")
        return made.report
    }

    /// Imports into memory.
    /// - Parameter inputs: at least one.
    package func bytes(of inputs: [FileName], in context: TaskContext) async throws(TaskError) -> (bytes: [UInt8], report: ImportReport) {
        let input = try read(inputs, context)
        context.finished("read")
        return try await bytes(of: input, name: ImportTask.name(of: inputs), in: context)
    }

    /// Imports into memory.
    /// - Parameter name: the input's name in errors and in the report.
    package func bytes(
        of input: ImportInput, name: String, in context: TaskContext
    ) async throws(TaskError) -> (bytes: [UInt8], report: ImportReport) {
        let made = try await run(input, name, to: nil, keepsBytes: true, context)
        return (made.remaining, made.report)
    }

    private static func name(of inputs: [FileName]) -> String {
        inputs.count == 1 ? inputs[0].path : "\(inputs[0].path) and \(inputs.count - 1) more"
    }

    /// - Parameters:
    ///   - file: receives the movie, but not its last bytes; nil: none.
    ///   - keepsBytes: whether all bytes are returned.
    /// - Returns: the report, and the bytes that are not written yet.
    private func run(
        _ input: ImportInput, _ name: String, to file: OutputFile?, keepsBytes: Bool, _ context: TaskContext
    ) async throws(TaskError) -> (report: ImportReport, remaining: [UInt8]) {
        // Read first, so that a wrong budget is an error at once.
        let limits = try budget.map { (budget) throws(TaskError) in try BudgetTask(budget: budget, common: common).loaded(in: context) }
        var result = try await importing(name) { () throws(ImportError) in
            try await Importer.run(input, options: options(context)) { context.progress(TaskProgress(done: $0, total: $1)) }
        }
        context.finished("import")
        let (byteCount, remaining) = try write(&result.imported, name, to: file, keepsBytes)
        context.finished("encode")
        let similarity = try await importing(name) { [result] () throws(ImportError) in
            try await result.lowestSimilarity(result.imported.document, ImportTask.comparedFrames)
        }
        context.finished("compare")
        if let minimum = minimumSimilarity?.value, (similarity ?? 0) < minimum {
            let found: Message =
                if let similarity {
                    "the lowest SSIM is \(ImportReport.text(similarity)), below \(Units.decimal(minimum, places: 4))"
                } else {
                    "it cannot be compared with its source"
                }
            throw .conversion(file: name, message: "\(found); nothing was written")
        }
        var players: [TaskText] = []
        if limits != nil || checksPlayers {
            let bytes = try written(result.imported.document, name, file, remaining)
            if let report = try limits?.run(bytes, name: name), !report.isWithin { throw .overBudget(file: name, report) }
            // Last, because it takes the work that the comparison has left.
            if checksPlayers {
                players = try PlayerFindingGuard.remarks(
                    bytes, output: name, limits: common.limits, work: result.work.allowanceOfRemarks)
            }
        }
        let report = try ImportReport(
            result.imported, input: name, output: file?.path, byteCount: byteCount, similarity: similarity, players: players,
            limits: common.limits)
        context.finished("check")
        return (report, remaining)
    }

    private func read(_ inputs: [FileName], _ context: TaskContext) throws(TaskError) -> ImportInput {
        if inputs.count > 1 { return .files(inputs.map(\.path)) }
        let file = inputs[0]
        // A file name may also contain a percent sign.
        let isPattern = file.path.contains("%") && access(file.path, F_OK) != 0
        if !file.isStandardStream, file.isFolder || isPattern || PictureKind.isVideo(path: file.path) { return .path(file.path) }
        let bytes = try InputFile.bytes(of: file, limits: common.limits, context: context)
        return .bytes(bytes, name: file.path, folder: file.folder(common.limits))
    }

    private func options(_ context: TaskContext) -> ImportOptions {
        var options = ImportOptions()
        options.framesPerSecond = framesPerSecond?.value
        options.size = size.map { ($0.width, $0.height) }
        options.keys = keys.map { ($0.layer, $0.key) }
        options.quality = quality?.value
        options.alpha = alpha
        options.targetBytes = targetSize?.value
        options.limits = common.limits
        options.threads = context.processorCount
        return options
    }

    /// Encodes the movie into a temporary file, so that large bytes are released before the comparison.
    /// - Returns: the bytes that are not written yet: all bytes for a stream or with `keepsBytes`, else none.
    private func write(
        _ imported: inout Imported, _ name: String, to file: OutputFile?, _ keepsBytes: Bool
    ) throws(TaskError) -> (count: Int, remaining: [UInt8]) {
        let bytes: [UInt8]
        if let encoded = imported.encoded {
            bytes = encoded
            imported.encoded = nil
        } else {
            bytes = try encoded(imported.document, name)
        }
        guard let file, !file.isStream else { return (bytes.count, file == nil && !keepsBytes ? [] : bytes) }
        try file.append(bytes)
        return (bytes.count, [])
    }

    private func encoded(_ document: SVGADocument, _ name: String) throws(TaskError) -> [UInt8] {
        try TaskError.naming(name) { () throws(SVGAError) in try document.write(as: .v2) }
    }

    /// All bytes of the movie.
    /// - Parameter remaining: the bytes that are not written yet.
    private func written(
        _ document: SVGADocument, _ name: String, _ file: OutputFile?, _ remaining: [UInt8]
    ) throws(TaskError) -> [UInt8] {
        if !remaining.isEmpty { return remaining }
        guard let descriptor = file?.temporaryDescriptor else { return try encoded(document, name) }
        return try TaskError.naming(name) { () throws(SVGAError) in
            lseek(descriptor, 0, SEEK_SET)
            return try FileBytes.read(descriptor, limits: .ownFiles)
        }
    }

    private func importing<Result: Sendable>(
        _ name: String, _ body: () async throws(ImportError) -> Result
    ) async throws(TaskError) -> Result {
        do throws(ImportError) {
            return try await body()
        } catch {
            throw error.taskError(file: name)
        }
    }
}

/// `LAYER=KEY`.
package struct LayerKey: ExpressibleByArgument, Hashable {
    let layer: String
    let key: String

    package init?(argument: String) {
        // Layer names may contain `=`; keys rarely do.
        guard let sign = argument.lastIndex(of: "=") else { return nil }
        layer = String(argument[..<sign])
        key = String(argument[argument.index(after: sign)...])
        if layer.isEmpty || key.isEmpty { return nil }
    }

    package static var expectation: TaskText { "LAYER=KEY" }
}

/// The frame rate of a movie.
package struct MovieRate: ExpressibleByArgument, Hashable {
    let value: Int

    package init?(argument: String) {
        guard let value = Int(argument), (1...60).contains(value) else { return nil }
        self.value = value
    }

    package static var expectation: TaskText { "a whole number from 1 to 60" }
}

extension PicturesOptions.Alpha: ExpressibleByArgument {
    package static var expectation: TaskText { "auto, side-by-side, stacked or none" }
}

/// The report of `svga import`.
package struct ImportReport: Sendable {
    package let file: String
    /// nil if nothing was written.
    package let output: String?
    package let kind: String
    package let width: Double
    package let height: Double
    package let fps: Int
    package let frames: Int
    package let sprites: Int
    /// The imageKeys that an app can replace, in order.
    package let keys: [String]
    package let byteCount: Int
    /// Of all images, at 4 bytes per pixel.
    package let decodedBytes: Int
    package let rasterized: [Imported.Note]
    package let lost: [Imported.Note]
    /// The lowest similarity of the compared frames; nil if the source cannot be drawn.
    package let similarity: Double?
    /// Differences between players, one line each.
    package let players: [TaskText]

    fileprivate init(
        _ imported: Imported, input: String, output: String?, byteCount: Int, similarity: Double?, players: [TaskText],
        limits: ReadLimits
    ) throws(TaskError) {
        let movie: VideoEntity
        do throws(SVGAError) {
            movie = try imported.document.videoEntity(options: ReadOptions(limits: limits))
        } catch {
            throw .read(file: input, error)
        }
        file = input
        self.output = output
        kind = imported.source
        (width, height) = (movie.viewBox.width, movie.viewBox.height)
        (fps, frames) = (movie.fps, movie.frameCount)
        sprites = movie.sprites.count
        keys = movie.images.map(\.key)
        self.byteCount = byteCount
        decodedBytes = movie.decodedImageBytes
        rasterized = imported.rasterized
        lost = imported.lost
        self.similarity = similarity
        self.players = players
    }

    /// Rounded down, so that the text never exceeds the measured similarity.
    package static func text(_ similarity: Double) -> String { Units.decimal((similarity * 10_000).rounded(.down) / 10_000, places: 4) }
}

extension ImportReport: JSONRepresentable {
    /// The stable JSON of `--json`: all members are always present; unknown values are null.
    package var json: JSONValue {
        [
            "schema": 1, "file": file, "output": output, "kind": kind, "width": width, "height": height, "fps": fps, "frames": frames,
            "sprites": sprites, "keys": keys, "bytes": byteCount, "decodedBytes": decodedBytes, "rasterized": rasterized, "lost": lost,
            "lowestSimilarity": similarity, "players": players.map { $0.text(as: .json) },
        ]
    }
}
