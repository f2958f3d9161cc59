package import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport

/// Says what a composition shows at any moment. Immutable: any number of tasks may ask at once, and no moment depends on another.
package struct LottieEvaluator: Sendable {
    package let composition: LottieComposition
    /// Words that take the place of the file's, by the layer's name.
    let texts: [String: String]
    let letters: LetterSource

    package init(_ composition: LottieComposition) { self.init(composition, texts: [:]) }

    init(_ composition: LottieComposition, texts: [String: String]) {
        self.composition = composition
        self.texts = texts.mapValues { LetterSource.cut($0) }
        letters = LetterSource(composition, extra: self.texts.values.sorted())
    }

    /// What is not drawn as After Effects would draw it.
    package var notes: [Diagnostic] { composition.notes }

    /// What is seen at a time in the file's frames, counted from the first frame of the composition.
    package func moment(at frame: Double) -> LottieFrameState {
        var evaluation = Evaluation(self)
        let time = composition.inPoint + (frame.magnitude < 1e12 ? frame : 0)
        var moment = evaluation.moment(composition.layers, at: time, place: [])
        moment.cost = evaluation.cost
        moment.isCut = evaluation.isOver
        return moment
    }
}

/// The work for one moment: what it may still cost, beside where it is.
struct Evaluation {
    /// Layers that are seen, layers that are looked at, and segments of paths that one moment may have; what is beyond is left out.
    private static let maximumLayers = 50_000
    private static let maximumVisits = 500_000
    private static let maximumSegments = 400_000
    private static let maximumMatteDepth = 8
    /// In frames: beyond it no time of a file lies.
    private static let latest = 1e12

    let evaluator: LottieEvaluator
    private var layersLeft = Evaluation.maximumLayers
    private var visitsLeft = Evaluation.maximumVisits
    var segmentsLeft = Evaluation.maximumSegments
    private var matteDepth = 0

    init(_ evaluator: LottieEvaluator) { self.evaluator = evaluator }

    /// Whether something had to be left out.
    var isOver: Bool { layersLeft <= 0 || visitsLeft < 0 || segmentsLeft <= 0 }

    /// What was done so far, in layers and segments.
    var cost: Int { Evaluation.maximumVisits - visitsLeft + Evaluation.maximumSegments - segmentsLeft }

    private var composition: LottieComposition { evaluator.composition }

    // MARK: - Layers

    mutating func moment(_ list: LayerList, at time: Double, place: [Int]) -> LottieFrameState {
        visitsLeft -= list.layers.count
        guard visitsLeft >= 0 else { return LottieFrameState(layers: []) }
        let transforms = Evaluation.transforms(list, at: time)
        var moments: [LayerState] = []
        for index in list.layers.indices.reversed() where !list.layers[index].isMatte {
            guard let layer = layer(index, of: list, transforms, at: time, place) else { continue }
            moments.append(layer)
        }
        return LottieFrameState(layers: moments)
    }

    /// From each layer's space to that of its composition.
    private static func transforms(_ list: LayerList, at time: Double) -> [SVGATransform] {
        var spaces = [Space?](repeating: nil, count: list.layers.count)
        for index in list.parentsFirst {
            let layer = list.layers[index]
            let own = Space(layer.transform, at: time, isAutoOriented: layer.isAutoOriented)
            spaces[index] = layer.parent.flatMap { spaces[$0] }.map { $0.appending(own) } ?? own
        }
        return spaces.map { $0?.flat ?? .identity }
    }

