import SVGAImage
public import SVGAModel
import SVGARender

/// An image that is not the same in two movies.
public struct ImageChange: Hashable, Sendable {
    /// An image as one of the movies has it.
    public struct Side: Hashable, Sendable {
        public let key: String
        public let format: ImageEntity.Format
        public let byteCount: Int
        /// nil where the header cannot be read.
        public let widthPixels: Int?
        public let heightPixels: Int?

        init(_ image: ImageEntity) {
            let size = ImageDecoder.size(of: image)
            key = image.key
            format = image.format
            byteCount = image.bytes.count
            widthPixels = size?.width
            heightPixels = size?.height
        }
    }

    public enum Pixels: String, Sendable {
        /// Only the bytes differ.
        case same
        case different
        /// One of the two cannot be decoded.
        case unknown
    }

    public let kind: MovieDifference.Kind
    /// nil for what was added.
    public let before: Side?
    /// nil for what was removed.
    public let after: Side?
    /// For what was changed.
    public let pixels: Pixels?

    /// The key it has now, or had.
    public var key: String { after?.key ?? before?.key ?? "" }

    static func changes(_ first: [ImageEntity], _ second: [ImageEntity], limits: ReadLimits) -> [ImageChange] {
        let old = Dictionary(first.map { (ByteKey($0.key), $0) }, uniquingKeysWith: { $1 })
        let new = Dictionary(second.map { (ByteKey($0.key), $0) }, uniquingKeysWith: { $1 })
        var arrived: [[UInt8]: [ImageEntity]] = [:]
        for image in second.reversed() where old[ByteKey(image.key)] == nil { arrived[image.bytes, default: []].append(image) }
        var changes: [ImageChange] = []
        var renamed: Set<ByteKey> = []
        for image in first {
            if let other = new[ByteKey(image.key)] {
                if image.bytes == other.bytes { continue }
                changes.append(
                    ImageChange(
                        kind: .changed, before: Side(image), after: Side(other), pixels: pixels(image, other, limits: limits)))
            } else if let other = arrived[image.bytes]?.popLast() {
                renamed.insert(ByteKey(other.key))
                changes.append(ImageChange(kind: .renamed, before: Side(image), after: Side(other), pixels: nil))
            } else {
                changes.append(ImageChange(kind: .removed, before: Side(image), after: nil, pixels: nil))
            }
        }
        for image in second where old[ByteKey(image.key)] == nil && !renamed.contains(ByteKey(image.key)) {
            changes.append(ImageChange(kind: .added, before: nil, after: Side(image), pixels: nil))
        }
        return changes
    }

    private static func pixels(_ first: ImageEntity, _ second: ImageEntity, limits: ReadLimits) -> Pixels {
        do throws(ImageError) {
            let sizes = (ImageDecoder.size(of: first), ImageDecoder.size(of: second))
            if let one = sizes.0, let other = sizes.1, one != other { return .different }
            return try ImageDecoder.decode(first, limits: limits) == ImageDecoder.decode(second, limits: limits) ? .same : .different
        } catch {
            return .unknown
        }
    }
}
