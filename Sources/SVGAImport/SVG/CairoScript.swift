import SVGAModel
import SVGASupport

/// Parses the output of Cairo's script surface: words for a stack machine that draws on surfaces.
///
/// Supports only the operations of SVG shapes. For others it throws a reason, and the caller draws the SVG as a picture.
struct CairoScript {
    /// The reason why a script is not supported, as a clause about the source.
    struct Unsupported: Error {
        let reason: Message
    }

    private enum Value {
        case number(Double)
        case list([Double])
        /// `/s2`, and `//EVEN_ODD` without its slashes.
        case name(String)
        case surface(Int)
        case context(Int)
        case source(SVGDrawing.Source)
        case surfaceSource(Int, matrix: SVGATransform)
        case dictionary
    }

    /// The state of one surface together with its context.
    private struct Canvas {
        var drawing = SVGDrawing()
        var matrix = SVGATransform.identity
        var path = SVGAPath()
        var isEvenOdd = false
        var style = SVGDrawing.StrokeStyle()
        var source = SVGDrawing.Source.color(.black)
        var clips: [SVGDrawing.Area] = []
    }

    /// The maximum number of operations of an SVG. Above it, a picture is smaller.
    private static let maximumOperations = 20_000

    private var stack: [Value] = []
    private var canvases: [Canvas] = []
    private var names: [String: Int] = [:]
    private var operations = 0

