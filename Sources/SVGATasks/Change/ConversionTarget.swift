import SVGAExport
package import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPlatform
import SVGASupport

/// What `svga convert` writes.
package enum ConversionTarget: Hashable, Sendable {
    /// Another `.svga` file.
    case movie(MovieFormat)
    /// Lottie's JSON, or a dotLottie archive where the output is called so.
    case lottie

    package var name: String {
        switch self {
        case .movie(let format): format.name
        case .lottie: "lottie"
        }
    }

    /// What an output in a folder is called.
    package func fileName(of input: String) -> String {
        guard self == .lottie else { return input }
        return (input.lowercased().hasSuffix(".svga") ? String(input.dropLast(5)) : input) + ".json"
    }
}

extension ConversionTarget: ExpressibleByArgument {
    private static var all: [ConversionTarget] { MovieFormat.allCases.map { .movie($0) } + [.lottie] }

    package init?(argument: String) {
        guard let target = ConversionTarget.all.first(where: { $0.name == argument }) else { return nil }
        self = target
    }

    package static var allValueStrings: [String] { all.map(\.name) }
    package static var expectation: String { "one of " + allValueStrings.joined(separator: ", ") }

    package static func advice(on word: String) -> TaskText? {
        guard let format = OutputFormat(rawValue: word.lowercased()) else { return nil }
        return "\(command: "render", "IN \(option: "o", "OUT.\(format.rawValue)")") writes this format"
    }
}

/// Where a Lottie's pictures and sounds are.
package enum PayloadPlace: String, CaseIterable, ExpressibleByArgument {
    case inside
    /// In a folder beside it, called as it is with `-images`.
    case beside
}

/// A file that was converted, not yet written.
package struct ConvertedFile {
    package var bytes: [UInt8]
    /// In a folder beside it.
    package var others: [(name: String, bytes: [UInt8])] = []
    /// What the format could not hold.
    package var dropped: [String] = []
    /// How many frames were drawn and found the same; nil where none were.
    package var framesVerified: Int?

    package var count: Int { others.reduce(bytes.count) { $0 + $1.bytes.count } }

    /// The folder of the other files, for an output of this path.
    package static func folder(beside output: String) -> String {
        FilePath(output).folderPrefix.string + OutputPlace(path: output).stem + "-images"
    }

    /// A document as Lottie.
    /// - Parameter file: the name of the document, for errors.
    package init(
        lottie document: SVGADocument, of file: String, output: String, images: PayloadPlace, options: ReadOptions
    ) throws(TaskError) {
        let movie = try TaskError.naming(file) { () throws(ReadError) in try document.videoEntity(options: options) }
        let writer = LottieWriter(movie)
        dropped = writer.leftOut + document.otherEntries.map { "entry \($0.name.quoted) of the archive" }
        if movie.diagnostics.contains(where: { $0.code == .unknownFields }) { dropped.append("fields of unknown numbers") }
        if output.lowercased().hasSuffix(".lottie") {
            bytes = try TaskError.naming(file) { () throws(WriteError) in try writer.dotLottie() }
        } else if images == .beside {
            (bytes, others) = writer.json(besideFolder: OutputPlace(path: ConvertedFile.folder(beside: output)).name)
        } else {
            bytes = writer.json()
        }
    }

    package init(bytes: [UInt8], dropped: [String], framesVerified: Int?) {
        self.bytes = bytes
        self.dropped = dropped
        self.framesVerified = framesVerified
    }

    /// Writes all files, or none.
    package func put(at output: String, overwriting: Bool) throws(TaskError) {
        guard !others.isEmpty else { return try OutputFile.open(output, overwriting: overwriting).finish(bytes) }
        let folder = ConvertedFile.folder(beside: output)
        // A folder that exists already is used.
        let isNew = mkdir(folder, 0o777) == 0
        if !isNew, errno != EEXIST { throw .export(output: output, .file(path: folder, reason: errorText(errno))) }
        do throws(TaskError) {
            var files: [OutputFile] = []
            for (path, bytes) in [(output, bytes)] + others.map({ ("\(folder)/\($0.name)", $0.bytes) }) {
                let file = try OutputFile.open(path, overwriting: overwriting)
                try TaskError.naming(path) { () throws(FileError) in
                    try file.write(bytes)
                    try file.close()
                }
                files.append(file)
            }
            try TaskError.naming(output) { () throws(FileError) in try OutputFile.commit(files) }
        } catch {
            if isNew { rmdir(folder) }
            throw error
        }
    }
}

extension MovieFormat: ExpressibleByArgument {
    package init?(argument: String) {
        guard let format = MovieFormat.allCases.first(where: { $0.name == argument }) else { return nil }
        self = format
    }

    package static var allValueStrings: [String] { allCases.map(\.name) }
}
