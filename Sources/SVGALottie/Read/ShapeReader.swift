import SVGAModel
import SVGASupport

/// Reads a layer's shapes.
struct ShapeReader {
    /// The maximum number of star points and repeater copies; more would not be visible.
    static let maximumPoints = 2_000.0
    static let maximumCopies = 1_000.0
    /// The maximum number of gradient numbers: 1024 colors, or fewer with alpha stops.
    private static let maximumStops = 4096

    /// - Parameter list: an array; nothing in anything else.
    static func items(_ list: JSONNode?, _ properties: inout PropertyReader) -> [ShapeItem] {
        var items: [ShapeItem] = []
        guard let list, list.isArray else { return [] }
        items.reserveCapacity(list.count)
        // Of the items so far.
        var (haveRepeater, moveAllCopies, areAppliedTwice) = (false, false, false)
        for json in list.children {
            if json["hd"]?.isTrue == true {
                noteHidden(json, &properties)
                continue
            }
            guard let item = item(json, &properties) else { continue }
            switch item {
            case .repeater(let tracks):
                if haveRepeater { properties.note("a repeater of copies is drawn as in After Effects; lottie-web draws other copies") }
                if tracks.hasOtherCopies {
                    properties.note(
                        "a repeater with a negative or fractional offset is drawn as in After Effects; lottie-web draws other copies")
                }
                if areAppliedTwice {
                    properties.note("a path modifier before a repeater is applied once, as in After Effects; lottie-web applies it twice")
                }
            case .trim(_, _, _, isSequential: true) where haveRepeater:
                properties.note("a trim of one path after another counts each copy of a repeater once; lottie-web counts one copy more")
            // Where a copy covers the shapes without the repeater, only an even-odd fill shows that they are drawn twice.
            case .paint(let paint) where moveAllCopies || haveRepeater && paint.isEvenOdd:
                properties.note(
                    "a fill or stroke after a repeater is drawn as in After Effects; lottie-web draws the shapes without the repeater, too")
            default: break
            }
            haveRepeater = haveRepeater || item.hasRepeater { _ in true }
            moveAllCopies = moveAllCopies || item.hasRepeater(where: \.movesAllCopies)
            areAppliedTwice = areAppliedTwice || item.isAppliedTwice
            items.append(item)
        }
        return items
    }

    /// The format and After Effects hide every kind of shape, lottie-web only outlines, fills and strokes.
    private static func noteHidden(_ json: JSONNode, _ p: inout PropertyReader) {
        switch json["ty"]?.text ?? "" {
        case "gr": p.note("hidden groups are not drawn; lottie-web draws them")
        case "tm", "rd", "rp", "pb", "zz", "op": p.note("hidden modifiers have no effect; in lottie-web they have")
        default: break
        }
    }

