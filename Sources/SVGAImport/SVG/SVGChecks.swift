import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

/// Limits for SVGs, because librsvg has none or very high ones.
enum SVGChecks {
    /// librsvg follows references recursively, with about 10 KB of stack each.
    static let maximumReferences = 20_000

    /// Encodings whose ASCII characters are those of ASCII, so that tags can be found without decoding. By the beginnings of their names.
    private static let encodings = [
        "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-", "latin1", "windows-", "cp125", "gb2312", "gbk", "gb18030", "big5", "euc-",
        "shift_jis",
        "koi8-",
    ]

    /// The text of a possibly compressed SVG, without a document type, and with its entities expanded.
    /// - Parameter work: charged for each byte.
    static func text(_ bytes: [UInt8], _ limits: ReadLimits, _ work: ImportWork) throws(ImportError) -> [UInt8] {
        guard bytes.count <= limits.inputBytes else {
            throw .limit(LimitExceeded(\.inputBytes, of: limits, found: bytes.count).message)
        }
        let text = bytes.starts(with: [0x1F, 0x8B]) ? try inflated(bytes, limits) : bytes
        // Each byte is searched for references.
        try work.charge(ImportWork.Cost.textByte, times: text.count)
        try checkEncoding(text)
        let document = try SVGDocumentType.removed(from: text, maximumBytes: limits.inflatedBytes)
        if document.count > text.count { try work.charge(ImportWork.Cost.textByte, times: document.count - text.count) }
        try checkReferences(document)
        return document
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

    /// Whether librsvg reads an SVG within another one as it is surveyed: its encoding is known, and it has no entities.
    static func isPlain(_ text: [UInt8]) -> Bool {
        let hasEntities = text.indices.contains { text[$0] == UInt8(ascii: "<") && text[$0...].starts(with: "<!ENTITY".utf8) }
        return !hasEntities && (try? checkEncoding(text)) != nil && (try? checkReferences(text)) != nil
    }

    private static func checkEncoding(_ text: [UInt8]) throws(ImportError) {
        // The name of the encoding stands within the first line.
        let head = SVGStyleText.lowercased(text.prefix(400))
        let start = head.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        var isKnown = !(start.first.map { $0 == 0 || $0 >= 0xFE || $0 == UInt8(ascii: "l") } ?? false) && !head.prefix(2).contains(0)
        let declaration = start.starts(with: "<?xml".utf8) ? String(decoding: start.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self) : ""
        if let word = declaration.firstRange(of: "encoding") {
            let name = declaration[word.upperBound...].drop { (character: Character) -> Bool in " =\"'\t\r\n".contains(character) }
            isKnown = isKnown && encodings.contains { name.hasPrefix($0) }
        }
        guard isKnown else { throw .broken(kind: "SVG", location: "", reason: "its character encoding is not supported; save it as UTF-8") }
    }

    private static func checkReferences(_ text: [UInt8]) throws(ImportError) {
        var references = 0
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "h") where text[index...].starts(with: "href".utf8),
                UInt8(ascii: "u") where text[index...].starts(with: "url(".utf8):
                references += 1
            default: break
            }
        }
        guard references <= maximumReferences else { throw .limit("more than \(maximumReferences) references from one part to another") }
    }
}

/// An image within a `data:` address.
struct SVGEmbeddedImage {
    /// The maximum counted pixels per image, so that sums do not overflow.
    private static let maximumPixels = 1 << 32
    /// The characters that are decoded first, to find the image's size.
    private static let headCharacters = 256 << 10

    let pixels: Int

    /// nil if the address has no image of a supported format.
    init?(_ address: ArraySlice<UInt8>) {
        guard SVGStyleText.lowercased(address.prefix(5)).elementsEqual("data:".utf8), let comma = address.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let type = String(decoding: SVGStyleText.lowercased(address[..<comma]), as: UTF8.self)
        let content = address[(comma + 1)...]
        func size(_ characters: ArraySlice<UInt8>) -> (width: Int, height: Int)? {
            let bytes = type.hasSuffix("base64") ? SVGEmbeddedImage.base64(characters) : SVGEmbeddedImage.unescaped(characters)
            guard case .image(let format) = PayloadKind.sniff(bytes), format != .unknown else { return nil }
            return ImageDecoder.size(of: ImageEntity(key: "", format: format, bytes: bytes))
        }
        let isShort = content.count <= SVGEmbeddedImage.headCharacters
        guard let sides = size(content.prefix(SVGEmbeddedImage.headCharacters)) ?? (isShort ? nil : size(content)) else { return nil }
        let area = sides.width.multipliedReportingOverflow(by: sides.height)
        pixels = area.overflow ? SVGEmbeddedImage.maximumPixels : min(area.partialValue, SVGEmbeddedImage.maximumPixels)
    }

    /// The text of an SVG in a `data:` address, without a document type; nil if it is no such address, is compressed, or has entities.
    static func svg(_ address: ArraySlice<UInt8>) -> [UInt8]? {
        guard SVGStyleText.lowercased(address.prefix(5)).elementsEqual("data:".utf8), let comma = address.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let words = SVGStyleText.lowercased(address[..<comma].dropFirst(5).filter { $0 > 0x20 }).split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard words.first?.isEmpty ?? true || words.first?.elementsEqual("image/svg+xml".utf8) ?? false else { return nil }
        let content = address[(comma + 1)...]
        let text = words.last?.elementsEqual("base64".utf8) ?? false ? base64(content) : unescaped(content)
        guard !text.starts(with: [0x1F, 0x8B]), text.contains(UInt8(ascii: "<")), SVGChecks.isPlain(text) else { return nil }
        return try? SVGDocumentType.removed(from: text, maximumBytes: text.count)
    }

    private static func base64(_ characters: ArraySlice<UInt8>) -> [UInt8] {
        // Base64 may contain line breaks, and escapes of an address.
        var digits = unescaped(characters).filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        digits.removeLast(digits.count % 4)
        return Base64.decoded(String(decoding: digits, as: UTF8.self)) ?? []
    }

    private static func unescaped(_ characters: ArraySlice<UInt8>) -> [UInt8] {
        guard characters.contains(UInt8(ascii: "%")) else { return Array(characters) }
        var (bytes, at): ([UInt8], Int) = ([], characters.startIndex)
        while at < characters.endIndex {
            let digits = characters[(at + 1)...].prefix(2)
            if characters[at] == UInt8(ascii: "%"), digits.count == 2, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                at += 3
            } else {
                bytes.append(characters[at])
                at += 1
            }
        }
        return bytes
    }
}
