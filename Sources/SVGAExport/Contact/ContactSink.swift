package import SVGAImage
package import SVGAModel
import SVGAPixels
import SVGAPlatform
import SVGARender
package import SVGASupport

/// Writes a contact sheet: frames side by side in one picture, each with its index and its time.
///
/// Transparent frames are drawn over a checkerboard. The whole picture stays in memory until the end; ``ContactGrid/maximumPixels`` limits it.
package final class ContactSink: FrameSink {
    private let options: ContactOptions
    private var plan: ExportPlan?
    private var grid = ContactGrid(cellWidth: 1, cellHeight: 1, count: 1, columns: 1)
    private var canvas = LabelledCanvas(width: 1, height: 1, gray: 0)
    private var file: SinkFile

    package init(to destination: OutputDestination, options: ContactOptions) {
        file = SinkFile(destination)
        self.options = options
    }

    package static var repetition: Repetition { .stored(maximum: .max) }

    /// 0 until ``finish()``.
    package var byteCount: Int { file.byteCount }

    /// - Throws: ``SVGAError/Kind/tooLarge`` if the contact sheet exceeds the maximum pixel count; errors of creating the file.
    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> ContactFrameEncoder {
        let (width, height, count) = (plan.widthPixels, plan.heightPixels, plan.frames.count)
        grid = ContactGrid(
            cellWidth: width, cellHeight: height, count: count,
            columns: options.columns ?? ContactGrid.columns(cellWidth: width, cellHeight: height, count: count))
        guard grid.fits else {
            throw .doesNotFit(
                reason: "\(count) frames of \(width) × \(height) pixels are too many for a contact sheet: make them smaller, "
                    + "or choose fewer frames")
        }
        try file.open()
        self.plan = plan
        canvas = LabelledCanvas(width: grid.width, height: grid.height, gray: ContactColors.page)
        return ContactFrameEncoder(width: width)
    }

    package func write(_ packet: [UInt8], at position: Int) {
        let (x, y) = grid.cell(position)
        canvas.copy(packet, width: grid.cellWidth, height: grid.cellHeight, x: x, y: y)
    }

    package func finish() throws(SVGAError) {
        guard let plan else { return }
        for (position, frame) in plan.frames.enumerated() {
            if Task.isCancelled { throw .cancelled }
            try draw("\(frame)", ContactColors.number, .left, under: position, frame)
            if grid.hasTimes { try draw(time(of: frame), ContactColors.time, .right, under: position, frame) }
        }
        try file.append(encoding(frame: plan.frames[0]) { () throws(SVGAError) in try canvas.picture.encoded(as: options.format) })
    }

    package func commit() throws(SVGAError) { try file.commit() }
    package func abandon() { file.abandon() }

    /// The time with two decimals, so that all times have the same width.
    private func time(of frame: Int) -> String {
        let hundredths = options.frameRate.ticks(at: frame, ticksPerSecond: 100)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }

    /// Draws a text under a frame, at one end of the line.
    private func draw(
        _ text: String, _ color: SVGAColor, _ alignment: TextStyle.HorizontalAlignment, under position: Int, _ frame: Int
    ) throws(SVGAError) {
        let style = TextStyle(size: Double(grid.fontSize), color: color, horizontalAlignment: alignment, shrinksToFit: false)
        let (x, y) = grid.cell(position)
        do throws(SVGAError) {
            try canvas.write(text, style, in: PixelRect(x: x, y: y + grid.cellHeight, width: grid.cellWidth, height: grid.labelHeight))
        } catch {
            throw .encode(frame: frame, reason: error.message)
        }
    }
}

/// The layout of a contact sheet.
package struct ContactOptions: Sendable {
    /// The number of columns; nil for a sheet that is somewhat wider than high.
    package var columns: Int?
    /// The animation's frame rate, for the times of its frames.
    package var frameRate: FrameRate
    package var format: PictureFormat

    package init(columns: Int? = nil, frameRate: FrameRate, format: PictureFormat = .png) {
        self.columns = columns
        self.frameRate = frameRate
        self.format = format
    }
}

