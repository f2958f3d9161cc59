import SVGAImage
import SVGAPixels

/// The canvas as a viewer of the file sees it. Turns the changes of each frame into the next picture of the file.
///
/// A pixel keeps its drawn colour, which may be only close to the exact one, until the exact colour changes: so errors do not add up and
/// dithering does not flicker. A GIF makes pixels transparent again only by clearing the area of the picture before. So each picture is
/// held back until the next frame is known, and its area grows to what that frame clears; other pixels in the area are drawn again.
struct GIFCanvas {
    private let canvas: PixelRect
    private let shared: GIFPalette?
    /// Colours as ``GIFVisibility`` has them.
    private var shown: [UInt32]
    private var held: GIFImage?

    init(width: Int, height: Int, shared: GIFPalette?) {
        canvas = PixelRect(x: 0, y: 0, width: width, height: height)
        self.shared = shared
        shown = [UInt32](repeating: 0, count: width * height)
    }

    /// - Returns: the picture before, which is complete now; nil at the first frame.
    mutating func add(_ packet: GIFPacket, delayHundredths: Int) -> GIFImage? {
        let isFirst = held == nil
        var before = held
        if !packet.cleared.isEmpty { before?.clear(packet.cleared, shared: shared) }
        let cleared = packet.cleared.isEmpty ? .zero : before?.area ?? .zero
        let palette = packet.palette ?? shared ?? GIFPalette()
        var image = GIFImage(area: packet.area.union(cleared), indices: [], palette: packet.palette, delayHundredths: delayHundredths)
        // The first picture covers the whole canvas: viewers differ in what they show where nothing was drawn.
        if isFirst { image.area = canvas }
        image.indices = [UInt8](repeating: palette.transparent, count: image.area.pixels)
        draw(packet, palette, into: &image, isCleared: !cleared.isEmpty)
        if !cleared.isEmpty { redraw(cleared, packet, palette, into: &image) }
        if !isFirst { image.trim(palette.transparent) }
        if packet.palette == nil, shared == nil { image.palette = palette }
        held = image
        return before
    }

    /// The last picture.
    mutating func finish() -> GIFImage? {
        defer { held = nil }
        return held
    }

    private mutating func draw(_ packet: GIFPacket, _ palette: GIFPalette, into image: inout GIFImage, isCleared: Bool) {
        let area = packet.area
        guard !area.isEmpty else { return }
        for y in area.minY..<area.maxY {
            var source = area.offset(x: area.x, y: y)
            var place = canvas.offset(x: area.x, y: y)
            var target = image.area.offset(x: area.x, y: y)
            for _ in 0..<area.width {
                let index = packet.indices[source]
                let state = packet.states.isEmpty ? GIFFrameChange.State.changed : packet.states[source]
                if state == GIFFrameChange.State.cleared {
                    shown[place] = 0
                } else if state == GIFFrameChange.State.changed, index != palette.transparent {
                    let color = palette.colors[Int(index)]
                    // A pixel that already shows this colour is left out, unless it was cleared.
                    if isCleared || shown[place] != color { image.indices[target] = index }
                    shown[place] = color
                }
                source += 1
                place += 1
                target += 1
            }
        }
    }

    /// Draws the pixels again that have not changed but were cleared.
    private mutating func redraw(_ cleared: PixelRect, _ packet: GIFPacket, _ palette: GIFPalette, into image: inout GIFImage) {
        var nearest: [UInt32: UInt8] = [:]
        for y in cleared.minY..<cleared.maxY {
            for x in cleared.minX..<cleared.maxX {
                let place = canvas.offset(x: x, y: y)
                let target = image.area.offset(x: x, y: y)
                let color = shown[place]
                guard color != 0, image.indices[target] == palette.transparent else { continue }
                var index = palette.index(of: color)
                if index == nil, packet.area.contains(x: x, y: y) {
                    let drawn = packet.indices[packet.area.offset(x: x, y: y)]
                    if drawn != palette.transparent { index = drawn }
                }
                let used = index ?? nearest[color] ?? palette.nearest(to: color)
                if index == nil { nearest[color] = used }
                // An empty palette draws nothing.
                guard used != palette.transparent else { continue }
                image.indices[target] = used
                shown[place] = palette.colors[Int(used)]
            }
        }
    }
}

extension GIFImage {
    /// Marks the picture as cleared after it was shown, and grows it to cover this area.
    fileprivate mutating func clear(_ area: PixelRect, shared: GIFPalette?) {
        isCleared = true
        resize(to: self.area.union(area), (palette ?? shared ?? GIFPalette()).transparent)
    }

    /// Cuts off the transparent margin; of a transparent picture one pixel is left.
    fileprivate mutating func trim(_ transparent: UInt8) {
        var ink = PixelRect.zero
        for y in area.minY..<area.maxY {
            let start = area.offset(x: area.x, y: y)
            let row = indices[start..<start + area.width]
            guard let first = row.firstIndex(where: { $0 != transparent }), let last = row.lastIndex(where: { $0 != transparent }) else {
                continue
            }
            ink = ink.union(PixelRect(x: area.x + first - start, y: y, width: last - first + 1, height: 1))
        }
        if ink.isEmpty { ink = PixelRect(x: 0, y: 0, width: 1, height: 1) }
        resize(to: ink, transparent)
    }

    private mutating func resize(to other: PixelRect, _ transparent: UInt8) {
        guard other != area else { return }
        var resized = [UInt8](repeating: transparent, count: other.pixels)
        let kept = area.intersection(other)
        if !kept.isEmpty {
            for y in kept.minY..<kept.maxY {
                let source = area.offset(x: kept.x, y: y)
                let target = other.offset(x: kept.x, y: y)
                resized.replaceSubrange(target..<target + kept.width, with: indices[source..<source + kept.width])
            }
        }
        area = other
        indices = resized
    }
}
