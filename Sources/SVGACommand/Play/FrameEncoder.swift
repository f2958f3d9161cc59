import SVGAPixels
import SVGASupport
import SVGATasks

/// Makes the escape codes that show a frame. Each kind of terminal has one.
protocol FrameEncoder: AnyObject {
    /// - Parameters:
    ///   - column: of the frame's upper left corner, counted from 1.
    ///   - row: the same.
    func encode(_ frame: Pixmap, column: Int, row: Int) throws(TaskError) -> [UInt8]
    /// The screen was cleared: the next frame is shown as a whole.
    func forget()
}

extension FrameEncoder {
    func forget() {}

    static func cursor(column: Int, row: Int) -> String { "\u{1B}[\(row);\(column)H" }
}

/// Frames by kitty's graphics protocol: exact, alpha included. One picture takes the place of the one before.
final class KittyEncoder: FrameEncoder {
    /// Of the picture; large, so that it is hardly another program's.
    static let image = 0x5356_4741
    /// Takes the picture away.
    static let deletion = "\u{1B}_Ga=d,d=I,i=\(image),q=2\u{1B}\\"
    /// The most that the protocol allows in a piece.
    private static let pieceBytes = 4096

    private let deflater: LibdeflateCompressor

    init() throws(TaskError) {
        // The fastest level: a terminal on this machine takes more bytes in less time than a higher one needs.
        guard let deflater = LibdeflateCompressor(level: 1) else { throw .standardOutput(reason: "libdeflate has no memory") }
        self.deflater = deflater
    }

    func encode(_ frame: Pixmap, column: Int, row: Int) -> [UInt8] {
        var base64 = Base64()
        deflater.zlib(frame.straightPixels()).withUnsafeBytes { base64.append($0) }
        base64.end()
        let text = base64.text
        var bytes = Array(KittyEncoder.cursor(column: column, row: row).utf8)
        bytes.reserveCapacity(text.count + text.count / 200 + 200)
        // Neither an answer (q) nor a move of the cursor (C) is wanted.
        var head = "a=T,f=32,s=\(frame.width),v=\(frame.height),i=\(KittyEncoder.image),p=1,C=1,o=z,q=2,"
        for start in stride(from: 0, to: text.count, by: KittyEncoder.pieceBytes) {
            let end = min(start + KittyEncoder.pieceBytes, text.count)
            bytes += "\u{1B}_G\(head)m=\(end < text.count ? 1 : 0);".utf8
            bytes += text[start..<end]
            bytes += "\u{1B}\\".utf8
            head = "q=2,"
        }
        return bytes
    }
}

/// Frames as half-block characters, for terminals that show no pictures. Only rows that changed are sent.
final class BlockEncoder: FrameEncoder {
    private let colors: TerminalColors
    /// What each row shows now.
    private var shown: [[UInt8]] = []

    init(colors: TerminalColors) { self.colors = colors }

    func encode(_ frame: Pixmap, column: Int, row: Int) -> [UInt8] {
        let picture = BlockPicture(pixmap: frame, colors: colors)
        let rows = (0..<picture.rows).map(picture.row)
        var bytes: [UInt8] = []
        for (index, text) in rows.enumerated() where !shown.indices.contains(index) || shown[index] != text {
            bytes += BlockEncoder.cursor(column: column, row: row + index).utf8
            bytes += text
        }
        shown = rows
        return bytes
    }

    func forget() { shown = [] }
}
