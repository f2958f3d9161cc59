package import SVGAFormat
package import SVGAImport
import SVGAModel
import SVGARender
package import SVGASupport

/// Creates a movie from a JSON description.
package struct CreateTask: LimitedTask {
    package var format = MovieFormat.v2
    package var usesZopfli = false
    package var allowsOutside = false
    package var common = CommonOptions()

    package init() {}

    package static let options: [Parameter<CreateTask>] = [
        .option(\.format, "to", placeholder: "FORMAT", help: "2, 1-json or 1-binary (default: 2)", "2、1-json 或 1-binary（默认 2）"),
        .flag(\.usesZopfli, "zopfli", help: "some percent smaller, and takes seconds", "再小百分之几，要花几秒"),
        .flag(\.allowsOutside, "allow-outside", help: "read files that are not in the description's folder too", "也读取描述文件所在文件夹之外的文件"),
    ]

    package struct Result: Sendable {
        package let bytes: [UInt8]
        package var report: CreateReport
    }

    package func run(_ input: FileName, in context: TaskContext) throws(TaskError) -> Result {
        let description = try InputFile.bytes(of: input, limits: common.limits, context: context)
        context.finished("read")
        let folder = input.isStandardStream ? "" : FilePath(input.path).folderPrefix.string
        let made = try TaskError.naming(input.path) { () throws(CreateError) in
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
            throw .conversion(file: input.path, message: TaskText(error.description), advice: "\(option: "to", "2") holds everything")
        }
        context.finished("pack")
        // Checks that the result can be read.
        let movie = try TaskError.naming(input.path) { () throws(SVGAError) in try VideoEntity(bytes: bytes, options: common.readOptions) }
        let report = InspectReport(InputFile(name: "", byteCount: bytes.count, movie: movie))
        return Result(bytes: bytes, report: CreateReport(file: input.path, movie: report, notes: made.lost))
    }
}

extension CreateError: FileFailure {
    package func taskError(file: String) -> TaskError {
        switch self {
        case .cancelled: .interrupted
        case .limit(_, let limit): .read(file: file, .limit(limit))
        case .outside: .input(file: file, message: TaskText(description), advice: "\(option: "allow-outside") allows it")
        default: .input(file: file, message: TaskText(description))
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
