import SVGAModel
import SVGAPlatform
import SVGASupport

extension Evaluation {
    /// The fills and strokes of a layer's shapes, bottom first. Those that never change are made once.
    mutating func paints(_ items: [ShapeItem], of layer: LottieLayer, at time: Double) -> [PaintState] {
        let known = layer.staticPaints?.paints(costLeft: segmentsLeft) { items in
            let before = segmentsLeft
            let paints = paints(items, at: time, keepsNames: true)
            let cost = before - segmentsLeft
            segmentsLeft = before
            return (paints, cost)
        }
        guard let known else { return paints(items, at: time, keepsNames: keepsPaths) }
        segmentsLeft -= known.cost
        return known.paints
    }

    private mutating func paints(_ items: [ShapeItem], at time: Double, keepsNames: Bool) -> [PaintState] {
        var walk = ShapeWalk(time: time, segmentsLeft: segmentsLeft, keepsNames: keepsNames)
        walk.walk(items[...], name: "", transform: .identity)
        segmentsLeft = walk.segmentsLeft
        return walk.paints()
    }
}

/// Traverses shapes from bottom to top, which is from the last to the first in the file. All fills, strokes and modifiers below a path apply to it,
/// in its own group and in the enclosing groups.
struct ShapeWalk {
    /// A fill or stroke, and the outlines that it paints.
    private struct Slot {
        let tracks: PaintTracks
        let name: String
        let level: Int
        let transform: SVGATransform
        /// The indices of the enclosing groups, outermost first.
        let groups: [Int]
        var outlines: [Outline] = []
    }

    /// A path of the file, as changed by modifiers.
    private struct Entry {
        var contours: [Contour]
        /// For each paint of this path, the index of its slot, and the transform from the path's space to the paint's space.
        let slots: [(slot: Int, transform: SVGATransform)]
    }

    private struct Outline {
        let entry: Int
        let transform: SVGATransform
    }

    /// A modifier of the paths above it.
    private struct Modifier {
        let item: ShapeItem
        var entries: [Int] = []
    }

    /// The cost of a fill or stroke, in addition to the cost of its path, in segments.
    private static let paintCost = 8

    private let time: Double
    private(set) var segmentsLeft: Int
    /// Whether fills and strokes have their names.
    private let keepsNames: Bool
    private var slots: [Slot] = []
    private var openSlots: [Int] = []
    private var entries: [Entry] = []
    private var modifiers: [Modifier] = []
    private var openModifiers: [Int] = []
    /// The transforms of the enclosing groups, outermost first.
    private var stack: [SVGATransform] = []
    private var groups: [PaintGroup] = []
    /// The indices of the groups that the walk is in.
    private var openGroups: [Int] = []

    init(time: Double, segmentsLeft: Int, keepsNames: Bool = true) {
        self.time = time
        self.segmentsLeft = segmentsLeft
        self.keepsNames = keepsNames
    }

    // MARK: - Walking

    /// - Parameters:
    ///   - name: the names of the enclosing groups, each followed by a period.
    ///   - transform: the transform from the group's space to the layer's.
    mutating func walk(_ items: ArraySlice<ShapeItem>, name: String, transform: SVGATransform) {
        let (slotCount, modifierCount) = (openSlots.count, openModifiers.count)
        var index = items.endIndex
        while index > items.startIndex, segmentsLeft > 0 {
            index -= 1
            segmentsLeft -= 1
            switch items[index] {
            case .group(let inner, let list, let tracks, let mode):
                group(list, tracks, mode, keepsNames ? name + inner + "." : "", transform)
            case .paint(let tracks):
                segmentsLeft -= ShapeWalk.paintCost
                openSlots.append(slots.count)
                let full = keepsNames ? name + tracks.name : ""
                slots.append(Slot(tracks: tracks, name: full, level: stack.count, transform: transform, groups: openGroups))
            case .trim, .round, .pucker, .zigzag, .offset:
                openModifiers.append(modifiers.count)
                modifiers.append(Modifier(item: items[index]))
            // A repeater copies all items above it in its group. Each copy traverses them, so this traversal ends.
            case .repeater(let tracks):
                copies(tracks, items[..<index], name, transform)
                index = items.startIndex
            case .path, .rectangle, .ellipse, .star:
                if let contour = ShapeOutline.contour(items[index], at: time) { add(contour) }
            }
        }
        openSlots.removeSubrange(slotCount...)
        openModifiers.removeSubrange(modifierCount...)
    }

