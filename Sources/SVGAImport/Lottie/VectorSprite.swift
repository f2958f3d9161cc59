import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGASupport

/// The content of a vector sprite in one frame.
struct VectorFrame {
    var frame: Int
    var transform: SVGATransform
    var alpha: Double
    /// In the space of the shapes.
    var clip: SVGAPath?
    var shapes: [ShapeEntity]
}

/// The frames of vector sprites. Shapes are only written if they change by more than a transform, and are otherwise kept.
struct VectorSprite {
    /// The maximum error of transformed shapes, in points of the canvas.
    private static let tolerance = 0.03

    let frameCount: Int
    let layout: WireLayout
    private let work: ImportWork
    private let frames: [VectorFrame]

    /// Frames that show the shapes of one key frame.
    private struct Run {
        var frames: Range<Int>
        var key: Int
        /// The transforms from the key frame's shapes to those of each frame.
        var fits: [SVGATransform]
    }

    /// - Parameter frames: in order; the sprite is hidden in missing frames.
    init(_ frames: [VectorFrame], count: Int, layout: WireLayout, _ work: ImportWork) {
        self.work = work
        // A single paint's opacity becomes the sprite's, so that fading keeps its shapes.
        self.frames = frames.map { frame in
            guard frame.shapes.count == 1, let alpha = frame.shapes[0].onlyAlpha else { return frame }
            var frame = frame
            frame.alpha *= alpha
            frame.shapes[0].fill?.alpha = 1
            frame.shapes[0].stroke?.color.alpha = 1
            return frame
        }
        frameCount = count
        self.layout = layout
    }

    /// As one sprite.
    var single: [WireFrame] { wire(frames, runs(frames)) }

    /// The sprites with the fewest bytes: one, or several for paints that move differently.
    func smallest() -> [[WireFrame]] {
        let allRuns = runs(frames)
        let one = [wire(frames, allRuns)]
        guard allRuns.count > 1, let parts else { return one }
        let several = parts.map { part in
            work.spend(ImportWork.Cost.spriteFrame, times: frameCount)
            let single = VectorSprite(part, count: frameCount, layout: layout, work).frames
            return wire(single, runs(single))
        }
        for frames in several + one { work.spend(ImportWork.Cost.packedByte, times: frames.roughBytes) }
        // Over the limit, no alternatives are tried.
        if work.isOver { return one }
        return VectorSprite.cost(several) < VectorSprite.cost(one) ? several : one
    }

    private static func cost(_ sprites: [[WireFrame]]) -> Int {
        var movie = WireMovie()
        movie.sprites = sprites.map { WireSprite(imageKey: "a", frames: $0) }
        return (try? DocumentWriter.write(movie, as: .zlib))?.count ?? Int.max
    }

    /// The paints of all frames as groups with the same motion.
    /// - Returns: nil without a gain, or if the split would be visible because the sprite is translucent.
    private var parts: [[VectorFrame]]? {
        guard let paints = frames.first?.shapes.count, paints > 1, paints <= 64, frames.allSatisfy({ $0.shapes.count == paints }) else {
            return nil
        }
        let pairs = frames.reduce(0) { $0 + ($1.alpha > 0.998 ? 0 : $1.shapes.count * $1.shapes.count) }
        guard work.spend(ImportWork.Cost.pair, times: pairs) else { return nil }
        guard frames.allSatisfy({ $0.alpha > 0.998 || !VectorSprite.overlaps($0.shapes) }) else { return nil }
        func group(_ range: Range<Int>) -> [VectorFrame] {
            work.spend(ImportWork.Cost.segment, times: frames.count * (4 + range.count))
            return frames.map { frame in
                var frame = frame
                frame.shapes = Array(frame.shapes[range])
                return frame
            }
        }
        var groups: [(range: Range<Int>, runs: Int)] = []
        for index in 0..<paints {
            if work.isOver { return nil }
            let alone = runs(VectorSprite(group(index..<index + 1), count: frameCount, layout: layout, work).frames).count
            if let last = groups.last {
                let range = last.range.lowerBound..<index + 1
                let together = runs(group(range)).count
                if together <= max(last.runs, alone) {
                    groups[groups.count - 1] = (range, together)
                    continue
                }
            }
            groups.append((index..<index + 1, alone))
        }
        return groups.count > 1 ? groups.map { group($0.range) } : nil
    }

    private static func overlaps(_ shapes: [ShapeEntity]) -> Bool {
        let boxes = shapes.compactMap(\.bounds)
        return boxes.indices.contains { index in boxes[..<index].contains { $0.touches(boxes[index]) } }
    }

    // MARK: Runs

    /// Splits frames into few runs by a greedy search, each around the frame in which its shapes are largest.
    private func runs(_ frames: [VectorFrame]) -> [Run] {
        let sizes = frames.map { frame in
            frame.shapes.compactMap(\.bounds).reduce(0.0) { max($0, $1.width + $1.height) } * frame.transform.largestScale
        }
        let counts = frames.map { frame in frame.shapes.reduce(1) { $0 + $1.segmentCount } }
        var isTaken = [Bool](repeating: false, count: frames.count)
        var runs: [Run] = []
        for key in frames.indices.sorted(by: { (sizes[$1], $0) < (sizes[$0], $1) }) where !isTaken[key] {
            func fit(_ index: Int) -> SVGATransform? {
                guard work.spend(30 * ImportWork.Cost.segment, times: counts[index] + 4) else { return nil }
                let scale = max(frames[index].transform.largestScale, 1e-9)
                return AffineFit.transform(
                    from: frames[key].shapes, to: frames[index].shapes, tolerance: VectorSprite.tolerance / scale)
            }
            var (first, end) = (key, key + 1)
            var before: [SVGATransform] = []
            var fits = [SVGATransform.identity]
            while end < frames.count, !isTaken[end], frames[end].frame == frames[end - 1].frame + 1, let next = fit(end) {
                fits.append(next)
                end += 1
            }
            while first > 0, !isTaken[first - 1], frames[first - 1].frame == frames[first].frame - 1, let next = fit(first - 1) {
                before.append(next)
                first -= 1
            }
            for index in first..<end { isTaken[index] = true }
            runs.append(Run(frames: first..<end, key: key, fits: before.reversed() + fits))
        }
        return runs.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    }

