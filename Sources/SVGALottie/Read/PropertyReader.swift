import SVGAModel
import SVGASupport

/// Reads animatable properties, and collects notes on features that are drawn differently.
struct PropertyReader {
    /// The remaining budget of keyframe numbers; below 0 the limit is exceeded and the result is invalid.
    private(set) var numbersLeft: Int
    /// Each once, in the order of discovery.
    private(set) var notes: [Diagnostic] = []
    private var seenNotes: Set<Diagnostic> = []
    /// The images that cannot be drawn, each once per layer.
    private(set) var missingImages: [LottieMissingImage] = []
    /// The current object, such as `layer "Wings"`.
    var location: Message = ""
    /// Whether the file's colors are 0…255, as before version 4.1.9.
    var hasByteColors = false
    /// The values of expressions, to which properties refer.
    var live: [LiveValue] = []
    /// Shared values of the file, by slot name.
    var slots: JSONValue = .null
    /// Whether the enclosing shape or mask stores if a path is closed, as before version 4.4.18.
    var hasOuterClosing = false

    init(maximumNumbers: Int) { numbersLeft = maximumNumbers }

    /// The reader of a file's properties, by the version and the slots of the file.
    init(_ file: JSONValue, limits: ReadLimits) {
        // A keyframe's value is stored twice, as its start and as the end of the previous one. Half of the memory remains for the text.
        self.init(maximumNumbers: limits.documentBytes / 32)
        slots = file["slots"] ?? .null
        let version = Version(file["v"]?.text ?? "")
        hasByteColors = version.map { $0 < Version(4, 1, 9) } ?? false
        hasOuterClosing = version.map { $0 < Version(4, 4, 18) } ?? false
    }

    mutating func note(_ message: Message) {
        let note = Diagnostic.lottie(location: location, message)
        if seenNotes.insert(note).inserted { notes.append(note) }
    }

    mutating func note(missingImage asset: String, of layer: String, _ message: Message) {
        note(message)
        let image = LottieMissingImage(layer: layer, asset: asset, note: .lottie(location: location, message))
        if missingImages.last != image { missingImages.append(image) }
    }

    /// Reads a property by its name; a missing one has the value `fallback`.
    mutating func track(_ owner: JSONValue, _ name: String, _ fallback: [Double], _ what: Message? = nil) -> Track {
        guard let json = owner[name] else { return Track(fallback) }
        return track(json, fallback, what ?? Message(verbatim: name))
    }

    /// - Parameters:
    ///   - fallback: the default, with the minimum number of components.
    ///   - what: the property, for a note.
    mutating func track(_ json: JSONValue, _ fallback: [Double], _ what: Message) -> Track {
        // Some files have a number where an object is required.
        guard json.isObject else { return Track(PropertyReader.filled(json.doubles, fallback)) }
        let json = resolved(json, what)
        let loop = loop(json, what)
        guard let value = json["k"] else { return Track(fallback) }
        if let live = liveValue(json) { return Track(live, plain: plain(value, fallback, loop)) }
        return plain(value, fallback, loop, what)
    }

    private func liveValue(_ json: JSONValue) -> LiveValue? {
        guard !live.isEmpty, let number = json[LiveValue.member]?.int, live.indices.contains(number) else { return nil }
        return live[number]
    }

    /// The value or the keyframes of a property.
    private mutating func plain(_ value: JSONValue, _ fallback: [Double], _ loop: Loop?, _ what: Message? = nil) -> Track {
        guard let first = value.elements.first, first.isObject else { return Track(PropertyReader.filled(value.doubles, fallback)) }
        if let what, value.elements.count == 1 { note("\(what) has one keyframe, which lottie-web cannot draw") }
        return keyframes(value.elements, fallback, loop)
    }

    /// The value of a slot, if the property references one.
    private mutating func resolved(_ json: JSONValue, _ what: Message) -> JSONValue {
        guard let slot = json["sid"]?.text else { return json }
        if let value = slots[slot]?["p"], value.isObject { return value }
        if json["k"] == nil { note("there is no slot \"\(json["sid"]?.name ?? "")\" for \(what)") }
        return json
    }

    private static func filled(_ numbers: [Double]?, _ fallback: [Double]) -> [Double] {
        guard let numbers, !numbers.isEmpty else { return fallback }
        return numbers.count >= fallback.count ? numbers : numbers + fallback[numbers.count...]
    }

