package import SVGAModel

/// Detects files that are not movies by their content, never by their name.
package enum FileSniffer {
    /// The maximum number of bytes tested at each end of a file.
    static let windowBytes = 64 << 10

    /// The kind of the file; nil: an SVGA file or unknown.
    package static func kind(of bytes: [UInt8]) -> FileKind? {
        bytes.withUnsafeBufferPointer { kind(of: $0) }
    }

    static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> FileKind? {
        if bytes.isEmpty { return nil }
        switch Signature(bytes) {
        case .zip: return ZipSniffer.kind(of: bytes)
        case .gzip, .zlib: return damage(bytes)
        case nil:
            // The most frequent kind first. The test of all signatures takes longer.
            if bytes[0] == UInt8(ascii: "{"), TextSniffer.kind(of: bytes) == .lottie { return .lottie }
            return signature(bytes) ?? TextSniffer.kind(of: bytes)
        }
    }

    /// Whether the bytes start like a movie's container; for bytes without a kind.
    package static func isMovie(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { Signature($0) == .zlib || Signature($0) == .zip }
    }

    /// The damage of a file that starts like a compressed stream.
    private static func damage(_ bytes: UnsafeBufferPointer<UInt8>) -> FileKind? {
        if let kind = TextSniffer.kind(of: bytes), kind != .text || bytes.count >= 32 { return kind }
        return hasChangedLineEndings(bytes) ? .changedLineEndings : nil
    }

    /// Whether every line feed follows a carriage return, which happens once in 256 by chance.
    static func hasChangedLineEndings(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var feeds = 0
        for index in 0..<min(bytes.count, windowBytes) where bytes[index] == 0x0A {
            guard index > 0, bytes[index - 1] == 0x0D else { return false }
            feeds += 1
        }
        return feeds >= 3
    }

    // MARK: - Signatures

    private static let signatures: [(kind: FileKind, starts: [[UInt8]])] = [
        (.png, [[0x89, 0x50, 0x4E, 0x47]]),
        (.jpeg, [[0xFF, 0xD8, 0xFF]]),
        (.gif, [Array("GIF8".utf8)]),
        (.pdf, [Array("%PDF-".utf8)]),
        (.rive, [Array("RIVE".utf8)]),
        (.pag, [Array("PAG".utf8) + [1], Array("PAG".utf8) + [2]]),
        // TIFF, Photoshop, JPEG XL, JPEG 2000, icons.
        (
            .otherPicture,
            [
                [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], Array("8BPS".utf8), [0xFF, 0x0A], [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20],
                [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], [0, 0, 1, 0, 1, 0], Array("qoif".utf8), [0xAB, 0x4B, 0x54, 0x58],
            ]
        ),
        // Matroska and WebM, ASF, MPEG, FLV, IVF, Y4M.
        (
            .video,
            [
                [0x1A, 0x45, 0xDF, 0xA3], [0x30, 0x26, 0xB2, 0x75], [0, 0, 1, 0xBA], [0, 0, 1, 0xB3], Array("FLV".utf8) + [1],
                Array("DKIF".utf8), Array("YUV4MPEG2".utf8),
            ]
        ),
        (.sound, [Array("ID3".utf8), Array("fLaC".utf8), Array("OggS".utf8), Array("MThd".utf8), Array("#!AMR".utf8)]),
        // RAR, 7z, xz, Zstandard, bzip2, cabinets.
        (
            .otherArchive,
            [
                Array("Rar!".utf8), [0x37, 0x7A, 0xBC, 0xAF], [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
                Array("BZh".utf8), Array("MSCF".utf8), [0x04, 0x22, 0x4D, 0x18],
            ]
        ),
        (.officeDocument, [[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]]),
        (.program, [[0x7F, 0x45, 0x4C, 0x46], [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], [0x4D, 0x5A, 0x90, 0]]),
    ]

    private static func signature(_ bytes: UnsafeBufferPointer<UInt8>) -> FileKind? {
        for (kind, starts) in signatures where starts.contains(where: { bytes.starts(with: $0) }) { return kind }
        if let kind = containerKind(bytes) { return kind }
        if bytes.count > 262, has("ustar", in: bytes, at: 257) { return .otherArchive }
        if bytes.count > 26, has("BM", in: bytes, at: 0), bytes[6...9].allSatisfy({ $0 == 0 }) { return .bmp }
        // A frame of MPEG audio, layer 1 to 3.
        if bytes.count > 128, bytes[0] == 0xFF, bytes[1] >= 0xF2, bytes[1] & 6 != 0, bytes[2] >> 4 != 15 { return .sound }
        if bytes.count > 16, bytes.prefix(windowBytes).allSatisfy({ $0 == 0 }) { return .zeros }
        return nil
    }

    /// The format of RIFF and ISO base media files, whose type follows their first length.
    private static func containerKind(_ bytes: UnsafeBufferPointer<UInt8>) -> FileKind? {
        if has("RIFF", in: bytes, at: 0) {
            if has("WEBP", in: bytes, at: 8) { return .webP }
            if has("AVI ", in: bytes, at: 8) { return .video }
            return has("WAVE", in: bytes, at: 8) ? .sound : nil
        }
        if has("ftyp", in: bytes, at: 4) {
            if ["avif", "avis", "heic", "heix", "mif1", "msf1"].contains(where: { has($0, in: bytes, at: 8) }) { return .otherPicture }
            return has("M4A ", in: bytes, at: 8) ? .sound : .video
        }
        return ["moov", "mdat", "wide", "free", "skip"].contains { has($0, in: bytes, at: 4) } ? .video : nil
    }

    static func has(_ text: String, in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        bytes.count >= offset + text.utf8.count && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
    }
}
