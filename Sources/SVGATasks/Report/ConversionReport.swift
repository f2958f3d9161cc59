import SVGAFormat
package import SVGAModel
package import SVGASupport

/// The report of `svga convert` on one file.
package struct ConversionReport: Sendable {
    /// The name on the command line, or of a file in a folder.
    package let file: String
    package let output: String
    /// `2`, `1-json`, `1-binary`, `gzip` or `protobuf`; nil if the file cannot be read.
    package var from: String?
    package let to: String
    package var bytesBefore: Int?
    /// nil if nothing was written.
    package var bytesAfter: Int?
    /// Parts that the format cannot store.
    package var dropped: [Message] = []
    /// The number of frames that were drawn and are identical; nil without `--verify`.
    package var framesVerified: Int?
    /// The reason why nothing was written.
    package var error: String?

    package init(
        file: String, output: String, from: String? = nil, to: String, bytesBefore: Int? = nil, bytesAfter: Int? = nil,
        dropped: [Message] = [], framesVerified: Int? = nil, error: String? = nil
    ) {
        self.file = file
        self.output = output
        self.from = from
        self.to = to
        self.bytesBefore = bytesBefore
        self.bytesAfter = bytesAfter
        self.dropped = dropped
        self.framesVerified = framesVerified
        self.error = error
    }

    package static func name(of container: VideoEntity.Container) -> String {
        switch container {
        case .zlib: MovieFormat.v2.name
        case .zipJSON: MovieFormat.v1JSON.name
        case .zipBinary: MovieFormat.v1Binary.name
        case .gzip: "gzip"
        case .protobuf: "protobuf"
        }
    }
}

extension ConversionReport: JSONRepresentable {
    /// An element of `files` in `--json`: all members are always present; unknown values are null.
    package var json: JSONValue {
        [
            "file": file, "output": output, "from": from, "to": to, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter,
            "dropped": dropped, "framesVerified": framesVerified, "error": error,
        ]
    }
}