    private mutating func keyframes(_ list: [JSONValue], _ fallback: [Double], _ loop: Loop?) -> Track {
        var times: [Double] = []
        var starts: [Double] = []
        var ends: [Double] = []
        var easings: [Easing] = []
        var tangentOffsets: [Int32] = []
        var tangents: [Double] = []
        var count = fallback.count
        for key in list { count = max(count, min(key["s"]?.doubles?.count ?? 0, 4096)) }
        // One long keyframe among many short ones would extend them all.
        numbersLeft -= count * list.count
        guard numbersLeft >= 0 else { return Track(fallback) }
        // A gradient may have many numbers; missing ones are filled from the previous keyframe.
        let base = fallback + Array(repeating: 0, count: count - fallback.count)
        var last = base
        for (index, key) in list.enumerated() {
            let time = key["t"]?.double ?? times.last ?? 0
            // The last keyframe of old files has only a time. Its value is the end value of the previous one.
            let start = key["s"]?.doubles.map { PropertyReader.fit($0, count, base) } ?? last
            let next = index + 1 < list.count ? list[index + 1]["s"]?.doubles : nil
            let end = (next ?? key["e"]?.doubles).map { PropertyReader.fit($0, count, base) } ?? start
            last = end
            // Of keyframes with the same time, the last wins; times never decrease.
            times.append(max(time, times.last ?? time))
            starts += start
            ends += end
            easings.append(PropertyReader.easing(key))
            if let out = key["to"]?.doubles, let into = key["ti"]?.doubles, out.count >= 2, into.count >= 2, count >= 2,
                (out[0], out[1], into[0], into[1]) != (0, 0, 0, 0)
            {
                tangentOffsets.append(Int32(clamping: tangents.count))
                tangents += [out[0], out[1], into[0], into[1]]
            } else {
                tangentOffsets.append(-1)
            }
        }
        return Track(
            count: count, times: times, starts: starts, ends: ends, easings: easings, tangentOffsets: tangentOffsets, tangents: tangents,
            loop: loop)
    }

    private static func fit(_ numbers: [Double], _ count: Int, _ base: [Double]) -> [Double] {
        if numbers.count == count { return numbers }
        return numbers.count > count ? Array(numbers[..<count]) : numbers + base[numbers.count...]
    }

    private static func easing(_ key: JSONValue) -> Easing {
        if key["h"]?.isTrue == true { return .hold }
        guard let out = key["o"], let into = key["i"], let x1 = out["x"]?.doubles, let y1 = out["y"]?.doubles,
            let x2 = into["x"]?.doubles, let y2 = into["y"]?.doubles, !x1.isEmpty, !y1.isEmpty, !x2.isEmpty, !y2.isEmpty
        else { return .linear }
        let count = min(max(x1.count, y1.count, x2.count, y2.count), 4)
        let easings = (0..<count).map { index in
            func at(_ list: [Double]) -> Double { index < list.count ? list[index] : list[0] }
            return CubicEasing(x1: at(x1), y1: at(y1), x2: at(x2), y2: at(y2))
        }
        return easings.allSatisfy { $0 == easings[0] } ? .curve(easings[0]) : .curves(easings)
    }

    // MARK: - Outlines

    /// - Parameter isClosed: the flag that old files store beside the path.
    mutating func contour(_ json: JSONValue?, isClosed: Bool?) -> ContourTrack {
        guard let json = json.map({ resolved($0, "Path") }), let value = json["k"] else { return ContourTrack(Contour()) }
        _ = loop(json, "Path", understandsLoops: false)
        let plain = self.contour(value, isClosed)
        return liveValue(json).map { ContourTrack($0, plain: plain) } ?? plain
    }

    private func contour(_ value: JSONValue, _ isClosed: Bool?) -> ContourTrack {
        let outer = hasOuterClosing ? isClosed : nil
        guard let first = value.elements.first, first["t"] != nil else {
            return ContourTrack(PropertyReader.contour(value.first, outer))
        }
        var times: [Double] = []
        var starts: [Contour] = []
        var ends: [Contour] = []
        var easings: [Easing] = []
        let list = value.elements
        // Read once, and shared by the keyframe that starts with it and the one that ends with it.
        var following: Contour?
        for (index, key) in list.enumerated() {
            let start = following ?? key["s"].map { PropertyReader.contour($0.first, outer) } ?? ends.last ?? Contour()
            following = index + 1 < list.count ? list[index + 1]["s"].map { PropertyReader.contour($0.first, outer) } : nil
            let end = following ?? key["e"].map { PropertyReader.contour($0.first, outer) } ?? start
            times.append(max(key["t"]?.double ?? 0, times.last ?? -.infinity))
            starts.append(start)
            ends.append(end)
            easings.append(PropertyReader.easing(key))
        }
        return ContourTrack(times: times, starts: starts, ends: ends, easings: easings)
    }

