import SVGAEdit

/// What `svga optimize` did. Encoded, it is the contract of `--json`: every name is always there, and what is not known is null.
struct OptimizeReport: Encodable, Sendable {
    let schema = 1
    /// As they were written on the command line; the output is null with `--dry-run`.
    let file: String
    let output: String?
    let bytesBefore: Int
    let bytesAfter: Int
    /// Of all images, at 4 bytes a pixel.
    let decodedBytesBefore: Int
    let decodedBytesAfter: Int
    let frames: Int
    let differingFrames: Int
    let lowestSimilarity: Double
    let images: [Image]
    let removedSprites: [String]
    let undone: [String]
    let notes: [String]

    struct Image: Encodable, Sendable {
        let key: String
        /// `removed`, `rewritten`, `cropped`, `palette` or `shrunk`.
        let action: String
        let bytesBefore: Int
        let bytesAfter: Int
        let widthBefore: Int
        let heightBefore: Int
        let widthAfter: Int
        let heightAfter: Int
    }

    private enum CodingKeys: String, CodingKey {
        case schema, file, output, bytesBefore, bytesAfter, decodedBytesBefore, decodedBytesAfter, frames, differingFrames
        case lowestSimilarity, images, removedSprites, undone, notes
    }

    init(_ result: Optimization, file: String, output: String?) {
        self.file = file
        self.output = output
        bytesBefore = result.bytesBefore
        bytesAfter = result.bytesAfter
        decodedBytesBefore = result.decodedBytesBefore
        decodedBytesAfter = result.decodedBytesAfter
        frames = result.frames
        differingFrames = result.differingFrames
        lowestSimilarity = result.lowestSimilarity
        images = result.images.map {
            Image(
                key: $0.key, action: $0.action.rawValue, bytesBefore: $0.bytesBefore, bytesAfter: $0.bytesAfter,
                widthBefore: $0.widthBefore, heightBefore: $0.heightBefore, widthAfter: $0.widthAfter, heightAfter: $0.heightAfter)
        }
        removedSprites = result.removedSprites
        undone = result.undone.map(\.rawValue)
        notes = result.notes
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(file, forKey: .file)
        // Plain encoding leaves out what is nil.
        try container.encode(output, forKey: .output)
        try container.encode(bytesBefore, forKey: .bytesBefore)
        try container.encode(bytesAfter, forKey: .bytesAfter)
        try container.encode(decodedBytesBefore, forKey: .decodedBytesBefore)
        try container.encode(decodedBytesAfter, forKey: .decodedBytesAfter)
        try container.encode(frames, forKey: .frames)
        try container.encode(differingFrames, forKey: .differingFrames)
        try container.encode(lowestSimilarity, forKey: .lowestSimilarity)
        try container.encode(images, forKey: .images)
        try container.encode(removedSprites, forKey: .removedSprites)
        try container.encode(undone, forKey: .undone)
        try container.encode(notes, forKey: .notes)
    }
}
