package import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport

/// Evaluates a composition at any time. Immutable: any number of tasks may use it at once, and frame states do not depend on each other.
package struct LottieEvaluator: Sendable {
    package let composition: LottieComposition
    /// Replacement texts by the layer's name.
    let texts: [String: String]
    /// The layers whose replacement text lacks marks of the set text.
    let cutTexts: Set<String>
    let letters: LetterSource

    package init(_ composition: LottieComposition) { self.init(composition, texts: [:]) }

    init(_ composition: LottieComposition, texts: [String: String]) {
        self.composition = composition
        let cut = texts.mapValues { LetterSource.cut($0) }
        self.texts = cut
        cutTexts = Set(texts.keys.filter { cut[$0]?.utf8.count != texts[$0]?.utf8.count })
        letters = LetterSource(composition, extra: self.texts.values.sorted())
    }

    /// Features that are drawn differently than in After Effects.
    package var notes: [Diagnostic] {
        composition.notes + textRemarks(isHidden: { _ in false }).flatMap { LottieEvaluator.notes(on: $0.remarks, of: $0.layer) }
    }

    /// The work of expressions since the last call, in the unit of ``ReadLimits/work``; that of reading the file belongs to the first call.
    package func takeExpressionWork() -> Int { composition.expressionWork?.take() ?? 0 }

    /// The frame state at a time, in the file's frames from the composition's first frame.
    package func frameState(at frame: Double) -> LottieFrameState { frameState(at: frame, keepsPaths: true) }

    /// Begins the evaluation of many frame states. Each has limits of its own, but a file has many frames.
    func makeSearch(_ limits: ReadLimits) -> FrameStateSearch {
        // That of reading the file, or of frames that were drawn.
        _ = takeExpressionWork()
        // Half of the limit: nothing is drawn.
        return FrameStateSearch(evaluator: self, budget: WorkBudget(limits, total: limits.work / 2, subject: "evaluating the frames"))
    }

    /// - Parameter keepsPaths: whether the layers have their index paths, and paints their names, which painting does not need.
    func frameState(at frame: Double, keepsPaths: Bool) -> LottieFrameState {
        var evaluation = Evaluation(self, keepsPaths: keepsPaths)
        let time = composition.inPoint + (frame.magnitude < 1e12 ? frame : 0)
        var frameState = evaluation.frameState(composition.layers, at: time, indexPath: [])
        frameState.cost = evaluation.cost
        frameState.isCut = evaluation.isOver
        return frameState
    }
}

/// Frame states with one limit of work for all of them.
struct FrameStateSearch: Sendable {
    fileprivate let evaluator: LottieEvaluator
    fileprivate let budget: WorkBudget

    /// The frame state at a time, in frames.
    /// - Throws: ``SVGAError/Kind/limit``, or ``SVGAError/Kind/cancelled`` if the current task is canceled.
    func frameState(at frame: Double) throws(SVGAError) -> LottieFrameState {
        let frameState = evaluator.frameState(at: frame)
        try count(frameState)
        return frameState
    }

    /// Counts the work of a frame state.
    /// - Throws: like ``frameState(at:)``.
    func count(_ frameState: LottieFrameState) throws(SVGAError) {
        try budget.spend(frameState.work.addingSaturating(evaluator.takeExpressionWork()))
    }
}

/// The evaluation of one frame state, with its remaining work budget.
struct Evaluation {
    /// The maximum numbers of visible layers, visited layers and path segments per frame state; the rest is omitted.
    private static let maximumLayers = 50_000
    private static let maximumVisits = 500_000
    private static let maximumSegments = 400_000
    private static let maximumMatteDepth = 8
    /// The latest time of an evaluation, in frames. No real file has a later time.
    private static let latest = 1e12

    let evaluator: LottieEvaluator
    private var layersLeft = Evaluation.maximumLayers
    private var visitsLeft = Evaluation.maximumVisits
    var segmentsLeft = Evaluation.maximumSegments
    private var matteDepth = 0
    let keepsPaths: Bool