    private static func contour(_ json: JSONValue?, _ isClosed: Bool?) -> Contour {
        var contour = Contour()
        guard let json, case .array(let vertices)? = json["v"] else { return contour }
        let (ins, outs) = (json["i"]?.elements ?? [], json["o"]?.elements ?? [])
        contour.isClosed = json["c"].map(\.isTrue) ?? isClosed ?? false
        for (index, vertex) in vertices.enumerated() {
            let position = pair(vertex)
            let into = index < ins.count ? pair(ins[index]) : (x: 0, y: 0)
            let out = index < outs.count ? pair(outs[index]) : (x: 0, y: 0)
            contour.append(
                Contour.Vertex(
                    x: position.x, y: position.y, inX: position.x + into.x, inY: position.y + into.y, outX: position.x + out.x,
                    outY: position.y + out.y))
        }
        return contour
    }

    private static func pair(_ json: JSONValue) -> (x: Double, y: Double) {
        guard case .array(let numbers) = json else { return (0, 0) }
        return (numbers.first?.double ?? 0, numbers.count > 1 ? numbers[1].double ?? 0 : 0)
    }

    // MARK: - Expressions

    /// The loop of an expression that does nothing else; any other expression adds a note.
    private mutating func loop(_ json: JSONValue, _ what: Message, understandsLoops: Bool = true) -> Loop? {
        guard case .string(let expression)? = json["x"] else {
            let difference = json[ExpressionDifference.member]?.text.flatMap(ExpressionDifference.init(rawValue:))
            if let difference { note(difference, of: what) }
            return nil
        }
        let isAnimated = json["k"]?.elements.first?.isObject == true
        if understandsLoops, let loop = Loop(expression: expression) { return isAnimated ? loop : nil }
        if Loop.isIdle(expression) { return nil }
        note("the expression of \(what) is ignored; its plain value is drawn")
        return nil
    }

    private mutating func note(_ difference: ExpressionDifference, of what: Message) {
        switch difference {
        case .random: note("the expression of \(what) is random: lottie-web draws other values in each run")
        case .undeclared: note("the expression of \(what) sets a variable that it does not declare, which lottie-web cannot draw")
        }
    }

    /// Adds a note for an expression that is ignored.
    mutating func noteExpression(_ json: JSONValue?, _ what: Message) {
        if let json { _ = loop(json, what, understandsLoops: false) }
    }
}

/// How lottie-web evaluates an expression differently.
enum ExpressionDifference: String {
    case random, undeclared

    /// The member of a property whose expression was replaced by keyframes.
    static let member = "svga difference"
}

extension Loop {
    /// nil unless the expression only loops.
    init?(expression: String) {
        let text = Loop.stripped(expression)
        let isOut: Bool
        if text.hasPrefix("loopOut(") { isOut = true } else if text.hasPrefix("loopIn(") { isOut = false } else { return nil }
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), text[close...] == ")" else { return nil }
        let arguments = text[text.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: true)
        guard arguments.count <= 2 else { return nil }
        var kind = Kind.cycle
        if let name = arguments.first {
            let word = name.replacing("type=", with: "").filter { $0 != "'" && $0 != "\"" }
            guard let word = Kind(rawValue: String(word)) else { return nil }
            kind = word
        }
        var spans = 0
        if arguments.count == 2 {
            guard let number = Int(arguments[1].replacing("numKeyframes=", with: "")), number >= 0 else { return nil }
            spans = number
        }
        self.init(kind: kind, isOut: isOut, spans: spans)
    }

    /// Whether an expression only returns `value`.
    static func isIdle(_ expression: String) -> Bool {
        let text = stripped(expression)
        return text.isEmpty || text == "value"
    }

    /// Removes white space, line comments, and the exporter's wrapper code.
    private static func stripped(_ expression: String) -> String {
        guard expression.utf8.count < 400 else { return "?" }
        let lines = expression.split(whereSeparator: \.isNewline).map { line in
            line.firstRange(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
        }
        var text = lines.joined().filter { !$0.isWhitespace }
        for prefix in ["var$bm_rt;", "$bm_rt="] where text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
        while text.hasSuffix(";") { text.removeLast() }
        return text
    }
}