    private mutating func group(
        _ items: [ShapeItem], _ tracks: TransformTracks?, _ mode: LayerState.BlendMode, _ name: String, _ transform: SVGATransform
    ) {
        segmentsLeft -= 1
        let opacity = tracks.map { $0.opacity.number(at: time) / 100 } ?? 1
        walkGroup(items[...], tracks?.flat(at: time) ?? .identity, opacity: opacity, mode, name, transform)
    }

    private mutating func walkGroup(
        _ items: ArraySlice<ShapeItem>, _ groupTransform: SVGATransform, opacity: Double, _ mode: LayerState.BlendMode, _ name: String,
        _ transform: SVGATransform
    ) {
        stack.append(groupTransform)
        openGroups.append(groups.count)
        groups.append(PaintGroup(number: groups.count, opacity: min(max(opacity, 0), 1), blendMode: mode))
        walk(items, name: name, transform: groupTransform.concatenating(transform))
        openGroups.removeLast()
        stack.removeLast()
    }

    private mutating func copies(
        _ tracks: RepeaterTracks, _ items: ArraySlice<ShapeItem>, _ name: String, _ transform: SVGATransform
    ) {
        let repeats = RepeaterState(tracks, at: time)
        for index in repeats.copies.indices.reversed() where segmentsLeft > 0 {
            segmentsLeft -= 1
            let copy = repeats.copies[index]
            walkGroup(items, copy.transform, opacity: copy.opacity, .normal, name, transform)
        }
    }

    private mutating func add(_ contour: Contour) {
        guard !openSlots.isEmpty, contour.count > 0 else { return }
        segmentsLeft -= contour.count * openSlots.count + openModifiers.count
        let index = entries.count
        // The transforms from this group's space to the space of each enclosing group.
        let lowest = slots[openSlots[0]].level
        if lowest == stack.count {
            entries.append(Entry(contours: [contour], slots: openSlots.map { ($0, .identity) }))
            for modifier in openModifiers { modifiers[modifier].entries.append(index) }
            return
        }
        var transforms = [SVGATransform](repeating: .identity, count: stack.count - lowest + 1)
        var transform = SVGATransform.identity
        for level in stride(from: stack.count - 1, through: lowest, by: -1) {
            transform = transform.concatenating(stack[level])
            transforms[level - lowest] = transform
        }
        entries.append(Entry(contours: [contour], slots: openSlots.map { ($0, transforms[slots[$0].level - lowest]) }))
        for modifier in openModifiers { modifiers[modifier].entries.append(index) }
    }

    // MARK: - Painting

    /// Applies the modifiers, and returns the fills and strokes, bottom first.
    mutating func paints() -> [PaintState] {
        // ``modifiers`` is ordered from bottom to top. The modifier that is closest to a path is applied first.
        let movesVertices = modifiers.contains { modifier in
            if case .trim = modifier.item { false } else { true }
        }
        for modifier in modifiers.reversed() { apply(modifier, keepsVertices: movesVertices) }
        for (index, entry) in entries.enumerated() {
            for (slot, transform) in entry.slots { slots[slot].outlines.append(Outline(entry: index, transform: transform)) }
        }
        return composed(slots.compactMap { slot in paint(slot).map { (slot.groups, $0) } })
    }

