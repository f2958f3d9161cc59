import SVGAExport
package import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPlatform
package import SVGASupport

/// What `svga convert` writes.
package enum ConversionTarget: Hashable, Sendable {
    /// Another `.svga` file.
    case movie(MovieFormat)
    /// Lottie JSON, or a dotLottie archive if the output's name ends in `.lottie`.
    case lottie

    package var name: String {
        switch self {
        case .movie(let format): format.name
        case .lottie: "lottie"
        }
    }

    /// The output's file name in a folder.
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
    package static var expectation: TaskText { "one of \(allValueStrings.joined(separator: ", "))" }

    package static func advice(on word: String) -> TaskText? {
        guard let format = OutputFormat(rawValue: word.lowercased()) else { return nil }
        return "\(command: "render", "IN \(option: "o", "OUT.\(format.rawValue)")") writes this format"
    }
}

/// Where a Lottie stores its images and sounds.
package enum PayloadLocation: String, CaseIterable, ExpressibleByArgument {
    case inside
    /// In a folder next to the Lottie; its name ends in `-images`.
    case beside
}

/// A converted file before it is written.
package struct ConvertedFile {
    package var bytes: [UInt8]
    /// Files of the images folder.
    package var imageFiles: [(name: String, bytes: [UInt8])] = []
    /// Parts that the format cannot store.
    package var dropped: [Message] = []
    /// The number of frames that were drawn and are identical; nil without verification.
    package var framesVerified: Int?

    package var count: Int { imageFiles.reduce(bytes.count) { $0 + $1.bytes.count } }

    /// The path of the images folder for an output path.
    package static func folder(beside output: String) -> String {
        FilePath(output).folderPrefix.string + OutputDestination(path: output).stem + "-images"
    }

    /// Converts a document to Lottie.
    /// - Parameter file: the name of the document, for errors.
    package init(
        lottie document: SVGADocument, of file: String, output: String, images: PayloadLocation, options: ReadOptions
    ) throws(TaskError) {
        let movie = try TaskError.naming(file) { () throws(SVGAError) in try document.videoEntity(options: options) }
        let writer = LottieWriter(movie)
        dropped = writer.omissions + document.otherEntries.map { "entry \($0.name.quoted) of the archive" }
        if movie.diagnostics.contains(where: { $0.code == .unknownFields }) { dropped.append("unknown fields") }
        if output.lowercased().hasSuffix(".lottie") {
            bytes = try TaskError.naming(file) { () throws(SVGAError) in try writer.dotLottie() }
        } else if images == .beside {
            (bytes, imageFiles) = writer.json(besideFolder: OutputDestination(path: ConvertedFile.folder(beside: output)).name)
        } else {
            bytes = writer.json()
        }
    }

    package init(bytes: [UInt8], dropped: [Message], framesVerified: Int?) {
        self.bytes = bytes
        self.dropped = dropped
        self.framesVerified = framesVerified
    }

    /// Writes all files, or none of them.
    package func write(to output: String, overwriting: Bool) throws(TaskError) {
        guard !imageFiles.isEmpty else { return try OutputFile.open(output, overwriting: overwriting).finish(bytes) }
        let folder = ConvertedFile.folder(beside: output)
        // An existing folder is reused.
        let isNew = mkdir(folder, 0o777) == 0
        if !isNew, errno != EEXIST { throw .export(output: output, .file(path: folder, reason: errorText(errno))) }
        do throws(TaskError) {
            var files: [OutputFile] = []
            for (path, bytes) in [(output, bytes)] + imageFiles.map({ ("\(folder)/\($0.name)", $0.bytes) }) {
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
