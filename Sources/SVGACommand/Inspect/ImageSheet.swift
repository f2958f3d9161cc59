import SVGAExport
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import SVGATasks

/// All images of a movie side by side, largest memory first: as characters or as one image.
struct ImageSheet {
    private struct Cell {
        let image: ImageEntity
        let report: InspectReport.Image
        /// Whether all images up to this one are within ``ReadLimits/decodedBytes``.
        let isWithinLimit: Bool
    }

    private let cells: [Cell]
    private let limits: ReadLimits
    private static let largePixels = 4 << 20

    init(_ movie: VideoEntity, _ report: InspectReport, limits: ReadLimits) {
        var bytes = 0
        cells = report.imagesByCost.map { index in
            let image = report.images[index]
            bytes = bytes.addingSaturating(image.decodedBytes ?? 0)
            return Cell(image: movie.images[index], report: image, isWithinLimit: bytes <= limits.decodedBytes)
        }
        self.limits = limits
    }

    /// What is shown instead of an image.
    private static func reason(_ cell: Cell) -> Message { cell.isWithinLimit ? "cannot be decoded" : "too many pixels" }

    /// - Returns: nil if it cannot be decoded, or if the images have more pixels than the limit allows.
    private func picture(_ cell: Cell, width: Int, height: Int) -> Pixmap? {
        guard cell.isWithinLimit else { return nil }
        do throws(SVGAError) {
            var bitmap = try ImageDecoder.prepare(cell.image, limits: limits)
            // Averages of whole pixels first: a large picture would be in memory several times.
            let factor = max(bitmap.width / (4 * width), bitmap.height / (4 * height))
            if factor > 1, bitmap.width * bitmap.height > ImageSheet.largePixels {
                bitmap = try bitmap.reduced(by: factor, factorY: factor)
            }
            return bitmap.pixmap().fitted(width: width, height: height)
        } catch {
            return nil
        }
    }

    private static func facts(_ image: InspectReport.Image) -> Message {
        let size = image.width.flatMap { width in image.height.map { "\(width)×\($0)" } } ?? image.format
        let use: Message = image.usedBy == 0 ? ", unused" : ""
        return "\(size), \(Units.bytes(image.bytes))\(use)"
    }

    // MARK: Characters

    /// The size of an image in characters.
    private static let columns = 22
    private static let rows = 9

    /// Rows of images, with the key and the size below each.
    func lines(_ screen: TextStream) -> [String] {
        let wide = ImageSheet.columns
        let count = screen.columns == .max ? 4 : max(1, (screen.columns + 2) / (wide + 2))
        var lines: [String] = []
        for start in stride(from: 0, to: cells.count, by: count) {
            let row = cells[start..<min(start + count, cells.count)]
            let pictures = row.map { cell in
                let picture = picture(cell, width: wide, height: 2 * ImageSheet.rows)
                return (cell: cell, blocks: picture.map { BlockPicture(pixmap: $0.overSquares(4), colors: screen.colors) })
            }
            let height = pictures.map { $0.blocks?.rows ?? 1 }.max() ?? 0
            for line in 0..<height {
                lines.append(
                    pictures.map { cell, picture in
                        // Images are aligned at the bottom, above their names.
                        guard let picture else {
                            return screen.text(line == height - 1 ? ImageSheet.reason(cell) : "").padded(columns: wide)
                        }
                        let part = line - (height - picture.rows)
                        guard part >= 0 else { return String(repeating: " ", count: wide) }
                        let space = String(repeating: " ", count: wide - picture.pixmap.width)
                        return String(decoding: picture.row(part), as: UTF8.self) + space
                    }.joined(separator: "  "))
            }
            lines.append(
                captions(row.map { $0.report.key.isEmpty ? "\"\"" : $0.report.key.printable }, screen) { screen.styled($0, .bold) })
            lines.append(captions(row.map { screen.text(ImageSheet.facts($0.report)) }, screen) { screen.styled($0, .dim) })
            lines.append("")
        }
        return lines
    }

    private func captions(_ texts: [String], _ screen: TextStream, _ style: (String) -> String) -> String {
        texts.map { text in
            let wide = ImageSheet.columns
            return style((screen.isTerminal ? text.fitted(columns: wide) : text).padded(columns: wide))
        }.joined(separator: "  ")
    }

    // MARK: As an image

    private static let side = 160
    private static let gap = 20
    private static let labelHeight = 44
    private static let maximumPixels = 64 << 20

    /// nil if there are too many images for one sheet.
    func picture() throws(SVGAError) -> Pixmap? {
        let (side, gap) = (ImageSheet.side, ImageSheet.gap)
        let count = max(1, min(cells.count, Int(saturating: (1.6 * Double(cells.count)).squareRoot().rounded(.up))))
        let rows = stride(from: 0, to: cells.count, by: count).map { start in
            cells[start..<min(start + count, cells.count)].map { (cell: $0, picture: picture($0, width: side, height: side)) }
        }
        // The height of a row is that of its highest image.
        let heights = rows.map { row in row.map { $0.picture?.height ?? 24 }.max() ?? 0 }
        let width = 2 * gap + count * (side + gap) - gap
        let height = 2 * gap + heights.reduce(0) { $0 + $1 + ImageSheet.labelHeight + gap } - gap
        guard width * height <= ImageSheet.maximumPixels else { return nil }
        var canvas = LabelledCanvas(width: width, height: height, gray: 30)
        var y = gap
        for (row, rowHeight) in zip(rows, heights) {
            for (column, (cell, picture)) in row.enumerated() {
                let x = gap + column * (side + gap)
                if let thumbnail = picture?.overSquares(8) {
                    canvas.lay(thumbnail, x: x, y: y + rowHeight - thumbnail.height)
                } else {
                    try write(ImageSheet.reason(cell).description, 150, &canvas, x: x, y: y + rowHeight - 20)
                }
                let key = cell.report.key
                try write(key.isEmpty ? "\"\"" : key.printable, 236, &canvas, x: x, y: y + rowHeight + 6)
                try write(ImageSheet.facts(cell.report).description, 150, &canvas, x: x, y: y + rowHeight + 24)
            }
            y += rowHeight + ImageSheet.labelHeight + gap
        }
        return canvas.picture
    }

    private func write(_ text: String, _ gray: Double, _ canvas: inout LabelledCanvas, x: Int, y: Int) throws(SVGAError) {
        let ink = SVGAColor(red: gray / 255, green: gray / 255, blue: gray / 255)
        let style = TextStyle(size: 13, color: ink, horizontalAlignment: .left, verticalAlignment: .top, maxLines: 1, shrinksToFit: false)
        do throws(SVGAError) {
            try canvas.write(text, style, in: PixelRect(x: x, y: y, width: ImageSheet.side, height: 20))
        } catch {
            throw error.text(key: text)
        }
    }
}

extension Pixmap {
    /// An opaque copy over dark squares.
    func overSquares(_ side: Int) -> Pixmap {
        var opaque = self
        for y in 0..<height {
            for x in 0..<width {
                let i = 4 * (y * width + x)
                let square = (x / side + y / side) % 2 == 0 ? 84 : 68
                let under = (square * (255 - Int(pixels[i + 3])) + 127) / 255
                for channel in i..<i + 3 { opaque.pixels[channel] = UInt8(min(255, Int(pixels[channel]) + under)) }
                opaque.pixels[i + 3] = 255
            }
        }
        return opaque
    }
}
