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
    /// What the properties with expressions have instead.
    var replaced = ReplacedProperties()
    /// Shared values of the file, by slot name.
    private var slots: [ByteKey: JSONNode] = [:]
    /// Whether the enclosing shape or mask stores if a path is closed, as before version 4.4.18.
    var hasOuterClosing = false

    init(maximumNumbers: Int) { numbersLeft = maximumNumbers }

    /// The reader of a file's properties, by the version and the slots of the file.
    init(_ file: JSONNode, limits: ReadLimits) {
        // A keyframe's value is stored twice, as its start and as the end of the previous one. Half of the memory remains for the text.
        self.init(maximumNumbers: limits.documentBytes / 32)
        if let slots = file["slots"], slots.isObject { for slot in slots.children { self.slots[ByteKey(slot.memberName)] = slot } }
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
    mutating func track(_ owner: JSONNode, _ name: JSONName, _ fallback: [Double], _ what: @autoclosure () -> Message) -> Track {
        guard let json = owner[name] else { return Track.constant(fallback) }
        return track(json, fallback, what())
    }

    /// - Parameters:
    ///   - fallback: the default, with the minimum number of components.
    ///   - what: the property, for a note.
    mutating func track(_ json: JSONNode, _ fallback: [Double], _ what: @autoclosure () -> Message) -> Track {
        // Some files have a number where an object is required.
        guard json.isObject else { return Track.constant(PropertyReader.filled(json.doubles, fallback)) }
        let json = resolved(json, what())
        if let own = replaced[json] { return track(own, json, fallback, what()) }
        let loop = loop(json, what())
        guard let value = json["k"] else { return Track.constant(fallback) }
        return plain(value, fallback, loop, what())
    }

    /// The value of a property in place of its expression.
    private mutating func track(
        _ own: ReplacedProperty, _ json: JSONNode, _ fallback: [Double], _ what: @autoclosure () -> Message
    ) -> Track {
        if let difference = own.difference { note(difference, of: what()) }
        switch own.value {
        case .numbers(let numbers): return Track.constant(PropertyReader.filled(numbers.map(JSONNode.clamped), fallback))
        case .live(let live): return json["k"].map { Track(live, plain: plain($0, fallback, nil)) } ?? Track.constant(fallback)
        case .outline, .path, .texts, .selector: return Track.constant(fallback)
        }
    }

    /// The value or the keyframes of a property.
    private mutating func plain(
        _ value: JSONNode, _ fallback: [Double], _ loop: Loop?, _ what: @autoclosure () -> Message? = nil
    ) -> Track {
        guard let first = value.firstElement, first.isObject else {
            return Track.constant(PropertyReader.filled(value.doubles, fallback))
        }
        if value.count == 1, let what = what() { note("\(what) has one keyframe, which lottie-web cannot draw") }
        return keyframes(value.elements, fallback, loop)
    }

    /// A number of a property without keyframes, as a whole number; nil: there is none.
    func fixedNumber(_ json: JSONNode?) -> Int? {
        guard let json else { return nil }
        guard case .numbers(let numbers)? = replaced[json]?.value else { return json["k"]?.int }
        return numbers.count == 1 ? Int(saturating: min(max(JSONNode.clamped(numbers[0]), -0x1p53), 0x1p53)) : nil
    }

    /// Whether a property has one value without keyframes; a missing one has it.
    func isFixed(_ json: JSONNode?, at value: Double) -> Bool {
        guard let json, let content = json["k"] else { return true }
        if case .numbers(let numbers)? = replaced[json]?.value { return numbers.count == 1 && JSONNode.clamped(numbers[0]) == value }
        return (content.double ?? value) == value && !(content.isArray && content.count > 0)
    }

    /// The value of a slot, if the property references one.
    private mutating func resolved(_ json: JSONNode, _ what: @autoclosure () -> Message) -> JSONNode {
        guard let slot = json["sid"]?.text else { return json }
        if let value = slots[ByteKey(slot)]?["p"], value.isObject { return value }
        if json["k"] == nil { note("there is no slot \"\(json["sid"]?.name ?? "")\" for \(what())") }
        return json
    }

    private static func filled(_ numbers: [Double]?, _ fallback: [Double]) -> [Double] {
        guard let numbers, !numbers.isEmpty else { return fallback }
        return numbers.count >= fallback.count ? numbers : numbers + fallback[numbers.count...]
    }

    private mutating func keyframes(_ list: [JSONNode], _ fallback: [Double], _ loop: Loop?) -> Track {
        var count = fallback.count
        for key in list { if let start = key["s"] { count = max(count, min(start.isArray ? start.count : 1, 4096)) } }
        // One long keyframe among many short ones would extend them all.
        numbersLeft -= count * list.count
        guard numbersLeft >= 0 else { return Track.constant(fallback) }
        var keys = Keyframes(count: count, keys: list.count)
        // A gradient may have many numbers; missing ones are filled from the default.
        let base = fallback + Array(repeating: 0, count: count - fallback.count)
        var last = base
        var following: [Double]?
        for (index, key) in list.enumerated() {
            let time = key["t"]?.double ?? keys.times.last ?? 0
            // The last keyframe of old files has only a time. Its value is the end value of the previous one.
            let start = index > 0 ? following ?? last : PropertyReader.value(key["s"], count, base) ?? last
            following = index + 1 < list.count ? PropertyReader.value(list[index + 1]["s"], count, base) : nil
            let end = following ?? PropertyReader.value(key["e"], count, base) ?? start
            last = end
            let easing = PropertyReader.easing(key)
            let handles = PropertyReader.tangents(key, start, end)
            if handles != nil, !easing.isMonotonic {
                note("a motion path with an easing beyond its ends is drawn as in After Effects; lottie-web stays at the end of the path")
            }
            keys.append(time, start, end, easing, handles)
        }
        return Track(
            count: count, times: keys.times, starts: keys.starts, ends: keys.ends, easings: keys.easings,
            tangentOffsets: keys.tangentOffsets, tangents: keys.tangents, loop: loop)
    }

    /// The numbers of a keyframe, as many as its property has; nil: there are none.
    private static func value(_ json: JSONNode?, _ count: Int, _ base: [Double]) -> [Double]? {
        guard let json, var numbers = json.doubles else { return nil }
        if numbers.count > count { numbers.removeSubrange(count...) } else if numbers.count < count { numbers += base[numbers.count...] }
        return numbers
    }

    /// The handles of a motion path, relative to its ends: x, y and z of both. nil: the path is straight.
    private static func tangents(_ key: JSONNode, _ start: [Double], _ end: [Double]) -> [Double]? {
        guard start.count >= 2, let out = key["to"]?.doubles, let into = key["ti"]?.doubles, out.count >= 2, into.count >= 2,
            out.contains(where: { $0 != 0 }) || into.contains(where: { $0 != 0 })
        else { return nil }
        // A position without z moves in a plane.
        func point(_ numbers: [Double]) -> SpatialPath.Point {
            (numbers[0], numbers[1], numbers.count > 2 && start.count > 2 ? numbers[2] : 0)
        }
        let path = SpatialPath(from: point(start), to: point(end), out: point(out), into: point(into))
        if path.isStraight { return nil }
        return [path.out.x, path.out.y, path.out.z, path.into.x, path.into.y, path.into.z]
    }

    private static func easing(_ key: JSONNode) -> Easing {
        if key["h"]?.isTrue == true { return .hold }
        guard let out = key["o"], let into = key["i"], let x1 = EasingNumbers(out["x"]), let y1 = EasingNumbers(out["y"]),
            let x2 = EasingNumbers(into["x"]), let y2 = EasingNumbers(into["y"])
        else { return .linear }
        let count = min(max(x1.count, y1.count, x2.count, y2.count), 4)
        let first = CubicEasing(x1: x1[0], y1: y1[0], x2: x2[0], y2: y2[0])
        if count == 1 { return .curve(first) }
        let easings = (0..<count).map { CubicEasing(x1: x1[$0], y1: y1[$0], x2: x2[$0], y2: y2[$0]) }
        return easings.allSatisfy { $0 == first } ? .curve(first) : .curves(easings)
    }

    // MARK: - Outlines

    /// - Parameter isClosed: the flag that old files store beside the path.
    mutating func contour(_ json: JSONNode?, isClosed: Bool?) -> ContourTrack {
        guard let json = json.map({ resolved($0, "Path") }), let value = json["k"] else { return ContourTrack(Contour()) }
        guard let own = replaced[json] else {
            _ = loop(json, "Path", understandsLoops: false)
            return contour(value, isClosed)
        }
        if let difference = own.difference { note(difference, of: "Path") }
        switch own.value {
        case .outline(let contour): return ContourTrack(contour)
        case .path(let other): return other["k"].map { contour($0, isClosed) } ?? ContourTrack(Contour())
        case .live(let live): return ContourTrack(live, plain: contour(value, isClosed))
        case .numbers, .texts, .selector: return ContourTrack(Contour())
        }
    }

    private func contour(_ value: JSONNode, _ isClosed: Bool?) -> ContourTrack {
        let outer = hasOuterClosing ? isClosed : nil
        guard let first = value.firstElement, first["t"] != nil else {
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

    private static func contour(_ json: JSONNode?, _ isClosed: Bool?) -> Contour {
        guard let json, let vertices = json["v"], vertices.isArray else { return Contour() }
        var (ins, outs) = (handles(json["i"]), handles(json["o"]))
        let numbers = [Double](unsafeUninitializedCapacity: 6 * vertices.count) { buffer, filled in
            for vertex in vertices.children {
                let (x, y) = pair(vertex)
                let into = ins?.next().map(pair) ?? (x: 0, y: 0)
                let out = outs?.next().map(pair) ?? (x: 0, y: 0)
                buffer[filled] = x
                buffer[filled + 1] = y
                buffer[filled + 2] = x + into.x
                buffer[filled + 3] = y + into.y
                buffer[filled + 4] = x + out.x
                buffer[filled + 5] = y + out.y
                filled += 6
            }
        }
        return Contour(numbers: numbers, isClosed: json["c"].map(\.isTrue) ?? isClosed ?? false)
    }

    private static func handles(_ json: JSONNode?) -> JSONChildren? { json.flatMap { $0.isArray ? $0.children : nil } }

    private static func pair(_ json: JSONNode) -> (x: Double, y: Double) {
        guard json.isArray else { return (0, 0) }
        var numbers = json.children
        let x = numbers.next()?.double ?? 0
        return (x, numbers.next()?.double ?? 0)
    }

    // MARK: - Expressions

    /// The documents of a text, each with what an expression replaces in it.
    func documents(_ json: JSONNode?) -> [(document: JSONNode, replacement: ReplacedProperty.Text?)] {
        guard let json else { return [] }
        if let own = replaced[json] {
            if case .texts(let texts) = own.value { return texts.map { ($0.document, $0) } }
        }
        return (json["k"]?.elements ?? []).map { ($0, nil) }
    }

    /// The loop of an expression that does nothing else; any other expression adds a note.
    private mutating func loop(_ json: JSONNode, _ what: @autoclosure () -> Message, understandsLoops: Bool = true) -> Loop? {
        guard let expression = json["x"]?.string else { return nil }
        if understandsLoops, let loop = Loop(expression: expression) {
            guard let first = json["k"]?.firstElement, first.isObject else { return nil }
            if loop.isDifferentInLottieWeb(first) { note(.repetition, of: what()) }
            return loop
        }
        if Loop.isIdle(expression) { return nil }
        note("the expression of \(what()) is ignored; its plain value is drawn")
        return nil
    }

    private mutating func note(_ difference: ExpressionDifference, of what: Message) {
        switch difference {
        case .random: note("the expression of \(what) is random: lottie-web draws other values in each run")
        case .undeclared: note("the expression of \(what) sets a variable that it does not declare, which lottie-web cannot draw")
        case .unnamedComposition: note("the expression of \(what) names a composition without a name, which lottie-web cannot draw")
        case .repetition: note("the expression of \(what) repeats keyframes as in After Effects; lottie-web draws other values")
        }
    }

    /// The values of a text selector with an expression; nil: it has none, or the expression cannot be evaluated.
    mutating func selector(_ json: JSONNode) -> LiveSelector? {
        guard let own = replaced[json], case .selector(let selector) = own.value else { return nil }
        if let difference = own.difference { note(difference, of: "Selector") }
        return selector
    }

    /// Adds a note for an expression that is ignored, or evaluated differently.
    mutating func noteExpression(_ json: JSONNode?, _ what: @autoclosure () -> Message) {
        guard let json else { return }
        if let own = replaced[json] {
            if let difference = own.difference { note(difference, of: what()) }
        } else {
            _ = loop(json, what(), understandsLoops: false)
        }
    }
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

    /// Whether lottie-web repeats keyframes differently: it goes to a wrong time before the first one, and continues lists at a wrong speed.
    fileprivate func isDifferentInLottieWeb(_ first: JSONNode) -> Bool {
        switch kind {
        case .cycle, .pingpong: return !isOut && first["t"]?.double ?? 0 > 0
        case .continue: return isOut && first["s"]?.doubles?.count ?? 0 > 1
        case .offset: return false
        }
    }

    /// Whether an expression only returns `value`.
    static func isIdle(_ expression: String) -> Bool {
        let text = stripped(expression)
        return text.isEmpty || text == "value"
    }

    /// Removes white space, line comments, and the exporter's wrapper code.
    private static func stripped(_ expression: String) -> String {
        guard expression.utf8.count < 400 else { return "?" }
        var expression = expression
        var text = expression.withUTF8(strippedBytes) ?? Array(strippedSlowly(expression).utf8)
        for prefix in ["var$bm_rt;", "$bm_rt="] where text.starts(with: prefix.utf8) { text.removeFirst(prefix.utf8.count) }
        while text.last == UInt8(ascii: ";") { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    /// ASCII without white space and line comments; nil for other texts.
    private static func strippedBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isComment = false
        for (index, byte) in bytes.enumerated() {
            if byte >= 0x80 { return nil }
            if (0x0A...0x0D).contains(byte) { isComment = false }
            if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == byte { isComment = true }
            if !isComment, byte != 0x20, !(0x09...0x0D).contains(byte) { result.append(byte) }
        }
        return result
    }

    private static func strippedSlowly(_ expression: String) -> String {
        let lines = expression.split(whereSeparator: \.isNewline).map { line in
            line.firstRange(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
        }
        return lines.joined().filter { !$0.isWhitespace }
    }
}
