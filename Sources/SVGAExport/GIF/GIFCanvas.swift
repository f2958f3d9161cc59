/// What a viewer of the file sees, frame after frame; turns what frames change into pictures of the file.
///
/// A pixel that has been drawn keeps what it was drawn with until the movie's own pixel changes, even if that is only close to it: so
/// errors do not add up, and dithering does not flicker. To make pixels transparent again, the picture before is cleared where
/// they lie; that is why each picture is held back until the next frame is known, and grows if need be. What else was cleared
/// with them is drawn again as it was.
struct GIFCanvas {
    private let canvas: GIFArea
    private let shared: GIFPalette?
    /// Colours as ``GIFVisibility`` has them.
    private var shown: [UInt32]
    private var held: GIFImage?

    init(width: Int, height: Int, shared: GIFPalette?) {
        canvas = .canvas(width: width, height: height)
        self.shared = shared
        shown = [UInt32](repeating: 0, count: width * height)
    }

    /// - Returns: the picture before, which is complete now; nil at the first frame.
    mutating func add(_ packet: GIFPacket, delayHundredths: Int) -> GIFImage? {
        let isFirst = held == nil
        var before = held
        if !packet.cleared.isEmpty { before?.clear(packet.cleared, shared: shared) }
        let cleared = packet.cleared.isEmpty ? .empty : before?.area ?? .empty
        let palette = packet.palette ?? shared ?? GIFPalette()
        var image = GIFImage(area: packet.area.union(cleared), indices: [], palette: packet.palette, delayHundredths: delayHundredths)
        // The first covers all, so that nothing depends on what a viewer takes for the background.
        if isFirst { image.area = canvas }
        image.indices = [UInt8](repeating: palette.transparent, count: image.area.count)
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
        for y in area.top..<area.bottom {
            var source = area.offset(area.left, y)
            var place = canvas.offset(area.left, y)
            var target = image.area.offset(area.left, y)
            for _ in 0..<area.width {
                let index = packet.indices[source]
                let state = packet.states.isEmpty ? GIFFrameChange.State.changed : packet.states[source]
                if state == GIFFrameChange.State.cleared {
                    shown[place] = 0
                } else if state == GIFFrameChange.State.changed, index != palette.transparent {
                    let color = palette.colors[Int(index)]
                    // What is drawn with the same colour as before needs no drawing, unless it was cleared.
                    if isCleared || shown[place] != color { image.indices[target] = index }
                    shown[place] = color
                }
                source += 1
                place += 1
                target += 1
            }
        }
    }

    /// Draws what has not changed but was cleared.
    private mutating func redraw(_ cleared: GIFArea, _ packet: GIFPacket, _ palette: GIFPalette, into image: inout GIFImage) {
        var nearest: [UInt32: UInt8] = [:]
        for y in cleared.top..<cleared.bottom {
            for x in cleared.left..<cleared.right {
                let place = canvas.offset(x, y)
                let target = image.area.offset(x, y)
                let color = shown[place]
                guard color != 0, image.indices[target] == palette.transparent else { continue }
                var index = palette.index(of: color)
                if index == nil, packet.area.contains(x, y) {
                    let drawn = packet.indices[packet.area.offset(x, y)]
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

extension GIFArea {
    fileprivate func contains(_ x: Int, _ y: Int) -> Bool { (left..<right).contains(x) && (top..<bottom).contains(y) }
}

extension GIFImage {
    /// Is cleared in the end, at least in this area.
    fileprivate mutating func clear(_ area: GIFArea, shared: GIFPalette?) {
        isCleared = true
        resize(to: self.area.union(area), (palette ?? shared ?? GIFPalette()).transparent)
    }

    /// Leaves out what is transparent around the rest, all but one pixel if need be.
    fileprivate mutating func trim(_ transparent: UInt8) {
        var ink = GIFArea.empty
        for y in area.isEmpty ? 0..<0 : area.top..<area.bottom {
            let row = indices[area.offset(area.left, y)..<area.offset(area.left, y) + area.width]
            guard let first = row.firstIndex(where: { $0 != transparent }), let last = row.lastIndex(where: { $0 != transparent }) else {
                continue
            }
            ink.add(row: y, from: area.left + first - row.startIndex, through: area.left + last - row.startIndex)
        }
        if ink.isEmpty { ink = GIFArea(left: 0, top: 0, right: 1, bottom: 1) }
        resize(to: ink, transparent)
    }

    private mutating func resize(to other: GIFArea, _ transparent: UInt8) {
        guard other != area else { return }
        var resized = [UInt8](repeating: transparent, count: other.count)
        let top = max(area.top, other.top)
        let left = max(area.left, other.left)
        let right = min(area.right, other.right)
        if left < right {
            for y in top..<max(top, min(area.bottom, other.bottom)) {
                let source = area.offset(left, y)
                let target = other.offset(left, y)
                resized.replaceSubrange(target..<target + right - left, with: indices[source..<source + right - left])
            }
        }
        area = other
        indices = resized
    }
}
