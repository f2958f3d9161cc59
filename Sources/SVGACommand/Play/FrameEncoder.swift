import SVGAPixels
import SVGASupport
import SVGATasks

/// Encodes a frame as escape codes. Each kind of terminal has one encoder.
protocol FrameEncoder: AnyObject {
    /// - Parameters:
    ///   - column: the frame's left column, from 1.
    ///   - row: the frame's top row, from 1.
    func encode(_ frame: Pixmap, column: Int, row: Int) throws(TaskError) -> [UInt8]
    /// The screen was cleared: the next frame is drawn completely.
    func reset()
}

extension FrameEncoder {
    func reset() {}

    static func cursor(column: Int, row: Int) -> String { "\u{1B}[\(row);\(column)H" }
}

/// Encodes frames with kitty's graphics protocol: exact, including alpha. Each image replaces the previous one.
final class KittyEncoder: FrameEncoder {
    /// The ID of the image; large, to avoid other programs' IDs.
    static let image = 0x5356_4741
    /// Deletes the image.
    static let deletion = "\u{1B}_Ga=d,d=I,i=\(image),q=2\u{1B}\\"
    /// The protocol's maximum size of a chunk.
    private static let maximumChunkBytes = 4096

    private let compressor: LibdeflateCompressor

    init() throws(TaskError) {
        // The fastest level: a local terminal receives more bytes faster than a higher level compresses.
        guard let compressor = LibdeflateCompressor(level: 1) else { throw .standardOutput(reason: "libdeflate has no memory") }
        self.compressor = compressor
    }

    func encode(_ frame: Pixmap, column: Int, row: Int) -> [UInt8] {
        var base64 = Base64()
        compressor.zlib(frame.straightPixels()).withUnsafeBytes { base64.append($0) }
        base64.end()
        let text = base64.text
        var bytes = Array(KittyEncoder.cursor(column: column, row: row).utf8)
        bytes.reserveCapacity(text.count + text.count / 200 + 200)
        // Suppresses the reply (q) and cursor movement (C).
        var head = "a=T,f=32,s=\(frame.width),v=\(frame.height),i=\(KittyEncoder.image),p=1,C=1,o=z,q=2,"
        for start in stride(from: 0, to: text.count, by: KittyEncoder.maximumChunkBytes) {
            let end = min(start + KittyEncoder.maximumChunkBytes, text.count)
            bytes += "\u{1B}_G\(head)m=\(end < text.count ? 1 : 0);".utf8
            bytes += text[start..<end]
            bytes += "\u{1B}\\".utf8
            head = "q=2,"
        }
        return bytes
    }
}

/// Encodes frames as half-block characters, for terminals without graphics. Sends only changed rows.
final class BlockEncoder: FrameEncoder {
    private let colors: TerminalColors
    /// The rows on the screen.
    private var shownRows: [[UInt8]] = []

    init(colors: TerminalColors) { self.colors = colors }

    func encode(_ frame: Pixmap, column: Int, row: Int) -> [UInt8] {
        let picture = BlockPicture(pixmap: frame, colors: colors)
        let rows = (0..<picture.rows).map(picture.row)
        var bytes: [UInt8] = []
        for (index, text) in rows.enumerated() where !shownRows.indices.contains(index) || shownRows[index] != text {
            bytes += BlockEncoder.cursor(column: column, row: row + index).utf8
            bytes += text
        }
        shownRows = rows
        return bytes
    }

    func reset() { shownRows = [] }
}