/// Draws frames over a checkerboard; the result is opaque.
package struct ContactFrameEncoder: FrameEncoder {
    package static let encodesPixelsOnly = true

    /// The side of a checkerboard square, in pixels.
    private static let square = 8

    let width: Int

    package func encode(_ picture: FramePicture) throws(SVGAError) -> [UInt8] {
        let pixels = picture.pixels
        return [UInt8](unsafeUninitializedCapacity: pixels.count) { bytes, count in
            for i in 0..<pixels.count / 4 {
                let isLight = (i % width / ContactFrameEncoder.square + i / width / ContactFrameEncoder.square) % 2 == 0
                let below = isLight ? ContactColors.lightSquare : ContactColors.darkSquare
                let alpha = Int(pixels[4 * i + 3])
                for channel in 0..<3 {
                    bytes[4 * i + channel] = UInt8((Int(pixels[4 * i + channel]) * alpha + below * (255 - alpha) + 127) / 255)
                }
                bytes[4 * i + 3] = 255
            }
            count = pixels.count
        }
    }
}

/// Neutral grays keep the frames' colors unbiased. They are dark, because most animations are designed for dark backgrounds.
private enum ContactColors {
    /// The value of all three channels.
    static let page: UInt8 = 30
    static let lightSquare = 68
    static let darkSquare = 56
    static let number = grey(232)
    static let time = grey(140)

    private static func grey(_ value: Double) -> SVGAColor { SVGAColor(red: value / 255, green: value / 255, blue: value / 255) }
}

/// The positions of the frames on a contact sheet, in pixels.
struct ContactGrid {
    /// 256 MB at 4 bytes per pixel.
    static let maximumPixels = 64 << 20
    private static let maximumSide = 65_000

    let cellWidth: Int
    let cellHeight: Int
    let columns: Int
    let rows: Int

    init(cellWidth: Int, cellHeight: Int, count: Int, columns: Int) {
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.columns = min(columns, count)
        rows = (count - 1) / self.columns + 1
    }

    /// The number of columns for a sheet about 1.5 times as wide as high. A full last row is preferred.
    static func columns(cellWidth: Int, cellHeight: Int, count: Int) -> Int {
        func badness(_ columns: Int) -> Double {
            let grid = ContactGrid(cellWidth: cellWidth, cellHeight: cellHeight, count: count, columns: columns)
            let free = Double(grid.columns * grid.rows - count) / Double(count)
            return abs(log(Double(grid.width) / Double(grid.height) / 1.5)) + 2 * free
        }
        return (1...min(count, 64)).min { badness($0) < badness($1) } ?? 1
    }

    var fontSize: Int { min(15, max(10, cellWidth / 14)) }
    /// The height of the line under a frame.
    var labelHeight: Int { 2 * fontSize }
    /// Whether the index and the time fit side by side.
    var hasTimes: Bool { cellWidth >= 8 * fontSize }
    private var gap: Int { min(24, max(8, cellWidth / 12)) }
    private var margin: Int { 2 * gap }

    var width: Int { 2 * margin + columns * (cellWidth + gap) - gap }
    /// The height of the sheet. The line under the last row is part of the margin.
    var height: Int { 2 * margin + rows * (cellHeight + labelHeight) - gap / 2 }

    /// Checks each size in turn, so that no product overflows.
    var fits: Bool {
        cellWidth <= ContactGrid.maximumSide && cellHeight <= ContactGrid.maximumSide && rows <= ContactGrid.maximumSide
            && width <= ContactGrid.maximumSide && height <= ContactGrid.maximumSide && width * height <= ContactGrid.maximumPixels
    }

    /// The upper left corner of a frame's cell.
    func cell(_ position: Int) -> (x: Int, y: Int) {
        (margin + position % columns * (cellWidth + gap), margin + position / columns * (cellHeight + labelHeight))
    }
}
