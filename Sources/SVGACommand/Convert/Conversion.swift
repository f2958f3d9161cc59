import Glibc
import SVGACheck
import SVGAExport
import SVGAFormat
import SVGAModel
import SVGARender

/// Converts one file at a time as a ``ConvertCommand`` says.
struct Conversion {
    let command: ConvertCommand
    let context: CommandContext

    func run(_ step: ConversionPlan.Step, folder: String?) async throws(CommandError) -> ConversionReport.File {
        let file = step.input.path
        if Task.isCancelled { throw .interrupted }
        let bytes = try InputFile.bytes(of: step.input, limits: command.common.limits, context: context)
        let document = try reading(file) { () throws(ReadError) in try SVGADocument(bytes: bytes, options: command.common.readOptions) }
        tell(document.diagnostics, about: file)
        let output = try write(document, file: file)
        if Task.isCancelled { throw .interrupted }
        let frames = command.verifies ? try await verify(document, against: output, file: file) : nil
        if Task.isCancelled { throw .interrupted }
        try put(output, at: step.output, folder: folder)
        return ConversionReport.File(
            file: file, output: step.output, from: ConversionReport.name(of: document.container), to: command.format.rawValue,
            bytesBefore: bytes.count, bytesAfter: output.count, dropped: document.losses(as: command.format), framesVerified: frames)
    }

    private func tell(_ diagnostics: [Diagnostic], about file: String) {
        guard command.common.isVerbose, !command.common.isQuiet else { return }
        for diagnostic in diagnostics { context.note("svga: \(file): \(diagnostic.description)".printable) }
    }

    private func write(_ document: SVGADocument, file: String) throws(CommandError) -> [UInt8] {
        let options = WriteOptions(usesZopfli: command.usesZopfli, dropsUnsupported: command.dropsUnsupported)
        do throws(WriteError) {
            return try document.write(as: command.format, options: options)
        } catch .cancelled {
            throw .interrupted
        } catch {
            if case .unsupported = error, !command.dropsUnsupported {
                throw .conversion(file: file, message: error.description, advice: "leave it out with --drop-unsupported")
            }
            throw .conversion(file: file, message: error.description, advice: "")
        }
    }

    private func put(_ bytes: [UInt8], at path: String, folder: String?) throws(CommandError) {
        do throws(ExportError) {
            // One that is there is as good.
            if let folder, mkdir(folder, 0o777) != 0, errno != EEXIST {
                throw ExportError.file(path: folder, reason: String(cString: strerror(errno)))
            }
            let file = try OutputFile(path: path, overwrite: command.overwrites)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw .export(output: path, error)
        }
    }

    /// Draws all frames of both.
    /// - Returns: how many there are.
    private func verify(_ document: SVGADocument, against output: [UInt8], file: String) async throws(CommandError) -> Int {
        let (before, after) = try reading(file) { () throws(ReadError) in
            // What was tolerated in the input is no fault of the output.
            let options = ReadOptions(limits: command.common.limits)
            return (try document.videoEntity(options: options), try VideoEntity(bytes: output, options: options))
        }
        let difference: String?
        do throws(FrameComparisonError) {
            difference = try await Verification(limits: command.common.limits, threads: context.processorCount).difference(before, after)
        } catch {
            switch error {
            case .render(_, let error): throw .render(file: file, error)
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