    /// Sets the groups and opacities of paints. A group is composed only if this has an effect.
    private func composed(_ paints: [(groups: [Int], paint: PaintState)]) -> [PaintState] {
        if groups.allSatisfy({ $0.opacity == 1 && $0.blendMode == .normal }) { return paints.map(\.paint) }
        var counts = [Int](repeating: 0, count: groups.count)
        for (path, _) in paints { for group in path { counts[group] += 1 } }
        // Whether a group contains what blends with the pixels below.
        var blends = [Bool](repeating: false, count: groups.count)
        for (path, paint) in paints {
            var isBlending = paint.blendMode != .normal
            for group in path.reversed() {
                if isBlending { blends[group] = true }
                isBlending = isBlending || groups[group].blendMode != .normal
            }
        }
        return paints.map { path, paint in
            var paint = paint
            for group in path {
                let state = groups[group]
                if state.blendMode != .normal || state.opacity < 1 && (counts[group] > 1 || blends[group]) {
                    paint.groups.append(state)
                } else {
                    paint.opacity *= state.opacity
                }
            }
            return paint
        }
    }

    private func paint(_ slot: Slot) -> PaintState? {
        let opacity = min(max(slot.tracks.opacity.number(at: time) / 100, 0), 1)
        guard opacity > 0, slot.groups.allSatisfy({ groups[$0].opacity > 0 }), slot.transform.isFinite else { return nil }
        var style = PaintState.Style.fill(isEvenOdd: slot.tracks.isEvenOdd)
        if let stroke = slot.tracks.stroke {
            let width = stroke.width.number(at: time)
            guard width > 0 else { return nil }
            var dashes = stroke.dashes.map { max(0, $0.number(at: time)) }
            if dashes.allSatisfy({ $0 < 1e-6 }) { dashes = [] }
            style = .stroke(
                width: width, cap: stroke.cap, join: stroke.join, miterLimit: stroke.miterLimit, dashes: dashes,
                phase: stroke.phase.number(at: time))
        }
        var outlines = ContourPath()
        for outline in slot.outlines {
            for contour in entries[outline.entry].contours { outlines.add(contour, outline.transform) }
        }
        let path = outlines.path
        guard !path.isEmpty else { return nil }
        let source: PaintState.Paint
        switch slot.tracks.source {
        case .color(let track): source = .color(SVGAColor(lottie: track, at: time))
        case .gradient(let tracks): source = tracks.paint(at: time)
        }
        var result = PaintState(name: slot.name, path: path, transform: slot.transform, style: style, paint: source, opacity: opacity)
        result.blendMode = slot.tracks.blendMode
        if case .gradient(let tracks) = slot.tracks.source, slot.tracks.stroke != nil {
            result.hasMaskRegion = tracks.hasSeparateOpacity(at: time)
        }
        return result
    }

    // MARK: - Changing paths

    /// - Parameter keepsVertices: whether a trim keeps the vertices of lottie-web, as other modifiers move them.
    private mutating func apply(_ modifier: Modifier, keepsVertices: Bool) {
        switch modifier.item {
        case .trim(let start, let end, let offset, let isSequential):
            guard
                let span = TrimSpan(
                    start: start.number(at: time) / 100, end: end.number(at: time) / 100, offset: offset.number(at: time) / 360)
            else { return }
            trim(modifier.entries, span, isSequential, keepsVertices: keepsVertices)
        case .round(let radius):
            let radius = radius.number(at: time)
            change(modifier.entries, growth: 2) { $0.rounded(radius) }
        case .pucker(let amount):
            let amount = amount.number(at: time) / 100
            change(modifier.entries, growth: 1) { $0.puckered(amount) }
        case .zigzag(let size, let ridges, let isSmooth):
            let (size, ridges) = (size.number(at: time), min(max(ridges.number(at: time).rounded(), 0), 1000))
            change(modifier.entries, growth: Int(saturating: ridges) + 1) {
                $0.zigzagged(size, ridges: Int(saturating: ridges), isSmooth: isSmooth)
            }
        case .offset(let amount, let join, let miterLimit):
            let offset = OutlineOffset(amount: amount.number(at: time), join: join, miterLimit: miterLimit.number(at: time))
            change(modifier.entries, growth: OutlineOffset.growth) { offset.outline($0) }
        default: break
        }
    }

