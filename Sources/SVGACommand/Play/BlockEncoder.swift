import SVGAPixels

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
