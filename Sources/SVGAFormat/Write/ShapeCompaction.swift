extension WireMovie {
    /// Writes KEEP wherever a frame repeats the shapes that it would show with it (Rules of rendering, section 6): those of the nearest
    /// earlier frame of the sprite whose first shape is not KEEP. What every frame shows stays the same.
    package mutating func compactShapes() {
        for index in sprites.indices { sprites[index].compactShapes() }
    }
}

extension WireSprite {
    fileprivate mutating func compactShapes() {
        var keep = WireShape()
        keep.kind = .keep
        /// nil before the first frame that has its own.
        var kept: [WireShape]?
        for index in frames.indices {
            let shapes = frames[index].shapes
            if shapes.first?.kind == .keep { continue }
            // No shapes are shorter than KEEP.
            if let kept, !shapes.isEmpty, shapes == kept { frames[index].shapes = [keep] } else { kept = shapes }
        }
    }
}