    static func read(_ text: [UInt8]) throws(Unsupported) -> SVGDrawing {
        var script = CairoScript()
        var words = text.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }[...]
        // The first line is a comment.
        if words.first?.first == UInt8(ascii: "%") { words = words.dropFirst() }
        var list: [Double]?
        for word in words {
            var word = word
            if word.first == UInt8(ascii: "[") {
                list = []
                word = word.dropFirst()
            }
            let ends = word.last == UInt8(ascii: "]")
            if ends { word = word.dropLast() }
            let text = String(decoding: word, as: UTF8.self)
            if list != nil {
                if !text.isEmpty {
                    guard let number = Double(text), number.isFinite else { throw Unsupported(reason: "a number is too large") }
                    list?.append(number)
                }
                if ends, let done = list {
                    script.stack.append(.list(done))
                    list = nil
                }
                continue
            }
            try script.run(text)
        }
        guard let first = script.canvases.first else { throw Unsupported(reason: "nothing is drawn") }
        return first.drawing
    }

    // MARK: Stack

    private static let surprise = Unsupported(reason: "Cairo draws it in an unknown way")

    private mutating func pop() throws(Unsupported) -> Value {
        guard let value = stack.popLast() else { throw CairoScript.surprise }
        return value
    }

    private mutating func number() throws(Unsupported) -> Double {
        guard case .number(let number) = try pop() else { throw CairoScript.surprise }
        return number
    }

    private mutating func numbers(_ count: Int) throws(Unsupported) -> [Double] {
        var numbers: [Double] = []
        for _ in 0..<count { numbers.append(try number()) }
        return numbers.reversed()
    }

    private mutating func name() throws(Unsupported) -> String {
        guard case .name(let name) = try pop() else { throw CairoScript.surprise }
        return name
    }

    private mutating func transform() throws(Unsupported) -> SVGATransform {
        guard case .list(let n) = try pop(), n.count == 6 else {
            throw CairoScript.surprise
        }
        return SVGATransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    }

    /// The current canvas.
    private func current() throws(Unsupported) -> Int {
        guard case .context(let index)? = stack.last else { throw CairoScript.surprise }
        return index
    }

    // MARK: Words

    private mutating func run(_ word: String) throws(Unsupported) {
        if let first = word.utf8.first, first == UInt8(ascii: "-") || first == UInt8(ascii: ".") || (0x30...0x39).contains(first) {
            guard let number = Double(word), number.isFinite else { throw Unsupported(reason: "a number is too large") }
            return stack.append(.number(number))
        }
        if word.utf8.first == UInt8(ascii: "/") { return stack.append(.name(String(word.drop { $0 == "/" }))) }
        // The pixels of a picture.
        if word.hasPrefix("<|") || word.hasPrefix("<~") { throw Unsupported(reason: "it contains images, filters or masks") }
        if let index = names[word] { return stack.append(.surface(index)) }
        switch word {
        case "<<": stack.append(.dictionary)
        case ">>":
            while case .some(let value) = stack.popLast() {
                if case .dictionary = value { break }
            }
            stack.append(.dictionary)
        case "surface":
            guard case .dictionary = try pop() else { throw CairoScript.surprise }
            stack.append(.surface(newCanvas()))
        case "similar":
            _ = try name()
            _ = try numbers(2)
            switch try pop() {
            case .surface, .context: stack.append(.surface(newCanvas()))
            default: throw CairoScript.surprise
            }
        case "record":
            _ = try pop()
            _ = try name()
            stack.append(.surface(newCanvas()))
        case "context":
            guard case .surface(let index) = try pop() else { throw CairoScript.surprise }
            stack.append(.context(index))
        case "dup":
            let value = try pop()
            stack += [value, value]
        case "exch":
            let (last, before) = (try pop(), try pop())
            stack += [last, before]
        case "pop": _ = try pop()
        case "def":
            guard case .surface(let index) = try pop() else { throw CairoScript.surprise }
            names[try name()] = index
        case "undef": names[try name()] = nil
        case "identity": stack.append(.list([1, 0, 0, 1, 0, 0]))
        default: try draw(word)
        }
    }

    private mutating func newCanvas() -> Int {
        canvases.append(Canvas())
        return canvases.count - 1
    }

    private mutating func draw(_ word: String) throws(Unsupported) {
        switch word {
        case "n": canvases[try current()].path = SVGAPath()
        case "m", "l", "c", "h", "rectangle": try extendPath(word)
        case "rgb", "rgba", "g", "ga", "a":
            let n = try numbers(["rgb": 3, "rgba": 4, "g": 1, "ga": 2, "a": 1][word] ?? 1)
            let color =
                switch word {
                case "a": SVGAColor(red: 0, green: 0, blue: 0, alpha: n[0])
                case "g", "ga": SVGAColor(red: n[0], green: n[0], blue: n[0], alpha: word == "ga" ? n[1] : 1)
                default: SVGAColor(red: n[0], green: n[1], blue: n[2], alpha: n.count == 4 ? n[3] : 1)
                }
            stack.append(.source(.color(color)))
        case "linear": stack.append(.source(.gradient(SVGDrawing.Gradient(numbers: try numbers(4)))))
        case "radial": stack.append(.source(.gradient(SVGDrawing.Gradient(numbers: try numbers(6)))))
        case "add-color-stop":
            let n = try numbers(5)
            try changeGradient { $0.stops.append((n[0], SVGAColor(red: n[1], green: n[2], blue: n[3], alpha: n[4]))) }
        case "pattern":
            guard case .surface(let index) = try pop() else { throw CairoScript.surprise }
            stack.append(.surfaceSource(index, matrix: .identity))
        case "set-matrix": try setMatrix()
        case "scale", "translate":
            let n = try numbers(2)
            let step = word == "scale" ? SVGATransform.scale(x: n[0], y: n[1]) : SVGATransform.translation(x: n[0], y: n[1])
            let index = try current()
            canvases[index].matrix = step.concatenating(canvases[index].matrix)
        case "set-extend": try setExtend()
        case "set-filter", "set-tolerance", "set-antialias": _ = try pop()
        case "set-source": try setSource()
        default: try act(word)
        }
    }

    private mutating func extendPath(_ word: String) throws(Unsupported) {
        let n = try numbers(["m": 2, "l": 2, "c": 6, "rectangle": 4][word] ?? 0)
        let index = try current()
        let matrix = canvases[index].matrix
        func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) { matrix.apply(x: x, y: y) }
        switch word {
        case "m": canvases[index].path.move(x: point(n[0], n[1]).x, y: point(n[0], n[1]).y)
        case "l": canvases[index].path.line(x: point(n[0], n[1]).x, y: point(n[0], n[1]).y)
        case "c":
            let (one, two, end) = (point(n[0], n[1]), point(n[2], n[3]), point(n[4], n[5]))
            canvases[index].path.curve(x1: one.x, y1: one.y, x2: two.x, y2: two.y, x: end.x, y: end.y)
        case "h": canvases[index].path.close()
        default:
            for (step, corner) in [(n[0], n[1]), (n[0] + n[2], n[1]), (n[0] + n[2], n[1] + n[3]), (n[0], n[1] + n[3])].enumerated() {
                let (x, y) = point(corner.0, corner.1)
                if step == 0 { canvases[index].path.move(x: x, y: y) } else { canvases[index].path.line(x: x, y: y) }
            }
            canvases[index].path.close()
        }
    }

    private mutating func changeGradient(_ change: (inout SVGDrawing.Gradient) -> Void) throws(Unsupported) {
        guard case .source(.gradient(var gradient)) = try pop() else { throw Unsupported(reason: "it contains patterns") }
        change(&gradient)
        stack.append(.source(.gradient(gradient)))
    }

    private mutating func setMatrix() throws(Unsupported) {
        let matrix = try transform()
        switch stack.last {
        case .context(let index): canvases[index].matrix = matrix
        case .surfaceSource(let index, _):
            stack.removeLast()
            stack.append(.surfaceSource(index, matrix: matrix))
        default: try changeGradient { $0.matrix = matrix }
        }
    }

    private mutating func setExtend() throws(Unsupported) {
        let name = try name()
        let kinds: [String: SVGDrawing.Extend] = [
            "EXTEND_NONE": .none, "EXTEND_PAD": .pad, "EXTEND_REFLECT": .reflect, "EXTEND_REPEAT": .repeat,
        ]
        guard let kind = kinds[name] else { throw CairoScript.surprise }
        try changeGradient { $0.extend = kind }
    }

    private mutating func setSource() throws(Unsupported) {
        let value = try pop()
        let index = try current()
        switch value {
        case .source(let source): canvases[index].source = source
        case .surfaceSource(let group, let matrix):
            guard group != index, matrix.a == 1, matrix.b == 0, matrix.c == 0, matrix.d == 1 else {
                throw Unsupported(reason: "it contains patterns")
            }
            canvases[index].source = .group(canvases[group].drawing, x: -matrix.tx, y: -matrix.ty)
        default: throw CairoScript.surprise
        }
    }

    private mutating func act(_ word: String) throws(Unsupported) {
        switch word {
        case "fill", "fill+":
            let index = try current()
            try add(.fill(SVGDrawing.Area(path: canvases[index].path, isEvenOdd: canvases[index].isEvenOdd)), clearsPath: word == "fill")
        case "stroke", "stroke+":
            let index = try current()
            let (path, matrix, style) = (canvases[index].path, canvases[index].matrix, canvases[index].style)
            try add(.stroke(path, matrix: matrix, style: style), clearsPath: word == "stroke")
        case "paint": try add(.paint(alpha: 1), clearsPath: false)
        case "mask":
            guard case .source(.color(let color)) = try pop() else { throw Unsupported(reason: "it contains masks") }
            try add(.paint(alpha: color.alpha), clearsPath: false)
        case "clip", "clip+":
            let index = try current()
            canvases[index].clips.append(SVGDrawing.Area(path: canvases[index].path, isEvenOdd: canvases[index].isEvenOdd))
            guard canvases[index].clips.count <= 100 else { throw Unsupported(reason: "its clips are nested too deeply") }
        case "reset-clip": canvases[try current()].clips = []
        case "set-fill-rule":
            let name = try name()
            canvases[try current()].isEvenOdd = name == "EVEN_ODD"
        case "set-line-width":
            let width = try number()
            canvases[try current()].style.width = width
        case "set-miter-limit":
            let limit = try number()
            canvases[try current()].style.miterLimit = limit
        case "set-line-cap":
            let caps: [String: ShapeEntity.LineCap] = ["LINE_CAP_BUTT": .butt, "LINE_CAP_ROUND": .round, "LINE_CAP_SQUARE": .square]
            let cap = caps[try name()] ?? .butt
            canvases[try current()].style.cap = cap
        case "set-line-join":
            let joins: [String: ShapeEntity.LineJoin] = ["LINE_JOIN_MITER": .miter, "LINE_JOIN_ROUND": .round, "LINE_JOIN_BEVEL": .bevel]
            let join = joins[try name()] ?? .miter
            canvases[try current()].style.join = join
        case "set-dash":
            let phase = try number()
            guard case .list(let dashes) = try pop() else { throw CairoScript.surprise }
            let index = try current()
            (canvases[index].style.dashes, canvases[index].style.phase) = (dashes, phase)
        case "set-operator":
            guard try name() == "OVER" else { throw Unsupported(reason: "it uses blend modes other than normal") }
        default: throw Unsupported(reason: "it contains more than shapes")
        }
    }

    private mutating func add(_ action: SVGDrawing.Action, clearsPath: Bool) throws(Unsupported) {
        operations += 1
        guard operations <= CairoScript.maximumOperations else {
            throw Unsupported(reason: "it has more than \(CairoScript.maximumOperations) parts")
        }
        let index = try current()
        // A copy of the canvas would hold all operations and copy them for each addition.
        let (source, clips) = (canvases[index].source, canvases[index].clips)
        canvases[index].drawing.operations.append(SVGDrawing.Operation(action: action, source: source, clips: clips))
        if clearsPath { canvases[index].path = SVGAPath() }
    }
}