    private mutating func layer(
        _ index: Int, of list: LayerList, _ transforms: [SVGATransform], at time: Double, _ around: [Int]
    ) -> LayerState? {
        let layer = list.layers[index]
        guard layer.isSeen(at: time), layersLeft > 0 else { return nil }
        layersLeft -= 1
        let opacity = min(max(layer.transform.opacity.number(at: time) / 100, 0), 1)
        let transform = transforms[index]
        guard opacity > 0, transform.isFinite else { return nil }
        let place = around + [index]
        guard let content = content(of: layer, at: time, place) else { return nil }
        var result = LayerState(
            place: place, name: layer.name, transform: transform, opacity: opacity, blendMode: layer.blendMode, content: content)
        result.masks = masks(of: layer, at: time)
        if let mode = layer.matteMode, let matte = layer.matteLayer, matteDepth < Evaluation.maximumMatteDepth {
            matteDepth += 1
            result.matte = MatteState(mode: mode, layer: self.layer(matte, of: list, transforms, at: time, around))
            matteDepth -= 1
        }
        return result
    }

    /// nil: nothing is seen.
    private mutating func content(of layer: LottieLayer, at time: Double, _ place: [Int]) -> LayerState.Content? {
        switch layer.content {
        case .none: return nil
        case .solid(let color, let width, let height): return .solid(color, width: width, height: height)
        case .image(let asset, let width, let height): return .image(asset: asset, width: width, height: height)
        case .shapes(let items):
            let paints = paints(items, at: time)
            return paints.isEmpty ? nil : .shapes(paints)
        case .text(let text):
            let paints = self.text(text, of: layer, at: time)
            return paints.isEmpty ? nil : .shapes(paints)
        case .composition(let inner, let width, let height, let remap):
            guard let inner else { return nil }
            var innerTime = (time - layer.startTime) / layer.stretch
            if let remap {
                innerTime = remap.number(at: time) * composition.framesPerSecond
                // At its very end the last frame is shown.
                if innerTime == layer.outPoint { innerTime -= 1 }
            }
            guard innerTime.magnitude < Evaluation.latest else { return nil }
            let moment = moment(composition.precompositions[inner], at: innerTime, place: place)
            return moment.layers.isEmpty ? nil : .composition(moment, width: width, height: height)
        }
    }

    private mutating func masks(of layer: LottieLayer, at time: Double) -> [MaskState] {
        var moments: [MaskState] = []
        for mask in layer.masks where segmentsLeft > 0 {
            var contour = mask.path.contour(at: time)
            segmentsLeft -= 1 + contour.count
            // A mask is always an area.
            contour.isClosed = true
            let expansion = mask.expansion.number(at: time)
            if expansion != 0, ContourOffset.growth * contour.count <= segmentsLeft {
                contour = ContourOffset(amount: expansion, join: .round, miterLimit: 4).outline(contour)
                segmentsLeft -= contour.count
            }
            var path = SVGAPath()
            contour.add(to: &path)
            moments.append(
                MaskState(
                    mode: mask.mode, path: path, opacity: min(max(mask.opacity.number(at: time) / 100, 0), 1), isInverted: mask.isInverted))
        }
        return moments
    }
}

/// Where something lies: a map of space of which only the plane is seen.
struct Space {
    /// Rows of the matrix: x', y' and z' by x, y, z and 1.
    private var m: [Double]

    private init(_ m: [Double]) { self.m = m }

