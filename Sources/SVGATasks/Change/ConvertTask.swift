import SVGACheck
import SVGAExport
import SVGAFormat
package import SVGAModel
import SVGARender
import SVGASupport

/// Converts a file to another SVGA format or to Lottie, without losing data.
package struct ConvertTask: OptionTask {
    package var format = ConversionTarget.movie(.v2)
    package var images = PayloadLocation.inside
    package var usesZopfli = false
    package var dropsUnsupported = false
    package var verifies = false
    package var common = CommonOptions()

    package static let name = "convert"

    package init() {}

    package static let options: [Parameter<ConvertTask>] = [
        .option(
            \.format, "to", placeholder: "FORMAT", help: "format: 2, 1-json or 1-binary (both ZIP), or lottie",
            "格式：2、1-json、1-binary（两者均为 ZIP）或 lottie",
            required: true),
        .option(
            \.images, "images", placeholder: "PLACE", help: "images of a Lottie: inside the file, or in a folder beside it",
            "Lottie 的图片：inside 在文件内，beside 在旁边的文件夹"),
        .flag(\.usesZopfli, "zopfli", help: "compress more: a few percent smaller, seconds per file", "加强压缩：再小百分之几，每个文件要花几秒"),
        .flag(
            \.dropsUnsupported, "drop-unsupported", help: "leave out what the format does not support: sounds in 1-json",
            "舍弃目标格式不支持的内容：1-json 中的声音"),
        .flag(\.verifies, "verify", help: "write only if every frame is drawn exactly as before", "仅当每一帧都与原来完全相同时才写出"),
    ]

    package func validate() throws(TaskError) {
        if format == .lottie && (verifies || usesZopfli) {
            throw .usage("\(option: verifies ? "verify" : "zopfli") applies to .svga files, not to \(option: "to", "lottie")")
        }
    }

    /// The converted file and facts about its input.
    package struct Result: Sendable {
        package let container: VideoEntity.Container
        package let bytesBefore: Int
        package let converted: ConvertedFile
    }

    /// - Parameter output: the output's name; a Lottie contains it.
    package func run(_ input: FileName, output: String, in context: TaskContext) async throws(TaskError) -> Result {
        if Task.isCancelled { throw .interrupted }
        let file = input.path
        let bytes = try InputFile.bytes(of: input, limits: common.limits, context: context)
        let document = try SVGADocument(bytes, of: input, options: common.readOptions)
        for diagnostic in document.diagnostics { context.detail(file, TaskText(diagnostic.line)) }
        let converted = try await convert(document, output: output, file: file, context)
        return Result(container: document.container, bytesBefore: bytes.count, converted: converted)
    }

    private func convert(_ document: SVGADocument, output: String, file: String, _ context: TaskContext) async throws(TaskError)
        -> ConvertedFile
    {
        switch format {
        case .movie(let format):
            let bytes = try write(document, as: format, file: file)
            if Task.isCancelled { throw .interrupted }
            let frames = verifies ? try await verify(document, against: bytes, file: file, context) : nil
            return ConvertedFile(bytes: bytes, dropped: document.lossMessages(as: format), framesVerified: frames)
        case .lottie:
            return try ConvertedFile(
                lottie: document, of: file, output: output, images: images, options: ReadOptions(limits: common.limits))
        }
    }

    private func write(_ document: SVGADocument, as format: MovieFormat, file: String) throws(TaskError) -> [UInt8] {
        var options = WriteOptions(dropsUnsupported: dropsUnsupported)
        options.usesZopfli = usesZopfli
        do throws(SVGAError) {
            return try document.write(as: format, options: options)
        } catch .cancelled {
            throw .interrupted
        } catch {
            if case .unsupported? = error.detail, !dropsUnsupported {
                throw .conversion(
                    file: file, message: TaskText(error.message), advice: "leave it out with \(option: "drop-unsupported")")
            }
            throw .conversion(file: file, message: TaskText(error.message))
        }
    }

    /// Draws all frames of both movies and compares them.
    /// - Returns: the number of frames.
    private func verify(
        _ document: SVGADocument, against output: [UInt8], file: String, _ context: TaskContext
    ) async throws(TaskError) -> Int {
        let (before, after) = try TaskError.naming(file) { () throws(SVGAError) in
            // Not strict: what was tolerated in the input may also be in the output.
            let options = ReadOptions(limits: common.limits)
            return (try document.videoEntity(options: options), try VideoEntity(bytes: output, options: options))
        }
        let difference: Message?
        do throws(ComparisonError) {
            difference = try await Verification(limits: common.limits, threads: context.processorCount).difference(before, after)
        } catch {
            switch error {
            case .render(let error, _): throw .render(file: file, error)
            case .cancelled: throw .interrupted
            }
        }
        if Task.isCancelled { throw .interrupted }
        guard let difference else { return before.frameCount }
        throw .conversion(file: file, message: "\(difference); nothing was written")
    }
}
