import SVGAAuthor
import SVGAFormat
import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// What the tests of writing have in common: tiny movies, and ways through the JSON that becomes of them.
enum Written {
    static let red = SVGAColor(red: 1, green: 0, blue: 0)

    /// 20 × 10 pixels.
    static let picture = Pixmap(width: 20, height: 10, pixels: [UInt8](repeating: 255, count: 800))

    static func movie(frames: Int = 4, _ add: (inout MovieBuilder) throws -> Void) throws -> VideoEntity {
        var builder = try MovieBuilder(width: 100, height: 80, fps: 30, frameCount: frames)
        try add(&builder)
        return try builder.build().videoEntity()
    }

    static func json(_ movie: VideoEntity) throws -> JSONValue { try JSONValue(parsing: LottieWriter(movie).json()) }

    static func json(frames: Int = 4, _ add: (inout MovieBuilder) throws -> Void) throws -> JSONValue {
        try json(try movie(frames: frames, add))
    }

    static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double = 0) -> ShapeEntity {
        ShapeEntity(geometry: .rect(SVGARect(x: x, y: y, width: width, height: height), cornerRadius: corner), fill: red)
    }

    static func path(_ text: String) -> SVGAPath { PathParser.parse(text).path }
}

extension JSONValue {
    var list: [JSONValue] { if case .array(let values) = self { values } else { [] } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }
    var numbers: [Double] { list.compactMap(\.number) }

    /// The first layer of this name.
    func layer(_ name: String) -> JSONValue? { self["layers"]?.list.first { $0["nm"]?.text == name } }

    func asset(_ id: String?) -> JSONValue? { self["assets"]?.list.first { $0["id"]?.text == id } }

    /// The frames of a property's keys; empty where it does not change.
    var keyFrames: [Int] { self["a"] == .integer(1) ? self["k"]?.list.compactMap { $0["t"]?.number.map { Int($0) } } ?? [] : [] }

    /// A property's value at a frame, as players find it.
    func value(at frame: Int) -> [Double] {
        guard self["a"] == .integer(1) else {
            let value = self["k"] ?? .null
            return value.number.map { [$0] } ?? value.numbers
        }
        let keys = self["k"]?.list ?? []
        let key = keys.last { Int($0["t"]?.number ?? 0) <= frame } ?? keys.first
        return key?["s"]?.numbers ?? []
    }

    /// What a player makes of a layer's transform at a frame: its own, then its parent's.
    func transform(of layer: JSONValue, at frame: Int) -> SVGATransform {
        let ks = layer["ks"] ?? .null
        func values(_ name: String) -> [Double] { ks[name]?.value(at: frame) ?? [] }
        let (p, s, r) = (values("p"), values("s"), values("r"))
        var transform = SVGATransform.translation(x: p[0], y: p[1]).rotated(by: r[0] * .pi / 180)
        transform = transform.scaledBy(x: s[0] / 100, y: s[1] / 100)
        let parent = layer["parent"].flatMap { number in self["layers"]?.list.first { $0["ind"] == number } }
        guard let parent else { return transform }
        return transform.concatenating(self.transform(of: parent, at: frame))
    }
}
