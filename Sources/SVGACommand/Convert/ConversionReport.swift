import SVGAFormat
import SVGAModel

/// What `svga convert` did. Encoded, it is the contract of `--json`: every name is always there, and what is not known is null.
struct ConversionReport: Encodable, Sendable {
    let schema = 1
    let files: [File]

    private enum CodingKeys: String, CodingKey { case schema, files }

    struct File: Encodable, Sendable {
        /// As it was written on the command line, or found in a folder.
        let file: String
        let output: String
        /// `2`, `1-json`, `1-binary`, `gzip` or `protobuf`; null where it could not be read.
        let from: String?
        let to: String
        let bytesBefore: Int?
        /// null where nothing was written.
        let bytesAfter: Int?
        /// What the format could not hold and was left out.
        let dropped: [String]
        /// How many frames were drawn and found the same; null without `--verify`.
        let framesVerified: Int?
        /// Why nothing was written.
        let error: String?

        init(
            file: String, output: String, from: String, to: String, bytesBefore: Int, bytesAfter: Int, dropped: [String],
            framesVerified: Int?
        ) {
            self.file = file
            self.output = output
            self.from = from
            self.to = to
            self.bytesBefore = bytesBefore
            self.bytesAfter = bytesAfter
            self.dropped = dropped
            self.framesVerified = framesVerified
            error = nil
        }

        init(failed step: ConversionPlan.Step, _ error: CommandError, to format: MovieFormat) {
            file = step.input.path
            output = step.output
            from = nil
            to = format.rawValue
            bytesBefore = nil
            bytesAfter = nil
            dropped = []
            framesVerified = nil
            self.error = error.line
        }

        private enum CodingKeys: String, CodingKey {
            case file, output, from, to, bytesBefore, bytesAfter, dropped, framesVerified, error
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(file, forKey: .file)
            try container.encode(output, forKey: .output)
            // Plain encoding leaves out what is nil.
            try container.encode(from, forKey: .from)
            try container.encode(to, forKey: .to)
            try container.encode(bytesBefore, forKey: .bytesBefore)
            try container.encode(bytesAfter, forKey: .bytesAfter)
            try container.encode(dropped, forKey: .dropped)
            try container.encode(framesVerified, forKey: .framesVerified)
            try container.encode(error, forKey: .error)
        }

        /// One line for a person.
        var line: String {
            guard let from, let bytesBefore, let bytesAfter else { return error ?? "" }
            var line = "\(file): \(from) → \(to), \(Units.bytes(bytesBefore)) → \(Units.bytes(bytesAfter))"
            if let framesVerified { line += ", \(Units.count(framesVerified, "frame")) the same" }
            if !dropped.isEmpty { line += ", left out: \(dropped.joined(separator: ", "))" }
            return line
        }
    }

    static func name(of container: VideoEntity.Container) -> String {
        switch container {
        case .zlib: MovieFormat.v2.rawValue
        case .zipJSON: MovieFormat.v1JSON.rawValue
        case .zipBinary: MovieFormat.v1Binary.rawValue
        case .gzip: "gzip"
        case .protobuf: "protobuf"
        }
    }
}