    private static func item(_ json: JSONNode, _ p: inout PropertyReader) -> ShapeItem? {
        let name = LottieKeyPath.escaped(json["nm"]?.name ?? "")
        let isReversed = json["d"]?.int == 3
        switch json["ty"]?.word ?? "" {
        case "gr":
            let list = json["it"]
            var transform: JSONNode?
            if let list, list.isArray { for item in list.children where item["ty"]?.word == "tr" { transform = item } }
            let tracks = transform.map { TransformReader.tracks($0, &p, isIn3D: false) }
            let mode = LayerReader.blendMode(json["bm"]?.int ?? 0, &p)
            return .group(name: name, items: items(list, &p), transform: tracks, blendMode: mode)
        case "sh": return .path(p.contour(json["ks"], isClosed: json["closed"]?.isTrue), isReversed: isReversed)
        case "rc":
            // As in lottie-web, a rectangle without a direction turns to the left, other shapes to the right.
            return .rectangle(
                center: p.track(json, "p", [0, 0], "Position"), size: p.track(json, "s", [0, 0], "Size"),
                radius: p.track(json, "r", [0], "Roundness"), isReversed: !(1...2).contains(json["d"]?.int ?? 0))
        case "el":
            return .ellipse(
                center: p.track(json, "p", [0, 0], "Position"), size: p.track(json, "s", [0, 0], "Size"), isReversed: isReversed)
        case "sr": return .star(star(json, &p, isReversed))
        case "fl", "st", "gf", "gs": return .paint(paint(json, name, &p))
        case "tm":
            return .trim(
                start: p.track(json, "s", [0], "Trim Start"), end: p.track(json, "e", [100], "Trim End"),
                offset: p.track(json, "o", [0], "Trim Offset"), isSequential: json["m"]?.int == 2)
        case "rd": return .round(radius: p.track(json, "r", [0], "Radius"))
        case "pb": return .pucker(amount: p.track(json, "a", [0], "Amount"))
        case "zz":
            return .zigzag(
                size: p.track(json, "s", [0], "Size"), ridges: p.track(json, "r", [0], "Ridges"),
                isSmooth: json["pt"]?.isObject == true ? json["pt"]?["k"]?.int == 2 : json["pt"]?.int == 2)
        case "op":
            return .offset(
                amount: p.track(json, "a", [0], "Amount"), join: join(json["lj"]), miterLimit: p.track(json, "ml", [4], "Miter Limit"))
        case "rp": return .repeater(repeater(json, &p))
        case "mm":
            mergeNote(json["mm"]?.int ?? 1, &p)
            return nil
        case "tr", "no": return nil
        case "tw": p.note("Twist is not drawn")
        case "wgl": p.note("Wiggle Transform is not drawn")
        default: p.note("shapes of type \"\((json["ty"]?.text ?? "").prefix(20))\" are not supported and not drawn")
        }
        return nil
    }

    /// Merging by adding is done by filling the outlines together; subtracting and intersecting are not supported.
    private static func mergeNote(_ mode: Int, _ p: inout PropertyReader) {
        switch mode {
        case 3: p.note("Merge Paths in the mode Subtract is drawn as Merge")
        case 4: p.note("Merge Paths in the mode Intersect is drawn as Merge")
        case 5: p.note("Merge Paths in the mode Exclude Intersections is drawn as Merge")
        default: break
        }
    }

    private static func star(_ json: JSONNode, _ p: inout PropertyReader, _ isReversed: Bool) -> StarTracks {
        let points = p.track(json, "pt", [5], "Points")
        if points.number(at: 0) > maximumPoints {
            p.note("a star is drawn with at most \(Int(saturating: maximumPoints)) points")
        }
        return StarTracks(
            isPolygon: json["sy"]?.int == 2, center: p.track(json, "p", [0, 0], "Position"), points: points,
            rotation: p.track(json, "r", [0], "Rotation"), innerRadius: p.track(json, "ir", [0], "Inner Radius"),
            outerRadius: p.track(json, "or", [0], "Outer Radius"), innerRoundness: p.track(json, "is", [0], "Inner Roundness"),
            outerRoundness: p.track(json, "os", [0], "Outer Roundness"), isReversed: isReversed)
    }

    private static func repeater(_ json: JSONNode, _ p: inout PropertyReader) -> RepeaterTracks {
        let transform = json["tr"] ?? .empty
        let copies = p.track(json, "c", [1], "Copies")
        if copies.number(at: 0) > maximumCopies {
            p.note("a repeater is drawn with at most \(Int(saturating: maximumCopies)) copies")
        }
        return RepeaterTracks(
            copies: copies, offset: p.track(json, "o", [0], "Offset"), firstIsOnTop: json["m"]?.int == 1,
            transform: TransformReader.tracks(transform, &p, isIn3D: false),
            startOpacity: p.track(transform, "so", [100], "Start Opacity"), endOpacity: p.track(transform, "eo", [100], "End Opacity"))
    }

    // MARK: - Paint

    static func join(_ json: JSONNode?) -> ShapeEntity.LineJoin {
        switch json?.int {
        case 2: .round
        case 3: .bevel
        default: .miter
        }
    }