    /// Changes the contours of paths. A change that would exceed the budget is skipped.
    /// - Parameter growth: the number of vertices that the change creates per vertex.
    private mutating func change(_ indices: [Int], growth: Int, _ body: (Contour) -> Contour) {
        for index in indices {
            segmentsLeft -= 1
            let entry = entries[index]
            let count = entry.contours.reduce(0) { $0 + $1.count }
            guard growth * count * entry.slots.count <= segmentsLeft else { continue }
            entries[index].contours = entry.contours.map(body)
            segmentsLeft -= entries[index].contours.reduce(0) { $0 + $1.count } * entry.slots.count
        }
    }

    private mutating func trim(_ indices: [Int], _ span: TrimSpan, _ isSequential: Bool, keepsVertices: Bool) {
        segmentsLeft -= indices.reduce(0) { $0 + entries[$1].contours.reduce(1) { $0 + $1.count } }
        guard segmentsLeft > 0 else { return }
        if isSequential, indices.count > 1 {
            // A sequential trim begins with the topmost path, the first in the file. It is the last of ``entries``. As in lottie-web, its parts
            // end at the starts of closed outlines.
            let lengths = indices.map { entries[$0].contours.map(ContourLengths.init) }
            let total = lengths.reduce(0) { $1.reduce($0) { $0 + $1.total } }
            var before = 0.0
            for (index, lengths) in zip(indices, lengths).reversed() {
                let length = lengths.reduce(0) { $0 + $1.total }
                entries[index].contours = span.parts(
                    of: entries[index].contours, lengths, from: before, totalLength: total, areJoined: false, keepsVertices: keepsVertices)
                before += length
            }
        } else {
            for index in indices {
                let lengths = entries[index].contours.map(ContourLengths.init)
                let total = lengths.reduce(0) { $0 + $1.total }
                entries[index].contours = span.parts(
                    of: entries[index].contours, lengths, from: 0, totalLength: total, keepsVertices: keepsVertices)
            }
        }
    }
}

/// The copies of a repeater.
struct RepeaterState {
    /// The copies, the topmost first.
    let copies: [(transform: SVGATransform, opacity: Double)]

    init(_ tracks: RepeaterTracks, at time: Double) {
        let count = Int(saturating: min(max(tracks.copies.number(at: time).rounded(.up), 0), ShapeReader.maximumCopies))
        let offset = tracks.offset.number(at: time)
        let (start, end) = (tracks.startOpacity.number(at: time) / 100, tracks.endOpacity.number(at: time) / 100)
        copies = (0..<count).map { position in
            let number = tracks.firstIsOnTop ? position : count - 1 - position
            let share = count > 1 ? Double(position) / Double(count - 1) : 0
            return (RepeaterState.transform(tracks.transform, Double(number) + offset, at: time), start + (end - start) * share)
        }
    }

    private static func transform(_ tracks: TransformTracks, _ times: Double, at time: Double) -> SVGATransform {
        if times == 0 { return .identity }
        let position = tracks.position(at: time)
        let (anchorX, anchorY) = (tracks.anchor.number(0, at: time), tracks.anchor.number(1, at: time))
        func power(_ scale: Double) -> Double {
            let integer = times.rounded(.towardZero)
            let fraction = (times - integer).magnitude
            // The scale grows exponentially with integer steps, and linearly within a step.
            let part = 1 + (scale - 1) * fraction
            let result = pow(scale, integer) * (times < 0 ? 1 / part : part)
            return result.isFinite ? result : 0
        }
        let (scaleX, scaleY) = (power(tracks.scale.number(0, at: time) / 100), power(tracks.scale.number(1, at: time) / 100))
        return SVGATransform.translation(x: position.x * times + anchorX, y: position.y * times + anchorY)
            .scaledBy(x: scaleX, y: scaleY)
            .rotated(by: tracks.rotation.number(at: time) * .pi / 180 * times)
            .translatedBy(x: -anchorX, y: -anchorY)
    }
}

extension SVGAColor {
    init(lottie track: Track, at time: Double) {
        func part(_ index: Int) -> Double { min(max(track.number(index, at: time), 0), 1) }
        self.init(red: part(0), green: part(1), blue: part(2))
    }
}