    init(_ evaluator: LottieEvaluator, keepsPaths: Bool = true) { (self.evaluator, self.keepsPaths) = (evaluator, keepsPaths) }

    /// Whether something was omitted.
    var isOver: Bool { layersLeft <= 0 || visitsLeft < 0 || segmentsLeft <= 0 }

    /// The work done so far, in layers and segments.
    var cost: Int { Evaluation.maximumVisits - visitsLeft + Evaluation.maximumSegments - segmentsLeft }

    private var composition: LottieComposition { evaluator.composition }

    // MARK: - Layers

    mutating func frameState(_ list: LayerList, at time: Double, indexPath: [Int]) -> LottieFrameState {
        visitsLeft -= list.layers.count
        guard visitsLeft >= 0 else { return LottieFrameState(layers: []) }
        let transforms = Evaluation.transforms(list, at: time, onlySeen: true)
        var states: [LayerState] = []
        for index in list.layers.indices.reversed() where !list.layers[index].isMatte {
            guard let layer = layer(index, of: list, transforms, at: time, indexPath) else { continue }
            states.append(layer)
        }
        return LottieFrameState(layers: states)
    }

    /// The transforms from each layer's space to that of its composition.
    /// - Parameter onlySeen: whether those of layers that are not visible at this time may be missing.
    static func transforms(_ list: LayerList, at time: Double, onlySeen: Bool = false) -> [SVGATransform] {
        guard list.hasParents else {
            return list.layers.map { layer in
                guard !onlySeen || layer.isSeen(at: time) else { return .identity }
                return Space(layer.transform, at: time, isAutoOriented: layer.isAutoOriented).flat
            }
        }
        var isNeeded = [Bool](repeating: !onlySeen, count: list.layers.count)
        if onlySeen {
            for index in list.parentsFirst.reversed() {
                guard isNeeded[index] || list.layers[index].isSeen(at: time) else { continue }
                isNeeded[index] = true
                if let parent = list.layers[index].parent { isNeeded[parent] = true }
            }
        }
        var spaces = [Space](repeating: Space(.identity), count: list.layers.count)
        for index in list.parentsFirst where isNeeded[index] {
            let layer = list.layers[index]
            let space = Space(layer.transform, at: time, isAutoOriented: layer.isAutoOriented)
            if let parent = layer.parent { spaces[index] = spaces[parent].appending(space) } else { spaces[index] = space }
        }
        return spaces.map(\.flat)
    }

    private mutating func layer(
        _ index: Int, of list: LayerList, _ transforms: [SVGATransform], at time: Double, _ parentPath: [Int]
    ) -> LayerState? {
        let layer = list.layers[index]
        guard layer.isSeen(at: time), layersLeft > 0 else { return nil }
        layersLeft -= 1
        var opacity = min(max(layer.transform.opacity.number(at: time) / 100, 0), 1)
        var transform = transforms[index]
        if !layer.effects.isEmpty {
            let added = effectTransform(of: layer, at: time)
            opacity *= added.opacity
            transform = added.transform.concatenating(transform)
        }
        guard opacity > 0, transform.isFinite else { return nil }
        let indexPath = keepsPaths ? parentPath + [index] : []
        let pathStroke = layer.effects.isEmpty ? nil : pathStroke(of: layer, at: time)
        guard let content = content(of: layer, at: time, indexPath) ?? (pathStroke == nil ? nil : .shapes([])) else { return nil }
        var result = LayerState(
            indexPath: indexPath, name: layer.name, transform: transform, opacity: opacity, blendMode: layer.blendMode, content: content)
        result.masks = masks(of: layer, at: time)
        result.hasMaskRegion = layer.masks.contains(where: \.isElement)
        if !layer.effects.isEmpty {
            result.filter = filter(of: layer, at: time)
            result.pathStroke = pathStroke
            if layer.effects.contains(where: \.removesMasks) { result.masks = [] }
        }
        if let mode = layer.matteMode, let matte = layer.matteLayer, matteDepth < Evaluation.maximumMatteDepth {
            matteDepth += 1
            result.matte = MatteState(mode: mode, layer: self.layer(matte, of: list, transforms, at: time, parentPath))
            matteDepth -= 1
        }
        return result
    }