    private static func paint(_ json: JSONNode, _ name: String, _ p: inout PropertyReader) -> PaintTracks {
        let type = json["ty"]?.text ?? ""
        let isGradient = type.hasPrefix("g")
        let source: PaintTracks.Source
        if isGradient {
            source = .gradient(gradient(json, &p))
        } else {
            var track = p.track(json, "c", [0, 0, 0], "Color")
            if p.hasByteColors { track = track.scaled(by: 1 / 255.0) }
            source = .color(track)
        }
        return PaintTracks(
            name: name, source: source, opacity: p.track(json, "o", [100], "Opacity"),
            blendMode: LayerReader.blendMode(json["bm"]?.int ?? 0, &p), isEvenOdd: json["r"]?.int == 2,
            stroke: type == "st" || type == "gs" ? stroke(json, &p) : nil)
    }

    private static func stroke(_ json: JSONNode, _ p: inout PropertyReader) -> PaintTracks.Stroke {
        var dashes: [Track] = []
        var phase = Track([0])
        for dash in (json["d"]?.elements ?? []).prefix(64) {
            if dash["n"]?.text == "o" {
                phase = p.track(dash, "v", [0], "Dash Offset")
            } else {
                dashes.append(p.track(dash, "v", [0], "Dash"))
            }
        }
        let cap: ShapeEntity.LineCap =
            switch json["lc"]?.int {
            case 1: .butt
            case 3: .square
            default: .round
            }
        let joins: ShapeEntity.LineJoin = json["lj"] == nil ? .round : join(json["lj"])
        return PaintTracks.Stroke(
            width: p.track(json, "w", [1], "Stroke Width"), cap: cap, join: joins, miterLimit: json["ml"]?.double ?? 4, dashes: dashes,
            phase: phase)
    }

    private static func gradient(_ json: JSONNode, _ p: inout PropertyReader) -> GradientTracks {
        let stops = json["g"] ?? .empty
        let numbers = stops["k"] ?? .empty
        let count = stops["p"]?.int ?? .max
        return GradientTracks(
            isRadial: json["t"]?.int != 1, start: p.track(json, "s", [0, 0], "Start Point"), end: p.track(json, "e", [0, 0], "End Point"),
            highlight: p.track(json, "h", [0], "Highlight Length"), highlightAngle: p.track(json, "a", [0], "Highlight Angle"),
            colors: min(max(count, 0), 1024), numbers: p.track(numbers, [0], "Colors").prefix(maximumStops))
    }
}

extension ShapeItem {
    /// Whether lottie-web applies it to each copy of a repeater that follows, and then to all copies. Rounding a corner twice is not visible.
    fileprivate var isAppliedTwice: Bool {
        switch self {
        case .trim, .pucker, .zigzag, .offset: true
        default: false
        }
    }

    /// Whether it is such a repeater, or has one in its groups.
    fileprivate func hasRepeater(where isMeant: (RepeaterTracks) -> Bool) -> Bool {
        switch self {
        case .repeater(let tracks): isMeant(tracks)
        case .group(_, let items, _, _): items.contains { $0.hasRepeater(where: isMeant) }
        default: false
        }
    }
}

extension RepeaterTracks {
    /// The offset; nil if it changes, because between keyframes it is not an integer.
    private var fixedOffset: Double? {
        let offsets = offset.keyValues
        guard let first = offsets.first, offsets.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The numbers of the last copy, which is 0 if there is only one.
    private var lastCopies: [Double] { copies.keyValues.map { $0.rounded(.up) - 1 } }

    /// Whether at some time no copy is where the shapes are without the repeater.
    fileprivate var movesAllCopies: Bool {
        guard let offset = fixedOffset else { return true }
        return offset != offset.rounded() || offset > 0 || lastCopies.contains { offset < -$0 }
    }

    /// Whether at some time lottie-web, which draws the copy 0 without an offset and continues with the one before it, draws other copies.
    fileprivate var hasOtherCopies: Bool {
        guard let offset = fixedOffset else { return true }
        if offset >= 0 { return offset > 0 && offset < 1 }
        return lastCopies.contains { offset == offset.rounded() ? $0 > -offset : $0 >= -offset.rounded(.up) }
    }
}
