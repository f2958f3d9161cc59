import SVGAPlatform
import SVGASupport

/// The conversions of points between layers and compositions.
extension ScriptFile {
    /// `[a, b, c, d, x, y]` as in the engine's scripts.
    private struct Matrix {
        var a = 1.0, b = 0.0, c = 0.0, d = 1.0, x = 0.0, y = 0.0

        /// Applies the other one first.
        func product(_ inner: Matrix) -> Matrix {
            Matrix(
                a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d, d: b * inner.c + d * inner.d,
                x: a * inner.x + c * inner.y + x, y: b * inner.x + d * inner.y + y)
        }

        static func turned(_ degrees: Double) -> Matrix {
            let angle = degrees * Double.pi / 180
            return Matrix(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle))
        }
    }

    func convert(_ arguments: [ScriptValue], in layer: ScriptLayer, _ name: ScriptName) throws(ScriptFailure) -> ScriptValue {
        guard case .list(let list)? = arguments.first else { throw .unsupported }
        var time: Double?
        if arguments.count > 1 { time = try arguments[1].number() }
        var matrix = try worldMatrix(of: layer, at: time)
        let (px, py) = (try list[0].number(), try list[1].number())
        let z = list[2].isTrue ? try list[2].number() : 0
        if name == .toWorldVec || name == .fromWorldVec { (matrix.x, matrix.y) = (0, 0) }
        switch name {
        case .toWorld, .toComp, .toWorldVec:
            return .list(ScriptList([matrix.a * px + matrix.c * py + matrix.x, matrix.b * px + matrix.d * py + matrix.y, z]))
        default:
            let (area, x, y) = (matrix.a * matrix.d - matrix.b * matrix.c, px - matrix.x, py - matrix.y)
            return .list(ScriptList([(matrix.d * x - matrix.c * y) / area, (matrix.a * y - matrix.b * x) / area, z]))
        }
    }

    private func worldMatrix(of layer: ScriptLayer, at time: Double?) throws(ScriptFailure) -> Matrix {
        var result = try matrix(of: layer, at: time)
        var parent = layer.parent
        var depth = 0
        while let outer = parent, depth < 1000 {
            try step(10)
            result = try matrix(of: outer, at: time).product(result)
            parent = outer.parent
            depth += 1
        }
        return result
    }

    /// The transform of a layer without its parents, now or at a time.
    private func matrix(of layer: ScriptLayer, at time: Double?) throws(ScriptFailure) -> Matrix {
        try read(layer)
        guard let transform = layer.transform else { throw .unsupported }
        func values(_ key: JSONName) throws(ScriptFailure) -> [Double]? {
            guard let property = transform.property(key) else { return nil }
            guard let time else { return try property.current(self) }
            return try property.plain(at: time * rate, self)
        }
        func number(_ key: JSONName) throws(ScriptFailure) -> Double? {
            guard let values = try values(key) else { return nil }
            guard values.count == 1 else { throw .unsupported }
            return values[0]
        }
        func pair(_ key: JSONName, _ fallback: [Double]) throws(ScriptFailure) -> [Double] {
            let values = try values(key) ?? fallback
            guard values.count > 1 else { throw .unsupported }
            return values
        }
        let anchor = try pair("a", [0, 0])
        let scale = try pair("s", [100, 100])
        var position = try values("p")
        if position == nil { position = [try number("px") ?? 0, try number("py") ?? 0] }
        guard let position, position.count > 1 else { throw .unsupported }
        let skew = try number("sk") ?? 0
        let turnZ = try number("rz") ?? 0
        var result = Matrix(x: position[0], y: position[1]).product(.turned(try number("r") ?? turnZ))
        if skew != 0, !skew.isNaN {
            let axis = try number("sa") ?? 0
            let slope = Matrix(c: tan(-skew * Double.pi / 180))
            result = result.product(.turned(axis)).product(slope.product(.turned(-axis)))
        }
        return result.product(
            Matrix(
                a: scale[0] / 100, b: 0, c: 0, d: scale[1] / 100, x: -anchor[0] * scale[0] / 100, y: -anchor[1] * scale[1] / 100))
    }
}
