import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

/// Limits for SVGs, because librsvg has none or very high ones.
enum SVGChecks {
    /// librsvg follows references recursively, with about 10 KB of stack each.
    static let maximumReferences = 20_000
    /// The characters of an embedded picture that are read for its size.
    private static let headCharacters = 256 << 10
    /// The maximum counted pixels per picture, so that sums do not overflow.
    private static let maximumPixels = 1 << 32

    /// The text of a possibly compressed SVG.
    /// - Parameter work: charged for each byte, and for each pixel of embedded pictures.
    static func text(_ bytes: [UInt8], _ limits: ReadLimits, _ work: ImportWork) throws(ImportError) -> [UInt8] {
        guard bytes.count <= limits.inputBytes else {
            throw .limit(LimitExceeded(\.inputBytes, of: limits, found: bytes.count).message)
        }
        let text = bytes.starts(with: [0x1F, 0x8B]) ? try inflated(bytes, limits) : bytes
        // Each byte is searched for references.
        try work.charge(ImportWork.Cost.textByte, times: text.count)
        try check(text, limits, work)
        return text
    }

    private static func inflated(_ bytes: [UInt8], _ limits: ReadLimits) throws(ImportError) -> [UInt8] {
        guard let inflater = LibdeflateDecompressor() else { throw CairoPicture.noMemory }
        let most = bytes.count.multipliedReportingOverflow(by: LibdeflateDecompressor.maximumGrowth)
        let capacity = most.overflow ? limits.inflatedBytes : min(most.partialValue, limits.inflatedBytes)
        var outcome = LibdeflateDecompressor.Outcome.refused
        let text = [UInt8](unsafeUninitializedCapacity: max(capacity, 1)) { buffer, count in
            outcome = bytes.withUnsafeBytes { inflater.inflate($0, .gzip, into: UnsafeMutableRawBufferPointer(buffer)) }
            if case .complete(let stream) = outcome { count = stream.count }
        }
        switch outcome {
        case .complete: return text
        case .tooLong: throw .limit(LimitExceeded(\.inflatedBytes, of: limits, found: capacity + 1).message)
        case .refused: throw .broken(kind: "SVG", location: "", reason: "its gzip stream is invalid")
        }
    }

    private static func check(_ text: [UInt8], _ limits: ReadLimits, _ work: ImportWork) throws(ImportError) {
        var (references, pixels) = (0, 0)
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "h") where text[index...].starts(with: "href".utf8),
                UInt8(ascii: "u") where text[index...].starts(with: "url(".utf8):
                references += 1
            case UInt8(ascii: "b") where text[index...].starts(with: "base64,".utf8):
                pixels += SVGChecks.pixels(text[(index + 7)...])
            default: break
            }
        }
        guard references <= maximumReferences else { throw .limit("more than \(maximumReferences) references from one part to another") }
        guard pixels <= limits.imagePixels else {
            throw .limit(LimitExceeded(\.imagePixels, of: limits, found: pixels, subject: "embedded images").message)
        }
        try work.charge(ImportWork.Cost.heldPixel, times: pixels)
    }

    /// The pixel count of a picture, by its first bytes; 0 if unknown.
    private static func pixels(_ base64: ArraySlice<UInt8>) -> Int {
        var digits: [UInt8] = []
        for byte in base64.prefix(headCharacters) {
            // Base64 may contain line breaks.
            if byte <= 0x20 { continue }
            guard byte != UInt8(ascii: "\""), byte != UInt8(ascii: "'"), byte != UInt8(ascii: "="), byte != UInt8(ascii: ")") else { break }
            digits.append(byte)
        }
        digits.removeLast(digits.count % 4)
        guard let bytes = Base64.decoded(String(decoding: digits, as: UTF8.self)), case .image(let format) = PayloadKind.sniff(bytes),
            let size = ImageDecoder.size(of: ImageEntity(key: "", format: format, bytes: bytes))
        else { return 0 }
        let area = size.width.multipliedReportingOverflow(by: size.height)
        return area.overflow ? maximumPixels : min(area.partialValue, maximumPixels)
    }
}
