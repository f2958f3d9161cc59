import SVGAImage
import SVGAModel
import SVGAPixels

/// The canvas of a GIF viewer. Converts the changes of each frame to the images of the file.
///
/// A drawn pixel keeps its approximate color until its error is too large. So errors do not add up, and dithering does not flicker.
/// A GIF makes pixels transparent again only by clearing the area of the previous image. So each frame waits until the next one is known.
/// The area of its image then grows to include the pixels to clear; other pixels in the area are drawn again.
/// If a frame draws nothing, the previous image lasts longer.
struct GIFCanvas {
    private let canvas: PixelRect
    private let shared: GIFPalette?
    private let writer: GIFWriter
    /// The colors on the canvas, as ``GIFVisibility`` returns them.
    private var colors: [UInt32]
    /// The latest frame, which is not written yet.
    private var waiting: (packet: GIFPacket, delayHundredths: Int)?
    /// The latest image.
    private var made: PackedGIFImage?

    /// - Parameter writer: the writer of the file.
    init(width: Int, height: Int, shared: GIFPalette?, writer: GIFWriter) {
        canvas = PixelRect(x: 0, y: 0, width: width, height: height)
        self.shared = shared
        self.writer = writer
        colors = [UInt32](repeating: 0, count: width * height)
    }

    mutating func add(_ packet: GIFPacket, delayHundredths: Int) throws(SVGAError) {
        if let before = waiting { try make(before.packet, before.delayHundredths, clearedNext: packet.cleared) }
        waiting = (packet, delayHundredths)
    }

    mutating func finish() throws(SVGAError) {
        if let waiting { try make(waiting.packet, waiting.delayHundredths, clearedNext: .zero) }
        waiting = nil
        if let made { writer.put(made) }
        made = nil
    }

    /// Creates the image of a frame.
    /// - Parameter clearedNext: the area that the next frame clears.
    private mutating func make(_ packet: GIFPacket, _ delay: Int, clearedNext: PixelRect) throws(SVGAError) {
        var image = composed(packet, delay)
        let ink = image.ink
        if let made {
            let isLonger = made.delayHundredths + delay <= GIFWriter.maximumDelay
            if ink.isEmpty, clearedNext.isEmpty, !made.isCleared, isLonger {
                self.made?.delayHundredths += delay
                return
            }
            writer.put(made)
            // An image has at least one pixel.
            let needed = ink.union(clearedNext)
            resize(&image, to: needed.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : needed)
        }
        image.isCleared = !clearedNext.isEmpty
        let packed = try writer.pack(image)
        show(packed)
        made = packed
    }

    /// The pixels that the frame draws, and those that stay or must be drawn again.
    private func composed(_ packet: GIFPacket, _ delay: Int) -> GIFImage {
        let cleared = clearedArea
        // The first image covers the whole canvas, because viewers disagree on the color of undrawn pixels.
        let area = made == nil ? canvas : packet.area.union(cleared)
        let palette = packet.palette ?? shared ?? GIFPalette()
        var image = GIFImage(area: area, pixels: [], palette: packet.palette, delayHundredths: delay)
        if packet.palette == nil, shared == nil { image.palette = palette }
        image.pixels.reserveCapacity(area.pixels)
        var redrawn = Redrawn(palette: palette)
        for y in area.minY..<area.maxY {
            for x in area.minX..<area.maxX {
                let before = colors[canvas.offset(x: x, y: y)]
                let isGone = cleared.contains(x: x, y: y)
                var pixel = GIFPixel(color: before, index: palette.transparent, mayStay: true)
                if packet.area.contains(x: x, y: y) { pixel = packet.pixels[packet.area.offset(x: x, y: y)] }
                if pixel.color == 0 {
                    pixel = GIFPixel(color: 0, index: palette.transparent, mayStay: true)
                } else if pixel.mayStay {
                    redrawn.prepare(&pixel, canvasColor: before, isGone: isGone)
                } else {
                    pixel.mayStay = !isGone && before != 0 && pixel.isCloseEnough(before, palette)
                }
                image.pixels.append(pixel)
            }
        }
        return image
    }