    // MARK: Writing

    private func wire(_ frames: [VectorFrame], _ runs: [Run]) -> [WireFrame] {
        var written = [WireFrame](repeating: WireFrame(), count: frameCount)
        var kept: (frame: Int, shapes: [WireShape])?
        let all = runs.map { run in zip(run.frames, run.fits).map { $1.concatenating(frames[$0].transform) } }
        // One transform for all frames costs almost nothing, even with all digits.
        let isConstant = all.allSatisfy { $0.allSatisfy { $0 == all[0][0] } }
        for (run, transforms) in zip(runs, all) {
            let shapes = frames[run.key].shapes
            work.spend(ImportWork.Cost.written, times: shapes.reduce(0) { $0 + $1.segmentCount })
            if work.isOver { break }
            let isStill = transforms.allSatisfy { $0 == transforms[0] }
            let box = shapes.compactMap(\.bounds).reduce(nil) { (all: SVGARect?, box) in all.map { $0.union(box) } ?? box } ?? .zero
            // Moving shapes are centered on the origin, where transforms need fewer digits.
            let offset = isStill ? Point.zero : Point(-(box.x + box.width / 2).rounded(), -(box.y + box.height / 2).rounded())
            let text = CompactText(scale: transforms.reduce(0) { max($0, $1.largestScale) })
            let wire = shapes.compactMap { WireShape($0, offset: offset, text) }
            let reach = isConstant ? box.reach * 100 : isStill ? box.reach : (box.width + box.height) / 2
            let compact = CompactTransform(reach: reach)
            for (offsetInRun, index) in run.frames.enumerated() {
                let number = frames[index].frame
                guard written.indices.contains(number) else { continue }
                let moved = transforms[offsetInRun].translatedBy(x: -offset.x, y: -offset.y)
                var frame = WireFrame()
                frame.alpha = frames[index].alpha.compactAlpha
                frame.layout = layout
                frame.transform = compact.wire(moved)
                if let clip = frames[index].clip, let back = run.fits[offsetInRun].inverted,
                    work.spend(ImportWork.Cost.written, times: clip.verbs.count)
                {
                    frame.clipPath = text.path(clip.transformed(back), offset: offset)
                    if frame.clipPath.isEmpty { frame.clipPath = "M0 0" }
                }
                // Never across a hidden frame.
                if let kept, kept.frame == number - 1, kept.shapes == wire {
                    frame.shapes = [.keep]
                } else {
                    frame.shapes = wire
                }
                kept = (number, wire)
                if frame.alpha <= 0 {
                    frame = WireFrame()
                    kept = nil
                }
                written[number] = frame
            }
        }
        return written
    }
}

extension Double {
    /// In invisible steps with trailing zeros.
    var compactAlpha: Float { Float((min(max(self, 0), 1) * 1024).rounded() / 1024) }
}

extension SVGARect {
    /// An upper bound of the distance of the farthest point from the origin.
    var reach: Double { max(abs(x), abs(maxX)) + max(abs(y), abs(maxY)) }
}

extension ShapeEntity {
    /// The alpha of its only color.
    fileprivate var onlyAlpha: Double? {
        switch (fill, stroke) {
        case (let fill?, nil): fill.alpha
        case (nil, let stroke?): stroke.color.alpha
        default: nil
        }
    }
}

extension WireShape {
    /// - Returns: nil if it draws nothing.
    fileprivate init?(_ shape: ShapeEntity, offset: Point, _ text: CompactText) {
        var shape = shape
        var transform = shape.transform
        // Shapes with their own transform are translated by it.
        if transform != .identity { transform = transform.concatenating(.translation(x: offset.x, y: offset.y)) }
        let inner = shape.transform == .identity ? offset : .zero
        shape.transform = transform
        switch shape.geometry {
        case .path(let path):
            shape.geometry = .path(SVGAPath())
            self.init(shape)
            let scale = transform == .identity ? text : CompactText(scale: transform.largestScale * text.scale)
            let d = scale.path(path, offset: inner, isStroked: shape.stroke != nil)
            if d.isEmpty { return nil }
            args = .shape(d: d)
        case .rect(let rect, let radius):
            shape.geometry = .rect(
                SVGARect(x: rect.x + inner.x, y: rect.y + inner.y, width: rect.width, height: rect.height), cornerRadius: radius)
            self.init(shape)
        case .ellipse(let x, let y, let radiusX, let radiusY):
            shape.geometry = .ellipse(centerX: x + inner.x, centerY: y + inner.y, radiusX: radiusX, radiusY: radiusY)
            self.init(shape)
        }
        // Without miters the limit has no effect.
        if let stroke = shape.stroke, stroke.lineJoin != .miter { styles?.miterLimit = 0 }
        if let width = styles?.strokeWidth, width > 0.25 { styles?.strokeWidth = (width * 1024).rounded() / 1024 }
    }
}

extension [WireFrame] {
    /// The approximate length of their text.
    var roughBytes: Int {
        reduce(0) { sum, frame in
            frame.shapes.reduce(sum + 40 + frame.clipPath.utf8.count) { sum, shape in
                if case .shape(let d) = shape.args { return sum + 20 + d.utf8.count }
                return sum + 40
            }
        }
    }
}
