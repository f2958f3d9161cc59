import SVGAFormat
package import SVGAModel
package import SVGASupport

/// What `svga convert` did with one file.
package struct ConversionReport: Sendable {
    /// As it was written on the command line, or found in a folder.
    package let file: String
    package let output: String
    /// `2`, `1-json`, `1-binary`, `gzip` or `protobuf`; nil where it could not be read.
    package var from: String?
    package let to: String
    package var bytesBefore: Int?
    /// nil where nothing was written.
    package var bytesAfter: Int?
    /// What the format could not hold and was left out.
    package var dropped: [String] = []
    /// How many frames were drawn and found the same; nil without `--verify`.
    package var framesVerified: Int?
    /// Why nothing was written.
    package var error: String?

    package init(
        file: String, output: String, from: String? = nil, to: String, bytesBefore: Int? = nil, bytesAfter: Int? = nil,
        dropped: [String] = [], framesVerified: Int? = nil, error: String? = nil
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
    /// One of the `files` of `--json`: every name is always there, and what is not known is null.
    package var json: JSONValue {
        [
            "file": file, "output": output, "from": from, "to": to, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter,
            "dropped": dropped, "framesVerified": framesVerified, "error": error,
        ]
    }
}