    /// The area that is cleared when the latest image ends.
    private var clearedArea: PixelRect { made.map { $0.isCleared ? $0.area : .zero } ?? .zero }

    /// Updates the canvas with an image, as a viewer does.
    private mutating func show(_ image: PackedGIFImage) {
        let cleared = clearedArea
        for y in cleared.minY..<cleared.maxY {
            let start = canvas.offset(x: cleared.x, y: y)
            for pixel in start..<start + cleared.width { colors[pixel] = 0 }
        }
        var offset = 0
        for y in image.area.minY..<image.area.maxY {
            let start = canvas.offset(x: image.area.x, y: y)
            for pixel in start..<start + image.area.width {
                if image.colors[offset] != 0 { colors[pixel] = image.colors[offset] }
                offset += 1
            }
        }
    }

    /// Crops the image to an area, or extends it with unchanged pixels.
    private func resize(_ image: inout GIFImage, to area: PixelRect) {
        guard area != image.area else { return }
        let transparent = (image.palette ?? shared ?? GIFPalette()).transparent
        let old = image
        image.area = area
        image.pixels = [GIFPixel](repeating: GIFPixel(color: 0, index: transparent, mayStay: true), count: area.pixels)
        let kept = area.intersection(old.area)
        guard !kept.isEmpty else { return }
        for y in kept.minY..<kept.maxY {
            let (source, target) = (old.area.offset(x: kept.x, y: y), area.offset(x: kept.x, y: y))
            image.pixels.replaceSubrange(target..<target + kept.width, with: old.pixels[source..<source + kept.width])
        }
    }

    /// Chooses indices for unchanged pixels.
    private struct Redrawn {
        let palette: GIFPalette
        private var last: (color: UInt32, index: UInt8?) = (0, nil)
        private var nearest: [UInt32: UInt8] = [:]

        init(palette: GIFPalette) { self.palette = palette }

        mutating func prepare(_ pixel: inout GIFPixel, canvasColor color: UInt32, isGone: Bool) {
            if color != last.color { last = (color, palette.index(of: color)) }
            if color == 0 {
                pixel = GIFPixel(color: 0, index: palette.transparent, mayStay: true)
            } else if let index = last.index {
                // Keeps the previous color to avoid flicker. A pixel that must be drawn again may get any color within its limit.
                pixel = GIFPixel(color: pixel.color, index: index, mayStay: !isGone, limit: isGone ? pixel.limit : 0)
            } else if isGone {
                if pixel.index == palette.transparent { pixel.index = close(to: color) }
                // With an empty palette, no pixel is drawn.
                pixel.mayStay = pixel.index == palette.transparent
            } else {
                pixel.index = palette.transparent
            }
        }

        private mutating func close(to color: UInt32) -> UInt8 {
            if let cached = nearest[color] { return cached }
            let index = palette.colors.isEmpty ? palette.transparent : palette.nearest(to: color)
            nearest[color] = index
            return index
        }
    }
}

extension GIFPixel {
    /// A temporary error is less visible than a permanent one, so this factor raises ``limit``.
    private static let stayingFactor: Int32 = 4

    /// Whether the color on the canvas is close enough.
    fileprivate func isCloseEnough(_ canvasColor: UInt32, _ palette: GIFPalette) -> Bool {
        if index != palette.transparent, canvasColor == palette.colors[Int(index)] { return true }
        return limit > 0 && GIFPixel.distance(color, canvasColor) <= GIFPixel.stayingFactor * Int32(limit)
    }
}

extension GIFImage {
    /// The bounding box of the drawn pixels.
    fileprivate var ink: PixelRect {
        var ink = PixelRect.zero
        for y in area.minY..<area.maxY {
            let start = area.offset(x: area.x, y: y)
            let row = pixels[start..<start + area.width]
            guard let first = row.firstIndex(where: { !$0.mayStay }), let last = row.lastIndex(where: { !$0.mayStay }) else { continue }
            ink = ink.union(PixelRect(x: area.x + first - start, y: y, width: last - first + 1, height: 1))
        }
        return ink
    }
}
