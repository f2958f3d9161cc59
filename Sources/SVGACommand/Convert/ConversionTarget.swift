import SVGAExport
import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPlatform
import SVGASupport

/// What `svga convert` writes.
enum ConversionTarget: Hashable, Sendable {
    /// Another `.svga` file.
    case movie(MovieFormat)
    /// Lottie's JSON, or a dotLottie archive where the output is called so.
    case lottie

    var name: String {
        switch self {
        case .movie(let format): format.name
        case .lottie: "lottie"
        }
    }

    /// What an output in a folder is called.
    func fileName(of input: String) -> String {
        guard self == .lottie else { return input }
        return (input.lowercased().hasSuffix(".svga") ? String(input.dropLast(5)) : input) + ".json"
    }
}

extension ConversionTarget: ExpressibleByArgument {
    private static var all: [ConversionTarget] { MovieFormat.allCases.map { .movie($0) } + [.lottie] }

    init?(argument: String) {
        guard let target = ConversionTarget.all.first(where: { $0.name == argument }) else { return nil }
        self = target
    }

    static var allValueStrings: [String] { all.map(\.name) }
    static var expectation: String { "one of " + allValueStrings.joined(separator: ", ") }

    static func advice(on word: String) -> String? {
        guard let format = OutputFormat(rawValue: word.lowercased()) else { return nil }
        return "svga render IN -o OUT.\(format.rawValue) writes this format"
    }
}

/// Where a Lottie's pictures and sounds are.
enum PayloadPlace: String, CaseIterable, ExpressibleByArgument {
    case inside
    /// In a folder beside it, called as it is with `-images`.
    case beside
}

/// A file that was converted, not yet written.
struct ConvertedFile {
    var bytes: [UInt8]
    /// In a folder beside it.
    var others: [(name: String, bytes: [UInt8])] = []
    /// What the format could not hold.
    var dropped: [String] = []
    /// How many frames were drawn and found the same; nil where none were.
    var framesVerified: Int?

    var count: Int { others.reduce(bytes.count) { $0 + $1.bytes.count } }

    /// The folder of the other files, for an output of this path.
    static func folder(beside output: String) -> String {
        let place = OutputPlace(path: output)
        return String(output.dropLast(place.name.count)) + place.stem + "-images"
    }

    /// A document as Lottie.
    init(lottie document: SVGADocument, output: String, images: PayloadPlace, options: ReadOptions) throws(LottieFailure) {
        let movie: VideoEntity
        do throws(ReadError) {
            movie = try document.videoEntity(options: options)
        } catch {
            throw .read(error)
        }
        let writer = LottieWriter(movie)
        dropped = writer.leftOut + document.otherEntries.map { "entry \($0.name.quoted) of the archive" }
        if movie.diagnostics.contains(where: { $0.code == .unknownFields }) { dropped.append("fields of unknown numbers") }
        if output.lowercased().hasSuffix(".lottie") {
            do throws(WriteError) {
                bytes = try writer.dotLottie()
            } catch {
                throw .write(error)
            }
        } else if images == .beside {
            (bytes, others) = writer.json(besideFolder: OutputPlace(path: ConvertedFile.folder(beside: output)).name)
        } else {
            bytes = writer.json()
        }
    }

    init(bytes: [UInt8], dropped: [String], framesVerified: Int?) {
        self.bytes = bytes
        self.dropped = dropped
        self.framesVerified = framesVerified
    }

    /// Why a document is not written as Lottie.
    enum LottieFailure: Error {
        case read(ReadError)
        case write(WriteError)
    }

    /// Writes all files, or none.
    func put(at output: String, overwriting: Bool) throws(CommandError) {
        guard !others.isEmpty else { return try OutputFile.open(output, overwriting: overwriting).finish(bytes) }
        let folder = ConvertedFile.folder(beside: output)
        // A folder that exists already is used.
        let isNew = mkdir(folder, 0o777) == 0
        if !isNew, errno != EEXIST { throw .export(output: output, .file(path: folder, reason: errorText(errno))) }
        do throws(CommandError) {
            var files: [OutputFile] = []
            for (path, bytes) in [(output, bytes)] + others.map({ ("\(folder)/\($0.name)", $0.bytes) }) {
                let file = try OutputFile.open(path, overwriting: overwriting)
                try CommandError.exporting(path) { () throws(FileError) in
                    try file.write(bytes)
                    try file.close()
                }
                files.append(file)
            }
            try CommandError.exporting(output) { () throws(FileError) in try OutputFile.commit(files) }
        } catch {
            if isNew { rmdir(folder) }
            throw error
        }
    }
}

extension CommandError {
    fileprivate static func exporting(_ path: String, _ body: () throws(FileError) -> Void) throws(CommandError) {
        do throws(FileError) {
            try body()
        } catch {
            throw .export(output: path, ExportError(error))
        }
    }
}
