package import SVGAEdit
package import SVGAFormat
import SVGAModel
package import SVGASupport

// Converts between a movie, a folder and text.

/// Unpacks a movie into a folder for editing by hand.
package struct UnpackTask: OptionTask {
    package var overwrites = false
    package var common = CommonOptions()

    package static let name = "unpack"

    package init() {}

    package static let options: [Parameter<UnpackTask>] = [
        .flag(\.overwrites, "force", help: "write into DIR even if it is not empty; other files stay", "即使 DIR 不为空也写入；其他文件保留")
    ]

    /// The numbers of unpacked sprites and payloads.
    package struct Result: Sendable {
        package let sprites: Int
        package let payloads: Int
    }

    package func run(_ input: FileName, to folder: FileName, in context: TaskContext) throws(TaskError) -> Result {
        let document = try DocumentFile(input, options: common.readOptions, context: context).document
        context.finished("read")
        try TaskError.naming(folder.path) { () throws(SVGAError) in try document.unpack(to: folder.path, overwrite: overwrites) }
        context.finished("write")
        return Result(sprites: document.movie.sprites.count, payloads: document.movie.images.count)
    }
}

/// Packs a folder that ``UnpackTask`` wrote.
package struct PackTask: OptionTask {
    /// nil: the format that the folder names.
    package var format: MovieFormat?
    package var common = CommonOptions()

    package static let name = "pack"

    package init() {}

    package static let options: [Parameter<PackTask>] = [
        .option(
            \.format, "to", placeholder: "FORMAT", help: "format: 2, 1-json or 1-binary (default: as in movie.json)",
            "格式：2、1-json 或 1-binary（默认按 movie.json）")
    ]

    package struct Result: Sendable {
        package let bytes: [UInt8]
        package let report: PackReport
    }

    /// - Parameters:
    ///   - output: the output's path; nil if nothing is written.
    ///   - warn: receives the warnings about the folder before the movie is written.
    package func run(
        _ folder: FileName, to output: FileName?, in context: TaskContext, warn: (_ file: String, [FolderNote]) -> Void
    ) throws(TaskError) -> Result {
        let (document, notes) = try TaskError.naming(folder.path) { () throws(SVGAError) in
            try SVGADocument.packing(folder: folder.path, limits: common.limits)
        }
        let file = "\(folder.path)/movie.json"
        if common.isStrict, let first = notes.first {
            throw .input(file: file, message: TaskText(first.message), advice: "it is packed without \(option: "strict")")
        }
        warn(file, notes)
        context.finished("read")
        // Shapes stay exactly as in the folder: repeated shapes do not become KEEP.
        let options = WriteOptions.withoutKeep
        let bytes = try DocumentFile.encoded(document, for: output?.path, as: format, options: options)
        let report = PackReport(
            folder: folder.path, output: output?.path, sprites: document.movie.sprites.count, payloads: document.movie.images.count,
            bytes: bytes.count)
        return Result(bytes: bytes, report: report)
    }
}

/// The report of `svga pack`.
package struct PackReport: Sendable, JSONRepresentable {
    package let folder: String
    /// nil if nothing was written.
    package let output: String?
    package let sprites: Int
    package let payloads: Int
    package let bytes: Int

    /// The stable JSON of `--json`: all members are always present.
    package var json: JSONValue {
        ["schema": 1, "folder": folder, "output": output, "sprites": sprites, "payloads": payloads, "bytes": bytes]
    }
}

/// Dumps a movie as text: the `movie.json` of ``UnpackTask``, with the size and CRC-32 of each payload.
package struct DumpTask: LimitedTask {
    package var common = CommonOptions()

    package init() {}

    package static let options: [Parameter<DumpTask>] = []

    /// - Returns: the text in chunks.
    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> some Sequence<[UInt8]> {
        let file = try DocumentFile(input, options: common.readOptions, context: context)
        context.finished("read")
        return file.document.folderText
    }
}
