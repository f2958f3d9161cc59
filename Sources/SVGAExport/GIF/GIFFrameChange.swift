import SVGAImage
import SVGAPixels
import SVGAPlatform

/// The visible differences between two frames of a GIF.
struct GIFFrameChange {
    private let visibility: GIFVisibility
    private let pixels: UnsafeBufferPointer<UInt32>
    private let previous: UnsafeBufferPointer<UInt32>?
    private let width: Int
    private let height: Int
    /// The bounding box of pixels with a new color.
    private(set) var changed = PixelRect.zero
    /// The bounding box of pixels that became transparent.
    private(set) var cleared = PixelRect.zero

    /// The change of a pixel since the previous frame.
    enum State {
        static let kept: UInt8 = 0
        static let changed: UInt8 = 1
        static let cleared: UInt8 = 2
    }

    /// Valid only during the lifetime of the picture.
    init(_ picture: FramePicture, width: Int, height: Int, visibility: GIFVisibility) {
        self.visibility = visibility
        pixels = picture.pixels.bindMemory(to: UInt32.self)
        previous = picture.previous?.bindMemory(to: UInt32.self)
        self.width = width
        self.height = height
        let box = picture.changedBox(width: width, height: height)
        for y in box.minY..<box.maxY {
            guard let difference = differingColumns(row: y) else { continue }
            var (changedColumns, clearedColumns) = (Columns(), Columns())
            for x in difference {
                switch state(x, y) {
                case State.changed: changedColumns.add(x)
                case State.cleared: clearedColumns.add(x)
                default: break
                }
            }
            changed = changed.union(changedColumns.area(row: y))
            cleared = cleared.union(clearedColumns.area(row: y))
        }
    }

    /// The first and the last of a range of columns in a row.
    private struct Columns {
        private var first = Int.max
        private var last = -1

        mutating func add(_ x: Int) {
            first = min(first, x)
            last = max(last, x)
        }

        func area(row: Int) -> PixelRect { last < 0 ? .zero : PixelRect(x: first, y: row, width: last - first + 1, height: 1) }
    }

    /// The bounding box of all changed pixels.
    var area: PixelRect { changed.union(cleared) }

    /// The colors of all pixels, and of the changed ones only (others are 0).
    func colors(in area: PixelRect) -> (all: [UInt32], changed: [UInt32]) {
        let all = raster(area) { color(x: $0, y: $1) }
        return (all, raster(area) { state($0, $1) == State.changed ? color(x: $0, y: $1) : 0 })
    }

    func color(x: Int, y: Int) -> UInt32 { visibility(pixels[y * width + x], x: x, y: y) }

    /// The bounding box of visible pixels.
    var visibleArea: PixelRect {
        var area = PixelRect.zero
        for y in 0..<height {
            guard let first = (0..<width).first(where: { color(x: $0, y: y) != 0 }),
                let last = (0..<width).last(where: { color(x: $0, y: y) != 0 })
            else { continue }
            area = area.union(PixelRect(x: first, y: y, width: last - first + 1, height: 1))
        }
        return area
    }

    /// A palette of exactly the frame's colors; nil if there are too many.
    func exactPalette() -> GIFPalette? {
        var palette = GIFPalette()
        var last: UInt32 = 0
        for pixel in pixels where pixel != last {
            last = pixel
            let color = visibility.color(pixel)
            if color != 0, !palette.add(color) { return nil }
        }
        return palette
    }

    private func state(_ x: Int, _ y: Int) -> UInt8 {
        let offset = y * width + x
        let pixel = pixels[offset]
        let before = previous?[offset] ?? 0
        if pixel == before { return State.kept }
        let color = visibility(pixel, x: x, y: y)
        if color == visibility(before, x: x, y: y) { return State.kept }
        return color == 0 ? State.cleared : State.changed
    }

    private func differingColumns(row: Int) -> Range<Int>? {
        let start = row * width
        guard let previous, let current = pixels.baseAddress, let before = previous.baseAddress else { return 0..<width }
        guard memcmp(current + start, before + start, 4 * width) != 0 else { return nil }
        guard let first = (0..<width).first(where: { pixels[start + $0] != previous[start + $0] }),
            let last = (0..<width).last(where: { pixels[start + $0] != previous[start + $0] })
        else { return nil }
        return first..<last + 1
    }

    private func raster<Value>(_ area: PixelRect, _ value: (_ x: Int, _ y: Int) -> Value) -> [Value] {
        [Value](unsafeUninitializedCapacity: area.pixels) { buffer, count in
            for y in area.minY..<area.maxY {
                for x in area.minX..<area.maxX {
                    buffer.initializeElement(at: count, to: value(x, y))
                    count += 1
                }
            }
        }
    }
}