    /// nil: nothing is visible.
    private mutating func content(of layer: LottieLayer, at time: Double, _ indexPath: [Int]) -> LayerState.Content? {
        switch layer.content {
        case .none: return nil
        case .solid(let color, let width, let height): return .solid(color, width: width, height: height)
        case .image(let asset, let width, let height): return .image(asset: asset, width: width, height: height)
        case .shapes(let items):
            let paints = paints(items, of: layer, at: time)
            return paints.isEmpty ? nil : .shapes(paints)
        case .text(let text):
            let paints = self.text(text, of: layer, at: time)
            return paints.isEmpty ? nil : .shapes(paints)
        case .composition(let inner, let width, let height, let remap):
            guard let inner else { return nil }
            guard let innerTime = Evaluation.innerTime(of: layer, remap, at: time, framesPerSecond: composition.framesPerSecond) else {
                return nil
            }
            let frameState = frameState(composition.precompositions[inner], at: innerTime, indexPath: indexPath)
            return frameState.layers.isEmpty ? nil : .composition(frameState, width: width, height: height)
        }
    }

    /// The time in the composition that a layer shows; nil if it is too late for any file.
    static func innerTime(of layer: LottieLayer, _ remap: Track?, at time: Double, framesPerSecond: Double) -> Double? {
        var innerTime = (time - layer.startTime) / layer.stretch
        if let remap {
            innerTime = remap.number(at: time) * framesPerSecond
            // At its very end, the last frame is shown.
            if innerTime == layer.outPoint { innerTime -= 1 }
        }
        return innerTime.magnitude < latest ? innerTime : nil
    }

    private mutating func masks(of layer: LottieLayer, at time: Double) -> [MaskState] {
        var states: [MaskState] = []
        for mask in layer.masks where segmentsLeft > 0 {
            var contour = mask.path.contour(at: time)
            segmentsLeft -= 1 + contour.count
            // A mask is always a closed area.
            contour.isClosed = true
            let amount = mask.expansion.number(at: time)
            var expansion: MaskState.Expansion?
            if amount != 0, amount.isFinite, ContourOffset.growth * contour.count <= segmentsLeft {
                expansion = mask.expansion(of: contour, amount, since: layer.inPoint)
                contour = ContourOffset(amount: amount).outline(contour)
                segmentsLeft -= contour.count
            }
            var state = MaskState(
                mode: mask.mode, path: ContourPath(contour).path, opacity: min(max(mask.opacity.number(at: time) / 100, 0), 1),
                isInverted: mask.isInverted)
            state.expansion = expansion
            states.append(state)
        }
        return states
    }
}

extension LottieLayer.Mask {
    /// lottie-web strokes a mask that grows. One that shrinks is eroded; until a frame has stroked it, it has a stroke of one point.
    /// - Parameters:
    ///   - contour: the closed path.
    ///   - amount: not 0.
    ///   - first: the first frame of the layer.
    fileprivate func expansion(of contour: Contour, _ amount: Double, since first: Double) -> MaskState.Expansion {
        // Its ends have no join.
        var line = contour
        line.isClosed = false
        if contour.count > 1 { line.append(contour[0]) }
        let path = ContourPath(line).path
        if amount > 0 { return MaskState.Expansion(path: path, strokeWidth: 2 * amount, erosion: 0) }
        return MaskState.Expansion(path: path, strokeWidth: expansion.number(at: first) < 0 ? 1 : 0, erosion: -amount)
    }
}
