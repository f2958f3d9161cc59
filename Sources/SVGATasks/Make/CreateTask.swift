package import SVGAFormat
package import SVGAImport
import SVGAModel
import SVGARender
package import SVGASupport

/// Creates a movie from a JSON description.
package struct CreateTask: OptionTask {
    package var format = MovieFormat.v2
    package var usesZopfli = false
    package var allowsOutside = false
    package var common = CommonOptions()

    package static let name = "create"

    package init() {}

    package static let options: [Parameter<CreateTask>] = [
        .option(\.format, "to", placeholder: "FORMAT", help: "format: 2 (default), 1-json or 1-binary", "格式：2（默认）、1-json 或 1-binary"),
        .flag(\.usesZopfli, "zopfli", help: "compress more: a few percent smaller, takes seconds", "加强压缩：再小百分之几，要花几秒"),
        .flag(\.allowsOutside, "allow-outside", help: "also read files outside the description's folder", "也读取描述文件所在文件夹之外的文件"),
    ]

    package struct Result: Sendable {
        package let bytes: [UInt8]
        package var report: CreateReport
    }

    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> Result {
        let description = try InputFile.bytes(of: input, limits: common.limits, context: context)
        context.finished("read")
        let folder = input.isStandardStream ? "" : FilePath(input.path).folderPrefix.string
        return try run(description, name: input.path, folder: folder, in: context)
    }

    /// - Parameters:
    ///   - name: the description's name in errors and in the report.
    ///   - folder: the folder of the files that the description names, with a slash at its end; empty: the working directory.
    package func run(_ description: [UInt8], name: String, folder: String, in context: TaskContext) throws(TaskError) -> Result {
        let made = try TaskError.naming(name) { () throws(CreateError) in
            try MovieCreation(folder: folder, allowsOutside: allowsOutside, limits: common.limits).run(description)
        }
        context.finished("create")
        let bytes: [UInt8]
        do throws(SVGAError) {
            var options = WriteOptions()
            options.usesZopfli = usesZopfli
            bytes = try made.document.write(as: format, options: options)
        } catch .cancelled {
            throw .interrupted
        } catch {
            throw .conversion(file: name, message: TaskText(error.message), advice: "write SVGA 2.x with \(option: "to", "2")")
        }
        context.finished("pack")
        // Checks that the result can be read.
        let movie = try TaskError.naming(name) { () throws(SVGAError) in try VideoEntity(bytes: bytes, options: common.readOptions) }
        let report = InspectReport(InputFile(name: "", byteCount: bytes.count, movie: movie))
        return Result(bytes: bytes, report: CreateReport(file: name, movie: report, notes: made.lost))
    }
}

extension CreateError: FileFailure {
    package func taskError(file: String) -> TaskError {
        switch self {
        case .cancelled: .interrupted
        case .limit(_, let limit): .read(file: file, .limit(limit))
        case .outside: .input(file: file, message: TaskText(message), advice: "allow it with \(option: "allow-outside")")
        default: .input(file: file, message: TaskText(message))
        }
    }
}

/// The report of `svga create`.
package struct CreateReport: Sendable, JSONRepresentable {
    package let file: String
    /// nil if nothing was written.
    package var output: String?
    package let movie: InspectReport
    package let notes: [Imported.Note]

    /// The stable JSON of `--json`: all members are always present; unknown values are null.
    package var json: JSONValue {
        [
            "schema": 1, "file": file, "output": output, "width": movie.viewBox.width, "height": movie.viewBox.height, "fps": movie.fps,
            "frames": movie.frames, "durationSeconds": movie.durationSeconds, "sprites": movie.sprites.count, "keys": movie.keys,
            "sounds": movie.audios.count, "bytes": movie.bytes, "decodedImageBytes": movie.decodedImageBytes, "notes": notes,
        ]
    }
}

extension Imported.Note: JSONRepresentable {
    package var json: JSONValue { ["place": location, "message": message] }
}
