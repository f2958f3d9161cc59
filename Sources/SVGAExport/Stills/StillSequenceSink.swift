package import SVGAModel
import SVGAPlatform
import SVGARender
package import SVGASupport

/// Writes one picture file per frame, or a single one.
///
/// All files appear together at the end of the export: until then each is a temporary file beside its destination.
/// Missing folders are created. A failed or canceled export leaves no files or folders, and existing files stay unchanged.
package final class StillSequenceSink<Encoder: FrameEncoder>: FrameSink where Encoder.Packet == [UInt8] {
    private let pattern: FramePattern
    private let destination: OutputDestination
    private let makeEncoder: (ExportPlan) -> Encoder
    package private(set) var byteCount = 0
    /// The frame index at each position.
    private var frames: [Int] = []
    private var files: [OutputFile] = []
    private var writtenFrames: Set<Int> = []
    /// The created folders, outermost first.
    private var madeFolders: [FilePath] = []

    /// - Parameters:
    ///   - destination: its path is a pattern as ``FramePattern`` reads it. Without an index it is the file of a single frame, and may be `-`.
    ///   - makeEncoder: creates the encoder of the frames.
    package init(to destination: OutputDestination, makeEncoder: @escaping (ExportPlan) -> Encoder) throws(SVGAError) {
        pattern = try FramePattern(destination.path)
        self.destination = destination
        self.makeEncoder = makeEncoder
    }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> Encoder {
        self.frames = plan.frames
        let frames = Set(plan.frames)
        if frames.count > 1, !pattern.hasIndex {
            throw .pattern(destination.path, reason: "\(frames.count) frames need a pattern for their number, such as %05d")
        }
        if destination.isPath { try prepareFolders(plan) }
        return makeEncoder(plan)
    }

    private func prepareFolders(_ plan: ExportPlan) throws(SVGAError) {
        if !destination.isOverwriting {
            for frame in plan.frames where isRegularFile(pattern.path(frame: frame)) { throw .exists(path: pattern.path(frame: frame)) }
        }
        let folders = Set(plan.frames.map { FilePath(pattern.path(frame: $0)).removingLastComponent() })
        for folder in folders.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            try SVGAError.mapping(TemporaryFiles.makeMissingFolders(folder, made: &madeFolders))
        }
    }

    package func write(_ packet: [UInt8], at position: Int) throws(SVGAError) {
        let frame = frames[position]
        guard writtenFrames.insert(frame).inserted else { return }
        files.append(try SVGAError.mapping(OutputFile(destination.at(pattern.path(frame: frame)), holding: packet)))
        byteCount += packet.count
    }

    package func finish() {}

    package func commit() throws(SVGAError) {
        try SVGAError.mapping(OutputFile.commit(files))
        TemporaryFiles.keep(madeFolders)
        files = []
        madeFolders = []
    }

    package func abandon() {
        files = []
        for folder in madeFolders.reversed() { TemporaryFiles.removeFolder(folder) }
        madeFolders = []
    }

    private func isRegularFile(_ path: String) -> Bool {
        FilePath(path).status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false
    }
}

/// A path with a field for the frame index, such as `out/frame-%05d.png`.
package struct FramePattern: Hashable, Sendable {
    private let prefix: String
    private let suffix: String
    /// The minimum number of digits, padded with zeros; nil without an index.
    private let digits: Int?

    /// `%d` or `%0Nd` (N from 1 to 20) is the 0-based index, `%%` a percent sign.
    /// - Throws: ``SVGAError/Kind/invalidRequest`` for a second index or an unknown sequence after a percent sign.
    package init(_ pattern: String) throws(SVGAError) {
        var texts = [""]
        var digits: Int?
        // Iterates over scalars, because a percent sign with a combining mark is one character.
        var remaining = pattern.unicodeScalars[...]
        while let scalar = remaining.popFirst() {
            guard scalar == "%" else {
                texts[texts.count - 1].unicodeScalars.append(scalar)
                continue
            }
            if remaining.first == "%" {
                remaining.removeFirst()
                texts[texts.count - 1].append("%")
                continue
            }
            let width = String(remaining.prefix { ("0"..."9").contains($0) })
            remaining = remaining.dropFirst(width.count)
            guard remaining.popFirst() == "d", width.isEmpty || width.first == "0" else {
                throw .pattern(pattern, reason: "after %, only d, 0Nd such as 05d, or another % is allowed")
            }
            guard digits == nil else { throw .pattern(pattern, reason: "only one %d is allowed") }
            let count = width.isEmpty ? 1 : Int(width) ?? 0
            guard (1...20).contains(count) else { throw .pattern(pattern, reason: "the number has 1 to 20 digits") }
            digits = count
            texts.append("")
        }
        prefix = texts[0]
        suffix = texts.count > 1 ? texts[1] : ""
        self.digits = digits
    }

    /// Whether the path contains the frame index.
    package var hasIndex: Bool { digits != nil }

    /// The pattern for a literal path.
    package static func escaped(_ path: String) -> String {
        path.unicodeScalars.reduce(into: "") { text, scalar in
            text.unicodeScalars.append(scalar)
            if scalar == "%" { text.unicodeScalars.append(scalar) }
        }
    }

    package func path(frame: Int) -> String {
        guard let digits else { return prefix }
        return prefix + String(frame).zeroPadded(to: digits) + suffix
    }
}
