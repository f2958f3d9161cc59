import SVGACheck
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport

/// Converts one file at a time as a ``ConvertCommand`` says.
struct Conversion {
    let command: ConvertCommand
    let context: CommandContext

    func run(_ step: BatchPlan.Step, folder: String?) async throws(CommandError) -> ConversionReport {
        let file = step.input.path
        if Task.isCancelled { throw .interrupted }
        let bytes = try InputFile.bytes(of: step.input, limits: command.common.limits, context: context)
        let document = try reading(file) { () throws(ReadError) in try SVGADocument(bytes: bytes, options: command.common.readOptions) }
        tell(document.diagnostics, about: file)
        let converted = try await convert(document, step, file: file)
        if Task.isCancelled { throw .interrupted }
        try put(converted, at: step.output, folder: folder)
        return ConversionReport(
            file: file, output: step.output, from: ConversionReport.name(of: document.container), to: command.format.name,
            bytesBefore: bytes.count, bytesAfter: converted.count, dropped: converted.dropped, framesVerified: converted.framesVerified)
    }

    private func convert(_ document: SVGADocument, _ step: BatchPlan.Step, file: String) async throws(CommandError) -> ConvertedFile {
        switch command.format {
        case .movie(let format):
            let output = try write(document, as: format, file: file)
            if Task.isCancelled { throw .interrupted }
            let frames = command.verifies ? try await verify(document, against: output, file: file) : nil
            return ConvertedFile(bytes: output, dropped: document.losses(as: format), framesVerified: frames)
        case .lottie:
            do throws(ConvertedFile.LottieFailure) {
                return try ConvertedFile(
                    lottie: document, output: step.output, images: command.images, options: ReadOptions(limits: command.common.limits))
            } catch {
                switch error {
                case .read(let error): throw .read(file: file, error)
                case .write(let error): throw .conversion(file: file, message: error.description, advice: "")
                }
            }
        }
    }

    private func tell(_ diagnostics: [Diagnostic], about file: String) {
        guard command.common.isVerbose, !command.common.isQuiet else { return }
        for diagnostic in diagnostics { context.note("svga: \(file): \(diagnostic.description)".printable) }
    }

    private func write(_ document: SVGADocument, as format: MovieFormat, file: String) throws(CommandError) -> [UInt8] {
        let options = WriteOptions(usesZopfli: command.usesZopfli, dropsUnsupported: command.dropsUnsupported)
        do throws(WriteError) {
            return try document.write(as: format, options: options)
        } catch .cancelled {
            throw .interrupted
        } catch {
            if case .unsupported = error, !command.dropsUnsupported {
                throw .conversion(file: file, message: error.description, advice: "leave it out with --drop-unsupported")
            }
            throw .conversion(file: file, message: error.description, advice: "")
        }
    }

    private func put(_ converted: ConvertedFile, at path: String, folder: String?) throws(CommandError) {
        // A folder that exists already is used.
        if let folder, mkdir(folder, 0o777) != 0, errno != EEXIST {
            throw .export(output: path, .file(path: folder, reason: errorText(errno)))
        }
        try converted.put(at: path, overwriting: command.overwrites)
    }

    /// Draws all frames of both and compares them.
    /// - Returns: the number of frames.
    private func verify(_ document: SVGADocument, against output: [UInt8], file: String) async throws(CommandError) -> Int {
        let (before, after) = try reading(file) { () throws(ReadError) in
            // Not strict: what was tolerated in the input may also be in the output.
            let options = ReadOptions(limits: command.common.limits)
            return (try document.videoEntity(options: options), try VideoEntity(bytes: output, options: options))
        }
        let difference: String?
        do throws(ComparisonError) {
            difference = try await Verification(limits: command.common.limits, threads: context.processorCount).difference(before, after)
        } catch {
            switch error {
            case .render(let error, _): throw .render(file: file, error)
            case .cancelled: throw .interrupted
            }
        }
        if Task.isCancelled { throw .interrupted }
        guard let difference else { return before.frames }
        throw .conversion(file: file, message: difference + "; nothing was written", advice: "")
    }

    private func reading<Result>(_ file: String, _ body: () throws(ReadError) -> Result) throws(CommandError) -> Result {
        do throws(ReadError) {
            return try body()
        } catch {
            throw .read(file: file, error)
        }
    }
}

/// Draws two movies frame by frame and tells the first difference.
struct Verification {
    let limits: ReadLimits
    let threads: Int

    /// - Returns: nil where all frames are the same to the last bit.
    func difference(_ before: VideoEntity, _ after: VideoEntity) async throws(ComparisonError) -> String? {
        guard before.frames == after.frames, before.fps == after.fps else {
            return "it would have \(after.frames) frames at \(after.fps) a second, not \(before.frames) at \(before.fps)"
        }
        let (first, second) = (try scene(before, isSecond: false), try scene(after, isSecond: true))
        guard first.widthPixels == second.widthPixels, first.heightPixels == second.heightPixels else {
            return "its canvas would have another size"
        }
        let differences = try await FrameComparison(first, second).differences(threads: threads, until: { !$0.isIdentical })
        return differences.first { !$0.isIdentical }.map { "frame \($0.frame) would not look the same" }
    }

    private func scene(_ movie: VideoEntity, isSecond: Bool) throws(ComparisonError) -> Scene {
        do throws(RenderError) {
            return try Scene(movie, options: RenderOptions(limits: limits))
        } catch {
            throw .render(error, isSecond: isSecond)
        }
    }
}
