import SVGASupport
import SVGATasks

/// Chooses the format `auto` by the header `Accept`.
enum Negotiation {
    private static let animated: [OutputFormat] = [.avif, .webp, .apng, .gif]
    private static let still: [OutputFormat] = [.avif, .webp, .png]

    /// - Parameters:
    ///   - accept: nil: any type.
    ///   - isStill: whether one frame is rendered.
    static func format(accept: String?, isStill: Bool) -> OutputFormat {
        let formats = isStill ? still : animated
        // Every client shows the last one. A wildcard says nothing about newer formats.
        let fallback: OutputFormat = isStill ? .png : .gif
        guard let accept else { return fallback }
        let ranges = qualities(accept)
        var best: (format: OutputFormat, quality: Double) = (fallback, 0)
        for format in formats {
            guard let quality = ranges[format.mediaType], quality > best.quality else { continue }
            best = (format, quality)
        }
        return best.format
    }

    /// The quality of each media type.
    private static func qualities(_ accept: String) -> [String: Double] {
        var qualities: [String: Double] = [:]
        for range in accept.fields(separatedBy: UInt8(ascii: ",")).prefix(64) {
            let parts = range.fields(separatedBy: UInt8(ascii: ";")).map(\.trimmed)
            guard let type = parts.first, !type.isEmpty else { continue }
            let quality = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            qualities[type.lowercased()] = min(max(quality, 0), 1)
        }
        return qualities
    }
}

/// A range of bytes of the header `Range`.
enum ByteRange: Equatable {
    case all
    case part(Range<Int>)
    /// No byte of the range exists.
    case unsatisfiable

    /// Several ranges and other units return all bytes, as RFC 9110 permits.
    init(header: String?, count: Int) {
        self = .all
        guard let header, header.hasPrefix("bytes=") else { return }
        let ends = header.dropFirst(6).fields(separatedBy: UInt8(ascii: "-")).map(\.trimmed)
        func number(_ text: String) -> Int? { text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil }
        guard ends.count == 2 else { return }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, false):
            guard let length = number(ends[1]) else { return }
            self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
        case (false, true):
            guard let start = number(ends[0]) else { return }
            self = start < count ? .part(start..<count) : .unsatisfiable
        case (false, false):
            guard let start = number(ends[0]), let end = number(ends[1]), start <= end else { return }
            self = start < count ? .part(start..<min(end, count - 1) + 1) : .unsatisfiable
        case (true, true): return
        }
    }
}

extension String {
    /// Without spaces and tabs at both ends.
    fileprivate var trimmed: String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let rest = utf8.drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(rest[...last]) ?? ""
    }
}