    init(_ tracks: TransformTracks, at time: Double, isAutoOriented: Bool = false) {
        let place = tracks.place(at: time)
        let (scaleX, scaleY) = (tracks.scale.number(0, at: time) / 100, tracks.scale.number(1, at: time) / 100)
        var plane = SVGATransform.scale(x: scaleX, y: scaleY)
        let skew = tracks.skew.number(at: time)
        if skew != 0 {
            let axis = tracks.skewAxis.number(at: time) * .pi / 180
            let shear = SVGATransform(a: 1, b: 0, c: tan(-skew * .pi / 180), d: 1, tx: 0, ty: 0)
            let skewing = shear.concatenating(.rotation(-axis)).rotated(by: axis)
            plane = plane.concatenating(skewing)
        }
        let (anchorX, anchorY) = (tracks.anchor.number(0, at: time), tracks.anchor.number(1, at: time))
        let rotation = tracks.rotation.number(at: time) * .pi / 180
        let heading = isAutoOriented ? tracks.heading(at: time) : 0
        if tracks.turns.isEmpty {
            let turned = SVGATransform.translation(x: place.x, y: place.y).rotated(by: rotation + heading)
            let all = plane.concatenating(turned).translatedBy(x: -anchorX, y: -anchorY)
            m = [all.a, all.c, 0, all.tx, all.b, all.d, 0, all.ty, 0, 0, 1, 0]
            return
        }
        let depth = tracks.scale.count > 2 ? tracks.scale.number(2, at: time) / 100 : 1
        let angles = tracks.turns.map { $0.number(at: time) * .pi / 180 }
        let orientation = (0..<3).map { (tracks.orientation?.number($0, at: time) ?? 0) * .pi / 180 }
        var space = Space([1, 0, 0, -anchorX, 0, 1, 0, -anchorY, 0, 0, 1, tracks.anchor.number(2, at: time)])
        space = Space([plane.a, plane.c, 0, 0, plane.b, plane.d, 0, 0, 0, 0, depth, 0]).appending(space)
        for turn in [
            Space.aroundZ(rotation), .aroundY(angles[1]), .aroundX(angles[0]), .aroundZ(orientation[2]), .aroundY(orientation[1]),
            .aroundX(orientation[0]), .aroundZ(heading),
        ] {
            space = turn.appending(space)
        }
        self = Space([1, 0, 0, place.x, 0, 1, 0, place.y, 0, 0, 1, -place.z]).appending(space)
    }

    private static func aroundZ(_ angle: Double) -> Space {
        Space([cos(angle), -sin(angle), 0, 0, sin(angle), cos(angle), 0, 0, 0, 0, 1, 0])
    }

    private static func aroundY(_ angle: Double) -> Space {
        Space([cos(angle), 0, -sin(angle), 0, 0, 1, 0, 0, sin(angle), 0, cos(angle), 0])
    }

    private static func aroundX(_ angle: Double) -> Space {
        Space([1, 0, 0, 0, 0, cos(angle), sin(angle), 0, 0, -sin(angle), cos(angle), 0])
    }

    /// `self × inner`: what goes through `inner` first.
    func appending(_ inner: Space) -> Space {
        var result = [Double](repeating: 0, count: 12)
        for row in 0..<3 {
            for column in 0..<4 {
                var sum = column == 3 ? m[4 * row + 3] : 0
                for index in 0..<3 { sum += m[4 * row + index] * inner.m[4 * index + column] }
                result[4 * row + column] = sum
            }
        }
        return Space(result)
    }

    /// What is seen of it from straight ahead.
    var flat: SVGATransform { SVGATransform(a: m[0], b: m[4], c: m[1], d: m[5], tx: m[3], ty: m[7]) }
}

extension TransformTracks {
    func place(at time: Double) -> (x: Double, y: Double, z: Double) {
        if position.count > 1 {
            return (position[0].number(at: time), position[1].number(at: time), position.count > 2 ? position[2].number(at: time) : 0)
        }
        return (position[0].number(0, at: time), position[0].number(1, at: time), position[0].number(2, at: time))
    }

    /// The direction in which the layer moves, in radians.
    fileprivate func heading(at time: Double) -> Double {
        let times = position.flatMap { [$0.times.first, $0.times.last].compactMap { $0 } }
        guard let first = times.min(), let last = times.max(), last > first else { return 0 }
        let (from, to) = time <= first ? (first, first + 0.01) : time >= last ? (last - 0.05, last) : (time - 0.01, time)
        let (a, b) = (place(at: from), place(at: to))
        return a.x == b.x && a.y == b.y ? 0 : atan2(b.y - a.y, b.x - a.x)
    }

    func flat(at time: Double) -> SVGATransform { Space(self, at: time).flat }
}
