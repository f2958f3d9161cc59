import CPangoCairo
import SVGAPlatform
import SVGASupport

/// The position of the em box of a font: a square of the font size, in the ratio of the ascender and the descender in the font's table `OS/2`.
///
/// A canvas of a browser centers it if the baseline is "middle".
struct EmBox {
    /// The share of the font size above the baseline.
    let ascent: Double

    private static let fieldsOffset = 68

    /// The em box of the first letter's font; nil if its file has no usable table.
    init?(of line: UnsafeMutablePointer<PangoLayoutLine>) {
        guard let run = line.pointee.runs?.pointee.data else { return nil }
        let item = run.assumingMemoryBound(to: PangoGlyphItem.self).pointee
        var index: Int32 = 0
        guard let font = item.item?.pointee.analysis.font, let file = svga_font_file(font, &index) else { return nil }
        let descriptor = SVGAPlatform.open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { SVGAPlatform.close(descriptor) }
        // The upper bits are the instance of a variable font.
        guard let fields = EmBox.fields(FontBytes(descriptor: descriptor), font: Int(index) & 0xFFFF) else { return nil }
        let (ascender, descender) = (Double(Int16(bitPattern: fields.0)), -Double(Int16(bitPattern: fields.1)))
        guard ascender > 0, ascender + descender > 0 else { return nil }
        ascent = ascender / (ascender + descender)
    }

    /// `sTypoAscender` and `sTypoDescender`.
    private static func fields(_ bytes: FontBytes, font: Int) -> (UInt16, UInt16)? {
        guard let tag = bytes.word(at: 0) else { return nil }
        var start = 0
        // `ttcf`: a collection, whose header lists the positions of its fonts.
        if tag == 0x7474_6366 {
            guard let count = bytes.word(at: 8), font < Int(count), let position = bytes.word(at: 12 + 4 * font) else { return nil }
            start = Int(position)
        }
        guard let tables = bytes.short(at: start + 4) else { return nil }
        for index in 0..<Int(tables) {
            let record = start + 12 + 16 * index
            guard let name = bytes.word(at: record) else { return nil }
            // `OS/2`
            guard name == 0x4F53_2F32 else { continue }
            guard let position = bytes.word(at: record + 8).map(Int.init), let ascender = bytes.short(at: position + fieldsOffset),
                let descender = bytes.short(at: position + fieldsOffset + 2)
            else { return nil }
            return (ascender, descender)
        }
        return nil
    }
}

/// Big-endian numbers in a font file.
private struct FontBytes {
    let descriptor: Int32

    private func bytes(_ count: Int, at position: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, position) }
        return read == count ? bytes : nil
    }

    func short(at position: Int) -> UInt16? { bytes(2, at: position).map { UInt16($0[0]) << 8 | UInt16($0[1]) } }

    func word(at position: Int) -> UInt32? {
        bytes(4, at: position).map { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
