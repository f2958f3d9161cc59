package import SVGACheck
import SVGAEmulation
import SVGAExport
package import SVGAModel
package import SVGAPixels
import SVGARender
import SVGASupport

/// An image of frames in several players: one row per frame, one column per player, ours first, with the reason below each frame.
package struct PlayerSheet {
    private static let maximumPixels = 64 << 20
    private static let maximumCellSide = 320
    private static let gap = 16
    private static let margin = 28
    private static let titleHeight = 40

    private let comparison: PlayerComparison
    private let frames: [Int]
    /// The language of the labels.
    private let wording: Wording
    /// The size of a frame on the sheet.
    private let cell: (width: Int, height: Int)

    package init(_ comparison: PlayerComparison, frames: [Int], _ wording: Wording) {
        self.comparison = comparison
        self.frames = frames
        self.wording = wording
        let (width, height) = comparison.ours.movie.canvasPixels
        let scale = min(1, Double(PlayerSheet.maximumCellSide) / Double(max(width, height)))
        cell = (max(1, Int(saturating: (Double(width) * scale).rounded())), max(1, Int(saturating: (Double(height) * scale).rounded())))
    }

    /// Wide enough for the texts.
    private var columnWidth: Int { max(cell.width, 200) }
    private var columns: Int { comparison.players.count + 1 }
    private var labelHeight: Int { 84 }
    private var width: Int { 2 * PlayerSheet.margin + columns * (columnWidth + PlayerSheet.gap) - PlayerSheet.gap }
    private var height: Int { 2 * PlayerSheet.margin + PlayerSheet.titleHeight + frames.count * (cell.height + labelHeight) }

    package var fits: Bool { width * height <= PlayerSheet.maximumPixels }

    package func picture() throws(SVGAError) -> Pixmap {
        var canvas = LabelledCanvas(width: width, height: height, gray: 30)
        let scenes = try [comparison.ours] + comparison.players.map { (player) throws(SVGAError) in player.scene }
        for (column, scene) in scenes.enumerated() {
            let player = column == 0 ? nil : comparison.players[column - 1]
            let options = RenderOptions(size: .pixels(width: cell.width, height: cell.height), filter: .best, limits: scene.options.limits)
            let painter = try scene.prepared.scene(options: options).makePainter()
            let title: Message = player.map { Message(verbatim: $0.player.fullTitle) } ?? "By the rules"
            try write(title, .title, &canvas, column, y: PlayerSheet.margin, height: 26)
            for (row, frame) in frames.enumerated() {
                let y = PlayerSheet.margin + PlayerSheet.titleHeight + row * (cell.height + labelHeight)
                try painter.paint(frame: frame)
                canvas.lay(.checkerboard(width: cell.width, height: cell.height), x: x(column), y: y)
                canvas.lay(painter.pixmap(), x: x(column), y: y)
                try label(player, frame, &canvas, column, y: y + cell.height + 6)
            }
        }
        return canvas.picture
    }

    private func x(_ column: Int) -> Int { PlayerSheet.margin + column * (columnWidth + PlayerSheet.gap) }

    /// The text below a frame: its number, or the player's difference and the reason.
    private func label(
        _ player: PlayerComparison.Player?, _ frame: Int, _ canvas: inout LabelledCanvas, _ column: Int, y: Int
    ) throws(SVGAError) {
        guard let player else { return try write("frame \(frame)", .plain, &canvas, column, y: y, height: 18) }
        let share = player.differences[frame]
        if player.scene.playerFailure(frame: frame) != nil {
            try write("fails", .bad, &canvas, column, y: y, height: 18)
        } else if share > 0.001 {
            try write("\((1000 * share).rounded() / 10) % of pixels", .plain, &canvas, column, y: y, height: 18)
        } else {
            return try write("the same", .faint, &canvas, column, y: y, height: 18)
        }
        let reason = player.scene.playerFailure(frame: frame)?.fault.reason ?? reasons(player, frame)
        try write(reason, .faint, &canvas, column, y: y + 20, height: labelHeight - 34)
    }

    /// The messages about a frame, without duplicates.
    private func reasons(_ player: PlayerComparison.Player, _ frame: Int) -> Message {
        var messages: [Message] = []
        for finding in player.findings(frame: frame) where !messages.contains(finding.message) { messages.append(finding.message) }
        return messages.joined(separator: "; ")
    }

    private func write(
        _ message: Message, _ ink: Ink, _ canvas: inout LabelledCanvas, _ column: Int, y: Int, height: Int
    ) throws(SVGAError) {
        let text = wording.text(message)
        do throws(SVGAError) {
            try canvas.write(text, ink.style, in: PixelRect(x: x(column), y: y, width: columnWidth, height: height))
        } catch {
            throw error.text(key: text)
        }
    }

    private enum Ink {
        case title, plain, faint, bad

        /// All texts of a kind have the same size.
        var style: TextStyle {
            var style = shrinkingStyle
            style.shrinksToFit = false
            return style
        }

        private var shrinkingStyle: TextStyle {
            func gray(_ value: Double) -> SVGAColor { SVGAColor(red: value / 255, green: value / 255, blue: value / 255) }
            return switch self {
            case .title: TextStyle(weight: 600, size: 17, color: gray(240), horizontalAlignment: .left, verticalAlignment: .top)
            case .plain: TextStyle(size: 13, color: gray(232), horizontalAlignment: .left, verticalAlignment: .top)
            case .faint: TextStyle(size: 12, color: gray(150), horizontalAlignment: .left, verticalAlignment: .top, maxLines: 3)
            case .bad:
                TextStyle(
                    weight: 600, size: 13, color: SVGAColor(red: 1, green: 0.45, blue: 0.4), horizontalAlignment: .left,
                    verticalAlignment: .top
                )
            }
        }
    }
}

extension Pixmap {
    /// A dark checkerboard behind transparent frames.
    fileprivate static func checkerboard(width: Int, height: Int) -> Pixmap {
        var pixels = [UInt8](repeating: 255, count: 4 * width * height)
        for index in 0..<width * height {
            let isLight = (index % width / 8 + index / width / 8) % 2 == 0
            for channel in 0..<3 { pixels[4 * index + channel] = isLight ? 68 : 56 }
        }
        return Pixmap(width: width, height: height, pixels: pixels)
    }
}
